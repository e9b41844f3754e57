/**
 * What becomes of objects and records, as bytes: a plan of 100,000 changes is never there as objects, but a portion of it
 * where one is looked at.
 */
import { PackedTexts } from '../../core/packed-texts.js';
import type { Sliced } from '../../core/portions.js';
import type { RuleName } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import type { Action, Change, FeedPlan, Group, NewRecord, RecordWrite, Shown, Step, Steps, Target } from './changes.js';
import type { PlanSum } from './digest.js';
import { NOTHING, type Draft } from './draft.js';
import { entryOf } from './groups.js';
import type { Kind, Kinds } from './kinds.js';
import type { FeedRecord, Says } from './map-view.js';
import { statesOf } from './records.js';
import { rowsOf } from './stored-text.js';

type Values = Record<string, Says>;
/** What columns will hold: what the record says too, and the rest; what stood there, and whose claim stands now. */
type PackedValues = [said: Values, unsaid: Values, before: Values, from: Record<string, string>];
type Written = RecordWrite['record'];
type PackedRecord = [
  id: Target,
  scopes: Written['scopes'],
  digest: string,
  leaves: Values,
  kept: Written['kept'],
  marked: Written['marked'],
  created: boolean,
  missing: boolean,
  missingRuns: number,
  /** What it says and the object does not get. */
  says: Values,
  /** Characters of what both have. */
  said: number,
  // No part of what names a plan.
  saw: readonly string[],
  observedAt: string | null,
];

/** What objects that changes show are called, by their type: those of the map, and those that are made. */
export type Names = ReadonlyMap<string, ReadonlyMap<Target, string>>;

/** What became of drafts when they were weighed. */
export class Outcomes {
  /** What changed references point to, and pointed to before, by type. */
  readonly shown = new Map<string, Map<Target, true>>();
  /** The numbers of values by their place: those of steps in their order, then those of records alone. */
  private readonly order: number[] = [];

  /** `sum`: told what the plan is made of, as it comes. */
  constructor(
    private readonly sum: PlanSum,
    readonly values = new PackedTexts(),
    readonly records = new PackedTexts(),
  ) {}

  /** Keeps what becomes of an object and its record. */
  keep(draft: Draft): void {
    const { kind, after, before, from, record } = draft;
    let said = NOTHING_SAID;
    if (after !== NOTHING || before !== NOTHING) {
      let unsaid: Values = NOTHING;
      if (record) {
        const both: Values = {};
        for (const name in after) {
          if (after[name] === record.says[name]) both[name] = after[name]!;
          else if (unsaid === NOTHING) unsaid = { [name]: after[name]! };
          else unsaid[name] = after[name]!;
        }
        said = JSON.stringify(both);
      } else unsaid = after;
      const text = `[${said},${JSON.stringify([unsaid, before, from]).slice(1)}`;
      this.sum.add(text);
      draft.values = this.values.add(text);
      for (const { name, ref } of kind.references) {
        if (name in after) for (const id of [before[name], after[name]]) this.show(ref.target, id as Target | null);
      }
    }
    const isNoted = draft.isAlike && !draft.isChanged && !draft.restores;
    if (record && !(isNoted && draft.isKnown)) this.keepRecord(draft, record, isNoted, said.length);
  }

  /**
   * Keeps a record. `isNoted`: it says what it said, but for what makes the next run cheap; `said`: the characters of what it
   * says and the object gets.
   */
  keepRecord(draft: Draft, record: NewRecord, isNoted = false, said = NOTHING_SAID.length): void {
    const { id, scopes, digest, leaves, kept, marked, created, missing, missingRuns } = record;
    const { after, own, others } = draft;
    const saw = statesOf(own ? [own, ...others] : others);
    const says: Values = {};
    for (const name in record.says) if (after[name] !== record.says[name]) says[name] = record.says[name]!;
    const text = JSON.stringify([id, scopes, digest, leaves, kept, marked, created, missing, missingRuns, says, said]);
    if (!isNoted) this.sum.add(text);
    draft.says = this.records.add(`${text.slice(0, -1)},${JSON.stringify([saw, record.observedAt]).slice(1)}`);
  }

