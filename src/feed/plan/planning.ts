/** A plan under way: what every step of it is given, and where drafts and findings are collected. */
import type { WallClock } from '../../core/text/dates.js';
import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';
import type { DocumentItem } from '../document/document-item.js';
import type { Action } from './changes.js';
import type { Envelope, FeedOptions } from '../document/model.js';
import { exceedsGuard, Policies, type FieldPolicy, type SourceSettings } from '../merge/ranks.js';
import { Turns } from '../../core/turns.js';
import { rulesAmong, type RuleName } from '../identity/rules.js';
import type { RecordSummary, FeedRecord, MapView } from './map-view.js';
import type { Blocked, Finding, Level } from './changes.js';
import { Findings } from './findings.js';
import { PlanCost } from './plan-cost.js';
import type { Draft, Pointer, DraftPointer } from './draft.js';
import { entryOf, listOf, setOfKey } from './groups.js';
import { digestContext, digestOf } from './digest.js';
import { Guesses } from './guesses.js';
import type { Kind, Kinds } from './kinds.js';
import { ItemReader, type Report } from './read-item.js';
import { shortValue } from './short-value.js';

/** What planning is given beside the items. */
export interface Situation {
  readonly envelope: Envelope;
  /** What its file holds and no item came of, a sentence each. */
  readonly leftOut?: readonly Message[];
  readonly kinds: Kinds;
  readonly view: MapView;
  /** The settings of all sources by name, that of the document among them. */
  readonly sources: ReadonlyMap<string, SourceSettings>;
  /** Tells one state of all settings from another. */
  readonly settingsVersion: string;
  readonly clock: WallClock;
  /** When the newest full run of the scope was observed. */
  readonly newestFull?: string;
  /** Now, as `observed_at` has it. */
  readonly now: string;
  /** Whether whoever feeds may do this with objects of a type, and list them; anybody may without it. */
  readonly may?: ((type: string, action: Action) => boolean) | undefined;
  /** Names what of the map whoever feeds sees; nothing where that is all of it. */
  readonly seenBy?: string | undefined;
  /** Whether nobody waits for the plan any more. */
  readonly gone?: (() => boolean) | undefined;
  /** What the plan may cost, and has cost until now. */
  readonly cost?: PlanCost | undefined;
}

/** Bytes of a draft, and of its step and its record, beside the values that they have in common. */
const DRAFT = 2000;

export class PlanBuilder {
  readonly drafts: Draft[] = [];
  readonly findings = new Findings();
  readonly cost: PlanCost;
  readonly blocked: Blocked[] = [];
  readonly reader: ItemReader;
  readonly guesses = new Guesses();
  readonly options: FeedOptions;
  readonly source: string;
  /** The drafts of items, by type and ref. */
  readonly byRef = new Map<string, Map<string, Draft>>();
  /** Refs that lead to records with other refs, by type. */
  otherRefs: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** The types of items that guessed others. */
  readonly placed = new Map<DocumentItem, Kind>();
  /** Objects that are made for pointers, by type and what they are given. */
  readonly madeByKey = new Map<string, Map<string, Draft>>();
  /** Objects of the map that items point to, by type. */
  readonly pointed = new Map<string, Map<number, true>>();
  /** Objects of the map that pointers found by a value, and of which the document has an item as well. */
  readonly foundInMap = new Map<Draft, Map<Pointer, DraftPointer[]>>();
  /** Of a full run the records in its scope that no item reports, by type. */
  readonly unreported = new Map<string, Array<RecordSummary & { readonly scope: string }>>();
  /** The refs of items whose type is not known: each may mean any of the records with that ref. */
  readonly untypedRefs = new Set<string>();
  /** The types of items of which nothing tells which objects they mean, undefined for one that is not known: any without a ref. */
  readonly nameless = new Set<string | undefined>();
  /** How many records in the scope of a full run were there. */
  there = 0;
  /** Records that this run misses in the last of their scopes, by type and ref. */
  readonly absent = new Map<string, Map<string, true>>();
  /** A full run has reported all that the source knows, whatever its scope. */
  isAllKnown = false;
  /** The columns and links that items of a full run say anything of, by type. */
  private readonly mapped = new Map<Kind, Set<string>>();
  private hasMapped = false;
  private readonly unmapped = new Set<Draft>();
  private readonly unmappedTold = new Set<string>();
  /** How many items the document has. */
  items = 0;
  /** How many of them have no draft: they are of a type that is not there. */
  untyped = 0;
  /** Between two steps of long work others have their turn. */
  readonly turns: Turns;
  /** Scopes that a delta reports as a whole. */
  readonly wholeScopes: readonly string[];
  /** Made when it is asked for: where all is as it was, nobody asks. */
  private byIds: Map<string, Map<number, Draft>> | undefined;
  private readonly policies = new Map<string, Policies>();
  private readonly context: string;
  private readonly winning = new Map<Kind, boolean>();
  private readonly rules = new Map<Kind, readonly RuleName[]>();

