/** What sources say, as a run leaves it: compared with what the plan saw, and written in the transaction of its changes. */
import { portions } from '../../core/portions.js';
import { Turns } from '../../core/turns.js';
import type { Row, Scalar, Transaction, TypedColumn } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plans } from '../../engine/index.js';
import type { FeedPlan, NewIds, RecordWrite, SeenRef, Target } from '../plan/changes.js';
import { grouped, listOf } from '../plan/groups.js';
import type { KeyTexts } from '../identity/evidence.js';
import { hasAny } from '../plan/draft.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import type { ClaimValue } from '../plan/map-view.js';
import { aboutOf } from '../plan/pair-words.js';
import { markedText, stateOf } from '../store/record-row.js';
import type { SourceIds } from '../store/sql-map.js';
import type { BeforeRecord } from './before.js';
import type { Moves } from './moves.js';

/** The run that writes. */
export interface Run {
  readonly id: number;
  readonly source: { readonly id: number; readonly name: string };
  readonly mode: 'delta' | 'full';
  readonly scope: string;
  /** The moment of the run, as stored. */
  readonly now: string;
  /** When it was so, as the document says. */
  readonly observedAt: string;
  /** When the scope was last reported as a whole, as stored: until then objects that go missing were seen. */
  readonly lastFull: string | null;
}

interface Place {
  readonly tx: Transaction;
  readonly plans: Plans;
  readonly kinds: Kinds;
  readonly sources: SourceIds;
  readonly run: Run;
  readonly before?: (record: BeforeRecord) => Promise<void>;
}

const PORTION = 1000;
export const KEY_COLUMNS = ['record_id', 'rule', 'value'];
/** Characters of a key; a longer one is none that a tool gives. */
const MAX_KEY = 190;
/** Seconds after which an edit is sure to show in the time of an object: times are stored in seconds. */
const SETTLED = 2;

/** What a run may change of a record. */
export const UPDATED: readonly TypedColumn[] = [
  { name: 'type', type: 'key(64)' },
  { name: 'ref', type: 'key(255)' },
  { name: 'object_id', type: 'ubigint' },
  { name: 'scopes', type: 'longtext' },
  { name: 'digest', type: 'char(44)' },
  { name: 'object_stamp', type: 'timestamp' },
  { name: 'noted_at', type: 'datetime' },
  { name: 'says', type: 'longtext' },
  { name: 'leaves', type: 'longtext' },
  { name: 'kept', type: 'longtext' },
  { name: 'marked', type: 'longtext' },
  { name: 'created', type: 'bool' },
  { name: 'observed_at', type: 'varchar(32)' },
  { name: 'last_seen', type: 'datetime' },
  { name: 'last_run', type: 'ubigint' },
  { name: 'missing_since', type: 'datetime' },
  { name: 'missing_runs', type: 'int' },
];
const INSERTED = [...UPDATED.map(({ name }) => name), 'source_id', 'first_seen'];
/** What makes the next run cheap. */
const NOTED = UPDATED.filter(({ name }) =>
  ['digest', 'observed_at', 'object_stamp', 'noted_at', 'last_seen'].includes(name),
);
const NOTED_PLACES = NOTED.map((column) => UPDATED.indexOf(column));

const [OBSERVED, LAST_SEEN] = ['observed_at', 'last_seen'].map((name) => UPDATED.find((one) => one.name === name)!) as [
  TypedColumn,
  TypedColumn,
];

/** Those with a time that is not the document's. */
export const timed = (seen: readonly SeenRef[]): Array<Exclude<SeenRef, string>> =>
  seen.filter((one): one is Exclude<SeenRef, string> => typeof one !== 'string');

export class Records {
  /** What was changed before this moment, as stored, shows it in its time. */
  private readonly settledUntil: string;
  /** Between two portions others have their turn. */
  private readonly turns = new Turns();

  constructor(
    private readonly place: Place,
    private readonly ids: NewIds,
    private readonly moves: Moves,
  ) {
    this.settledUntil = place.plans.database.clock.toStored(Date.now() - SETTLED * 1000);
  }

