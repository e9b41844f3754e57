/**
 * Takes a run back (feeding-truth 4). What it did is turned round into a plan, which is applied as any other: whatever is no longer
 * as the run left it is found there, and is left as it is. An object goes back as a whole, with what the source says of it; of an
 * object that was there before, a value that somebody changed since stays, and the rest goes back.
 */
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { Turns } from '../../core/turns.js';
import type { Row, Scalar } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Link } from '../../engine/index.js';
import type { Change, LinkStep, PairWord, ShownLink, Step, Target } from '../plan/changes.js';
import { entryOf, grouped, setOfKey } from '../plan/groups.js';
import type { Kind } from '../plan/kinds.js';
import type { ClaimValue } from '../plan/map-view.js';
import { applyPlan, type Place } from './apply-plan.js';
import type { BeforeHead, BeforeObject, BeforeRecord } from './before.js';
import { Moves, type Moved } from './moves.js';
import { KEY_COLUMNS, UPDATED } from './records.js';

const PORTION = 1000;

/** Which objects a word of the journal says were merged, or taken apart. */
interface Merged {
  readonly merged?: readonly number[];
  readonly unmerged?: readonly number[];
}

/** A run that is to be taken back. */
export interface Former {
  readonly run: number;
  readonly head: BeforeHead;
  /** What it did, and at the same places what stood before. */
  readonly changes: readonly Change[];
  readonly objects: readonly BeforeObject[];
  readonly records: readonly BeforeRecord[];
}

type Object = Pick<Change, 'type' | 'name'> & { readonly id: number };

const keyOf = ({ type, id }: { readonly type: string; readonly id?: number | null | undefined }): string =>
  `${type} ${id}`;

/** What a run did, turned round, without what is left as it is. */
export class UndoOfRun {
  /** Everything that has moved since the run. */
  readonly moved: Moved[] = [];
  /** Objects that are left as they are. */
  private readonly left = new Set<string>();
  /** Columns and links that are left, by object. */
  private readonly fields = new Map<string, Set<string>>();
  /** The steps of the objects that the run made, by object. */
  private readonly made = new Map<string, number>();
  private readonly places = new Map<string, number>();
  /** Objects that only runs which are undone by now changed since, with their times as they stand. */
  private readonly settled = new Map<string, Row>();
  /** Objects that were merged since, or are merged no more; undefined until something has moved. */
  private merged: ReadonlySet<string> | undefined;
  private readonly turns = new Turns();

  constructor(
    private readonly former: Former,
    private readonly kinds: Place['kinds'],
  ) {
    former.changes.forEach(({ action, type }, place) => {
      const key = keyOf({ type, id: former.objects[place]!.id });
      this.places.set(key, place);
      if (action === 'create') this.made.set(key, place);
    });
  }

  /**
   * Does what can be done. Returns its steps and how many records went back; undefined where more has moved than was known: nothing
   * of the transaction may be stored then, and the next attempt leaves that.
   */
  async attempt(place: Place): Promise<{ steps: readonly Step[]; records: number } | undefined> {
    const found = await this.movedRecords(place);
    if (found.length) return this.leave(found, place);
    const steps = await this.steps();
    const { moved } = await applyPlan(place, { steps, records: new Map(), seen: new Map() }, Infinity);
    if (moved.length) return this.leave(moved, place);
    return { steps, records: await this.writeRecords(place) };
  }

  /** What has moved is left as it is, with what it points to of all that the run made. */
  private async leave(found: readonly Moved[], at: Place): Promise<undefined> {
    this.merged ??= await this.mergedSince(at);
    const touched = new Set<string>();
    for (const one of found) if (one.field !== 'updated_at') touched.add(keyOf(one));
    for (const one of found) {
      const key = keyOf(one);
      const place = this.places.get(key);
      const action = place === undefined ? undefined : this.former.changes[place]!.action;
      const isWhole = action !== 'update' && action !== 'mark';
      if (one.field === 'updated_at') {
        // Told only where nothing else tells it.
        if (!touched.has(key))
          this.moved.push(this.worded({ ...plain(one), phrase: { key: 'feedUndoTouched', values: {} } }));
      } else this.moved.push(this.worded(one));
      if (one.field === null || isWhole || !this.isOf(place!, one.field)) this.leaveWhole(key);
      else {
        setOfKey(this.fields, key).add(one.field);
        this.keepTargets(place!, [one.field]);
      }
    }
    return undefined;
  }

