/** The map in numbers, and what changed in it last: of what the caller may list. */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { Database, type Param } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { AccessScopes, conditionOf, registry, type ResourceModel } from '../engine/index.js';

/** How many objects changed last are told. */
const MAX_RECENT = 10;
/** Changes among which they are looked for, and how far back: many may be of one object, or of objects that are gone. */
const MAX_CHANGES = 200;
const MAX_AGE_IN_ROWS = 20_000;
/** Words of the journal after which an object may be there. */
const CHANGES = ['created', 'updated', 'restored'];

const ROW = 't';

interface KindSummary {
  kind: string;
  total: number;
  url: string;
}

interface ViewSummary {
  view: string;
  total: number;
  kinds: KindSummary[];
}

export interface RecentObject {
  kind: string;
  id: number;
  name: string;
  view: string;
  updated_at: string | null;
  url: string;
}

export interface SummaryAnswer {
  total: number;
  views: ViewSummary[];
  recent: RecentObject[];
  hidden_kinds: string[];
}

/** A type of which the caller may list something, and the condition that keeps to it; undefined: everything. */
interface Listed {
  resource: ResourceModel;
  seen: { sql: string; params: Param[] } | undefined;
}

@Injectable()
export class SummaryService {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
  ) {}

  /** At most four statements, however large the map is. */
  async summary(caller: Caller): Promise<SummaryAnswer> {
    const resources = registry.all().filter(({ readOnly }) => !readOnly);
    const all = await this.scopes.listed(caller, resources);
    const listed = all.flatMap(({ resource, rows }): Listed[] =>
      rows === 'none' ? [] : [{ resource, seen: conditionOf(rows, ROW) }],
    );
    const [counts, recent] = await Promise.all([this.counts(listed), this.recent(listed)]);
    const views = new Map<string, ViewSummary>();
    listed.forEach(({ resource: { path, view } }, place) => {
      let group = views.get(view);
      if (!group) views.set(view, (group = { view, total: 0, kinds: [] }));
      const total = counts[place]!;
      group.total += total;
      group.kinds.push({ kind: path, total, url: `/api/${path}` });
    });
    return {
      total: counts.reduce((sum, count) => sum + count, 0),
      views: [...views.values()],
      recent,
      hidden_kinds: all.filter(({ rows }) => rows === 'none').map(({ resource }) => resource.path),
    };
  }

  /** How many live objects there are of each type. */
  private async counts(listed: readonly Listed[]): Promise<number[]> {
    const counts = listed.map(() => 0);
    if (!listed.length) return counts;
    const statements = listed.map(({ resource: { table, softDelete }, seen }, place) => {
      const conditions = [...(softDelete ? [`${ROW}.\`deleted_at\` IS NULL`] : []), ...(seen ? [`(${seen.sql})`] : [])];
      const where = conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
      return `SELECT ${place} AS place, COUNT(*) AS n FROM ${quote(table)} ${ROW}${where}`;
    });
    const rows = await this.database.all(
      statements.join(' UNION ALL '),
      listed.flatMap(({ seen }) => seen?.params ?? []),
    );
    for (const { place, n } of rows) counts[Number(place)] = Number(n);
    return counts;
  }

  /** The objects changed last, the newest first: the journal names them, the objects themselves say when that was. */
  private async recent(listed: readonly Listed[]): Promise<RecentObject[]> {
    const named = listed.filter(({ resource: { audited, label } }) => audited && label !== null);
    if (!named.length) return [];
    const { dialect, clock } = this.database;
    const changed = await this.database.all(
      'SELECT a.`subject_type` AS type, a.`subject_id` AS id FROM `audit_logs` a ' +
        `WHERE a.\`id\` > (SELECT COALESCE(MAX(\`id\`), 0) FROM \`audit_logs\`) - ${MAX_AGE_IN_ROWS} ` +
        `AND ${dialect.isIn('a.`description`')} AND ${dialect.isIn('a.`subject_type`')} AND a.\`subject_id\` IS NOT NULL ` +
        `ORDER BY a.\`id\` DESC LIMIT ${MAX_CHANGES}`,
      [CHANGES, named.map(({ resource }) => resource.polymorphicType)],
    );
    const ids = new Map<string, Set<number>>();
    for (const { type, id } of changed) {
      const known = ids.get(String(type));
      if (known) known.add(Number(id));
      else ids.set(String(type), new Set([Number(id)]));
    }
    const parts = named.filter(({ resource }) => ids.has(resource.polymorphicType));
    if (!parts.length) return [];
    const params: Param[] = [];
    const statements = parts.map(({ resource: { table, label, softDelete, polymorphicType }, seen }, place) => {
      params.push([...ids.get(polymorphicType)!], ...(seen?.params ?? []));
      const live = softDelete ? ` AND ${dialect.isLive(ROW)}` : '';
      const name = dialect.exactText(`${ROW}.${quote(label!)}`);
      return (
        `SELECT ${place} AS place, ${ROW}.\`id\` AS id, ${name} AS name, ${ROW}.\`updated_at\` AS updated_at ` +
        `FROM ${quote(table)} ${ROW} WHERE ${dialect.isIn(`${ROW}.\`id\``)}${live}${seen ? ` AND (${seen.sql})` : ''}`
      );
    });
    const rows = await this.database.all(
      `SELECT * FROM (${statements.join(' UNION ALL ')}) r ORDER BY r.updated_at DESC, r.place, r.id LIMIT ${MAX_RECENT}`,
      params,
    );
    return rows.map(({ place, id, name, updated_at: at }) => {
      const { path, view } = parts[Number(place)]!.resource;
      return {
        ...{ kind: path, id: Number(id), name: (name as string | null) || String(id), view },
        ...{ updated_at: at === null ? null : clock.toApi(at as string), url: `/api/${path}/${Number(id)}` },
      };
    });
  }
}