  /** The records of the touched objects are those that were weighed, and new ones are not there yet. */
  async compare(all: FeedPlan['records']): Promise<void> {
    const { tx, sources, run, plans } = this.place;
    const names = new Map([...sources].map(([name, id]) => [id, name]));
    const { dialect } = plans.database;
    const any = 'SELECT DISTINCT `type` FROM `own_feed_records` WHERE `source_id` = ?';
    const spoken = new Set((await tx.all(any, [run.source.id])).map(({ type }) => type));
    for (const [kind, writes] of this.byType(all)) {
      await this.turns.rest();
      const { table } = kind.resource;
      const known = writes.filter(({ record }) => typeof record.id === 'number');
      const sql =
        'SELECT `source_id`, `ref`, `object_id`, `last_seen`, `last_run` FROM `own_feed_records` ' +
        `WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')}${dialect.forUpdate}`;
      const rows = known.length ? await tx.all(sql, [table, known.map(({ record }) => record.id as number)]) : [];
      const states = new Map<number, string[]>();
      for (const row of rows) {
        const id = Number(row['object_id']);
        listOf(states, id).push(stateOf(names.get(Number(row['source_id'])) ?? '', row, run.source.name));
      }
      for (const { record, saw } of known) {
        const id = record.id as number;
        const now = (states.get(id) ?? []).sort();
        if (now.length !== saw.length || now.some((state, i) => state !== saw[i]))
          this.moves.add({ type: kind.path, id, name: '' }, null, [...saw], now);
      }
      // Of a type that the source never spoke of it has no record: a first run need not ask.
      const leaving = new Set(writes.map(({ record, from }) => (from === record.ref ? undefined : from)));
      const fresh = spoken.has(table)
        ? writes.flatMap(({ record, from }) => (from === undefined && !leaving.has(record.ref) ? [record.ref] : []))
        : [];
      if (!fresh.length) continue;
      const taken = await tx.all(
        `SELECT \`ref\`, \`object_id\` FROM \`own_feed_records\` WHERE \`source_id\` = ? AND \`type\` = ? AND ${dialect.isIn('`ref`')}`,
        [run.source.id, table, fresh],
      );
      for (const row of taken)
        this.moves.add({ type: kind.path, id: Number(row['object_id']), name: '' }, 'ref', null, row['ref']);
    }
  }

  /**
   * Writes records; `seen`: those of which nothing moves but when they were seen and were so; `known`: when objects were changed
   * in this transaction, as stored.
   */
  async write(
    all: FeedPlan['records'],
    seen: FeedPlan['seen'],
    known: ReadonlyMap<Kind, ReadonlyMap<number, Scalar>>,
  ): Promise<void> {
    const { tx, plans, kinds, run } = this.place;
    for (const [kind, writes] of this.byType(all)) {
      await this.turns.rest();
      const stampOf = await this.stampsOf(kind, writes, known.get(kind));
      const former = await this.formerOf(kind, writes);
      const inserted: Scalar[][] = [];
      const updated: Scalar[][] = [];
      const noted: Scalar[][] = [];
      for (const write of writes) {
        const row = former.get(write);
        const values = this.rowOf(kind, write, stampOf, row);
        if (!row) inserted.push([...values, run.source.id, run.now]);
        else if (write.noted) noted.push([...NOTED_PLACES.map((place) => values[place]!), row['id']!]);
        else updated.push([...values, row['id']!]);
      }
      await this.keepBefore(kind, writes, former);
      const { database } = plans;
      // A record may leave its ref to a new one.
      if (updated.length) await database.writeUpdates(tx, 'own_feed_records', UPDATED, updated);
      if (inserted.length)
        await database.write(tx, database.dialect.insertRows('own_feed_records', INSERTED), inserted);
      if (noted.length) await database.writeUpdates(tx, 'own_feed_records', NOTED, noted);
      await this.writeKeys(kind.resource.table, writes);
    }
    for (const [type, some] of seen) await this.markSeen(kinds.resourceAt(type).table, some);
  }