  /** What moved with a whole object that was merged since is told as that. */
  private worded(one: Moved): Moved {
    if (one.field !== null || !this.merged!.has(keyOf(one))) return one;
    return { ...plain(one), phrase: { key: 'feedUndoMerged', values: {} } };
  }

  private isOf(place: number, field: string): boolean {
    const { values, links } = this.former.objects[place]!;
    return field in values || field in links;
  }

  private leaveWhole(key: string): void {
    if (this.left.has(key)) return;
    this.left.add(key);
    const place = this.places.get(key);
    if (place === undefined) return;
    const { values, links } = this.former.objects[place]!;
    this.keepTargets(place, [...Object.keys(values), ...Object.keys(links)]);
  }

  /** Whatever still points to an object that the run made keeps it. */
  private keepTargets(place: number, names: readonly string[]): void {
    const { type } = this.former.changes[place]!;
    const { values, links } = this.former.objects[place]!;
    const kind = this.kinds.find(type)!;
    for (const name of names) {
      const target = kind.fields.get(name)?.ref?.target ?? kind.links.get(name)?.target;
      const ids = name in links ? links[name]!.add : [values[name]?.[1]];
      for (const id of ids) {
        const key = keyOf({ type: target ?? '', id: id as number });
        const made = this.made.get(key);
        if (made === undefined || this.left.has(key)) continue;
        this.moved.push(
          movedOf({ type: target!, id: id as number, name: this.former.changes[made]!.name }, 'feedUndoNeeded'),
        );
        this.leaveWhole(key);
      }
    }
  }

  /** What the run did, turned round; what it made goes only where all that is linked to it comes from the run. */
  private async steps(): Promise<Step[]> {
    const pairs = await this.pairs();
    const steps: Step[] = [];
    await this.turns.each(this.former.changes, (change) => {
      const place = change.n - 1;
      const object = this.former.objects[place]!;
      const key = keyOf({ type: change.type, id: object.id });
      if (this.left.has(key)) return;
      const step = this.stepOf(change, object, this.fields.get(key) ?? NONE, pairs, steps.length);
      if (step) steps.push(step);
    });
    return steps;
  }

  private stepOf(
    change: Change,
    { id, at, values, links }: BeforeObject,
    left: ReadonlySet<string>,
    pairs: Pairs,
    place: number,
  ): Step | undefined {
    const { type, name, ref } = change;
    const kind = this.kinds.find(type)!;
    const times = this.settled.get(keyOf({ type, id }));
    const step = { place, type, name, ref, target: id as Target };
    const shown = { n: place + 1, type, id, ...(ref !== undefined && { ref }), name, set: {} };
    if (change.action === 'create') {
      const before: Record<string, ClaimValue> = {
        ...linkedOf(kind, id, pairs),
        updated_at: times?.['updated_at'] ?? at,
      };
      for (const [column, [, after]] of Object.entries(values)) if (kind.fields.has(column)) before[column] = after;
      return { ...step, action: 'delete', values: {}, links: {}, before, change: { ...shown, action: 'delete' } };
    }
    if (change.action === 'delete') {
      const before = { deleted_at: times?.['deleted_at'] ?? at };
      return { ...step, action: 'restore', values: {}, links: {}, before, change: { ...shown, action: 'restore' } };
    }
    const back: Record<string, ClaimValue> = {};
    const expected: Record<string, ClaimValue> = {};
    const set: Record<string, readonly unknown[]> = {};
    for (const [column, [stood, stands]] of Object.entries(values)) {
      if (left.has(column)) continue;
      back[column] = stood;
      expected[column] = stands;
      const [one, other] = change.set[column] ?? [stood, stands];
      set[column] = [other, one];
    }
    const linked: Record<string, LinkStep> = {};
    const linkedAsShown: Record<string, ShownLink> = {};
    for (const [link, one] of Object.entries(links)) {
      if (left.has(link)) continue;
      linked[link] = turned(one);
      const { add, remove, change: worded } = change.links?.[link] ?? { add: [], remove: [] };
      const words = worded?.map(({ word, before: had, ...rest }) => ({ ...rest, word: had!, before: word! }));
      linkedAsShown[link] = { add: remove, remove: add, ...(words && { change: words }) };
    }
    const isBack = change.action === 'restore';
    const hasLinks = Object.keys(linked).length > 0;
    if (!isBack && !hasLinks && !Object.keys(back).length) return undefined;
    const called = typeof back[kind.label?.name ?? ''] === 'string' ? String(back[kind.label!.name]) : name;
    return {
      ...{ ...step, name: called, values: back, links: linked },
      action: isBack ? 'delete' : 'update',
      before: { ...expected, ...(isBack && { updated_at: times?.['updated_at'] ?? at }) },
      ...(isBack && { goesBack: hasLinks || Object.keys(back).length > 0 }),
      change: {
        ...{ ...shown, name: called, set },
        action: isBack ? 'delete' : 'update',
        ...(hasLinks && { links: linkedAsShown }),
      },
    };
  }