  show(type: string, target: Target | null | undefined): void {
    if (target !== null && target !== undefined) entryOf(this.shown, type).set(target, true);
  }

  /** Gives values a place behind the others, under which they are found once a plan is put together. */
  place(values: number | undefined): number {
    return this.order.push(values ?? NO_VALUES) - 1;
  }

  /** Values by place; none of a step that changes no column. */
  valuesAt(place: number): PackedValues {
    const text = this.textAt(place);
    return text === '' ? [{}, {}, {}, {}] : (JSON.parse(text) as PackedValues);
  }

  /** Values by place, as they are kept. */
  get placed(): Pick<PackedTexts, 'length' | 'bytes'> {
    const { order, values } = this;
    const bytesAt = (number: number): Buffer => (number === NO_VALUES ? EMPTY : values.bytes(number, number + 1));
    return { length: order.length, bytes: (from, to) => Buffer.concat(order.slice(from, to).map(bytesAt)) };
  }

  /** Of values that were kept the place is their number. */
  private textAt(place: number): string {
    const number = this.order.length ? this.order[place]! : place;
    return number === NO_VALUES ? '' : this.values.get(number);
  }

  /** The record of a draft, and what it says as JSON. `values`: the place of what its object gets. */
  recordAt(
    place: number,
    { values, fitted, source, type, ref, label }: RecordPlace,
  ): { record: Written; says: string; saw: readonly string[] } {
    const packed = JSON.parse(this.records.get(place)) as PackedRecord;
    const [id, scopes, digest, leaves, kept, marked, created, missing, missingRuns, rest, length, saw, observedAt] =
      packed;
    const said = values === undefined ? NOTHING_SAID : this.textAt(values).slice(1, 1 + length);
    let says = joined(said, rest);
    if (fitted !== undefined) {
      const whole = JSON.parse(says) as Values;
      if (label! in whole) says = JSON.stringify({ ...whole, [label!]: fitted });
      if (label! in leaves) leaves[label!] = fitted;
    }
    const record: Written = {
      id,
      source,
      type,
      ref,
      scopes,
      digest,
      leaves,
      kept,
      marked,
      created,
      observedAt,
      missing,
      missingRuns,
    };
    return { record, says, saw };
  }
}

/** What a record says where its object gets none of it, as JSON. */
const NOTHING_SAID = '{}';
/** In place of the number of values, where there are none; and how they are kept. */
const NO_VALUES = -1;
const EMPTY = Buffer.from('\n');

/** The members of a JSON object, and others that it does not have. */
function joined(object: string, others: Values): string {
  for (const _ in others)
    return object === NOTHING_SAID
      ? JSON.stringify(others)
      : `${object.slice(0, -1)},${JSON.stringify(others).slice(1)}`;
  return object;
}

/** Where a record stands, and what is not packed with it. */
export interface RecordPlace {
  readonly values: number | undefined;
  readonly fitted: string | undefined;
  readonly source: string;
  readonly type: string;
  readonly ref: string;
  readonly label: string | undefined;
}

/** What tells a step from others of its action and type, beside its values. */
type StepHead = [
  target: Target,
  ref: string | null,
  name: string,
  by: string | null,
  missing: boolean,
  links: Step['links'] | null,
  rules: readonly RuleName[] | null,
  fitted: string | null,
  /** The name changes. */
  renamed: boolean,
];

/** The steps of a plan, made when they are asked for. */
export class PlannedSteps implements Steps {
  readonly groups: Group[];

  /** `first`: the place of the first step that is here. */
  constructor(
    readonly outcomes: Outcomes,
    private readonly kinds: Kinds,
    readonly names: Names,
    groups: readonly Group[] = [],
    readonly heads = new PackedTexts(),
    private readonly first = 0,
  ) {
    this.groups = [...groups];
  }

  get length(): number {
    return this.first + this.heads.length;
  }

