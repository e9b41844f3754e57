/** The sources of feeding: what is stored of them, who may feed under their names, how they are set and retired. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditEvents, type AuditAction } from '../../audit/audit-events.js';
import { can, recheckLate, type Caller, type RequestContext } from '../../core/http/caller.js';
import { ApiError, DetailedError, fieldError, notFound, Problems, type KindName } from '../../core/http/errors.js';
import { Database, type Row, type Session, type Transaction } from '../../database/database.js';
import { etagOf, hasTag, registry } from '../../engine/index.js';
import { SOURCE_NAME } from '../document/envelope.js';
import { quote } from '../../database/dialect.js';
import { Kinds } from '../plan/kinds.js';
import { homeOfSource, homesOf, mayIn } from '../store/home-scope.js';
import { readSettings, type StoredSettings } from './settings.js';

/** A source as stored. */
export interface Source {
  readonly id: number;
  readonly name: string;
  readonly settings: StoredSettings;
  /** Rises with each change of the settings. */
  readonly version: number;
  /** Nothing that bears on plans was changed since it was made. */
  readonly isAsMade: boolean;
  /** Who made it; null once they are gone. */
  readonly userId: number | null;
}

/** All sources at one moment. */
export interface SourcesState {
  readonly byName: ReadonlyMap<string, Source>;
  /** Tells one state of all settings from another; 64 characters at most. */
  readonly version: string;
}

const SOURCES: KindName = {
  path: 'feed/sources',
  titles: { en: ['Source', 'Sources'], fr: ['Source', 'Sources'] },
};

const COLUMNS = 'id, name, settings, version, user_id';
/** Records that go with a statement: other requests are answered between two. */
const PORTION = 1000;