  /** Gives away what the records are before they are written. */
  private async keepBefore(
    { resource: { table } }: Kind,
    writes: readonly RecordWrite[],
    former: ReadonlyMap<RecordWrite, Row>,
  ): Promise<void> {
    const { tx, plans, before } = this.place;
    if (!before) return;
    const ids = writes.flatMap((write) => (write.keys ? (former.get(write)?.['id'] ?? []) : []));
    const sql = `SELECT ${KEY_COLUMNS.map(quote).join(', ')} FROM \`own_feed_keys\` WHERE ${plans.database.dialect.isIn('`record_id`')}`;
    const rows = ids.length ? await tx.all(sql, [ids as number[]]) : [];
    const keysOf = grouped(rows, (row) => Number(row['record_id']));
    for (const write of writes) {
      const { record, noted, keys } = write;
      const object = this.idOf(record.id);
      const row = former.get(write);
      const known = row && keys ? (keysOf.get(Number(row['id'])) ?? []) : undefined;
      await before({
        ...{ type: table, object, ref: record.ref },
        ...(row && { row, ...(noted && { noted: record.digest }) }),
        ...(known && { keys: known.map(({ rule, value }) => [rule as string, value as string] as const) }),
      });
    }
  }

  /** What items are known by, in place of what was known of their records. */
  private async writeKeys(table: string, writes: readonly RecordWrite[]): Promise<void> {
    const { tx, plans, run } = this.place;
    const { database } = plans;
    const keysOf = new Map<string, KeyTexts>();
    for (const { record, from, keys } of writes)
      if (keys && (from !== undefined || hasAny(keys))) keysOf.set(record.ref, keys);
    if (!keysOf.size) return;
    const sql =
      'SELECT `id`, `ref` FROM `own_feed_records` WHERE `source_id` = ? AND `type` = ? AND ' +
      database.dialect.isIn('`ref`');
    const rows = await tx.all(sql, [run.source.id, table, [...keysOf.keys()]]);
    const ids = rows.map(({ id }) => Number(id));
    await tx.run(`DELETE FROM \`own_feed_keys\` WHERE ${database.dialect.isIn('`record_id`')}`, [ids]);
    const values: Scalar[][] = [];
    for (const { id, ref } of rows)
      for (const [rule, texts] of Object.entries(keysOf.get(ref as string) ?? {}))
        for (const text of texts) if (text.length <= MAX_KEY) values.push([id!, rule, text]);
    if (values.length) await database.write(tx, database.dialect.insertRows('own_feed_keys', KEY_COLUMNS), values);
  }

  private async markSeen(table: string, seen: readonly SeenRef[]): Promise<void> {
    const { tx, plans, run } = this.place;
    // A full run says for its whole scope when it was seen.
    const refs = run.mode === 'full' ? [] : seen.filter((one) => typeof one === 'string');
    const sql =
      'UPDATE `own_feed_records` SET `last_seen` = ?, `observed_at` = ? WHERE `source_id` = ? AND `type` = ? AND ' +
      plans.database.dialect.isIn('`ref`');
    for (const some of portions(refs, PORTION)) {
      await tx.run(sql, [run.now, run.observedAt, run.source.id, table, some]);
      await this.turns.rest();
    }
    for (const some of portions(timed(seen), PORTION)) {
      await this.noteTimes(table, new Map(some));
      await this.turns.rest();
    }
  }

  /** Notes the times of records, by their refs. */
  private async noteTimes(table: string, times: ReadonlyMap<string, string | null>): Promise<void> {
    const { tx, plans, run } = this.place;
    const { database } = plans;
    const sql =
      'SELECT `id`, `ref` FROM `own_feed_records` WHERE `source_id` = ? AND `type` = ? AND ' +
      database.dialect.isIn('`ref`');
    const rows = await tx.all(sql, [run.source.id, table, [...times.keys()]]);
    const seen = run.mode === 'full' ? [] : [run.now];
    const columns = seen.length ? [OBSERVED, LAST_SEEN] : [OBSERVED];
    const values = rows.map(({ id, ref }) => [times.get(ref as string) ?? null, ...seen, id!]);
    if (values.length) await database.writeUpdates(tx, 'own_feed_records', columns, values);
  }

