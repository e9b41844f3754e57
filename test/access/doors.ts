/** Every route of a server as a door to be tried, and tokens of every kind to try it with. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { RouteTable } from '../../src/access/route-table.js';
import type { Scalar, Transaction } from '../../src/database/database.js';
import type { TestAnswer, TestServer } from '../support/server.js';

/** The key of the servers of tests. */
export const SECRET = 'a secret of the tests, 32 characters or more';
/** An hour from now, in seconds since 1970. */
export const HOUR = Math.floor(Date.now() / 1000) + 3600;
/** An id that no object has. */
const NOBODY = '4000000000';
const AT_ONCE = 16;

export interface Route {
  method: string;
  url: string;
  /** Sent to a POST route that stands in for others (contract 4). */
  override?: string;
}

export const nameOf = ({ method, url, override }: Route): string => `${method} ${url}${override ? ` ${override}` : ''}`;
export const isRead = ({ method }: Route): boolean => method === 'GET' || method === 'HEAD';

/** A token as a stranger, or yesterday's server, would have made it. */
export function signed(claims: object, secret: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Does a piece of work for each element, a few at a time. */
export async function each<T, U>(list: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < list.length; i = next++) results[i] = await work(list[i]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Sends a request without a useful body, about objects that nobody has. */
export function ask(server: TestServer, { method, url, override }: Route, token: string | null): Promise<TestAnswer> {
  // A kind has a name; objects of it are none.
  const path = url.replace(':kind', 'logical-servers').replace(/:\w+/g, NOBODY).replace('*', 'x');
  // A stream has no end; one that begins nowhere is refused once it is let in.
  const headers: Record<string, string> = url.endsWith('/stream') ? { 'last-event-id': 'nowhere' } : {};
  return server.request(method, path, { token, headers, ...(override && { body: { _method: override } }) });
}

/** The routes of a server; one that stands in for others is there once for each method. */
export async function routesOf(server: TestServer): Promise<Route[]> {
  const served = server.server.app.get(RouteTable).all();
  const routes = served.filter(({ method, url }) => method !== 'OPTIONS' && url !== '*');
  // Log-out would end the token.
  const [token] = await holders(server, [[]], 1);
  const found = await each(routes, async (route) => {
    if (route.method !== 'POST' || route.url === '/api/logout') return [route];
    const answer = await ask(server, route, token!);
    if (answer.status !== 405) return [route];
    const methods = answer.headers.get('allow')!.split(', ');
    return methods.filter((one) => !['GET', 'HEAD'].includes(one)).map((override) => ({ ...route, override }));
  });
  return found.flat();
}

/** Tokens of new users with exactly these abilities, made past all rules; `role`: one that all of them have as well. */
export async function holders(
  { database }: TestServer,
  sets: ReadonlyArray<readonly string[]>,
  role?: number,
): Promise<string[]> {
  const titles = await database.all('SELECT id, title FROM permissions');
  const idOf = new Map(titles.map(({ id, title }) => [title as string, id as number]));
  const [now, end] = [Date.now(), HOUR * 1000].map((at) => database.clock.toStored(at));
  const jtis = sets.map(() => randomUUID());
  const write = (tx: Transaction, table: string, columns: string[], rows: Scalar[][]): Promise<void> =>
    rows.length ? database.write(tx, database.dialect.insertRows(table, columns), rows) : Promise.resolve();
  const names = jtis.map((jti) => [jti]);
  const users = await database.transaction(async (tx) => {
    const ids = await database.insert(tx, 'users', ['login'], names);
    const roles = await database.insert(tx, 'roles', ['title'], names);
    const held = sets.flatMap((set, i) => set.map((title) => [roles[i]!, idOf.get(title)!]));
    const given = ids.flatMap((id, i) => [[id, roles[i]!], ...(role === undefined ? [] : [[id, role]])]);
    await write(tx, 'role_user', ['user_id', 'role_id'], given);
    await write(tx, 'permission_role', ['role_id', 'permission_id'], held);
    const tokens = ids.map((id, i) => [id, createHash('sha256').update(jtis[i]!).digest('hex'), end!, now!, now!]);
    await write(tx, 'own_tokens', ['user_id', 'hash', 'expires_at', 'created_at', 'confirmed_at'], tokens);
    return ids;
  });
  return users.map((id, i) => signed({ sub: String(id), jti: jtis[i], exp: HOUR }, SECRET));
}
