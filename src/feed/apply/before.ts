/** What stood before a run, as it is kept with the run's history: enough to take the run back, and to see what has moved since. */
import type { Row, Scalar } from '../../database/database.js';
import type { NewIds, PairWord, Step } from '../plan/changes.js';
import type { ClaimValue } from '../plan/map-view.js';
import type { Kinds } from '../plan/kinds.js';
import type { Moved } from './moves.js';

/** What became of a plan. */
export interface Applied {
  readonly moved: readonly Moved[];
  /** The ids of the objects that it made. */
  readonly ids: NewIds;
  /** When the object of a step was changed, as stored. */
  readonly stampOf: (type: string, id: number) => Scalar;
  /** The words that pairs carried which a step took away; undefined where none did. */
  readonly wordsOf: (type: string, id: number, link: string) => Words | undefined;
}

/** What pairs carry, by the ids at their other end. */
export type Words = ReadonlyArray<readonly [id: number, word: string]>;

/** Of the run as a whole: the first element of the list. */
export interface BeforeHead {
  readonly source: number;
  /** The newest row of the journal when the run ended. */
  readonly entry: number;
  /** What was known of the scope. */
  readonly scope: Row | null;
}

/** An object that the run changed; its action, name and what is shown of it stand at the same place among the run's changes. */
export interface BeforeObject {
  readonly id: number;
  /** When the run changed it, as stored. */
  readonly at: Scalar;
  /** What the run stored, and what stood there. */
  readonly values: Readonly<Record<string, readonly [before: ClaimValue, after: ClaimValue]>>;
  readonly links: Readonly<
    Record<
      string,
      {
        readonly add: readonly number[];
        readonly remove: readonly number[];
        readonly words?: readonly PairWord[];
        /** What pairs that went carried. */
        readonly had?: ReadonlyArray<readonly [id: number, word: string]>;
      }
    >
  >;
}

/** A record that the run wrote. */
export interface BeforeRecord {
  /** The table of the object. */
  readonly type: string;
  readonly object: number;
  readonly ref: string;
  /** As it was; none of a new one. */
  readonly row?: Row;
  /** The digest that the run noted, where it wrote nothing else but times. */
  readonly noted?: string;
  /** What its item was known by; none where the run left that alone. */
  readonly keys?: ReadonlyArray<readonly [rule: string, value: string]>;
}

/** What is kept of the objects of a run, in the order of its changes. */
export function* beforeOf(
  head: BeforeHead,
  steps: readonly Step[],
  { ids, stampOf, wordsOf }: Applied,
  kinds: Kinds,
): Iterable<BeforeHead | BeforeObject> {
  yield head;
  for (const { type, target, values, before, links } of steps) {
    const kind = kinds.find(type)!;
    const idOf = (one: unknown): number => (typeof one === 'number' ? one : ids.get(one)!);
    const id = idOf(target);
    const changed: Record<string, readonly [ClaimValue, ClaimValue]> = {};
    for (const name in values) {
      const value = values[name]!;
      const isNew = kind.fields.get(name)?.ref !== undefined && typeof value === 'string';
      changed[name] = [name in before ? before[name]! : kind.blankOf(name), isNew ? idOf(value) : value];
    }
    const linked: Record<string, BeforeObject['links'][string]> = {};
    for (const name in links) {
      const { add, remove, words } = links[name]!;
      const said = words?.map(([one, word, stood]): PairWord => [idOf(one), word, stood]);
      const had = wordsOf(type, id, name);
      linked[name] = { add: add.map(idOf), remove, ...(said && { words: said }), ...(had && { had }) };
    }
    yield { id, at: stampOf(type, id), values: changed, links: linked };
  }
}