  constructor(readonly situation: Situation) {
    this.turns = new Turns(situation.gone);
    this.cost = situation.cost ?? new PlanCost();
    this.reader = new ItemReader(situation.kinds, situation.clock, this.guesses, this.cost);
    this.options = situation.envelope.options;
    this.source = situation.envelope.source;
    this.wholeScopes = situation.envelope.mode === 'full' ? [] : (situation.envelope.full_scopes ?? []);
    this.context = digestContext(situation.envelope.options, situation.settingsVersion);
  }

  get settings(): SourceSettings {
    return this.situation.sources.get(this.source) ?? {};
  }

  /** The type of an item; undefined for one that there is not. */
  kindOf(item: DocumentItem): Kind | undefined {
    return this.placed.get(item) ?? this.situation.kinds.find(item.type);
  }

  may(kind: Kind, action: Action): boolean {
    return this.situation.may?.(kind.path, action) ?? true;
  }

  /** What the settings of a source say of a field. */
  policy(source: string, type: string, field: string): FieldPolicy {
    let policies = this.policies.get(source);
    if (!policies) this.policies.set(source, (policies = new Policies(this.situation.sources.get(source) ?? {})));
    return policies.of(type, field);
  }

  /**
   * The source wins over people at a link of the type: what they change at its other end does not show in the time of the object,
   * so that no item of it is passed over.
   */
  winsLinks(kind: Kind): boolean {
    if (!this.settings.rules?.some(({ hand }) => hand === 'yields')) return false;
    let wins = this.winning.get(kind);
    if (wins === undefined) {
      wins = [...kind.links.keys()].some((name) => this.policy(this.source, kind.path, name).handYields);
      this.winning.set(kind, wins);
    }
    return wins;
  }

  /** The time of an item, where it is another than that of all. */
  ownTimeOf({ item }: Draft): string | undefined {
    return item?.observedAt === this.situation.envelope.observed_at ? undefined : item?.observedAt;
  }

  /** What the record of a draft will have as its time: a full run says it of its whole scope. */
  timeOf(draft: Draft): string | null {
    const { envelope, now } = this.situation;
    return this.ownTimeOf(draft) ?? (envelope.mode === 'full' ? null : (envelope.observed_at ?? now));
  }

  /**
   * The record was seen in another scope than that of this run. A delta that named none says of no scope that it is there: that
   * counts only where all of the source has been reported so.
   */
  standsElsewhere({ scopes }: Pick<FeedRecord, 'scopes'>, scope = this.situation.envelope.scope): boolean {
    return scopes.some((one) => one !== scope && (one !== '' || this.isAllKnown));
  }

  /** What an item does not say may be said under another ref of its object, which is not reported here. */
  isPartOf({ isPart, own }: Draft): boolean {
    return isPart && (this.situation.envelope.mode !== 'full' || (own !== undefined && this.standsElsewhere(own)));
  }

  /** The rules by which an item's object is sought: its own, the option's, the settings', or the type's. */
  rulesOf(kind: Kind, named: readonly string[] | undefined): readonly RuleName[] {
    if (named) return rulesAmong(named, kind.columns);
    let rules = this.rules.get(kind);
    if (!rules) {
      const set = this.options.identify[kind.path] ?? this.settings.identify?.[kind.path];
      this.rules.set(kind, (rules = set ? rulesAmong(set, kind.columns) : kind.rules));
    }
    return rules;
  }

  /** The scope in which an item is reported. */
  scopeOf({ item }: Draft): string {
    return item?.scope ?? this.situation.envelope.scope;
  }

  /**
   * Finds out which fields items of a full run say anything of, by type: of those that are as last time too. Nothing is known of
   * types that have items in error, or items of which a part alone is said.
   */
  async findMappedFields(): Promise<void> {
    if (this.situation.envelope.mode !== 'full' || this.hasMapped) return;
    this.hasMapped = true;
    const uncertain = new Set<Kind>();
    await this.turns.each(this.drafts, ({ kind, item, failed, isPartial }) => {
      if (!item) return;
      if (failed || isPartial) uncertain.add(kind);
      const names = setOfKey(this.mapped, kind);
      for (const name of item.fields) names.add(name);
    });
    for (const kind of uncertain) this.mapped.delete(kind);
    for (const [kind, names] of this.mapped)
      this.mapped.set(kind, new Set([...names].flatMap((name) => kind.namesOf(name))));
  }