  /**
   * Puts a step behind the others, and its values at the same place. Those of one action and type come together. Returns what
   * tells it from others.
   */
  add(draft: Draft): string {
    const { kind, links, fitted, isNew, values } = draft;
    const place = this.outcomes.place(values);
    if (values !== undefined) draft.values = place;
    const head: StepHead = [
      draft.target,
      draft.shownRef ?? null,
      draft.name,
      draft.by ?? null,
      draft.isMissing,
      links === NOTHING ? null : links,
      isNew ? (draft.isItem ? draft.rules : BY_NAME) : null,
      fitted ?? null,
      fitted !== undefined && kind.label!.name in draft.after,
    ];
    const text = JSON.stringify(head);
    this.heads.add(text);
    let last = this.groups.at(-1);
    if (last?.type !== kind.path || last.action !== draft.action) {
      const from = this.length - 1;
      this.groups.push((last = { action: draft.action!, type: kind.path, from, to: from }));
    }
    last.to++;
    return `${values} ${text}`;
  }

  /** The targets of new objects, in the order of steps, of which they are the first. */
  *created(): Iterable<Target> {
    for (const { action, from, to } of this.groups) {
      if (action !== 'create') continue;
      for (let place = from; place < to; place++) yield (JSON.parse(this.heads.get(place - this.first)) as StepHead)[0];
    }
  }

  slice(from: number, to: number): Step[] {
    const { first } = this;
    const steps: Step[] = [];
    for (const group of this.groups) {
      const kind = this.kinds.find(group.type)!;
      for (let place = Math.max(from, group.from); place < Math.min(to, group.to); place++) {
        steps.push(
          new PlannedStep(this, kind, group.action, place, JSON.parse(this.heads.get(place - first)) as StepHead),
        );
      }
    }
    return steps;
  }

  valuesAt(place: number): PackedValues {
    return this.outcomes.valuesAt(place - this.first);
  }
}

/** Objects that are made for pointers are known by their names. */
const BY_NAME: readonly RuleName[] = ['name'];

/** A step whose values are read when somebody asks for them. What is private is in no copy of a step. */
class PlannedStep implements Step {
  readonly type: string;
  readonly target: Target;
  readonly ref: string | undefined;
  readonly name: string;
  readonly links: Step['links'];
  readonly rules: Step['rules'];
  readonly #steps: PlannedSteps;
  readonly #kind: Kind;
  readonly #head: StepHead;
  #packed: readonly [after: Values, before: Values, from: Record<string, string>] | undefined;

  constructor(
    steps: PlannedSteps,
    kind: Kind,
    readonly action: Action,
    readonly place: number,
    head: StepHead,
  ) {
    const [target, ref, name, , , links, rules] = head;
    this.type = kind.path;
    this.target = target;
    this.ref = ref ?? undefined;
    this.name = name;
    this.links = links ?? NOTHING;
    this.rules = rules ?? undefined;
    this.#steps = steps;
    this.#kind = kind;
    this.#head = head;
  }

  get values(): Step['values'] {
    return this.packed[0];
  }

  get before(): Step['before'] {
    return this.packed[1];
  }

  get change(): Change {
    const { target, name, values, before } = this;
    const [, , , by, missing, links] = this.#head;
    const kind = this.#kind;
    const from = this.packed[2];
    const id = typeof target === 'number' ? target : undefined;
    const set: Record<string, readonly unknown[]> = {};
    for (const column in values) {
      const stood = column in before ? before[column] : kind.blankOf(column);
      set[column] = [this.shownValue(column, stood as Value), this.shownValue(column, values[column] as Value)];
    }
    const linked: Record<string, { add: Shown[]; remove: Shown[] }> = {};
    for (const link in links) {
      const shown = (one: Target): Shown => this.shown(kind.links.get(link)!.target, one);
      linked[link] = { add: links[link]!.add.map(shown), remove: links[link]!.remove.map(shown) };
    }
    // One after the other: spread, each member would cost as much as all the rest.
    const change: { -readonly [K in keyof Change]?: Change[K] } = {
      n: this.place + 1,
      action: this.action,
      type: kind.path,
    };
    if (id !== undefined) change.id = id;
    if (this.ref !== undefined) change.ref = this.ref;
    change.name = name;
    if (id !== undefined && by) change.by = by;
    if (missing) change.missing = true;
    change.set = set;
    if (links) change.links = linked;
    if (Object.keys(from).length > 0) change.from = from;
    return change as Change;
  }

