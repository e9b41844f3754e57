/** Many clients at once, and what became of their requests. */
import type { Database } from '../../../src/database/database.js';
import type { TestAnswer, TestServer } from '../../support/server.js';

/** Errors with which a database ends a transaction that lost against another one. */
const LOST = new Set([1213, 1020, 1062, 1205]);

/** Runs the same work as often as there are numbers below `count`, all at once. */
export const atOnce = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** How often each status was answered. */
export function statusesOf(answers: ReadonlyArray<Pick<TestAnswer, 'status'>>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Counts transactions of a database that lost against another one and were undone. */
export function countLost(database: Database): () => number {
  let lost = 0;
  const begin = database['begin'].bind(database);
  database['begin'] = async <T>(work: Parameters<typeof begin>[0]): Promise<T> => {
    try {
      return (await begin(work)) as T;
    } catch (error) {
      if (LOST.has((error as { errno?: number }).errno ?? 0)) lost++;
      throw error;
    }
  };
  return () => lost;
}

/** Sends a PATCH whose answer nobody holds to the document: there are too many of them. */
export const change = (server: TestServer, path: string, body: unknown): Promise<TestAnswer> =>
  server.patch(path, body, { documented: false });

/** Stores objects with these names; their ids, in order. */
export async function stored(server: TestServer, path: string, names: readonly string[]): Promise<number[]> {
  const { status, body } = await server.post(`/api/${path}/mass-store`, { items: names.map((name) => ({ name })) });
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body.ids as number[];
}