  /** No item of a full run says anything of the field. */
  isUnmapped(kind: Kind, name: string): boolean {
    const mapped = this.mapped.get(kind);
    return mapped !== undefined && !mapped.has(name) && !this.policy(this.source, kind.path, name).ignore;
  }

  /** A draft loses what the source said of a field that nothing says any more: told once for each field. */
  unmap(kind: Kind, name: string, draft: Draft): void {
    this.unmapped.add(draft);
    const key = `${kind.path} ${name}`;
    if (this.unmappedTold.has(key)) return;
    this.unmappedTold.add(key);
    const phrase = new Message('feedNoLongerMapped', { field: name, type: kind.path });
    this.find('note', 'no-longer-mapped', undefined, phrase, { type: kind.path, field: name });
  }

  /** So many objects may lose a field at once as may go missing. */
  guardUnmapped(): void {
    const { size } = this.unmapped;
    if (size && exceedsGuard(this.settings, size, this.there, this.options.allow.missing))
      this.blocked.push({ code: 'missing-guard', missing: size, of: this.there });
  }

  /** Gives a draft its item, or another one. */
  hold(draft: Draft, item: DocumentItem): void {
    draft.item = item;
    draft.digest = digestOf(item, this.context);
  }

  /** A new draft, the last of all. */
  add(make: (key: number) => Draft): Draft {
    this.cost.hold('items', DRAFT);
    const draft = make(this.drafts.length);
    this.drafts.push(draft);
    return draft;
  }

  find(level: Level, code: string, draft: Draft | undefined, phrase: Message, more: Partial<Finding> = {}): void {
    const type = draft ? draft.kind.path : this.situation.kinds.find(more.type ?? '')?.path;
    const about = { level, code, item: draft?.number ?? more.item, isNew: more.new === true };
    this.findings.add(about, type, () => ({
      level,
      code,
      ...(draft?.number !== undefined && { item: draft.number }),
      ...(draft && { type: draft.kind.path }),
      ...(draft?.shownRef !== undefined && { ref: draft.shownRef }),
      ...(draft?.id !== undefined && { id: draft.id }),
      ...more,
      ...(more.said !== undefined && { said: shortValue(more.said) }),
      ...(more.stored !== undefined && { stored: shortValue(more.stored) }),
      phrase,
    }));
  }

  /** The item is in error: all of its errors are found, and nothing of it is stored. */
  fail(draft: Draft, code: string, key: MessageKey | Message, values: Values = {}, more: Partial<Finding> = {}): void {
    draft.failed = true;
    this.find('error', code, draft, key instanceof Message ? key : new Message(key, values), more);
  }

  /** Reports what is read of a draft's values. */
  reportOf(draft: Draft): Report {
    return (level, code, field, said, phrase) => {
      if (level === 'error') draft.failed = true;
      this.find(level, code, draft, phrase, { field, said });
    };
  }

  /** Drafts that are looked at, by type. `failedToo`: those in error as well, so that all of their errors are found. */
  async touched(test: (draft: Draft) => boolean, failedToo = false): Promise<Map<Kind, Draft[]>> {
    const groups = new Map<Kind, Draft[]>();
    await this.turns.each(this.drafts, (draft) => {
      if (draft.unchanged || draft.leftOut || (draft.failed && !failedToo) || !test(draft)) return;
      listOf(groups, draft.kind).push(draft);
    });
    return groups;
  }

  /** Returns true if the record is one of this source that the run misses. */
  isAbsent({ source, type, ref }: Pick<FeedRecord, 'source' | 'type' | 'ref'>): boolean {
    return source === this.source && (this.absent.get(type)?.has(ref) ?? false);
  }

  /** The drafts of objects of the map, by id: of those that are as they were, and of all that were found since. */
  byId(type: string): Map<number, Draft> {
    if (!this.byIds) {
      this.byIds = new Map();
      for (const draft of this.drafts) if (draft.unchanged) entryOf(this.byIds, draft.kind.path).set(draft.id!, draft);
    }
    return entryOf(this.byIds, type);
  }

  /** The draft of an object of the map. */
  draftOf(type: string, id: number): Draft | undefined {
    return this.byId(type).get(id);
  }
}
