/** Many bodies at a time, and the routes that take them (contract 7). */
import type { ResourceModel } from '../../src/engine/index.js';
import { minimal, settable, type Body } from '../support/make.js';
import type { TestAnswer } from '../support/server.js';
import type { Place } from './place.js';

/** Valid bodies of new objects; what must be referred to is shared, but for delegations, of which each pair is one. */
export async function bodies(place: Place, resource: ResourceModel, count: number): Promise<Body[]> {
  const first = await place.body(resource.path);
  if (resource.path === 'cartographers') {
    const others = Array.from({ length: count - 1 }, () => place.body(resource.path));
    return [first, ...(await Promise.all(others))];
  }
  const references = settable(resource).filter(({ ref, rules }) => ref && rules.required);
  const shared = Object.fromEntries(references.map(({ name }) => [name, first[name]]));
  return [first, ...Array.from({ length: count - 1 }, () => minimal(resource, shared))];
}

export const massStore = (place: Place, { path }: ResourceModel, items: unknown, query = ''): Promise<TestAnswer> =>
  place.server.post(`/api/${path}/mass-store${query}`, { items });

export const massUpdate = (place: Place, { path }: ResourceModel, items: unknown, query = ''): Promise<TestAnswer> =>
  place.server.put(`/api/${path}/mass-update${query}`, { items });

export const massDestroy = (place: Place, { path }: ResourceModel, ids: unknown, query = ''): Promise<TestAnswer> =>
  place.server.request('DELETE', `/api/${path}/mass-destroy${query}`, { body: { ids } });

export const massRestore = (place: Place, { path }: ResourceModel, ids: unknown, query = ''): Promise<TestAnswer> =>
  place.server.post(`/api/${path}/mass-restore${query}`, { ids });

/** Ids of new objects, where possible of one mass action. */
export async function several(place: Place, resource: ResourceModel, count: number): Promise<number[]> {
  if (resource.path === 'documents') {
    const made = await Promise.all(Array.from({ length: count }, () => place.object(resource.path)));
    return made.map(({ id }) => id).sort((a, b) => a - b);
  }
  const { status, body } = await massStore(place, resource, await bodies(place, resource, count));
  if (status !== 201) throw new Error(`mass-store ${resource.path}: ${status} ${JSON.stringify(body)}`);
  return body.ids as number[];
}

/** The statements that a request runs; who calls is asked at most once a second, and does not count. */
export async function statementsOf({ server }: Place, work: () => Promise<unknown>): Promise<string[]> {
  // What the server looks after by itself meanwhile is none of it: tokens that were used, runs whose process ended, webhooks, the chain, runs of checks that wait.
  return (await server.statements(work)).filter(
    (sql) => !/own_tokens|own_feed_runs|own_webhooks|own_check_runs|own_audit_(head|chain)/.test(sql),
  );
}
