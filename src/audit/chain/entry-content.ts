/** What of an entry of the journal is chained: everything that it says, in one text that is the same whenever it is made. */
import type { WallClock } from '../../core/text/dates.js';
import type { Row, Scalar } from '../../database/database.js';
import { WHOLE } from '../audit-row.js';

const COLUMNS = [
  'id',
  'description',
  'subject_id',
  'subject_type',
  'user_id',
  'properties',
  'host',
  'created_at',
] as const;

/** The columns that the content is made of, of the table under `alias`. */
export const contentColumns = (alias: string): string => COLUMNS.map((name) => `${alias}.\`${name}\``).join(', ');

const KEY = new RegExp(`"${WHOLE}":"([0-9a-f-]{36})"}$`);

/** The key under which an entry stands whole, where what its row holds was cut. */
export const wholeKeyOf = (properties: Scalar | undefined): string | undefined =>
  KEY.exec(String(properties ?? ''))?.[1];

/** The keys of those of these rows that stand whole elsewhere. */
export const wholeKeysOf = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => wholeKeyOf(row['properties']) ?? []);

/** The content of a row. Times are points in time, so that it is the same in a database with another zone. */
export function contentOf(row: Row, whole: string | undefined, clock: WallClock): string {
  const number = (value: Scalar | undefined): number | null => (value === null ? null : Number(value));
  return JSON.stringify([
    number(row['id']),
    row['description'],
    number(row['subject_id']),
    row['subject_type'],
    number(row['user_id']),
    row['properties'],
    row['host'],
    momentOf(row, clock),
    whole ?? null,
  ]);
}

/** When an entry was written, in milliseconds since 1970; 0 where its row does not say. */
export function momentOf(row: Row, clock: WallClock): number {
  const stored = row['created_at'];
  const text = typeof stored === 'string' ? clock.toApi(stored) : null;
  return text ? Date.parse(text) : 0;
}