  /** Who was linked to whom by the run, at both ends. */
  private async pairs(): Promise<Pairs> {
    const pairs: Pairs = new Map();
    const add = (type: string, id: number, link: string, other: number): void => {
      const key = keyOf({ type, id });
      if (this.made.has(key)) setOfKey(entryOf(pairs, key), link).add(other);
    };
    await this.turns.each(this.former.changes, ({ type, n }) => {
      const { id, values, links } = this.former.objects[n - 1]!;
      const kind = this.kinds.find(type)!;
      for (const name in links) {
        const link = kind.links.get(name)!;
        const far = this.kinds.farOf(link);
        for (const other of links[name]!.add) {
          add(type, id, name, other);
          if (far) add(link.target, other, far.name, id);
        }
      }
      for (const { name, ref } of kind.references) {
        const target = values[name]?.[1];
        if (typeof target !== 'number') continue;
        for (const link of this.kinds.resourceAt(ref.target).links)
          if (link.foreign?.column === name && link.target === type) add(ref.target, target, link.name, id);
      }
    });
    return pairs;
  }

  /** Records that are no longer as the run left them, and objects of the run that others tell of. */
  private async movedRecords(place: Place): Promise<Moved[]> {
    const { tx, plans, kinds, run, sources } = place;
    const { dialect } = plans.database;
    const moves = new Moves(Infinity);
    /** Objects that are listed already. */
    const reported = new Set<string>();
    const columns = '`id`, `source_id`, `ref`, `object_id`, `digest`, `last_run`';
    const isOwn = `SELECT ${columns} FROM \`own_feed_records\` WHERE \`source_id\` = ? AND \`type\` = ? AND `;
    for (const [table, all] of grouped(this.former.records, ({ type }) => type)) {
      const type = kinds.resourceOf(table)!.path;
      for (const some of portions(all, PORTION)) {
        const ids = some.flatMap(({ row }) => (row ? Number(row['id']) : []));
        const refs = some.flatMap(({ row, ref }) => (row ? [] : ref));
        const read = async (column: string, list: Array<string | number>): Promise<Row[]> =>
          list.length ? tx.all(isOwn + dialect.isIn(column) + dialect.forUpdate, [run.source.id, table, list]) : [];
        const byId = new Map((await read('`id`', ids)).map((row) => [Number(row['id']), row]));
        const byRef = new Map((await read('`ref`', refs)).map((row) => [row['ref'], row]));
        for (const { row, ref, object, noted } of some) {
          if (noted !== undefined || this.left.has(keyOf({ type, id: object }))) continue;
          const now = row ? byId.get(Number(row['id'])) : byRef.get(ref);
          const name = this.nameOf(type, object);
          if (!now) moves.add({ type, id: object, name }, null, null, new Message('feedUndoForgotten'));
          else if (Number(now['last_run']) !== this.former.run || Number(now['object_id']) !== object)
            moves.add(
              { type, id: object, name },
              null,
              null,
              new Message('feedUndoLater', { run: Number(now['last_run']) }),
            );
        }
        await this.turns.rest();
      }
    }
    for (const one of moves.list) reported.add(keyOf(one));
    const touched = await this.touchedSince(place);
    const names = new Map([...sources].map(([name, id]) => [id, name]));
    const made = [...this.made.entries()].filter(([key]) => !this.left.has(key)).map(([, place]) => place);
    for (const [type, places] of grouped(made, (place) => this.former.changes[place]!.type)) {
      const ids = places.map((place) => this.former.objects[place]!.id);
      const sql = `SELECT ${columns} FROM \`own_feed_records\` WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')} AND \`source_id\` <> ?`;
      for (const some of portions(ids, PORTION)) {
        const known = new Set<number>();
        for (const row of await tx.all(sql, [kinds.resourceAt(type).table, some, run.source.id])) {
          const id = Number(row['object_id']);
          const source = names.get(Number(row['source_id'])) ?? '';
          known.add(id);
          moves.add({ type, id, name: this.nameOf(type, id) }, null, null, new Message('feedUndoOther', { source }));
        }
        for (const id of some)
          if (!known.has(id) && !reported.has(keyOf({ type, id })) && touched.has(keyOf({ type, id })))
            moves.add({ type, id, name: this.nameOf(type, id) }, null, null, new Message('feedUndoTouched'));
      }
    }
    return moves.list;
  }

