/** Plans and runs as they are answered: in the language of their reader, who sees nothing of types that they may not list. */
import { can, type Caller } from '../../core/http/caller.js';
import type { WallClock } from '../../core/text/dates.js';
import { Message, type Language } from '../../core/i18n/messages.js';
import type { Moved } from '../apply/moves.js';
import type { Change, Finding, Shown } from '../plan/changes.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import { idIn, kindsOfCandidates, takersIn, type HiddenNow } from './hidden-now.js';
import { blockedPhrase } from './refusals.js';
import type { RunCounts, RunRow } from './runs.js';
import { messageOf } from '../store/stored-message.js';
import type { PlanRow, StoredFinding } from './stored-plan.js';

/** Who reads. */
export interface Reader {
  readonly caller: Caller;
  readonly language: Language;
}

/** Something of a type that the reader may not list. */
const HIDDEN = { hidden: true } as const;
const NOTHING_HIDDEN: HiddenNow = () => false;

export class Answers {
  constructor(
    private readonly kinds: Kinds,
    private readonly clock: WallClock,
  ) {}

  /** A plan without its lists. */
  plan(
    row: PlanRow,
    source: string,
    { caller, language }: Reader,
    isHidden: HiddenNow = NOTHING_HIDDEN,
  ): Record<string, unknown> {
    const { id, scope, mode, state, head, counts, progress, userId, runId } = row;
    const { options, observed_at, precedence, blocked, moved } = head;
    const kept = this.keptFor(moved, userId, caller);
    return {
      ...{ id, source, scope, mode, state, blocked, counts, precedence, options, observed_at, progress },
      ...(blocked.length && { message: blockedPhrase(blocked).in(language) }),
      ...(kept && { moved: this.moved(kept, { caller, language }, isHidden) }),
      created_at: this.clock.toApi(row.createdAt),
      expires_at: this.clock.toApi(row.expiresAt),
      ...{ user_id: userId, run: runId },
      hidden: this.hiddenOf(head, caller) + this.hiddenAmong(moved, caller, isHidden),
    };
  }

  /** A run without its lists. */
  run(row: RunRow, { caller, language }: Reader, isHidden: HiddenNow = NOTHING_HIDDEN): Record<string, unknown> {
    const { id, source, scope, mode, planId, state, counts, userId, observedAt } = row;
    const { blocked, precedence, failed, moved, undoes = null, undoneBy = null } = counts;
    const kept = this.keptFor(moved, userId, caller);
    return {
      ...{ id, source, scope, mode, state, plan: planId, blocked, counts: counts.counts, precedence },
      ...(blocked.length && { message: blockedPhrase(blocked).in(language) }),
      ...(failed && { message: messageOf(failed).in(language) }),
      ...(kept && { moved: this.moved(kept, { caller, language }, isHidden) }),
      ...{ user_id: userId, observed_at: observedAt },
      started_at: this.clock.toApi(row.startedAt),
      finished_at: row.finishedAt && this.clock.toApi(row.finishedAt),
      ...{ undoes, undone_by: undoneBy },
      hidden: this.hiddenOf(counts, caller) + this.hiddenAmong(moved, caller, isHidden),
    };
  }

  /** What is kept of what had moved: of somebody whom something limits that of their own work alone, of which they knew the objects. */
  private keptFor(
    moved: readonly Moved[] | undefined,
    userId: number | null,
    caller: Caller,
  ): readonly Moved[] | undefined {
    return moved && caller.reach && userId !== caller.userId ? [] : moved;
  }

  /** What has moved, of what there is for the reader; a rule of the map that refuses something as a sentence. */
  moved(all: readonly Moved[], { caller, language }: Reader, isHidden: HiddenNow): object[] {
    const seen = all.filter(({ type, id }) => this.sees(caller, type) && !isHidden(type, id));
    return seen.map(({ phrase, ...moved }) => {
      const kind = this.kinds.find(moved.type);
      const ofKind = moved.field === null ? undefined : kind;
      // What stands now may be seen by whoever was to apply it, and no longer by somebody who sees a part of the map.
      const isNow = ofKind && (caller.reach || !this.seesTargets(caller, ofKind, moved.field!));
      const isMasked = isNow && !!ofKind.targetsOf(moved.field!).length;
      return {
        ...moved,
        ...(isMasked && { expected: HIDDEN }),
        ...(isNow && { stored: HIDDEN }),
        ...(phrase && { message: toldTo(caller, messageOf(phrase)).in(language) }),
      };
    });
  }

  /** What has moved, as a refusal tells it. */
  refused(all: readonly Moved[], reader: Reader, isHidden: HiddenNow): { moved: object[]; hidden: number } {
    return { moved: this.moved(all, reader, isHidden), hidden: this.hiddenAmong(all, reader.caller, isHidden) };
  }

