/** A map in memory that plans are made for and applied to; objects and links are those of the real entities. */
import '../../../src/map/index.js';
import { fold } from '../../../src/core/text/fold.js';
import { WallClock } from '../../../src/core/text/dates.js';
import type { Scalar } from '../../../src/database/database.js';
import { registry, type Link } from '../../../src/engine/index.js';
import type { Envelope, FeedOptions, Item } from '../../../src/feed/document/model.js';
import { evidenceOf, type Evidence, type EvidenceRule, type KeyTexts } from '../../../src/feed/identity/evidence.js';
import { identifyingOf, keysOf, type RuleName } from '../../../src/feed/identity/rules.js';
import type { SourceSettings } from '../../../src/feed/merge/ranks.js';
import {
  changesOf,
  type Change,
  type FeedPlan,
  type NewRecord,
  type Step,
  type Target,
} from '../../../src/feed/plan/changes.js';
import { Kinds } from '../../../src/feed/plan/kinds.js';
import { DocumentItem } from '../../../src/feed/document/document-item.js';
import { makePlan } from '../../../src/feed/plan/make-plan.js';
import type {
  RecordSummary,
  FeedRecord,
  FieldMark,
  MapView,
  ClaimValue,
  Keyed,
  State,
  StoredObject,
  Wanted,
} from '../../../src/feed/plan/map-view.js';

export const KINDS = new Kinds(registry.all());

export const OPTIONS: FeedOptions = {
  errors: 'stop',
  pointers: 'refuse',
  names: 'refuse',
  existing: 'keep',
  deleted: 'keep',
  identify: {},
  allow: {},
  ext_refs: true,
  verify: false,
};

/** A document as it is sent. */
export interface FeedDocument {
  source: string;
  mode?: 'delta' | 'full';
  scope?: string;
  observed_at?: string;
  options?: Partial<FeedOptions>;
  items: Item[];
}

/** One whose items may come one after the other. */
type ComingDocument = Omit<FeedDocument, 'items'> & { items: Iterable<Item> | AsyncIterable<Item> };

/** A plan with all that is read of it portion by portion. */
export interface WholePlan extends Omit<FeedPlan, 'steps' | 'records'> {
  steps: Step[];
  changes: Change[];
  records: Array<{
    readonly record: NewRecord;
    readonly from: string | undefined;
    readonly fromType?: string | undefined;
    readonly keys: KeyTexts | undefined;
  }>;
}

interface MemoryObject {
  id: number;
  deleted: boolean;
  row: Record<string, Scalar>;
  /** Rises with each change of the object. */
  stamp: number;
}

/** What a guard found changed since the plan was made. */
export interface Moved {
  type: string;
  field: string;
}

export class MemoryMap implements MapView {
  readonly sources = new Map<string, SourceSettings>();
  records_: Array<FeedRecord & { stamp: number; keys?: KeyTexts | undefined }> = [];
  private readonly objectsByType = new Map<string, Map<number, MemoryObject>>();
  private readonly pairs = new Map<string, Set<string>>();
  private readonly fieldMarks: Array<FieldMark & { type: string }> = [];
  private source = '';
  private mode: Envelope['mode'] = 'delta';
  private observed = '';
  private scope = '';
  /** When scopes were so, as their newest full runs say, by source and scope. */
  private readonly fullRuns = new Map<string, string>();
  private lastId = 0;
  private clock = 0;
  /** Reads of the map, each of any number of objects. */
  reads: Record<string, number> = {};

  envelopeOf({ source, mode = 'delta', scope = '', observed_at, options }: ComingDocument): Envelope {
    return { source, mode, scope, ...(observed_at && { observed_at }), options: { ...OPTIONS, ...options } };
  }