  private get packed(): readonly [after: Values, before: Values, from: Record<string, string>] {
    if (this.#packed) return this.#packed;
    const [, , , , , , , fitted, renamed] = this.#head;
    const [said, unsaid, before, from] = this.#steps.valuesAt(this.place);
    const after = Object.assign(said, unsaid);
    if (fitted !== null) {
      const label = this.#kind.label!.name;
      if (renamed) after[label] = fitted;
      else for (const part of [after, before]) delete part[label];
    }
    return (this.#packed = [after, before, from]);
  }

  private shown(type: string, target: Target): Shown {
    const name = this.#steps.names.get(type)?.get(target) ?? '';
    return typeof target === 'number' ? { id: target, name } : { new: true, name };
  }

  private shownValue(name: string, value: Value): unknown {
    const field = this.#kind.fields.get(name);
    if (!field) return rowsOf(this.#kind.links.get(name)!, value);
    return field.ref && value !== null ? this.shown(field.ref.target, value as Target) : value;
  }
}

type RecordHead = [
  place: number,
  values: number | null,
  target: Target,
  ref: string,
  /** The ref under which it is there. */
  from: string | null,
  noted: boolean,
  fitted: string | null,
];

/** What is written of the records of a type, made when it is asked for. */
export class PlannedRecords implements Sliced<RecordWrite> {
  constructor(
    private readonly outcomes: Outcomes,
    private readonly source: FeedRecord['source'],
    private readonly kind: Kind,
    readonly heads = new PackedTexts(),
  ) {}

  get length(): number {
    return this.heads.length;
  }

  /** Puts the record of a draft behind the others. Returns what tells it from others. */
  add(draft: Draft, from: string | undefined, noted: boolean): string {
    const { ref, values, fitted } = draft;
    const head: RecordHead = [draft.says!, values ?? null, draft.target, ref, from ?? null, noted, fitted ?? null];
    const text = JSON.stringify(head);
    this.heads.add(text);
    return text;
  }

  slice(from: number, to: number): RecordWrite[] {
    const some: RecordWrite[] = [];
    for (let place = from; place < to; place++)
      some.push(new PlannedRecord(this, JSON.parse(this.heads.get(place)) as RecordHead));
    return some;
  }

  recordOf([place, values, , ref, , , fitted]: RecordHead): ReturnType<Outcomes['recordAt']> {
    const { source, kind } = this;
    const [type, label] = [kind.path, kind.label?.name];
    return this.outcomes.recordAt(place, {
      values: values ?? undefined,
      fitted: fitted ?? undefined,
      source,
      type,
      ref,
      label,
    });
  }
}

/** A record that is read when somebody asks for what it says. */
class PlannedRecord implements RecordWrite {
  readonly target: Target;
  readonly ref: string;
  readonly from: string | undefined;
  readonly noted: boolean;
  #read: ReturnType<Outcomes['recordAt']> | undefined;
  readonly #records: PlannedRecords;
  readonly #head: RecordHead;

  constructor(records: PlannedRecords, head: RecordHead) {
    const [, , target, ref, from, noted] = head;
    this.target = target;
    this.ref = ref;
    this.from = from ?? undefined;
    this.noted = noted;
    this.#records = records;
    this.#head = head;
  }

  get record(): RecordWrite['record'] {
    return this.read.record;
  }

  get says(): string {
    return this.read.says;
  }

  get saw(): readonly string[] {
    return this.read.saw;
  }

  private get read(): ReturnType<Outcomes['recordAt']> {
    return (this.#read ??= this.#records.recordOf(this.#head));
  }
}

/** A plan with the bytes that its lists are made of: as these it can be kept. */
export interface PackedPlan extends FeedPlan {
  readonly steps: PlannedSteps;
  readonly records: ReadonlyMap<string, PlannedRecords>;
}
