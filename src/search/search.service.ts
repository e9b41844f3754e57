/** Finds objects by name, address or reference over all kinds that a caller may list. */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { AnsweringThread } from '../database/answering-thread.js';
import { Database, type Row } from '../database/database.js';
import type { Statement } from '../database/statement.js';
import { united } from '../database/united.js';
import { quote } from '../database/dialect.js';
import { rechecked } from '../database/long-read.js';
import {
  AccessScopes,
  conditionOf,
  registry,
  type AccessScope,
  type ResourceModel,
  type VisibleIds,
} from '../engine/index.js';
import { layoutOf, searchColumns, searchedResources } from './kinds.js';
import type { Answer, Question } from './name-index.js';
import type { SearchRequest } from './read-search.js';
import type { SearchThreadData } from './thread.js';
import { foundBy, type Found, type SearchColumn, type Wanted } from './texts.js';
import { whereStatements, type ObjectName } from './where.js';

const THREAD = require.resolve('./thread.js');
/** Seconds after which the index is read anew where the older application writes too: it tells nobody of some changes. */
const OLDER_WRITER = 60;
/** So many searches may be on their way at a time; each takes some milliseconds of the thread. */
const MAX_WAITING = 200;
/** Seconds after which a refused one may be tried again. */
const RETRY = 1;
/** Megabytes that what lives shortly may fill in the thread. */
const SHORT_LIVED = 8;

/** The best of the objects that a text finds, and how many it finds of each kind, by path. */
export interface FoundObjects {
  objects: Array<{ kind: string; id: number }>;
  byKind: Record<string, number>;
  total: number;
}

/** An object that was found, with what it was found by. */
export interface SearchResult extends ObjectName {
  view: string;
  match: { how: Found; field: string; value: string };
  where: ObjectName | null;
  url: string;
}

export interface SearchAnswer {
  results: SearchResult[];
  meta: {
    total: number;
    by_kind: Record<string, number>;
    truncated: boolean;
    left_out: number;
    hidden_kinds: string[];
  };
}

