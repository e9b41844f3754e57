/** How requests of the list language and what they must answer are written down. */

/** Ids in order, a status, a status with what the sentence says, or the whole body; undefined: whatever, but the same on both engines. */
export type Expected = string | number | readonly [status: number, says: RegExp] | { body: unknown } | undefined;

export type Asked = readonly [path: string, expected?: Expected];

/** Requests for one resource: a query as people write it, its values percent-encoded where they are reserved. */
export const of = (path: string, asked: Record<string, Expected>): Asked[] =>
  Object.entries(asked).map(([query, expected]) => [
    `/api/${path}${query.startsWith('/') ? '' : '?'}${query}`,
    expected,
  ]);

export const ALL = '1,2,3,4,5,6,7,9,10';
