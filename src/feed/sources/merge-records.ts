/**
 * Where two objects become one, what sources said of both becomes the survivor's (feeding-truth 4). Two records of one source unite:
 * the newest says what stands, and the refs of both lead to it.
 */
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Row, Scalar, Transaction } from '../../database/database.js';
import { Message } from '../../core/i18n/messages.js';
import { quote } from '../../database/dialect.js';
import { extRefOf } from '../plan/identify.js';
import { setOf } from '../plan/draft.js';
import type { ClaimValue } from '../plan/map-view.js';
import { markedText, marksOf } from '../store/record-row.js';
import { grouped } from '../plan/groups.js';
import { Plans, type ChangedSince, type Merge, type MergeFollower } from '../../engine/index.js';

/** Rows as they were before, and where those stand that moved. */
interface PriorState {
  /** Records that lead to the survivor now, as they were. */
  readonly records: readonly Row[];
  /** Records that became part of another one, whole, with their keys and the former refs that led to them. */
  readonly united: ReadonlyArray<{
    readonly row: Row;
    readonly keys: readonly Row[];
    /** Those of its keys that the other one had not. */
    readonly added: readonly Row[];
    readonly refs: readonly Scalar[];
    readonly into: number;
  }>;
  /** Records that others became part of: as they were, and what was said of them then. */
  readonly said: ReadonlyArray<{ readonly row: Row; readonly after: RecordState }>;
  /** Marks of people: the object and the field. */
  readonly marks: ReadonlyArray<readonly [object: number, field: string]>;
}

/** What a record says, and the scopes in which it stands: columns of its row, as JSON. */
type RecordState = Readonly<Record<'says' | 'scopes', Scalar>>;

@Injectable()
export class MergeRecords implements MergeFollower, OnModuleInit {
  constructor(private readonly plans: Plans) {}

  onModuleInit(): void {
    this.plans.followers.set('feed', this);
  }

  async merge({ resource: { table }, into, from, tx }: Merge): Promise<PriorState> {
    const { dialect } = this.plans.database;
    const sql = `SELECT * FROM \`own_feed_records\` WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')} ORDER BY \`id\``;
    const rows = await tx.all(sql + dialect.forUpdate, [table, [into, ...from]]);
    const went = { records: [], united: [], said: [], marks: [] } as {
      -readonly [K in keyof PriorState]: Array<PriorState[K][number]>;
    };
    const bySource = grouped(rows, (row) => Number(row['source_id']));
    for (const own of bySource.values()) {
      const [newest, ...older] = own.sort(byAge);
      if (Number(newest!['object_id']) !== into) {
        went.records.push(newest!);
        await this.update(tx, { id: newest!['id']!, object_id: into });
      }
      if (older.length) await this.unite(tx, newest!, older, went);
    }
    const marks = await tx.all(
      `SELECT \`object_id\`, \`field\` FROM \`own_feed_marks\` WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')}`,
      [table, [into, ...from]],
    );
    const held = new Set(marks.filter((row) => Number(row['object_id']) === into).map(({ field }) => field));
    for (const { object_id: object, field } of marks) {
      if (held.has(field)) continue;
      held.add(field);
      await this.moveMark(tx, table, field as string, Number(object), into);
      went.marks.push([Number(object), field as string]);
    }
    return went;
  }

  /**
   * Refs that lead to another record by now, or whose record is one of another object; of one that there is not for the caller no
   * more than that. A record that was forgotten, or whose source was, stays so.
   */
  async changed({ resource, into, tx, access }: Merge, { records, said, united }: PriorState): Promise<ChangedSince[]> {
    const { dialect } = this.plans.database;
    const { table } = resource;
    // Which record each ref led to after the merge.
    const left = [
      ...[...records, ...said.map(({ row }) => row)].map((row) => ({
        row,
        ref: row['ref']!,
        record: Number(row['id']),
      })),
      ...united.flatMap(({ row, refs, into: record }) => [row['ref']!, ...refs].map((ref) => ({ row, ref, record }))),
    ];
    const found = new Map<string, ChangedSince>();
    const columns = 'r.`id`, r.`object_id`, s.`name`';
    const of = '`own_feed_sources` s ON s.`id` = r.`source_id` WHERE';
    for (const [source, all] of grouped(left, ({ row }) => row['source_id']!)) {
      const isOne = `= ? AND r.\`type\` = ? AND ${dialect.isIn('r.`ref`')}`;
      const known = await tx.all(
        `SELECT r.\`ref\`, ${columns} FROM \`own_feed_records\` r JOIN ${of} r.\`source_id\` ${isOne} UNION ALL ` +
          `SELECT f.\`ref\`, ${columns} FROM \`own_feed_refs\` f JOIN \`own_feed_records\` r ON r.\`id\` = f.\`record_id\` ` +
          `JOIN ${of} f.\`source_id\` ${isOne.replaceAll('r.', 'f.')}`,
        [source, table, all.map(({ ref }) => ref), source, table, all.map(({ ref }) => ref)],
      );
      for (const { ref, record } of all) {
        const now = known.find((row) => row['ref'] === ref);
        if (!now || (Number(now['id']) === record && Number(now['object_id']) === into)) continue;
        const object = Number(now['object_id']);
        if (!(await access.among(tx, resource, access.named(resource), [object])).size) {
          found.set('…', { name: '…', phrase: new Message('mergeChanged', { what: '…' }) });
          continue;
        }
        const name = extRefOf(String(now['name']), String(ref));
        const values = { source: String(now['name']), ref: String(ref), object: `#${object}` };
        found.set(name, { name, phrase: new Message('mergeRecordElsewhere', values) });
      }
    }
    return [...found.values()];
  }