  async plan(document: ComingDocument): Promise<WholePlan> {
    this.source = document.source;
    this.reads = {};
    const envelope = this.envelopeOf(document);
    const now = new Date(Date.UTC(2026, 0, 1) + ++this.clock * 1000).toISOString();
    Object.assign(this, { mode: envelope.mode, scope: envelope.scope, observed: envelope.observed_at ?? now });
    const settingsVersion = JSON.stringify([...this.sources]);
    const situation = { envelope, kinds: KINDS, view: this, sources: this.sources, settingsVersion, now };
    const items: DocumentItem[] = [];
    for await (const item of document.items) items.push(new DocumentItem({ item, text: JSON.stringify(item) }));
    const plan = await makePlan({ ...situation, clock: new WallClock('UTC') }, items);
    const records = [...plan.records.values()].flatMap((some) =>
      some.map(({ record, from, fromType, keys }) => ({ record, from, fromType, keys })),
    );
    return { ...plan, steps: [...plan.steps], changes: [...changesOf(plan)], records };
  }

  /** Stores what a plan says, unless something that it changes is no longer as it was shown. */
  apply(plan: WholePlan): Moved[] {
    const moved = plan.steps.flatMap(({ change, target, before }) => {
      const object = typeof target === 'number' ? this.object(change.type, target) : undefined;
      if (!object) return [];
      return Object.entries(before)
        .filter(([name, value]) => this.kindOf(change.type).fields.has(name) && object.row[name] !== value)
        .map(([field]) => ({ type: change.type, field }));
    });
    if (moved.length) return moved;
    const ids = new Map<Target, number>();
    for (const { change, target } of plan.steps)
      if (change.action === 'create') ids.set(target, this.create(change.type));
    const idOf = <T extends ClaimValue>(value: T): T =>
      (Array.isArray(value)
        ? value.map((one) => ids.get(one as Target) ?? one)
        : (ids.get(value as Target) ?? value)) as T;
    for (const { change, target, values, links } of plan.steps) {
      const object = this.object(change.type, idOf(target) as number);
      object.stamp++;
      if (change.action === 'delete') object.deleted = true;
      if (change.action === 'restore') object.deleted = false;
      for (const [name, value] of Object.entries(values)) object.row[name] = idOf(value) as Scalar;
      for (const [name, { add, remove }] of Object.entries(links)) {
        for (const other of add) this.link(change.type, object.id, name, idOf(other) as number, true);
        for (const other of remove) this.link(change.type, object.id, name, other, false);
      }
    }
    const keyOf = ({ source, type }: { source: string; type: string }, ref: string): string =>
      JSON.stringify([source, type, ref]);
    const formerKeyOf = ({ record, from, fromType: type = record.type }: WholePlan['records'][number]): string =>
      keyOf({ ...record, type }, from ?? record.ref);
    const replaced = new Set(plan.records.map(formerKeyOf));
    const replacedKeys = new Map(this.records_.map((one) => [keyOf(one, one.ref), one.keys]));
    this.records_ = this.records_.filter((one) => !replaced.has(keyOf(one, one.ref)));
    for (const write of plan.records) {
      const { record, keys: said } = write;
      const says = Object.fromEntries(Object.entries(record.says).map(([name, value]) => [name, idOf(value)]));
      const leaves = Object.fromEntries(Object.entries(record.leaves).map(([name, value]) => [name, idOf(value)]));
      const id = idOf(record.id) as number;
      const keys = said ?? replacedKeys.get(formerKeyOf(write));
      this.records_.push({ ...record, id, says, leaves, keys, stamp: this.object(record.type, id).stamp });
    }
    for (const [type, some] of plan.seen) {
      for (const one of some) {
        const [ref, time] = typeof one === 'string' ? [one, this.mode === 'delta' ? this.observed : undefined] : one;
        const record = this.own().find((each) => each.type === type && each.ref === ref)!;
        if (time !== undefined) Object.assign(record, { observedAt: time });
      }
    }
    if (this.mode === 'full') this.fullRuns.set(`${this.source} ${this.scope}`, this.observed);
    return [];
  }

  /** Plans and applies. */
  async run(document: ComingDocument): Promise<WholePlan> {
    const plan = await this.plan(document);
    if (plan.state === 'ready' && this.apply(plan).length) throw new Error('The map moved.');
    return plan;
  }

