/** Whose elements stand: links to many, lists of addresses, tags. What nobody says is left alone. */
import type { KeptCode, Mark } from './model.js';

/** A set said, and all that bears on it. Elements are compared by `keyOf`. */
export interface SetCase<T> {
  readonly said: readonly T[];
  /** What the source said before. */
  readonly before: readonly T[];
  readonly stored: readonly T[];
  readonly keyOf?: (element: T) => string | number | T;
  /** Any source, missing ones too, says the element, from either end: where it lacks, a person took it away. */
  readonly everSays: (element: T) => boolean;
  /** Another record that is not missing says it, from either end. */
  readonly othersSay: (element: T) => boolean;
  readonly mark?: Mark | undefined;
  /** A person holds the element: at its other end the link is to stay as it is. */
  readonly isHeld?: (element: T) => boolean;
  /** Elements that came or went at the source while a person held the set: nobody took these away. */
  readonly waiting?: readonly T[] | undefined;
  /** The elements that stood when the set was set free. */
  readonly freed?: readonly T[] | undefined;
  /** What sources say replaces what people did. */
  readonly handYields?: boolean;
}

export interface SetOutcome<T> {
  readonly add: T[];
  readonly remove: T[];
  /** Elements that the source says and that stay away, or that it would remove and that stay. */
  readonly kept: T[];
  readonly code: KeptCode;
  /** Of these what but for the hold would be added or removed: it is once that is lifted. */
  readonly waiting: T[];
}

/** What is added and removed; stored elements keep their order, new ones are appended. */
export function setOutcome<T>(given: SetCase<T>): SetOutcome<T> {
  const keyOf = given.keyOf ?? ((element: T) => element);
  const keys = (elements: readonly T[]): Set<unknown> => new Set(elements.map(keyOf));
  const [said, before, stored] = [keys(given.said), keys(given.before), keys(given.stored)];
  const waiting = keys(given.waiting ?? []);
  const lacking = unique(given.said, keyOf).filter((element) => !stored.has(keyOf(element)));
  const asStood = given.mark === 'free' && given.freed !== undefined && equalKeys(keys(given.freed), stored);
  const [add, kept]: [T[], T[]] = [[], []];
  for (const element of lacking) {
    const takenAway = !waiting.has(keyOf(element)) && (before.has(keyOf(element)) || given.everSays(element));
    (takenAway && !asStood && !given.handYields ? kept : add).push(element);
  }
  const wasSaid = (key: unknown): boolean => given.handYields === true || before.has(key) || waiting.has(key);
  const remove = given.stored.filter(
    (element) => wasSaid(keyOf(element)) && !said.has(keyOf(element)) && !given.othersSay(element),
  );
  const isHeld = given.mark === 'hold' ? (): boolean => true : given.isHeld;
  const held = isHeld ? [...add, ...remove].filter(isHeld) : [];
  if (!held.length) return { add, remove, kept, code: given.mark === 'hold' ? 'held' : 'by-hand', waiting: [] };
  const all = new Set(held);
  const isFree = (element: T): boolean => !all.has(element);
  return {
    ...{ add: add.filter(isFree), remove: remove.filter(isFree) },
    ...{ kept: [...kept, ...held], code: 'held', waiting: held },
  };
}

/** The elements, each once, in their order. */
export function unique<T>(elements: readonly T[], keyOf: (element: T) => unknown): T[] {
  const seen = new Set<unknown>();
  return elements.filter((element) => {
    const key = keyOf(element);
    return !seen.has(key) && seen.add(key);
  });
}

const equalKeys = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));
