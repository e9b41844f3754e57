/** What sources say, as a run leaves it: compared with what the plan saw, and written in the transaction of its changes. */
import type { Row, Scalar, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plans } from '../../engine/index.js';
import type { RecordWrite, Target } from '../plan/changes.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import type { Says } from '../plan/map-view.js';
import { stateOf, valuesOf } from '../store/record-row.js';
import type { SourceIds } from '../store/sql-map.js';
import type { Moves } from './moves.js';

/** The run that writes. */
export interface Run {
  readonly id: number;
  readonly source: { readonly id: number; readonly name: string };
  readonly mode: 'delta' | 'full';
  readonly scope: string;
  /** The moment of the run, as stored. */
  readonly now: string;
  /** When the scope was last reported as a whole, as stored: until then objects that go missing were seen. */
  readonly lastFull: string | null;
}

interface Place {
  readonly tx: Transaction;
  readonly plans: Plans;
  readonly kinds: Kinds;
  readonly sources: SourceIds;
  readonly run: Run;
}

const PORTION = 1000;
/** Seconds after which an edit is sure to show in the time of an object: times are stored in seconds. */
const SETTLED = 2;

const INSERTED = [
  ...[
    'source_id',
    'type',
    'ref',
    'object_id',
    'scopes',
    'digest',
    'object_stamp',
    'noted_at',
    'says',
    'leaves',
    'kept',
  ],
  ...['marked', 'created', 'observed_at', 'first_seen', 'last_seen', 'last_run', 'missing_since', 'missing_runs'],
];
const UPDATED = [
  ...([
    ['ref', 'key(255)'],
    ['object_id', 'ubigint'],
    ['scopes', 'longtext'],
    ['digest', 'char(44)'],
  ] as const),
  ...([
    ['object_stamp', 'timestamp'],
    ['noted_at', 'datetime'],
    ['says', 'longtext'],
    ['leaves', 'longtext'],
  ] as const),
  ...([
    ['kept', 'longtext'],
    ['marked', 'longtext'],
    ['created', 'bool'],
    ['observed_at', 'varchar(32)'],
  ] as const),
  ...([
    ['last_seen', 'datetime'],
    ['last_run', 'ubigint'],
    ['missing_since', 'datetime'],
  ] as const),
  ...([['missing_runs', 'int']] as const),
].map(([name, type]) => ({ name, type }));
const NOTED = UPDATED.filter(({ name }) =>
  ['digest', 'observed_at', 'object_stamp', 'noted_at', 'last_seen'].includes(name),
);

export class Records {
  /** What was changed before this moment, as stored, shows it in its time. */
  private readonly settledUntil: string;

  constructor(
    private readonly place: Place,
    private readonly ids: ReadonlyMap<Target, number>,
    private readonly moves: Moves,
  ) {
    this.settledUntil = place.plans.database.clock.toStored(Date.now() - SETTLED * 1000);
  }

  /** The records of the touched objects are those that were weighed, and new ones are not there yet. */
  async compare(all: readonly RecordWrite[]): Promise<void> {
    const { tx, sources, run, plans } = this.place;
    const names = new Map([...sources].map(([name, id]) => [id, name]));
    const { dialect } = plans.database;
    for (const [kind, writes] of this.portions(all)) {
      const { table } = kind.resource;
      const known = writes.filter(({ record }) => typeof record.id === 'number');
      const sql =
        'SELECT `source_id`, `ref`, `object_id`, `last_run` FROM `own_feed_records` ' +
        `WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')}${dialect.forUpdate}`;
      const rows = known.length ? await tx.all(sql, [table, known.map(({ record }) => record.id as number)]) : [];
      const states = new Map<number, string[]>();
      for (const row of rows) {
        const id = Number(row['object_id']);
        states.set(id, [...(states.get(id) ?? []), stateOf(names.get(Number(row['source_id'])) ?? '', row)]);
      }
      for (const { record, saw = [] } of known) {
        const now = (states.get(record.id as number) ?? []).sort();
        if (now.length !== saw.length || now.some((state, i) => state !== saw[i]))
          this.moves.add({ type: kind.path, id: record.id as number, name: '' }, null, [...saw], now);
      }
      const fresh = writes.flatMap(({ record, from }) => (from === undefined ? [record.ref] : []));
      if (!fresh.length) continue;
      const taken = await tx.all(
        `SELECT \`ref\`, \`object_id\` FROM \`own_feed_records\` WHERE \`source_id\` = ? AND \`type\` = ? AND ${dialect.isIn('`ref`')}`,
        [run.source.id, table, fresh],
      );
      for (const row of taken)
        this.moves.add({ type: kind.path, id: Number(row['object_id']), name: '' }, 'ref', null, row['ref']);
    }
  }