@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly kinds: Kinds,
    private readonly audit: AuditEvents,
  ) {}

  /** All sources. `session`: the database, or a transaction; `lock`: whoever locks them too waits until that ends. */
  async state(session: Session, lock = false): Promise<SourcesState> {
    const locked = lock ? this.database.dialect.forUpdate : '';
    const rows = await session.all(`SELECT ${COLUMNS} FROM own_feed_sources ORDER BY id${locked}`);
    const sources = rows.map(sourceOf);
    return { byName: new Map(sources.map((source) => [source.name, source])), version: versionOf(sources) };
  }

  /** The sources that there are for a caller: all of them, or those of their homes. */
  async shownTo(caller: Caller): Promise<SourcesState> {
    const { byName, version } = await this.state(this.database);
    if (!caller.reach?.homes) return { byName, version };
    const shown = [...byName].filter(([, source]) => mayIn(caller, 'feed_show', homeOfSource(source)));
    return { byName: new Map(shown), version };
  }

  /** The source of this name, for a caller who may feed it (feeders; default who made it; Admin always). Throws 404, 403. */
  async requireFed(name: string, caller: Caller, session: Session = this.database): Promise<Source> {
    const [row] = await session.all(`SELECT ${COLUMNS} FROM own_feed_sources WHERE name = ?`, [name]);
    if (!row) throw unknownSource(name);
    const source = sourceOf(row);
    if (caller.reach?.homes && !mayIn(caller, 'feed_show', homeOfSource(source))) throw unknownSource(name);
    if (mayFeed(source, caller)) return source;
    const values = { source: name, id: caller.userId };
    throw new DetailedError(403, 'feedFeeders', values, { setting: 'feeders' satisfies keyof StoredSettings });
  }

  /**
   * As `requireFed`; where there is no source of the name, one as it would be made, for a caller who may make it. Its id is 0.
   */
  async fedOrNew(name: string, caller: Caller): Promise<Source> {
    const [row] = await this.database.all('SELECT id FROM own_feed_sources WHERE name = ?', [name]);
    if (row || !can(caller, 'feed_edit')) return this.requireFed(name, caller);
    requireName(name);
    return { id: 0, name, settings: newHome(caller), version: 0, isAsMade: true, userId: caller.userId };
  }

  /**
   * Throws unless a caller may still feed a source, once they have waited or work was done for them: 401, 403, 404. `holds`: as of
   * `Caller.recheck`.
   */
  async requireStillFed({ id, name }: Source, caller: Caller, session: Session, holds = false): Promise<void> {
    await caller.recheck?.(session, holds);
    // One that is yet to be made has nobody who feeds it.
    if (id) await this.requireFed(name, caller, session);
  }

  /**
   * Makes a source, or changes its settings: what is absent stays. `tags`: of `If-Match`, where it was sent.
   * @returns whether it was made
   * @throws 412 where somebody changed it since, 413, 422
   */
  async put(
    name: string,
    sent: Readonly<Record<string, unknown>>,
    context: RequestContext,
    tags?: readonly string[],
  ): Promise<boolean> {
    requireName(name);
    const { clock, dialect } = this.database;
    const makes = dialect.insertOneMissing('own_feed_sources', MADE);
    return this.database.transaction(async (tx) => {
      const [now, userId] = [clock.toStored(Date.now()), context.caller.userId || null];
      // Two who make the same source at once do so one after the other.
      const made = (await tx.run(makes, [name, '{}', 1, userId, now, now])).changes === 1;
      const source = (await this.locked(name, tx))!;
      requireMatch(made ? undefined : source, tags);
      const stored = made ? newHome(context.caller) : source.settings;
      const settings = readSettings(sent, stored, this.kinds, clock);
      if (!made && !mayIn(context.caller, 'feed_edit', homeOfSource(source))) throw new ApiError(403, 'outsideReach');
      await requireHome(settings, source.settings, context.caller, tx);
      await requireUsers(settings, source.settings, tx, dialect.isIn('id'));
      const changed = changesOf(source.settings, settings);
      if (made || Object.keys(changed).length) {
        const version = made ? 1 : source.version + 1;
        const isAsMade = made || (source.isAsMade && ![...BEARING, 'perimeter_id'].some((key) => key in changed));
        const sql = 'UPDATE own_feed_sources SET settings = ?, version = ?, updated_at = ? WHERE id = ?';
        await tx.run(sql, [storedSettings(settings, isAsMade), version, now, source.id]);
        const action = made ? 'source_created' : 'source_changed';
        await this.record(action, { source: name, settings: changed }, context, tx);
      }
      await recheckLate(context, tx, true);
      return made;
    });
  }

  /**
   * Retires a source: what it said of objects goes, with its scopes and open plans; objects, marks and history stay.
   * Throws 404, and 412 as `put` does.
   */
  async retire(name: string, context: RequestContext, tags?: readonly string[]): Promise<void> {
    const { dialect } = this.database;
    await this.database.transaction(async (tx) => {
      const source = await this.locked(name, tx);
      if (!source || !mayIn(context.caller, 'feed_delete', homeOfSource(source))) throw unknownSource(name);
      requireMatch(source, tags);
      const records = await this.deleteRecords(source.id, tx);
      // Parts of plans that were applied are history.
      const open = await tx.all('SELECT id FROM own_feed_plans WHERE source_id = ? AND run_id IS NULL', [source.id]);
      const owners = open.map(({ id }) => id as string);
      if (owners.length) await tx.run(`DELETE FROM own_feed_parts WHERE ${dialect.isIn('owner')}`, [owners]);
      // Scopes and plans go with it.
      await tx.run('DELETE FROM own_feed_sources WHERE id = ?', [source.id]);
      await this.record('source_retired', { source: name, records, settings: source.settings }, context, tx);
      await recheckLate(context, tx, true);
    });
  }

  private async deleteRecords(sourceId: number, tx: Transaction): Promise<number> {
    const isIn = this.database.dialect.isIn('id');
    for (let count = 0; ;) {
      const rows = await tx.all(`SELECT id FROM own_feed_records WHERE source_id = ? LIMIT ${PORTION}`, [sourceId]);
      if (!rows.length) return count;
      await tx.run(`DELETE FROM own_feed_records WHERE ${isIn}`, [rows.map(({ id }) => id as number)]);
      count += rows.length;
      await setImmediate();
    }
  }

  private async locked(name: string, tx: Transaction): Promise<Source | undefined> {
    const { forUpdate } = this.database.dialect;
    const [row] = await tx.all(`SELECT ${COLUMNS} FROM own_feed_sources WHERE name = ?${forUpdate}`, [name]);
    return row && sourceOf(row);
  }

  private record(action: AuditAction, details: object, context: RequestContext, tx: Transaction): Promise<void> {
    return this.audit.record({ action, details: { ...details }, context }, tx);
  }
}

const MADE = ['name', 'settings', 'version', 'user_id', 'created_at', 'updated_at'];

export const unknownSource = (name: string): ApiError => notFound(SOURCES, name);

/** Names the state of a source's settings, whatever its runs do. */
export const tagOf = ({ id, version }: Pick<Source, 'id' | 'version'>): string => etagOf(JSON.stringify([id, version]));