  /** What a person does. */
  make(type: string, row: Record<string, Scalar>): number {
    const id = this.create(type);
    Object.assign(this.object(type, id).row, row);
    return id;
  }
  edit(type: string, id: number, row: Record<string, Scalar>): void {
    const object = this.object(type, id);
    Object.assign(object.row, row);
    object.stamp++;
  }
  remove(type: string, id: number): void {
    const object = this.object(type, id);
    object.deleted = true;
    object.stamp++;
  }
  link(type: string, id: number, name: string, other: number, there: boolean): void {
    const { pivot, target } = this.linkOf(type, name);
    const pairs = this.pairs.get(pivot!.table) ?? new Set();
    this.pairs.set(pivot!.table, pairs);
    const pair = pivot!.ownColumn < pivot!.otherColumn ? `${id} ${other}` : `${other} ${id}`;
    if (there === pairs.has(pair))
      throw new Error(`${type}.${name}: ${pair} is ${there ? 'there already' : 'not there'}.`);
    if (there) pairs.add(pair);
    else pairs.delete(pair);
    this.object(type, id).stamp++;
    this.object(target, other).stamp++;
  }
  /** `null`: neither any more. */
  mark(type: string, id: number, field: string, kind: 'hold' | 'free' | null): void {
    const known = this.fieldMarks.findIndex((mark) => mark.type === type && mark.id === id && mark.field === field);
    if (known >= 0) this.fieldMarks.splice(known, 1);
    if (!kind) return;
    this.fieldMarks.push({ type, id, field, kind, value: this.object(type, id).row[field] ?? null });
    this.object(type, id).stamp++;
  }

  object(type: string, id: number): MemoryObject {
    return this.objectsByType.get(type)!.get(id)!;
  }
  all(type: string): MemoryObject[] {
    return [...(this.objectsByType.get(type)?.values() ?? [])];
  }
  named(type: string, name: string): MemoryObject {
    const label = registry.get(type).label!;
    return this.all(type).find(({ row }) => row[label] === name)!;
  }
  linked(type: string, id: number, name: string): number[] {
    const { pivot } = this.linkOf(type, name);
    const own = pivot!.ownColumn < pivot!.otherColumn ? 0 : 1;
    return [...(this.pairs.get(pivot!.table) ?? [])]
      .map((pair) => pair.split(' ').map(Number))
      .filter((pair) => pair[own] === id)
      .map((pair) => pair[1 - own]!)
      .sort((a, b) => a - b);
  }

  private create(type: string): number {
    const objects = this.objectsByType.get(type) ?? new Map<number, MemoryObject>();
    this.objectsByType.set(type, objects);
    const { fields } = registry.get(type);
    const row = Object.fromEntries(fields.map(({ name, default: value }) => [name, value ?? null]));
    objects.set(++this.lastId, { id: this.lastId, deleted: false, row: { ...row, id: this.lastId }, stamp: 1 });
    return this.lastId;
  }
  private kindOf = (type: string) => KINDS.find(type)!;
  private linkOf = (type: string, name: string): Link => registry.get(type).links.find((link) => link.name === name)!;
  private live = (type: string): MemoryObject[] => this.all(type).filter(({ deleted }) => !deleted);
  private count(read: string): void {
    this.reads[read] = (this.reads[read] ?? 0) + 1;
  }

