/** What is written of the records of a source. */
import type { NewRecord } from './changes.js';
import type { FeedRecord } from './map-view.js';

/** The states of records, in an order of their own. */
export const statesOf = (records: readonly FeedRecord[]): string[] =>
  records.flatMap(({ state }) => state ?? []).sort();

/** Two states of a record that say the same; what only makes the next run cheap does not count. */
export function isAlike(record: NewRecord, own: FeedRecord): boolean {
  for (const name in record) {
    if (name === 'digest' || name === 'observedAt') continue;
    const [one, other] = [record[name as keyof FeedRecord], own[name as keyof FeedRecord]];
    if (!isEqual(one, other)) return false;
  }
  return true;
}

/** Two values as JSON has them; members in any order. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, i) => isEqual(value, other[i]))
    );
  }
  const [names, others] = [Object.keys(one), other as Record<string, unknown>];
  if (names.length !== Object.keys(others).length) return false;
  return names.every((name) => isEqual((one as Record<string, unknown>)[name], others[name]));
}
