/** Asks a server to run queries, and fills it with a few objects to ask about. */
import type { TestAnswer, TestServer } from '../support/server.js';
import type { Json } from './random.js';

type Rows = Array<Record<string, unknown>>;

/** Runs a query that is not stored. */
export const run = (
  server: TestServer,
  query: unknown,
  options: { format?: string; token?: string } = {},
): Promise<TestAnswer> =>
  server.post(
    `/api/queries/run?format=${options.format ?? 'json'}`,
    { query },
    options.token ? { token: options.token } : {},
  );

/** The rows of a query; none for an answer without a body. Throws what the server said. */
export async function rowsOf(server: TestServer, query: unknown, token?: string): Promise<Rows> {
  const { status, body } = await run(server, query, token ? { token } : {});
  if (status === 204) return [];
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows as Rows;
}

/** The values of the first column. */
export const firsts = async (server: TestServer, query: unknown): Promise<unknown[]> =>
  (await rowsOf(server, query)).map((row) => Object.values(row)[0]);

/** Stores a query and tells its id. */
export async function stored(server: TestServer, query: unknown, more: Json = {}, token?: string): Promise<number> {
  const answer = await server.post('/api/queries', { name: 'stored', query, ...more }, token ? { token } : {});
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}

/** Stores an object and tells its id. */
export async function made(server: TestServer, path: string, body: Json): Promise<number> {
  const answer = await server.post(`/api/${path}`, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}
