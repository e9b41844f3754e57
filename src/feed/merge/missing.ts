/** What becomes of an object that a source no longer reports. */
import { same, type Equal, type Value } from './model.js';
import type { MissingAction } from './ranks.js';

/** An object that a source misses. */
export interface MissingCase {
  readonly action: MissingAction;
  /** Full runs in a row that missed it, this one included; being gone counts as all of them. */
  readonly runs: number;
  /** So many are needed. */
  readonly needed: number;
  /** An earlier run marked it. */
  readonly marked: boolean;
  /** Another source sees it. */
  readonly seenElsewhere: boolean;
  /** A feed of this source made it. */
  readonly created: boolean;
  /** What the source still reports points to it; asked for only where it decides. */
  readonly inUse: () => boolean;
  /** A value or a link of it is by hand; asked for only where it decides. */
  readonly workedOn: () => boolean;
}

export type MissingOutcome =
  /** `code`: why what the settings ask for is not done. */
  | { readonly do: 'nothing'; readonly code?: 'seen-elsewhere' | 'not-yet' }
  | { readonly do: 'mark' }
  | { readonly do: 'delete' }
  | { readonly do: 'keep'; readonly code: 'not-ours' | 'in-use' | 'worked-on' };

/** What becomes of the object (docs: what is no longer there). */
export function missingOutcome(given: MissingCase): MissingOutcome {
  if (given.action === 'keep') return { do: 'nothing' };
  if (given.seenElsewhere) return { do: 'nothing', code: 'seen-elsewhere' };
  if (given.action === 'mark') return { do: given.marked ? 'nothing' : 'mark' };
  if (given.runs < given.needed) return { do: 'nothing', code: 'not-yet' };
  if (!given.created) return { do: 'keep', code: 'not-ours' };
  if (given.inUse()) return { do: 'keep', code: 'in-use' };
  return given.workedOn() ? { do: 'keep', code: 'worked-on' } : { do: 'delete' };
}

/** A value is by hand when it is neither blank nor what any source said, left, or was given. */
export function isByHand(
  stored: Value,
  blank: Value,
  said: readonly Value[],
  everSaid: boolean,
  equal: Equal = same,
): boolean {
  if (said.some((value) => equal(value, stored))) return false;
  return everSaid || (stored !== null && !equal(stored, blank));
}
