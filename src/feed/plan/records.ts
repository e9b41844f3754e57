/** What is written of the records of a source. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordWrite } from './changes.js';
import type { FeedRecord } from './map-view.js';

/** Two states of a record that say the same; what only makes the next run cheap does not count. */
export function isAlike(record: RecordWrite['record'], own: FeedRecord): boolean {
  for (const name in record) {
    if (name === 'digest' || name === 'observedAt') continue;
    const [one, other] = [record[name as keyof FeedRecord], own[name as keyof FeedRecord]];
    if (one !== other && !isDeepStrictEqual(one, other)) return false;
  }
  return true;
}