  /** Objects of the run's kinds that were merged since, with those that they became part of, also where that was taken back. */
  private async mergedSince({ tx, kinds }: Place): Promise<ReadonlySet<string>> {
    const merged = new Set<string>();
    const sql =
      'SELECT `subject_id`, `properties` FROM `audit_logs` WHERE `subject_type` = ? AND `id` > ? ' +
      "AND `description` IN ('merged', 'unmerged')";
    for (const type of new Set(this.former.changes.map((change) => change.type)))
      for (const entry of await tx.all(sql, [kinds.resourceAt(type).polymorphicType, this.former.head.entry])) {
        const { after = {} } = JSON.parse(String(entry['properties'] ?? '{}')) as { after?: Merged };
        const { merged: some = [], unmerged: others = [] } = after;
        for (const id of [Number(entry['subject_id']), ...some, ...others]) merged.add(keyOf({ type, id }));
      }
    return merged;
  }

  /**
   * Objects that somebody changed since the run made, deleted or restored them. Those that only runs changed which are undone by now
   * are as they were, but for their times, which are read.
   */
  private async touchedSince({ tx, plans, kinds }: Place): Promise<ReadonlySet<string>> {
    const { dialect } = plans.database;
    const touched = new Set<string>();
    const timed = this.former.changes.filter(({ action }) => action !== 'update' && action !== 'mark');
    for (const [type, changes] of grouped(timed, (change) => change.type)) {
      const { polymorphicType, table } = kinds.resourceAt(type);
      // Times have seconds: an edit may not show in them.
      const sql = `SELECT \`subject_id\`, \`properties\` FROM \`audit_logs\` WHERE \`subject_type\` = ? AND ${dialect.isIn('`subject_id`')} AND \`id\` > ?`;
      for (const some of portions(changes, PORTION)) {
        const ids = some.map(({ n }) => this.former.objects[n - 1]!.id);
        const entries = await tx.all(sql, [polymorphicType, ids, this.former.head.entry]);
        const runOf = new Map(entries.map((entry) => [entry, runIn(entry['properties'])]));
        const undone = await this.undoneAmong(tx, dialect.isIn('`id`'), new Set(runOf.values()));
        const known = new Set<number>();
        for (const [entry, run] of runOf) {
          const id = Number(entry['subject_id']);
          known.add(id);
          if (run === undefined || !undone.has(run)) touched.add(keyOf({ type, id }));
        }
        const idle = [...known].filter((id) => !touched.has(keyOf({ type, id })));
        if (!idle.length) continue;
        const times = `SELECT * FROM ${quote(table)} WHERE ${dialect.isIn('`id`')}${dialect.forUpdate}`;
        for (const row of await tx.all(times, [idle])) this.settled.set(keyOf({ type, id: Number(row['id']) }), row);
        await this.turns.rest();
      }
    }
    return touched;
  }

  /** Later runs that others took back, and those others. */
  private async undoneAmong(
    tx: Place['tx'],
    isIn: string,
    runs: ReadonlySet<number | undefined>,
  ): Promise<ReadonlySet<number>> {
    const ids = [...runs].filter((id) => id !== undefined);
    if (!ids.length) return new Set();
    const rows = await tx.all(`SELECT \`id\`, \`state\`, \`counts\` FROM \`own_feed_runs\` WHERE ${isIn}`, [ids]);
    const isUndone = (row: Row): boolean => {
      const { undoes = Number(row['id']) } = JSON.parse(String(row['counts'])) as { undoes?: number };
      return undoes > this.former.run && (row['state'] === 'undone' || undoes !== Number(row['id']));
    };
    return new Set(rows.filter(isUndone).map(({ id }) => Number(id)));
  }

  private nameOf(type: string, id: number): string {
    const place = this.places.get(keyOf({ type, id }));
    return place === undefined ? '' : this.former.changes[place]!.name;
  }

