/** Valid bodies and objects of every resource, made from the registry: full ones, smallest ones, and stored ones. */
import '../../src/map/index.js';
import { registry, type Field, type ResourceModel } from '../../src/engine/index.js';
import type { TestServer } from './server.js';

export type Body = Record<string, unknown>;

let count = 0;

/** A name that no other object has, three to twelve characters long; it differs by more than case and accents. */
export const uniqueName = (): string => `n${(++count).toString(36).padStart(4, '0')}`;

/** A text in the form that the model asks for. */
const FORMATTED: Record<string, () => string> = {
  'ext-refs': () => `{GLPI}${++count}|{VCENTER}vm-7`,
  cidr: () => '10.20.0.0/16',
  ip: () => '10.20.0.1',
  'ip-list': () => '10.20.0.1, 2001:db8::1',
  'ip-or-cidr-list': () => '10.20.0.1, 10.30.0.0/16',
  'hex-colour': () => '#a1b2c3',
  email: () => `${uniqueName()}@example.org`,
  'two-letters': () => 'fr',
  urls: () => 'https://a.example/x https://b.example',
  'flow-label': () => 'nature',
  purl: () => `pkg:npm/made-${++count}@1.0.0`,
  cpe: () => `cpe:2.3:a:acme:made_${++count}:1.0:*:*:*:*:*:*:*`,
};

/** A value of each kind that the API answers exactly as it was sent; references are left to whoever has the objects. */
const VALID: Record<Exclude<Field['kind'], 'id' | 'ref'>, (field: Field) => unknown> = {
  name: (field) => text(field),
  string: (field) => text(field),
  text: (field) => (field.rules.format ? text(field) : 'Libre : é, « a < b » & 1 > 0'),
  html: () => '<p>Riche <strong>é</strong></p>',
  int: ({ rules }) => (rules.enum ? [...rules.enum.labels.keys()].at(-1) : Math.max(rules.min ?? 0, 7)),
  decimal: () => 1234.5,
  flag: (field) => (field.boolean ? true : 1),
  day: () => '2024-02-29',
  moment: () => '2024-02-29T10:11:12.000000Z',
  json: () => ({ from: 'applications', filters: [{ field: 'name', operator: '=', value: 'Paie' }] }),
  list: () => [],
  morph: () => 'App\\Models\\Application',
};

function text({ name, rules, hidden }: Field): string {
  if (hidden) return 'Correct-horse-9';
  if (rules.format) return FORMATTED[rules.format]!();
  return rules.uniqueLive || rules.required ? uniqueName() : name.slice(0, rules.max ?? 255);
}

/** The columns that a client may set when it creates an object. */
export const settable = ({ fields }: ResourceModel): Field[] =>
  fields.filter(({ writable }) => writable === true || writable === 'store');

const isNeeded = ({ rules, nullable, default: preset }: Field): boolean =>
  rules.required === true || (!nullable && preset === undefined);

/** A valid value for a column that is no reference. */
export function valid(field: Field): unknown {
  if (field.kind === 'id' || field.kind === 'ref') throw new Error(`${field.name} needs an object to point to.`);
  return VALID[field.kind](field);
}

function bodyOf(fields: readonly Field[], overrides: Body): Body {
  const made = fields.filter(({ kind }) => kind !== 'ref').map((field) => [field.name, valid(field)] as const);
  return { ...Object.fromEntries(made), ...overrides };
}

/** A valid body with every writable column but references, which `overrides` may add. */
export const make = (resource: ResourceModel, overrides: Body = {}): Body => bodyOf(settable(resource), overrides);

/** A valid body with the required columns alone; required references are in `overrides` (see `completed`). */
export const minimal = (resource: ResourceModel, overrides: Body = {}): Body =>
  bodyOf(settable(resource).filter(isNeeded), overrides);

/** `minimal` with the objects that it must point to, made on the way. */
export async function completed(server: TestServer, path: string, overrides: Body = {}): Promise<Body> {
  const resource = registry.get(path);
  const references: Body = {};
  for (const { name, ref, rules } of settable(resource)) {
    if (ref && rules.required) references[name] = (await objectOf(server, ref.target)).id;
  }
  if (path === 'cartographers') Object.assign(references, await delegation(server));
  return minimal(resource, { ...references, ...overrides });
}

async function delegation(server: TestServer): Promise<Body> {
  const application = await objectOf(server, 'applications');
  const user = await objectOf(server, 'users');
  return { cartographiable_id: application.id, user_id: user.id };
}

/** Stores an object, with whatever it must point to, and returns it as answered. Throws what the server said. */
export async function objectOf(server: TestServer, path: string, overrides: Body = {}): Promise<Body & { id: number }> {
  const { path: canonical, readOnly } = registry.get(path);
  if (canonical === 'documents') return document(server);
  if (readOnly) return (await server.get(`/api/${canonical}`)).body[0];
  const answer = await server.post(`/api/${path}`, await completed(server, path, overrides));
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Body & { id: number };
}

/** A document, made as clients do: by uploading a file. */
async function document(server: TestServer): Promise<Body & { id: number }> {
  const name = uniqueName();
  const form = new FormData();
  form.append('file', new Blob([name], { type: 'text/plain' }), `${name}.txt`);
  const { status, body } = await server.post('/api/documents', form);
  if (status !== 201) throw new Error(`POST documents: ${status} ${JSON.stringify(body)}`);
  return body as Body & { id: number };
}
