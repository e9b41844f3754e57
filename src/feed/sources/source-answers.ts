/** Sources as they are answered: their settings, what ran last, and how many objects they know and miss. */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/http/caller.js';
import { Database, type Row, type Scalar } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { grouped } from '../plan/groups.js';
import { registry } from '../../engine/index.js';
import { HomeScope, homeOfSource, isShown, mayIn, shownCondition } from '../store/home-scope.js';
import { Runs, type RunRow } from '../runs/runs.js';
import { secondsOf } from './settings.js';
import { sourceOf, tagOf, unknownSource } from './sources.service.js';

/** A run, in short. Times are ISO. */
interface LastRun {
  id: number;
  scope: string;
  mode: string;
  state: string;
  counts: Readonly<Record<string, number>>;
  started_at: string | null;
  finished_at: string | null;
}

/** What is known of a part of a source that is reported as a whole. */
interface Scope {
  scope: string;
  /** Numbers of the newest run that was applied, and of the newest full one. */
  last_run: number | null;
  last_full_run: number | null;
  last_full_at: string | null;
  /** When it was so, as the document said. */
  observed_at: string | null;
}

/** A source as answered; `settings` has nothing but what was set. */
export interface AnsweredSource {
  name: string;
  settings: object;
  version: number;
  user_id: number | null;
  created_at: string | null;
  updated_at: string | null;
  /** Whatever became of it. */
  last_run: LastRun | null;
  scopes: Scope[];
  records: number;
  missing: number;
  /** Nothing was applied for longer than `expected_every`. */
  overdue: boolean;
}

/** A source as answered, and the tag of its settings. */
export interface TaggedSource {
  source: AnsweredSource;
  tag: string;
}

const SOURCES = 'SELECT id, name, settings, version, user_id, created_at, updated_at FROM own_feed_sources';
const SCOPES = 'SELECT source_id, scope, last_run, last_full_run, last_full_at, observed_at FROM own_feed_scopes';

@Injectable()
export class SourceAnswers {
  constructor(private readonly database: Database) {}

  /**
   * All sources, by name; for somebody whom homes limit those that feed one of theirs, with the scopes and the last run that are
   * there for them, and the numbers of objects that they see.
   */
  async all(caller: Caller): Promise<AnsweredSource[]> {
    return (await this.read('', [], caller)).map(({ source }) => source);
  }

  /** The source of this name. Throws 404. */
  async one(name: string, caller: Caller): Promise<TaggedSource> {
    const [found] = await this.read(' WHERE name = ?', [name], caller);
    if (!found) throw unknownSource(name);
    return found;
  }

  /** Five statements, however many sources there are. */
  private async read(where: string, params: readonly string[], caller: Caller): Promise<TaggedSource[]> {
    const { database } = this;
    const isOf = `WHERE ${database.dialect.isIn('source_id')}`;
    const all = await database.all(`${SOURCES}${where} ORDER BY name`, params);
    const isThere = (home: number | undefined): boolean =>
      !caller.reach?.homes || ['feed_access', 'feed_edit'].some((ability) => mayIn(caller, ability, home));
    const rows = all.filter((row) => isThere(homeOfSource(sourceOf(row))));
    if (!rows.length) return [];
    const ids = [rows.map(({ id }) => id as number)];
    const scopes = grouped(await database.all(`${SCOPES} ${isOf} ORDER BY scope`, ids), ({ source_id: id }) => id!);
    const counts = grouped(await this.counts(ids[0]!, caller), ({ source_id: id }) => id!);
    const names = rows.map(sourceOf).map((source) => [source.name, homeOfSource(source)] as const);
    const runs = await new Runs(database).newestOf(
      names.map(([name]) => name),
      [...scopes.values()].flat().flatMap(({ last_run }) => (last_run === null ? [] : [Number(last_run)])),
      shownCondition(caller, { column: 'source', kept: 'counts' }, names, database.dialect),
    );
    return rows.map((row) => this.answer(row, scopes.get(row['id']!) ?? [], counts.get(row['id']!)?.[0], runs, caller));
  }

  /** How many objects each source knows and misses, of those that the caller sees where homes limit them. */
  private counts(sources: readonly number[], caller: Caller): Promise<Row[]> {
    const { dialect } = this.database;
    const scope = new HomeScope(undefined, caller);
    const seen = registry.all().flatMap((resource) => {
      const condition = scope.seen(resource, 't');
      return condition
        ? [
            `(r.type <> '${resource.table}' OR EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t.id = r.object_id${condition}))`,
          ]
        : [];
    });
    const where = [dialect.isIn('r.source_id'), ...seen].join(' AND ');
    const sql = `SELECT r.source_id, COUNT(*) AS records, COUNT(r.missing_since) AS missing FROM own_feed_records r WHERE ${where}`;
    return this.database.all(`${sql} GROUP BY r.source_id`, [[...sources]]);
  }

  private answer(
    row: Row,
    scopes: readonly Row[],
    counts: Row | undefined,
    runs: readonly RunRow[],
    caller: Caller,
  ): TaggedSource {
    const { clock } = this.database;
    const time = (value: Scalar | undefined): string | null =>
      value === null || value === undefined ? null : clock.toApi(String(value));
    const source = sourceOf(row);
    const made = String(row['created_at']);
    // Runs of a source that was retired are not those of its namesake.
    const home = homeOfSource(source);
    const isThere = (run: RunRow | undefined): boolean => isShown(caller, run?.counts.homes, home);
    const last = runs.find((run) => run.source === source.name && run.startedAt >= made && isThere(run));
    const applied = runs.find(({ id }) => scopes.some(({ last_run }) => last_run === id));
    const since = applied?.finishedAt ?? applied?.startedAt ?? made;
    const every = source.settings.expected_every;
    return {
      tag: tagOf(source),
      source: {
        name: source.name,
        settings: source.settings,
        version: source.version,
        user_id: source.userId,
        created_at: time(row['created_at']),
        updated_at: time(row['updated_at']),
        last_run: last
          ? {
              ...{ id: last.id, scope: last.scope, mode: last.mode, state: last.state, counts: last.counts.counts },
              ...{ started_at: time(last.startedAt), finished_at: time(last.finishedAt) },
            }
          : null,
        scopes: scopes
          .filter((scope) => isThere(runs.find(({ id }) => id === scope['last_run'])))
          .map((scope) => ({
            scope: scope['scope'] as string,
            last_run: scope['last_run'] as number | null,
            last_full_run: scope['last_full_run'] as number | null,
            last_full_at: time(scope['last_full_at']),
            observed_at: scope['observed_at'] as string | null,
          })),
        records: Number(counts?.['records'] ?? 0),
        missing: Number(counts?.['missing'] ?? 0),
        overdue: every !== undefined && since < clock.toStored(Date.now() - secondsOf(every) * 1000),
      },
    };
  }
}