  private brief({
    type,
    ref,
    id,
    digest,
    stamp,
    kept,
    missing,
    ...record
  }: FeedRecord & { stamp: number }): RecordSummary {
    const object = this.object(type, id);
    const fresh = !object.deleted && object.stamp === stamp && !kept.length;
    const full = record.scopes.flatMap((scope) => this.fullRuns.get(`${this.source} ${scope}`) ?? []).sort();
    const observedAt = record.observedAt ?? full.at(-1) ?? null;
    return { type, ref, id, digest, fresh, missing, observedAt, isTimed: record.observedAt !== null };
  }
  async isWhole(scope: string): Promise<boolean> {
    return this.fullRuns.has(`${this.source} ${scope}`);
  }
  private own = () => this.records_.filter(({ source }) => source === this.source);
  async *briefsInScope(scope: string): AsyncGenerator<RecordSummary[]> {
    this.count('briefs');
    yield this.own()
      .filter(({ scopes }) => scopes.includes(scope))
      .map((record) => this.brief(record));
  }
  async briefs(type: string, refs: readonly string[]): Promise<RecordSummary[]> {
    this.count('briefs');
    const wanted = new Set(refs);
    return this.own()
      .filter((one) => one.type === type && wanted.has(one.ref))
      .map((record) => this.brief(record));
  }
  async records(type: string, ids: readonly number[]): Promise<FeedRecord[]> {
    this.count('records');
    const wanted = new Set(ids);
    return this.records_
      .filter((one) => one.type === type && wanted.has(one.id))
      .map(({ stamp: _, ...record }) => record);
  }
  async typesOf(refs: readonly string[]): Promise<Map<string, string[]>> {
    const typesOf = (ref: string): string[] => this.own().flatMap((one) => (one.ref === ref ? one.type : []));
    return new Map(refs.map((ref) => [ref, typesOf(ref)]));
  }
  async keyed(rule: EvidenceRule, keys: readonly string[]): Promise<Map<string, Keyed[]>> {
    return this.keyedBy(keys, (record, key) => record.keys?.[rule]?.includes(key) === true);
  }
  async guessedAt(addresses: readonly string[]): Promise<Map<string, Keyed[]>> {
    return this.keyedBy(addresses, ({ ref, marked }, address) => marked.guess === true && ref === address);
  }
  private keyedBy(
    keys: readonly string[],
    has: (record: MemoryMap['records_'][number], key: string) => boolean,
  ): Map<string, Keyed[]> {
    const keyedOf = (key: string): Keyed[] => {
      const found = new Map<string, Keyed>();
      for (const record of this.records_) {
        const { type, id, marked } = record;
        if (!has(record, key) || this.object(type, id).deleted) continue;
        const isGuess = marked.guess === true && (found.get(`${type} ${id}`)?.isGuess ?? true);
        found.set(`${type} ${id}`, { type, id, isGuess });
      }
      return [...found.values()];
    };
    return new Map(keys.map((key) => [key, keyedOf(key)]));
  }
  async byRef(source: string, type: string, refs: readonly string[]): Promise<Map<string, number>> {
    this.count('byRef');
    return new Map(
      this.records_
        .filter((one) => one.source === source && one.type === type && refs.includes(one.ref))
        .filter(({ id }) => !this.object(type, id).deleted)
        .map(({ ref, id }) => [ref, id]),
    );
  }
  async mergedInto(): Promise<Map<number, number>> {
    return new Map();
  }
  async byExtRef(_source: string, type: string, marks: Wanted): Promise<Map<string, number[]>> {
    this.count('byExtRef');
    const holds = (text: Scalar, mark: string): boolean =>
      String(text ?? '')
        .split('|')
        .includes(mark);
    const ids = (mark: string): number[] =>
      this.live(type)
        .filter(({ row }) => holds(row['ext_refs']!, mark))
        .map(({ id }) => id);
    return new Map([...marks.keys()].map((mark) => [mark, ids(mark)]));
  }
  async byKeys(type: string, rule: RuleName, keys: readonly string[]): Promise<Map<string, number[]>> {
    this.count('byKeys');
    const columns = identifyingOf(registry.get(type));
    const found = new Map<string, number[]>();
    const wanted = new Set(keys);
    for (const { id, row } of this.live(type)) {
      const carried = this.keysOf(type, id)[rule as keyof KeyTexts] ?? [];
      if (rule === 'ip' && row['active'] === 0) continue;
      for (const key of new Set([...carried, ...keysOf(rule, columns, (name) => row[name])])) {
        if (wanted.has(key)) found.set(key, [...(found.get(key) ?? []), id]);
      }
    }
    return found;
  }
  async evidence(type: string, ids: readonly number[]): Promise<Map<number, Evidence>> {
    const columns = identifyingOf(registry.get(type));
    const of = (id: number): Evidence =>
      evidenceOf(columns, (name) => this.object(type, id).row[name], this.keysOf(type, id));
    return new Map(ids.map((id) => [id, of(id)]));
  }
  /** What all sources say that an object is known by. */
  private keysOf(type: string, id: number): KeyTexts {
    const all: Partial<Record<keyof KeyTexts, string[]>> = {};
    for (const record of this.records_) {
      if (record.type !== type || record.id !== id) continue;
      for (const [rule, texts] of Object.entries(record.keys ?? {}))
        (all[rule as keyof KeyTexts] ??= []).push(...texts);
    }
    return all;
  }
  async otherRefs(): Promise<Map<string, Map<string, string>>> {
    return new Map();
  }
  async keptNames(): Promise<Map<string, number[]>> {
    return new Map();
  }
  async byMatch(type: string, matches: ReadonlyArray<Readonly<Record<string, Scalar>>>): Promise<number[][]> {
    this.count('byMatch');
    const equal = (a: Scalar, b: Scalar): boolean =>
      a === b || (typeof a === 'string' && typeof b === 'string' && fold(a) === fold(b));
    return matches.map((match) =>
      this.live(type)
        .filter(({ row }) => Object.entries(match).every(([name, value]) => equal(row[name]!, value)))
        .map(({ id }) => id),
    );
  }
  async states(type: string, ids: readonly number[]): Promise<Map<number, State>> {
    this.count('states');
    const known = ids.map((id) => this.objectsByType.get(type)?.get(id)).filter((one) => one !== undefined);
    return new Map(known.map(({ id, deleted }) => [id, deleted ? 'deleted' : 'live']));
  }
  async sizes(): Promise<ReadonlyMap<number, number>> {
    return new Map();
  }