  /** How much of what has moved is of types that the reader may not list, or not there for them. */
  private hiddenAmong(moved: readonly Moved[] | undefined, caller: Caller, isHidden: HiddenNow): number {
    return (moved ?? []).filter(({ type, id }) => !this.sees(caller, type) || isHidden(type, id)).length;
  }

  /** How many changes and findings are about types that the reader may not list. */
  private hiddenOf({ changes, findings }: Pick<RunCounts, 'changes' | 'findings'>, caller: Caller): number {
    let hidden = 0;
    for (const counts of [changes, findings]) {
      for (const [types, count] of Object.entries(counts))
        if (types.split(' ').some((type) => type && !this.sees(caller, type))) hidden += count;
    }
    return hidden;
  }

  /** Returns true if the reader may list a type, by its path or whatever an item called it. */
  sees(caller: Caller, type: string): boolean {
    const kind = this.kinds.find(type);
    return !kind || can(caller, `${kind.resource.key}_access`);
  }

  /**
   * A change; what it points to of types that the reader may not list, or that is hidden from them, is not told. Undefined for one of
   * such a type or object.
   */
  change(change: Change, { caller }: Reader, isHidden: HiddenNow = NOTHING_HIDDEN): unknown {
    if (!this.sees(caller, change.type) || isHidden(change.type, change.id)) return undefined;
    if (caller.admin) return change;
    const kind = this.kinds.find(change.type)!;
    const isShown = (name: string, value: unknown): boolean =>
      this.seesTargets(caller, kind, name) && !kind.targetsOf(name).some((target) => isHidden(target, idIn(value)));
    const shown = (name: string, value: unknown): unknown => (isShown(name, value) ? value : HIDDEN);
    const set = Object.fromEntries(
      Object.entries(change.set).map(([name, values]) => [name, values.map((value) => value && shown(name, value))]),
    );
    const links = Object.fromEntries(
      Object.entries(change.links ?? {}).map(([name, { add, remove, change }]): [string, unknown] => {
        const shownOf = (all: readonly Shown[]): unknown[] => all.map((value) => shown(name, value));
        return [name, { add: shownOf(add), remove: shownOf(remove), ...(change && { change: shownOf(change) }) }];
      }),
    );
    return { ...change, set, ...(change.links && { links }) };
  }

  /**
   * A finding with its sentence; undefined for one that is about a type that the reader may not list, or an object hidden from them,
   * and for one that compares the item with an object of such a type: it would tell what stands there.
   */
  finding(
    finding: Finding | StoredFinding,
    { caller, language }: Reader,
    isHiddenNow: HiddenNow = NOTHING_HIDDEN,
  ): Record<string, unknown> | undefined {
    const { phrase, candidates, fits, ...rest } = finding;
    const { type, id, field, of } = rest;
    const about = [type, field === undefined ? of : undefined];
    if (about.some((one) => one !== undefined && !this.sees(caller, one))) return undefined;
    if (type !== undefined && isHiddenNow(type, id)) return undefined;
    const kind = type === undefined ? undefined : this.kinds.find(type);
    const isHidden =
      (kind && field !== undefined && !this.seesTargets(caller, kind, field)) ||
      (of !== undefined && !this.sees(caller, of)) ||
      this.pointsToHidden(finding, isHiddenNow);
    const { key, values } = phrase instanceof Message ? phrase : messageOf(phrase);
    const masked = Object.fromEntries(
      ['objects', 'stored', 'id'].flatMap((name) => (name in values ? [[name, '…']] : [])),
    );
    const message = new Message(key, isHidden ? { ...values, ...masked } : values);
    const pointed = isHidden ? { said: HIDDEN, stored: HIDDEN } : { candidates, fits };
    return { ...rest, ...pointed, message: message.in(language) };
  }

  private pointsToHidden(finding: Finding | StoredFinding, isHidden: HiddenNow): boolean {
    const { type, field, candidates = [], said, stored } = finding;
    if (type === undefined) return false;
    const targetsOf = (name: string): readonly string[] => this.kinds.find(type)?.targetsOf(name) ?? [];
    const targets = field === undefined ? [] : targetsOf(field);
    return (
      takersIn(finding).some((id) => isHidden(type, id)) ||
      kindsOfCandidates(finding, targetsOf).some((target) => candidates.some((id) => isHidden(target, id))) ||
      targets.some((target) => [said, stored].flat().some((value) => isHidden(target, idIn(value))))
    );
  }

  private seesTargets(caller: Caller, kind: Kind, name: string): boolean {
    return kind.targetsOf(name).every((target) => can(caller, `${this.kinds.resourceAt(target).key}_access`));
  }
}

/** Whom something limits may not see the source that a sentence names. */
const toldTo = ({ reach }: Caller, message: Message): Message =>
  reach && 'source' in message.values ? new Message(message.key, { ...message.values, source: '…' }) : message;