  /** What the source said is what it said before the run, of all objects that went back. Returns how many records that are. */
  private async writeRecords({ tx, plans, kinds, run }: Place): Promise<number> {
    const { database } = plans;
    const { dialect } = database;
    const typeOf = (table: string): string => kinds.resourceOf(table)!.path;
    const all = this.former.records.filter(
      ({ type, object }) => !this.left.has(keyOf({ type: typeOf(type), id: object })),
    );
    const [made, changed, noted] = [
      all.filter(({ row }) => !row),
      all.filter(({ row, noted: digest }) => row && digest === undefined),
      all.filter(({ noted: digest }) => digest !== undefined),
    ];
    for (const [table, records] of grouped(made, ({ type }) => type)) {
      for (const some of portions(records, PORTION)) {
        const sql = 'DELETE FROM `own_feed_records` WHERE `source_id` = ? AND `type` = ? AND ' + dialect.isIn('`ref`');
        await tx.run(sql, [run.source.id, table, some.map(({ ref }) => ref)]);
        await this.turns.rest();
      }
    }
    for (const some of portions(changed, PORTION)) {
      // Rows that were kept by earlier releases have no type: it never changed.
      const values = some.map(({ row, type }) => [
        ...UPDATED.map(({ name }) => ({ type, ...row })[name]!),
        row!['id']!,
      ]);
      await database.writeUpdates(tx, 'own_feed_records', UPDATED, values);
      await this.turns.rest();
    }
    const still: BeforeRecord[] = [];
    // Only what makes runs cheap was noted of them; where that is another one by now it is the newer.
    const names = UPDATED.map(({ name }) => name);
    const back = `UPDATE \`own_feed_records\` SET ${names.map((name) => `${quote(name)} = ?`).join(', ')} WHERE \`id\` = ? AND \`digest\` = ? AND \`last_run\` = ?`;
    for (const one of noted) {
      const row = one.row!;
      const values = [
        ...names.map((name) => ({ type: one.type, ...row })[name]!),
        row['id']!,
        one.noted!,
        row['last_run']!,
      ];
      if ((await tx.run(back, values)).changes) still.push(one);
      await this.turns.rest();
    }
    for (const some of portions(
      [...changed, ...still].filter(({ keys }) => keys),
      PORTION,
    )) {
      const ids = some.map(({ row }) => Number(row!['id']));
      await tx.run(`DELETE FROM \`own_feed_keys\` WHERE ${dialect.isIn('`record_id`')}`, [ids]);
      const values = some.flatMap(({ row, keys }) =>
        keys!.map(([rule, value]): Scalar[] => [row!['id']!, rule, value]),
      );
      if (values.length) await database.write(tx, dialect.insertRows('own_feed_keys', KEY_COLUMNS), values);
    }
    return made.length + changed.length;
  }
}

/** By object and link the ids at the other end. */
type Pairs = Map<string, Map<string, Set<number>>>;

const NONE: ReadonlySet<string> = new Set();

/** All that may be linked to an object that the run made. */
function linkedOf(kind: Kind, id: number, pairs: Pairs): Record<string, string> {
  const own = pairs.get(keyOf({ type: kind.path, id }));
  const linked: Record<string, string> = {};
  for (const { name, items } of kind.resource.links as readonly Link[]) {
    if (items) continue;
    const ids = own?.get(name);
    linked[name] = ids ? JSON.stringify([...ids].sort((a, b) => a - b)) : '[]';
  }
  return linked;
}

/** What came goes, and what went comes. */
function turned({ add, remove, words = [], had = [] }: BeforeObject['links'][string]): LinkStep {
  const back: PairWord[] = [
    ...words.flatMap(([id, word, stood]): PairWord[] => (stood === null ? [] : [[id, stood, word]])),
    ...had.map(([id, word]): PairWord => [id, word, null]),
  ];
  return { add: remove, remove: add, ...(back.length && { words: back }) };
}

const movedOf = ({ type, id, name }: Object, key: 'feedUndoNeeded'): Moved => ({
  ...{ type, id, name, field: null, expected: null, stored: null },
  phrase: { key, values: {} },
});

/** The run that an entry of the journal is of; undefined for what people did. */
function runIn(properties: Scalar | undefined): number | undefined {
  const { feed } = JSON.parse(String(properties ?? '{}')) as { feed?: { run?: number } };
  return feed?.run;
}

const plain = ({ type, id, name }: Moved): Moved => ({ type, id, name, field: null, expected: null, stored: null });