  async objects(
    type: string,
    ids: readonly number[],
    links: readonly string[],
    columns?: ReadonlySet<string>,
  ): Promise<StoredObject[]> {
    this.count('objects');
    return ids.map((id) => {
      const { deleted, row } = this.object(type, id);
      const sets = links.map((name): [Link, number[]] => {
        const link = this.linkOf(type, name);
        const { pivot, foreign, target, items } = link;
        if (items) return [link, []];
        if (pivot) return [link, this.linked(type, id, name)];
        return [
          link,
          this.live(target)
            .filter(({ row }) => row[foreign!.column] === id)
            .map((one) => one.id),
        ];
      });
      const read = Object.entries(row).filter(([name]) => name === 'id' || !columns || columns.has(name));
      return { id, deleted, row: Object.fromEntries(read), sets: new Map(sets) };
    });
  }
  async labels(type: string, ids: readonly number[]): Promise<Map<number, string>> {
    this.count('labels');
    const { label } = registry.get(type);
    return new Map(
      this.live(type)
        .filter(({ id }) => ids.includes(id))
        .map(({ id, row }) => [id, String(row[label ?? 'id'])]),
    );
  }
  async marks(type: string, ids: readonly number[]): Promise<FieldMark[]> {
    this.count('marks');
    return this.fieldMarks.filter((mark) => mark.type === type && ids.includes(mark.id));
  }
  async above(type: string, name: string, ids: readonly number[]): Promise<Array<[number, number]>> {
    this.count('above');
    const lines: Array<[number, number]> = [];
    const open = [...ids];
    const seen = new Set<number>();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const field = registry.get(type).fields.find((one) => one.name === name);
      const above = field
        ? [this.object(type, id).row[name]].filter((one) => typeof one === 'number')
        : this.linked(type, id, name);
      for (const other of above) {
        lines.push([id, other]);
        open.push(other);
      }
    }
    return lines;
  }
}
