/** Where our registry differs from the specification on purpose; each entry cites the decision. */
import type { Difference } from './differences.js';

interface Deviation {
  path: RegExp;
  side: 'only ours' | 'only specified';
  word: RegExp;
  /** The page under docs/decisions/. */
  decision: string;
}

export const DEVIATIONS: Deviation[] = [
  // Clients know four spellings of the two ends from other types; each is taken on all of them.
  {
    path: /^(application-flows|logical-flows|physical-links)\.columns\.\w+_(src|dest)_id$/,
    side: 'only ours',
    word: /^also \w+_(source|dst)_id$/,
    decision: 'entities.md',
  },
  // The specification names the rows of events, not their columns.
  {
    path: /^applications\.links\.events$/,
    side: 'only ours',
    word: /^item (user_id ref|message text|created_at moment)$/,
    decision: 'entities.md',
  },
];

/** The entry that allows a difference between ours (left) and the specification (right). */
export const deviationOf = ({ path, side, word }: Difference): Deviation | undefined =>
  DEVIATIONS.find(
    (entry) =>
      entry.path.test(path) &&
      entry.word.test(word) &&
      (entry.side === 'only ours' ? side === 'only left' : side === 'only right'),
  );