  async unmerge({ resource: { table }, into, tx }: Merge, went: PriorState): Promise<void> {
    for (const [object, field] of went.marks) await this.moveMark(tx, table, field, into, object);
    const { database } = this.plans;
    // What the sources said since of the object that stays is said of it still; the others are as they were.
    const sinceOf = new Map<number, readonly [now: RecordState, after: RecordState]>();
    for (const { row, after } of went.said) {
      const [now] = await tx.all('SELECT `says`, `scopes`, `marked` FROM `own_feed_records` WHERE `id` = ?', [
        row['id']!,
      ]);
      if (now) sinceOf.set(Number(row['id']), [now as RecordState, after]);
      if (now && Number(row['object_id']) === into)
        await this.update(tx, {
          id: row['id']!,
          ...apart(row, now as RecordState, after),
          marked: markedApart(row, now),
        });
    }
    for (const row of went.records) await this.update(tx, row);
    for (const { row: former, keys, added, refs, into: record } of went.united) {
      const since = Number(former['object_id']) === into ? sinceOf.get(record) : undefined;
      const row: Row = { ...former, ...(since && apart(former, ...since)), noted_at: null };
      for (const { rule, value } of added)
        await tx.run('DELETE FROM `own_feed_keys` WHERE `record_id` = ? AND `rule` = ? AND `value` = ?', [
          ...[record, rule!, value!],
        ]);
      await tx.run(
        'DELETE FROM `own_feed_refs` WHERE `record_id` = ? AND `source_id` = ? AND `type` = ? AND `ref` = ?',
        [...[record, row['source_id']!, table, row['ref']!]],
      );
      if (!(await this.isThere(tx, record))) continue;
      const columns = Object.keys(row);
      await database.write(tx, database.dialect.insertRows('own_feed_records', columns), [
        columns.map((name) => row[name]!),
      ]);
      for (const ref of refs)
        await tx.run(
          'UPDATE `own_feed_refs` SET `record_id` = ? WHERE `record_id` = ? AND `source_id` = ? AND `type` = ? AND `ref` = ?',
          [row['id']!, record, row['source_id']!, table, ref],
        );
      if (!keys.length) continue;
      const names = Object.keys(keys[0]!);
      const values = keys.map((key) => names.map((name) => key[name]!));
      await database.write(tx, database.dialect.insertMissing('own_feed_keys', names), values);
    }
  }

  /** Writes these columns of a record, which is looked at anew by the next run. */
  private async update(tx: Transaction, { id, ...row }: Row): Promise<void> {
    const columns = { ...row, noted_at: null };
    const names = Object.keys(columns);
    const sql = `UPDATE \`own_feed_records\` SET ${names.map((name) => `${quote(name)} = ?`).join(', ')} WHERE \`id\` = ?`;
    await tx.run(sql, [...Object.values(columns), id!]);
  }

  /** It was not forgotten, nor was its source. */
  private async isThere(tx: Transaction, record: number): Promise<boolean> {
    return (await tx.all('SELECT `id` FROM `own_feed_records` WHERE `id` = ?', [record])).length > 0;
  }

