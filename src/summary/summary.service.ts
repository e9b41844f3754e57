/** The map in numbers, and what changed in it last: of what the caller may list. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { Calendar } from '../core/text/moments.js';
import { Database, type ListSource, type Param, type Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { LongRead, requesterOf } from '../database/long-read.js';
import type { Statement } from '../database/statement.js';
import { united } from '../database/united.js';
import {
  AccessScopes,
  conditionOf,
  momentOf,
  registry,
  timed,
  withinTime,
  type ResourceModel,
} from '../engine/index.js';

/** How many objects changed last are told. */
const MAX_RECENT = 10;
/** Changes among which they are looked for, and how far back: many may be of one object, or of objects that are gone. */
const MAX_CHANGES = 200;
const MAX_AGE_IN_ROWS = 20_000;
/** The number of the newest row of the journal. */
const NEWEST = '(SELECT COALESCE(MAX(`id`), 0) FROM `audit_logs`)';
/** The same as `MAX_CHANGES`, for what changed since a moment. */
const MAX_SINCE = 2000;
/** Words of the journal after which an object may be there. */
const CHANGES = ['created', 'updated', 'restored', 'merged', 'unmerged'];

const ROW = 't';
const ID = `${ROW}.\`id\``;

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
  /** Where a moment was named. */
  changed?: ChangedSince;
  hidden_kinds: string[];
}

/** How many objects changed since a moment, by kind; `more`: there are others that were not looked at. */
interface ChangedSince {
  since: string;
  total: number;
  more: boolean;
  kinds: KindSummary[];
}

/** A type of which the caller may list something, and the condition that keeps to it; undefined: everything. */
interface Listed {
  resource: ResourceModel;
  seen: { sql: string; params: Param[] } | undefined;
}