/** Throws 412 unless the source is there as the client read it. */
function requireMatch(source: Source | undefined, tags: readonly string[] | undefined): void {
  if (!tags || (source && hasTag(tags, tagOf(source)))) return;
  throw new ApiError(412, 'stale');
}

function requireName(name: string): void {
  if (!SOURCE_NAME.test(name)) throw fieldError('name', 'format');
}

/** Throws 422 for feeders who are no users; whoever is one already may have gone. */
async function requireUsers(
  { feeders = [] }: StoredSettings,
  { feeders: former = [] }: StoredSettings,
  tx: Session,
  isIn: string,
): Promise<void> {
  const added = feeders.filter((id) => !former.includes(id));
  if (!added.length) return;
  const rows = await tx.all(`SELECT id FROM users WHERE ${isIn} AND deleted_at IS NULL`, [added]);
  const known = new Set(rows.map(({ id }) => id));
  const problems = new Problems();
  feeders.forEach((id, i) => {
    if (added.includes(id) && !known.has(id)) problems.add(`feeders.${i}`, 'selected');
  });
  problems.throwIfAny();
}

/** A new source feeds the home of whoever makes it, or the first one in which they may make it, as a new object has its home. */
function newHome(caller: Caller): StoredSettings {
  const all = caller.reach?.homes?.all ?? [];
  const [home] = all.length === 1 ? all : homesOf(caller, 'feed_edit');
  return home === undefined ? {} : { perimeter_id: home };
}

/** Throws 422 for a home that is none, or none of the caller's; 403 for one where they set no sources. */
async function requireHome(
  settings: StoredSettings,
  former: StoredSettings,
  caller: Caller,
  tx: Session,
): Promise<void> {
  const home = homeOfSource({ settings });
  const isSent = settings.perimeter_id !== undefined && settings.perimeter_id !== former.perimeter_id;
  if (home === undefined) return;
  const { homes } = caller.reach ?? {};
  if (homes && !homes.all.includes(home)) throw fieldError('perimeter_id', 'selected');
  if (!mayIn(caller, 'feed_edit', home)) throw new ApiError(403, 'outsideReach');
  if (!isSent) return;
  const sql = `SELECT id FROM ${quote(registry.get('perimeters').table)} WHERE id = ?`;
  if (!(await tx.all(sql, [home])).length) throw fieldError('perimeter_id', 'selected');
}

/** The keys that differ, as they are now; null: there is none any more. */
function changesOf(before: StoredSettings, after: StoredSettings): Record<string, unknown> {
  const names = Object.keys({ ...before, ...after }) as Array<keyof StoredSettings>;
  const differ = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(differ.map((name) => [name, after[name] ?? null]));
}

function mayFeed({ settings, userId }: Source, caller: Caller): boolean {
  return caller.admin || (settings.feeders ?? [userId]).includes(caller.userId);
}

/** Stands in stored settings of which nothing that bears on plans was changed since the source was made. */
const AS_MADE = 'as_made';

const storedSettings = (settings: StoredSettings, isAsMade: boolean): string =>
  JSON.stringify({ ...settings, ...(isAsMade && { [AS_MADE]: true }) });

export function sourceOf(row: Row): Source {
  const { [AS_MADE]: isAsMade, ...settings } = JSON.parse(row['settings'] as string) as StoredSettings & {
    [AS_MADE]?: true;
  };
  const version = row['version'] as number;
  return {
    id: row['id'] as number,
    name: row['name'] as string,
    settings,
    version,
    isAsMade: isAsMade === true || version === 1,
    userId: row['user_id'] as number | null,
  };
}

/** Settings that bear on plans. */
const BEARING = ['precedence', 'rules', 'identify', 'missing', 'guard'] as const;

/** As much of a source's home as its settings say: nothing where they name none. */
const homeIn = ({ perimeter_id: home }: StoredSettings): number[] => (home === undefined ? [] : [home]);

/**
 * What all settings that bear on plans are, as one text: of sources where some were changed since they were made. A new source has
 * said nothing yet under any others, so that what is known of the objects of all others holds.
 */
function versionOf(sources: readonly Source[]): string {
  const hash = createHash('sha256');
  for (const { id, isAsMade, settings } of sources) {
    if (!isAsMade)
      hash.update(`${JSON.stringify([id, ...BEARING.map((key) => settings[key]), ...homeIn(settings)])}\n`);
  }
  return hash.digest('base64url');
}