  /** The values of `UPDATED`. */
  private rowOf(kind: Kind, { record }: RecordWrite, stampOf: (id: number) => Scalar, row: Row | undefined): Scalar[] {
    const { run } = this.place;
    const { ref, scopes, digest, kept, marked, created, observedAt, missing, missingRuns } = record;
    const id = this.idOf(record.id);
    const stamp = stampOf(id);
    const leaves = this.settled(kind, record.leaves);
    const isSettled = stamp !== null && String(stamp) <= this.settledUntil;
    return [
      kind.resource.table,
      ref,
      id,
      JSON.stringify(scopes),
      digest,
      stamp,
      isSettled ? run.now : null,
      JSON.stringify(this.settled(kind, record.says)),
      Object.keys(leaves).length ? JSON.stringify(leaves) : null,
      kept.length ? JSON.stringify(kept) : null,
      markedText(marked),
      created ? 1 : 0,
      observedAt,
      this.lastSeen(missing, row),
      run.id,
      missing ? (row?.['missing_since'] ?? run.now) : null,
      missingRuns,
    ];
  }

  private lastSeen(missing: boolean, row: Row | undefined): Scalar {
    const { mode, now, lastFull } = this.place.run;
    if (missing) return row?.['last_seen'] ?? lastFull;
    return mode === 'full' ? null : now;
  }

  /** What is said with the ids of objects that the run has made. */
  private settled<T extends ClaimValue>(kind: Kind, says: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
    let settled: Record<string, T> | undefined;
    for (const name in says) {
      const value = says[name]!;
      const link = kind.links.get(aboutOf(name));
      const points = link ? !link.items : kind.fields.get(name)?.ref !== undefined;
      if (!points) continue;
      settled ??= { ...says };
      if (Array.isArray(value)) settled[name] = value.map((one) => this.ids.get(one) ?? one) as never;
      else settled[name] = (this.ids.get(value) ?? value) as T;
    }
    return settled ?? says;
  }

  private idOf(target: Target): number {
    return typeof target === 'number' ? target : this.ids.get(target)!;
  }

  /** When the objects were last changed, as stored, by their ids. `known`: of some of them. */
  private async stampsOf(
    kind: Kind,
    writes: readonly RecordWrite[],
    known?: ReadonlyMap<number, Scalar>,
  ): Promise<(id: number) => Scalar> {
    const { tx, plans } = this.place;
    const ids = writes.map(({ record }) => this.idOf(record.id)).filter((id) => !known?.has(id));
    const sql = `SELECT \`id\`, \`updated_at\` FROM ${quote(kind.resource.table)} WHERE ${plans.database.dialect.isIn('`id`')}`;
    const rows = ids.length ? await tx.all(sql, [ids]) : [];
    const read = new Map(rows.map((row) => [Number(row['id']), row['updated_at']!]));
    return (id) => known?.get(id) ?? read.get(id) ?? null;
  }

  /** The rows of records that are there. */
  private async formerOf(kind: Kind, writes: readonly RecordWrite[]): Promise<Map<RecordWrite, Row>> {
    const { tx, plans, kinds, run } = this.place;
    const former = new Map<RecordWrite, Row>();
    const known = writes.filter(({ from }) => from !== undefined);
    for (const [type, some] of grouped(known, ({ fromType = kind.path }) => fromType)) {
      const sql =
        `SELECT ${['id', ...UPDATED.map(({ name }) => name)].map(quote).join(', ')} FROM \`own_feed_records\` ` +
        `WHERE \`source_id\` = ? AND \`type\` = ? AND ${plans.database.dialect.isIn('`ref`')}`;
      const refs = some.map(({ from }) => from!);
      const rows = await tx.all(sql, [run.source.id, kinds.resourceAt(type).table, refs]);
      const byRef = new Map(rows.map((row) => [row['ref'] as string, row]));
      for (const write of some) if (byRef.has(write.from!)) former.set(write, byRef.get(write.from!)!);
    }
    return former;
  }

  /** Records by type, so many at a time. */
  private *byType(all: FeedPlan['records']): Iterable<readonly [Kind, readonly RecordWrite[]]> {
    for (const [type, writes] of all) {
      const kind = this.place.kinds.find(type)!;
      for (const some of portions(writes, PORTION)) yield [kind, some];
    }
  }
}
