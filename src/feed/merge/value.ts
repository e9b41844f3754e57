/** Whose value stands: columns, references and rows that are written whole. */
import { same, type Claim, type Equal, type KeptCode, type Mark, type Value } from './model.js';

/** A value said, and all that bears on whether it is written. */
export interface ValueCase {
  readonly said: Value;
  readonly stored: Value;
  readonly equal?: Equal;
  /** What an object has where nobody ever said anything: null, or the default of the column. */
  readonly blank: Value;
  readonly mark?: Mark | undefined;
  /** The value that stood when it was set free. */
  readonly freed?: Value | undefined;
  /** The rank of the source that speaks. */
  readonly rank: number;
  /** What the source said before. */
  readonly own?: Value | undefined;
  readonly others: readonly Claim[];
  /** What sources said once and say no more, set as initial, or set when the object was missing. */
  readonly left: readonly Value[];
  /** A source said something of the field at any time, be it that there is none. */
  readonly spoken: boolean;
  /** A source said a value of the field at any time. */
  readonly everSaid: boolean;
  /** Values by hand give way to this source. */
  readonly handYields?: boolean;
  /** Values that stood before any source spoke give way. */
  readonly take?: boolean;
}

export type ValueOutcome =
  | { readonly do: 'nothing' }
  | { readonly do: 'write' }
  | {
      readonly do: 'keep';
      readonly code: KeptCode;
      /** Who outranks. */
      readonly by?: string;
      /** But for the hold it would be written, over this source's own or over nothing: it may be once that is lifted. */
      readonly leaves?: boolean;
    };

const NOTHING = { do: 'nothing' } as const;
const WRITE = { do: 'write' } as const;

/** The first line of the table that fits decides (docs: whose value stands). */
export function valueOutcome(given: ValueCase): ValueOutcome {
  const { said, stored, equal = same, blank, mark, own } = given;
  if (equal(said, stored)) return NOTHING;
  const isOwn = own !== undefined && equal(own, stored);
  const isBlank = (equal(stored, blank) || stored === null) && !given.everSaid;
  if (mark === 'hold') return { do: 'keep', code: 'held', leaves: isOwn || isBlank };
  const claim = strongest(given.others.filter(({ value }) => equal(value, stored)));
  // That there is none takes away what the source said itself, and nobody else's value.
  if (claim && said === null) return NOTHING;
  if (isOwn && (!claim || claim.rank <= given.rank)) return WRITE;
  if (claim) return claim.rank < given.rank ? WRITE : { do: 'keep', code: 'outranked', by: claim.source };
  if (given.left.some((value) => equal(value, stored))) return WRITE;
  if (mark === 'free' && given.freed !== undefined && equal(given.freed, stored)) return WRITE;
  if (isBlank) return WRITE;
  if (given.handYields || (given.take && !given.spoken)) return WRITE;
  return { do: 'keep', code: 'by-hand' };
}

/** The claim of highest rank; of equals the first one. */
export function strongest(claims: readonly Claim[]): Claim | undefined {
  let best: Claim | undefined;
  for (const claim of claims) if (!best || claim.rank > best.rank) best = claim;
  return best;
}

/** A value that a source said before and says no more. */
export interface WithdrawalCase {
  readonly before: Value;
  readonly stored: Value;
  readonly equal?: Equal;
  readonly held: boolean;
  /** Claims of records that are not missing. */
  readonly others: readonly Claim[];
}

export type WithdrawalOutcome =
  /** The value was not the source's, or another one says the same: only the claim goes. */
  | { readonly do: 'nothing' }
  /** Nobody else says anything, or a person holds it: the value stays, and whoever speaks next may write it. */
  | { readonly do: 'leave' }
  | { readonly do: 'write'; readonly value: Value; readonly from: string };

/** What follows when a claim goes: the strongest that remains stands, of equals one that agrees with what is stored. */
export function withdrawalOutcome({ before, stored, equal = same, held, others }: WithdrawalCase): WithdrawalOutcome {
  if (!equal(before, stored)) return NOTHING;
  const best = strongest(others);
  if (!best) return { do: 'leave' };
  if (others.some(({ value, rank }) => rank === best.rank && equal(value, stored))) return NOTHING;
  return held ? { do: 'leave' } : { do: 'write', value: best.value, from: best.source };
}