@Injectable()
export class SummaryService {
  private readonly calendar: Calendar;
  private readonly timeLimit: number;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    @Inject(CONFIG) { timeZone, listTimeLimit }: Config,
  ) {
    this.calendar = new Calendar(timeZone);
    this.timeLimit = listTimeLimit;
  }

  /**
   * At most seven statements, however large the map is.
   * @param since a moment, as filters take them: what changed since is told as well
   * @param signal aborted when nobody waits for it any more
   * @throws ApiError 400 for what is no moment, 422 where it takes too long
   */
  async summary(caller: Caller, since?: unknown, signal?: AbortSignal): Promise<SummaryAnswer> {
    const from = since === undefined ? undefined : this.startOf(since);
    const resources = registry.all().filter(({ readOnly }) => !readOnly);
    const all = await this.scopes.listed(caller, resources);
    const listed = all.flatMap(({ resource, rows }): Listed[] =>
      rows === 'none' ? [] : [{ resource, seen: conditionOf(rows, ROW) }],
    );
    // What people keep, users and roles are no objects of the map.
    const ofTheMap = listed.filter(({ resource: { node, audited } }) => node && audited);
    // For somebody who sees parts of all kinds on a large map it takes long: nobody else waits for it.
    const source = this.database.readingFor(new LongRead(requesterOf(caller, signal), this.timeLimit));
    const [counts, recent, changed] = await withinTime(
      () =>
        Promise.all([
          this.counts(listed, source),
          this.recent(ofTheMap, source),
          from === undefined ? undefined : this.changed(ofTheMap, from, source),
        ]),
      'summary',
    );
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
      ...(changed && { changed }),
      hidden_kinds: all.filter(({ rows }) => rows === 'none').map(({ resource }) => resource.path),
    };
  }

  /** The first moment that a text means, as it is stored. */
  private startOf(text: unknown): string {
    const { clock } = this.database;
    const moment = typeof text === 'string' ? momentOf(text, { clock, calendar: this.calendar }) : undefined;
    if (!moment) throw new ApiError(400, 'wantsDate', { name: 'since' });
    return String(moment.from);
  }

  /** How many live objects there are of each type. */
  private async counts(listed: readonly Listed[], source: ListSource): Promise<number[]> {
    const counts = listed.map(() => 0);
    if (!listed.length) return counts;
    const statements = listed.map(({ resource: { table, softDelete }, seen }, place): Statement => {
      const conditions = [
        ...(softDelete ? [`${ROW}.\`deleted_at\` IS NULL`] : []),
        ...(seen ? [timed(source.dialect, ROW, seen.sql)] : []),
      ];
      const where = conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
      return [`SELECT ${place} AS place, COUNT(*) AS n FROM ${quote(table)} ${ROW}${where}`, seen?.params ?? []];
    });
    for (const { place, n } of await united(source, statements)) counts[Number(place)] = Number(n);
    return counts;
  }

  /**
   * Of how many objects the journal says that they changed since a moment, and which are as new themselves: the filter
   * `updated_at_after` finds the same ones. Of kinds of which the caller sees part the objects alone say it.
   */
  private async changed(listed: readonly Listed[], since: string, source: ListSource): Promise<ChangedSince> {
    const { dialect, clock } = source;
    const { ids, more } = await this.changes(listed, source, MAX_SINCE, since);
    const parts = listed.filter(({ resource, seen }) => seen ?? ids.has(resource.polymorphicType));
    const statements = parts.map(({ resource: { table, softDelete, polymorphicType }, seen }, place): Statement => {
      const { sql, params } = seen ?? { sql: dialect.isIn(ID), params: [[...ids.get(polymorphicType)!]] };
      const live = softDelete ? ` AND ${dialect.isLive(ROW)}` : '';
      const counted =
        `SELECT ${place} AS place, COUNT(*) AS n FROM ${quote(table)} ${ROW} ` +
        `WHERE ${timed(dialect, ROW, sql)} AND ${ROW}.\`updated_at\` >= ?${live}`;
      return [counted, [...params, since]];
    });
    const rows = await united(source, statements);
    const totals = new Map(rows.map(({ place, n }) => [Number(place), Number(n)]));
    const kinds = parts.flatMap(({ resource: { path } }, place): KindSummary[] => {
      const total = totals.get(place) ?? 0;
      return total ? [{ kind: path, total, url: `/api/${path}` }] : [];
    });
    const total = kinds.reduce((sum, one) => sum + one.total, 0);
    return { since: clock.toApi(since)!, total, more, kinds };
  }

  /**
   * The objects of the changes that the journal tells last, by type in the database; `more`: there were others before. Of kinds of
   * which the caller sees everything: how many changes of others there are among the last ones is not for who sees a part.
   */
  private async changes(
    listed: readonly Listed[],
    source: ListSource,
    most: number,
    since?: string,
  ): Promise<{ ids: Map<string, Set<number>>; more: boolean }> {
    const ids = new Map<string, Set<number>>();
    const types = listed.filter(({ seen }) => !seen).map(({ resource }) => resource.polymorphicType);
    if (!types.length) return { ids, more: false };
    const { dialect } = source;
    const rows = await source.all(
      'SELECT a.`subject_type` AS type, a.`subject_id` AS id FROM `audit_logs` a ' +
        `WHERE a.\`id\` > ${NEWEST} - ${MAX_AGE_IN_ROWS} ` +
        `AND ${dialect.isIn('a.`description`')} AND ${dialect.isIn('a.`subject_type`')} AND a.\`subject_id\` IS NOT NULL ` +
        `${since === undefined ? '' : 'AND a.`created_at` >= ? '}ORDER BY a.\`id\` DESC LIMIT ${most}`,
      [CHANGES, types, ...(since === undefined ? [] : [since])],
    );
    for (const { type, id } of rows) {
      const known = ids.get(String(type));
      if (known) known.add(Number(id));
      else ids.set(String(type), new Set([Number(id)]));
    }
    return { ids, more: rows.length === most || (since !== undefined && (await this.isCut(since, source))) };
  }

  /** Whether the journal has rows since a moment that are too old to be looked at, whatever they are about. */
  private async isCut(since: string, source: ListSource): Promise<boolean> {
    const older = await source.all(
      `SELECT 1 AS one FROM \`audit_logs\` a WHERE a.\`created_at\` >= ? AND a.\`id\` <= ${NEWEST} - ${MAX_AGE_IN_ROWS} LIMIT 1`,
      [since],
    );
    return older.length > 0;
  }

  /**
   * The objects changed last, the newest first: the journal names them, the objects themselves say when that was. Of kinds of which
   * the caller sees part, whose objects are counted one by one anyway, they are asked themselves.
   */
  private async recent(listed: readonly Listed[], source: ListSource): Promise<RecentObject[]> {
    const named = listed.filter(({ resource: { label } }) => label !== null);
    if (!named.length) return [];
    const { dialect, clock } = source;
    const { ids } = await this.changes(named, source, MAX_CHANGES);
    const parts = named.filter(({ resource, seen }) => seen ?? ids.has(resource.polymorphicType));
    if (!parts.length) return [];
    const statements = parts.map(
      ({ resource: { table, label, softDelete, polymorphicType }, seen }, place): Statement => {
        const { sql, params } = seen ?? { sql: dialect.isIn(ID), params: [[...ids.get(polymorphicType)!]] };
        const live = softDelete ? ` AND ${dialect.isLive(ROW)}` : '';
        const name = dialect.exactText(`${ROW}.${quote(label!)}`);
        const newest =
          `SELECT ${place} AS place, ${ID} AS id, ${name} AS name, ${ROW}.\`updated_at\` AS updated_at ` +
          `FROM ${quote(table)} ${ROW} WHERE ${timed(dialect, ROW, sql)}${live} ORDER BY ${ROW}.\`updated_at\` DESC, ${ID} LIMIT ${MAX_RECENT}`;
        return [`SELECT * FROM (${newest}) k${place}`, params];
      },
    );
    const rows = await united(source, statements);
    const newest = rows.sort(newestFirst).slice(0, MAX_RECENT);
    return newest.map(({ place, id, name, updated_at: at }) => {
      const { path, view } = parts[Number(place)]!.resource;
      return {
        ...{ kind: path, id: Number(id), name: (name as string | null) || String(id), view },
        ...{ updated_at: at === null ? null : clock.toApi(at as string), url: `/api/${path}/${Number(id)}` },
      };
    });
  }
}

/** By time, those without one last; of one moment by kind and id. */
function newestFirst(one: Row, other: Row): number {
  const [here, there] = [one, other].map((row) => String(row['updated_at'] ?? '')) as [string, string];
  if (here !== there) return here < there ? 1 : -1;
  return Number(one['place']) - Number(other['place']) || Number(one['id']) - Number(other['id']);
}