@Injectable()
export class SearchService implements OnApplicationShutdown {
  private readonly thread: AnsweringThread<Question, Answer>;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    @Inject(CONFIG) config: Config,
  ) {
    const data = (): SearchThreadData => ({
      database: config.database,
      layout: layoutOf(database.dialect),
      maxAge: config.graphMaxAge ?? (database.shared ? OLDER_WRITER : 0),
      timeLimit: config.graphTimeLimit,
    });
    this.thread = new AnsweringThread(THREAD, data, config.graphIdle, { maxYoungGenerationSizeMb: SHORT_LIVED });
  }

  /**
   * The best objects for a text. What is answered is read from the database for this answer: nothing is shown that is not
   * so, or not for this caller.
   * @throws 403 where a kind is named of which the caller may list nothing; 503 where too many wait
   */
  async search({ wanted, kinds, limit }: SearchRequest, caller: Caller, signal: AbortSignal): Promise<SearchAnswer> {
    const resources = searchedResources();
    const seen = await this.scopes.seen(caller, resources);
    const isHidden = (path: string): boolean => seen[path] === 'none';
    const hidden = resources.map(({ path }) => path).filter(isHidden);
    const refused = kinds.filter(isHidden);
    if (refused.length) throw new ApiError(403, 'graphHidden', { kinds: refused.join(', ') });
    const asked = kinds.length ? Object.fromEntries(kinds.map((path) => [path, seen[path]!])) : seen;
    const { objects, byKind, total } = await rechecked(caller, () => this.find(wanted, asked, limit, signal));
    const leftOut = total - objects.length;
    return {
      results: await this.resultsOf(objects, wanted, this.scopes.of(caller)),
      meta: { total, by_kind: byKind, truncated: leftOut > 0, left_out: leftOut, hidden_kinds: hidden },
    };
  }

  /**
   * The best objects for a text: by how they are found, then kind, folded name, id. It knows every write before it.
   * @param seen what of each kind is looked at, by path; of others nothing is
   * @throws 503 where too many wait; 422 where it takes too long
   */
  async find(
    wanted: Wanted,
    seen: Readonly<Record<string, VisibleIds>>,
    limit: number,
    signal: AbortSignal,
  ): Promise<FoundObjects> {
    if (this.thread.asked >= MAX_WAITING) {
      throw new ApiError(503, 'searchBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });
    }
    const paths = searchedResources().map(({ path }) => path);
    const asked = paths.map((path) => seen[path] ?? 'none');
    const { hits, counts } = await this.thread.ask({ wanted, seen: asked, limit }, signal);
    return {
      objects: hits.map(({ kind, id }) => ({ kind: paths[kind]!, id })),
      byKind: Object.fromEntries(paths.map((path, i) => [path, counts[i]!] as const).filter(([, count]) => count > 0)),
      total: counts.reduce((sum, count) => sum + count, 0),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  /** The objects as they are now, in the order in which they were found. As many statements, however many they are. */
  private async resultsOf(
    objects: FoundObjects['objects'],
    wanted: Wanted,
    access: AccessScope,
  ): Promise<SearchResult[]> {
    if (!objects.length) return [];
    const ids = new Map<string, number[]>();
    for (const { kind, id } of objects) {
      const known = ids.get(kind);
      if (known) known.push(id);
      else ids.set(kind, [id]);
    }
    const parts = [...ids].map(([kind, some]) => ({ resource: registry.get(kind), some }));
    const [rows, where] = await Promise.all([this.rowsOf(parts, access), this.whereOf(parts, access)]);
    return objects.flatMap(({ kind, id }) => {
      const row = rows.get(`${kind} ${id}`);
      if (!row) return [];
      const { columns, values } = row;
      const found = foundBy(columns, values, wanted);
      if (!found) return [];
      const { how, column: field, value } = found;
      return {
        ...{ kind, id, name: values[0] || String(id), view: registry.get(kind).view, match: { how, field, value } },
        ...{ where: where.get(`${kind} ${id}`) ?? null, url: `/api/${kind}/${id}` },
      };
    });
  }

  /** The values of the searched columns, by path and id. */
  private async rowsOf(parts: readonly Part[], access: AccessScope): Promise<Map<string, TextRow>> {
    const { dialect } = this.database;
    const columns = parts.map(({ resource }) => searchColumns(resource));
    const width = Math.max(...columns.map(({ length }) => length));
    const statements = parts.map(({ resource, some }, place): Statement => {
      const selected = Array.from({ length: width }, (_, i) => {
        const column = columns[place]![i];
        return `${column ? dialect.exactText(`t.${quote(column.name)}`) : 'NULL'} AS c${i}`;
      });
      const table = access.table(resource);
      const seen = conditionOf(access.rows(resource), 't');
      const live = resource.softDelete ? ` AND ${dialect.isLive('t')}` : '';
      const sql =
        `SELECT ${place} AS place, t.\`id\` AS id, ${selected.join(', ')} FROM ${table.sql} t ` +
        `WHERE ${dialect.isIn('t.`id`')}${live}${seen ? ` AND (${seen.sql})` : ''}`;
      return [sql, [...table.params, some, ...(seen?.params ?? [])]];
    });
    const rows = await united(this.database, statements);
    return new Map(
      rows.map((row) => {
        const place = row['place'] as number;
        const own = columns[place]!;
        const values = own.map((_, i) => row[`c${i}`] as string | null);
        return [`${parts[place]!.resource.path} ${Number(row['id'])}`, { columns: own, values }];
      }),
    );
  }

  /** What objects stand in, by path and id. */
  private async whereOf(parts: readonly Part[], access: AccessScope): Promise<Map<string, ObjectName>> {
    const ids = new Map(parts.map(({ resource, some }) => [resource.path, some]));
    const { statements, parts: kinds } = whereStatements(ids, access, this.database.dialect);
    const best = new Map<string, { place: number; row: Row }>();
    for (const row of await united(this.database, statements)) {
      const place = Number(row['place']);
      const key = `${kinds[place]!.kind} ${Number(row['id'])}`;
      const known = best.get(key);
      if (!known || place < known.place) best.set(key, { place, row });
    }
    return new Map(
      [...best].map(([key, { place, row }]) => {
        const id = Number(row['holder']);
        const name = (row['name'] as string | null) || String(id);
        return [key, { kind: kinds[place]!.holder, id, name }];
      }),
    );
  }
}

/** The objects of one kind that were found. */
interface Part {
  resource: ResourceModel;
  some: number[];
}

interface TextRow {
  columns: readonly SearchColumn[];
  values: ReadonlyArray<string | null>;
}