  /** Older records of a source become part of its newest one: what only they say goes on, and their refs lead there. */
  private async unite(
    tx: Transaction,
    newest: Row,
    older: readonly Row[],
    went: { united: Array<PriorState['united'][number]>; said: Array<PriorState['said'][number]> },
  ): Promise<void> {
    const { database } = this.plans;
    const id = Number(newest['id']);
    const scopes = new Set([newest, ...older].flatMap((row) => JSON.parse(String(row['scopes'])) as string[]));
    let says = JSON.parse(String(newest['says'])) as ClaimValues;
    const known = new Set((await this.keysOf(tx, id)).map(wordOf));
    for (const row of older) {
      says = united(JSON.parse(String(row['says'])) as ClaimValues, says);
      const keys = await this.keysOf(tx, row['id']!);
      const added = keys.filter((key) => !known.has(wordOf(key)));
      for (const key of added) known.add(wordOf(key));
      const refs = await tx.all('SELECT `ref` FROM `own_feed_refs` WHERE `record_id` = ?', [row['id']!]);
      went.united.push({ row, keys, added, refs: refs.map(({ ref }) => ref!), into: id });
      const values = added.map(({ rule, value }): Scalar[] => [id, rule!, value!]);
      if (values.length)
        await database.write(
          tx,
          database.dialect.insertMissing('own_feed_keys', ['record_id', 'rule', 'value']),
          values,
        );
      // Refs that led to it lead on.
      await tx.run('UPDATE `own_feed_refs` SET `record_id` = ? WHERE `record_id` = ?', [id, row['id']!]);
      await tx.run('DELETE FROM `own_feed_records` WHERE `id` = ?', [row['id']!]);
      await database.write(
        tx,
        database.dialect.insertRows('own_feed_refs', ['source_id', 'type', 'ref', 'record_id']),
        [[row['source_id']!, row['type']!, row['ref']!, id]],
      );
    }
    const after = { says: JSON.stringify(says), scopes: JSON.stringify([...scopes].sort()) };
    went.said.push({ row: newest, after });
    const marked = marksOf(newest);
    const own = marked.own ?? Object.keys(JSON.parse(String(newest['says'])) as ClaimValues).sort();
    await this.update(tx, { id, ...after, marked: markedText({ ...marked, own }) });
  }

  private keysOf(tx: Transaction, record: Scalar): Promise<Row[]> {
    return tx.all('SELECT `record_id`, `rule`, `value` FROM `own_feed_keys` WHERE `record_id` = ?', [record]);
  }

  private async moveMark(tx: Transaction, table: string, field: string, from: number, to: number): Promise<void> {
    await tx.run('UPDATE `own_feed_marks` SET `object_id` = ? WHERE `type` = ? AND `object_id` = ? AND `field` = ?', [
      ...[to, table, from, field],
    ]);
  }
}

/** What tells a key from the others of its record. */
const wordOf = ({ rule, value }: Row): string => `${String(rule)} ${String(value)}`;

type ClaimValues = Readonly<Record<string, ClaimValue>>;

/** What two records say: of a value the newer one, of a set both. */
function united(older: ClaimValues, newer: ClaimValues): ClaimValues {
  const both: Record<string, ClaimValue> = { ...older, ...newer };
  for (const [name, value] of Object.entries(older)) {
    const other = newer[name];
    if (Array.isArray(value) && Array.isArray(other)) both[name] = [...new Set([...value, ...other])] as ClaimValue;
  }
  return both;
}

/** What a record said before others became part of it, with what was said since of all of them. */
function apart(before: Row, now: RecordState, after: RecordState): RecordState {
  const [said, stands, stood] = [before, now, after].map(({ says }) => JSON.parse(String(says)) as ClaimValues) as [
    ClaimValues,
    ClaimValues,
    ClaimValues,
  ];
  const says: Record<string, ClaimValue> = {};
  // In the order in which they were.
  for (const name of new Set([...Object.keys(said), ...Object.keys(stands)])) {
    const [value, own, all] = [stands[name], said[name], stood[name]];
    if (value === undefined) continue;
    if (JSON.stringify(value) === JSON.stringify(all)) {
      if (own !== undefined) says[name] = own;
    } else says[name] = Array.isArray(value) ? without(value, setOf(all), setOf(own)) : value;
  }
  const [had, has, got] = [before, now, after].map(({ scopes }) => JSON.parse(String(scopes)) as string[]);
  return { says: JSON.stringify(says), scopes: JSON.stringify(without(has!, got!, had!)) };
}

/** The elements without those that came from other records. */
const without = <T>(now: readonly T[], after: readonly T[], own: readonly T[]): T[] =>
  now.filter((one) => own.includes(one) || !after.includes(one));

/** The newest first: what is reported before what is missing, then by the run that changed it last. */
function byAge(one: Row, other: Row): number {
  const missing = (row: Row): number => (row['missing_since'] === null ? 0 : 1);
  const time = ({ observed_at: observed, last_seen: seen, first_seen: first }: Row): string =>
    String(observed ?? seen ?? first ?? '');
  return (
    missing(one) - missing(other) ||
    (time(one) < time(other) ? 1 : time(one) > time(other) ? -1 : Number(other['last_run']) - Number(one['last_run']))
  );
}

/** The marks of a record without what its own ref said, which was kept while it had others; as JSON, null where there are none. */
function markedApart(former: Row, now: Row): string | null {
  const { own } = marksOf(former);
  const { own: _, ...others } = marksOf(now);
  return markedText({ ...others, ...(own && { own }) });
}