  /** Writes records; `seen`: refs of those of which nothing moves but when they were last seen. */
  async write(all: readonly RecordWrite[], seen: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const { tx, plans, run } = this.place;
    for (const [kind, writes] of this.portions(all)) {
      const stamps = await this.stampsOf(kind, writes);
      const former = await this.formerOf(kind, writes);
      const inserted: Scalar[][] = [];
      const updated: Scalar[][] = [];
      const noted: Scalar[][] = [];
      for (const write of writes) {
        const row = write.from === undefined ? undefined : former.get(write.from);
        const values = this.rowOf(kind, write, stamps, row);
        if (!row) inserted.push(INSERTED.map((name) => values[name] ?? null));
        else if (write.noted) noted.push([...NOTED.map(({ name }) => values[name] ?? null), row['id']!]);
        else updated.push([...UPDATED.map(({ name }) => values[name] ?? null), row['id']!]);
      }
      const { database } = plans;
      if (inserted.length)
        await database.write(tx, database.dialect.insertRows('own_feed_records', INSERTED), inserted);
      if (updated.length) await database.writeUpdates(tx, 'own_feed_records', UPDATED, updated);
      if (noted.length) await database.writeUpdates(tx, 'own_feed_records', NOTED, noted);
    }
    // A full run says for its whole scope when it was seen.
    if (run.mode === 'delta') await this.markSeen(seen);
  }

  private async markSeen(seen: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const { tx, plans, kinds, run } = this.place;
    const sql =
      'UPDATE `own_feed_records` SET `last_seen` = ? WHERE `source_id` = ? AND `type` = ? AND ' +
      plans.database.dialect.isIn('`ref`');
    for (const [type, refs] of seen) {
      const { table } = kinds.resourceAt(type);
      for (let at = 0; at < refs.length; at += PORTION)
        await tx.defer(sql, [run.now, run.source.id, table, refs.slice(at, at + PORTION)]);
    }
  }

  private rowOf(
    kind: Kind,
    { record }: RecordWrite,
    stamps: ReadonlyMap<number, Scalar>,
    row: Row | undefined,
  ): Record<string, Scalar> {
    const { run } = this.place;
    const id = this.idOf(record.id);
    const stamp = stamps.get(id) ?? null;
    const says = this.settled(kind, record.says);
    const leaves = this.settled(kind, record.leaves) as Record<string, Scalar>;
    const isSettled = stamp !== null && String(stamp) <= this.settledUntil;
    return {
      ...valuesOf({ ...record, says, leaves }),
      source_id: run.source.id,
      type: kind.resource.table,
      object_id: id,
      object_stamp: stamp,
      noted_at: isSettled ? run.now : null,
      first_seen: run.now,
      last_seen: this.lastSeen(record.missing, row),
      last_run: run.id,
      missing_since: record.missing ? (row?.['missing_since'] ?? run.now) : null,
    };
  }

  private lastSeen(missing: boolean, row: Row | undefined): Scalar {
    const { mode, now, lastFull } = this.place.run;
    if (missing) return row?.['last_seen'] ?? lastFull;
    return mode === 'full' ? null : now;
  }

  /** What is said with the ids of objects that the run has made. */
  private settled<T extends Says>(kind: Kind, says: Readonly<Record<string, T>>): Record<string, T> {
    const settled: Record<string, T> = {};
    for (const [name, value] of Object.entries(says)) {
      const link = kind.links.get(name);
      const points = link ? !link.items : kind.fields.get(name)?.ref !== undefined;
      if (!points) settled[name] = value;
      else if (Array.isArray(value)) settled[name] = value.map((one) => this.ids.get(one as Target) ?? one) as never;
      else settled[name] = (this.ids.get(value as Target) ?? value) as T;
    }
    return settled;
  }

  private idOf(target: Target): number {
    return typeof target === 'number' ? target : this.ids.get(target)!;
  }

  /** When the objects were last changed, as stored. */
  private async stampsOf(kind: Kind, writes: readonly RecordWrite[]): Promise<Map<number, Scalar>> {
    const { tx, plans } = this.place;
    const ids = writes.map(({ record }) => this.idOf(record.id));
    const sql = `SELECT \`id\`, \`updated_at\` FROM ${quote(kind.resource.table)} WHERE ${plans.database.dialect.isIn('`id`')}`;
    return new Map((await tx.all(sql, [ids])).map((row) => [Number(row['id']), row['updated_at']!]));
  }

  /** The rows of records that are there, by their refs. */
  private async formerOf(kind: Kind, writes: readonly RecordWrite[]): Promise<Map<string, Row>> {
    const { tx, plans, run } = this.place;
    const refs = writes.flatMap(({ from }) => from ?? []);
    if (!refs.length) return new Map();
    const sql =
      'SELECT `id`, `ref`, `last_seen`, `missing_since` FROM `own_feed_records` ' +
      `WHERE \`source_id\` = ? AND \`type\` = ? AND ${plans.database.dialect.isIn('`ref`')}`;
    const rows = await tx.all(sql, [run.source.id, kind.resource.table, refs]);
    return new Map(rows.map((row) => [row['ref'] as string, row]));
  }

  /** Records by type, so many at a time. */
  private *portions(all: readonly RecordWrite[]): Iterable<readonly [Kind, readonly RecordWrite[]]> {
    const byType = new Map<string, RecordWrite[]>();
    for (const write of all) {
      const list = byType.get(write.record.type);
      if (list) list.push(write);
      else byType.set(write.record.type, [write]);
    }
    for (const [type, writes] of byType) {
      const kind = this.place.kinds.find(type)!;
      for (let at = 0; at < writes.length; at += PORTION) yield [kind, writes.slice(at, at + PORTION)];
    }
  }
}
