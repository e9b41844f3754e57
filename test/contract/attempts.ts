/** Every route of a resource as a request, sorted by the right that it needs (contract 3, 5, 6 and 7). */
import type { Verb } from '../../src/core/http/access.js';
import type { ResourceModel } from '../../src/engine/index.js';
import type { Body } from '../support/make.js';
import type { TestAnswer, TestServer } from '../support/server.js';
import { isUploaded } from './deviations.js';

export interface Attempt {
  method: string;
  path: string;
  body?: unknown;
}

/** What attempts are made with: a body for new objects, and objects to change, each deleted at most once. */
export interface Objects {
  ids: readonly number[];
  body: Body;
}

const upload = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob(['Bonjour']), 'bonjour.txt');
  return form;
};
const encoded = { filename: 'salut.txt', mimetype: 'text/plain', content: Buffer.from('Salut').toString('base64') };

const creations = (at: string, resource: ResourceModel, { body }: Objects): Attempt[] => [
  { method: 'POST', path: at, body: isUploaded(resource) ? upload() : body },
  { method: 'POST', path: `${at}/mass-store`, body: { items: isUploaded(resource) ? [encoded] : [] } },
];

const changes = (at: string, [id]: readonly number[]): Attempt[] => [
  { method: 'PUT', path: `${at}/${id}`, body: {} },
  { method: 'PATCH', path: `${at}/${id}`, body: {} },
  { method: 'POST', path: `${at}/${id}`, body: { _method: 'PUT' } },
  { method: 'POST', path: `${at}/${id}`, body: { _method: 'PATCH' } },
  { method: 'PUT', path: `${at}/mass-update`, body: { items: [{ id }] } },
  { method: 'PATCH', path: `${at}/mass-update`, body: { items: [{ id }] } },
  { method: 'POST', path: `${at}/mass-update`, body: { _method: 'PUT', items: [{ id }] } },
];

const deletions = (at: string, [a, b, c, d]: readonly number[]): Attempt[] => [
  { method: 'DELETE', path: `${at}/${a}` },
  { method: 'POST', path: `${at}/${b}`, body: { _method: 'DELETE' } },
  { method: 'DELETE', path: `${at}/mass-destroy`, body: { ids: [c] } },
  { method: 'POST', path: `${at}/mass-destroy`, body: { _method: 'DELETE', ids: [d] } },
];

/** The requests that need a verb. `mass-store` is sent an empty list: it is judged after the right, and stores nothing. */
export function attempts(resource: ResourceModel, verb: Verb, objects: Objects): Attempt[] {
  const at = `/api/${resource.path}`;
  const reads = (path: string): Attempt[] => ['GET', 'HEAD'].map((method) => ({ method, path }));
  if (verb === 'access') return [at, ...resource.aliases.map((alias) => `/api/${alias}`)].flatMap(reads);
  if (verb === 'show') return reads(`${at}/${objects.ids[0]}`);
  if (resource.readOnly) return [];
  if (verb === 'create') return creations(at, resource, objects);
  return verb === 'edit' ? changes(at, objects.ids) : deletions(at, objects.ids);
}

/** Sends requests one after the other. */
export async function send(
  server: TestServer,
  list: readonly Attempt[],
  token: string | null,
): Promise<Array<Attempt & { answer: TestAnswer }>> {
  const sent: Array<Attempt & { answer: TestAnswer }> = [];
  for (const attempt of list) {
    sent.push({ ...attempt, answer: await server.request(attempt.method, attempt.path, { ...attempt, token }) });
  }
  return sent;
}

/** `PUT /api/x/1 → 403`, for comparisons that tell which request went wrong. */
export const told = (sent: ReadonlyArray<Attempt & { answer: TestAnswer }>): string[] =>
  sent.map(({ method, path, answer }) => `${method} ${path} → ${answer.status}`);

/** What `told` gives where every answer has this status. */
export const all = (list: readonly Attempt[], status: number): string[] =>
  list.map(({ method, path }) => `${method} ${path} → ${status}`);
