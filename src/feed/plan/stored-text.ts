/** Sets and small rows as the texts that stand for them. */
import type { Scalar } from '../../database/database.js';
import { answerOfSet, type Link } from '../../engine/index.js';

export { elementsOf, listText } from '../../engine/index.js';

/** Small rows as one text, whatever their order. */
export const rowsText = (rows: ReadonlyArray<readonly Scalar[]>): string =>
  `[${rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join(',')}]`;

/** The same rows as they are answered. */
export const rowsOf = (link: Link, value: Scalar): unknown =>
  answerOfSet(link, value === null ? [] : (JSON.parse(String(value)) as Scalar[][]));
