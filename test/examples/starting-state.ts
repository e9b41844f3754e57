/** Makes, from what was answered, the rows that must have been there when the recording began. */
import { hashPassword } from '../../src/access/password.js';
import type { Scalar } from '../../src/database/database.js';
import { registry } from '../../src/engine/index.js';
import type { Field, Link, Resource } from '../../src/engine/schema/model.js';
import { ADMIN, type TestServer } from '../support/server.js';
import { isObject, type Json, type Recorded } from './recorded.js';

/** The recorded password of the recorded administrator. */
const PASSWORD = 'password';

/** Fills the map so that the recorded objects are there, and the next id of each type is the recorded one. */
export async function prepare(server: TestServer, recorded: readonly Recorded[]): Promise<void> {
  const state = new StartingState(server);
  await state.administrator(recorded);
  const made = new Set(recorded.filter(isCreate).flatMap(placesOf));
  for (const { request, response } of recorded) {
    const [, , path, id] = request.path.replace(/\?.*/, '').split('/');
    const resource = registry.find(path ?? '');
    if (!resource || path === 'users' || (response.status >= 400 && !isFileGone(response.body))) continue;
    for (const object of objectsIn(response.body)) {
      if (!made.has(`${path} ${String(object['id'])}`) && request.method === 'GET') await state.row(resource, object);
    }
    if (id && /^\d+$/.test(id) && !made.has(`${path} ${id}`)) await state.row(resource, { id: Number(id) });
    for (const item of itemsOf(request.body)) await state.targets(resource, item);
  }
  for (const one of recorded) await state.count(one);
}

const isCreate = ({ request, response }: Recorded): boolean => request.method === 'POST' && response.status === 201;
const idsMade = (body: unknown): unknown[] => (isObject(body) ? ((body['ids'] as unknown[]) ?? [body['id']]) : []);
const placesOf = ({ request, response }: Recorded): string[] =>
  idsMade(response.body).map((id) => `${request.path.split('/')[2]} ${String(id)}`);
/** The document was there, its file was not. */
const isFileGone = (body: unknown): boolean => isObject(body) && body['message'] === '404 Not Found';

function objectsIn(body: unknown): Json[] {
  if (Array.isArray(body)) return body.filter(isObject);
  if (!isObject(body)) return [];
  return isObject(body['data']) ? [body['data']] : [];
}

const itemsOf = (body: unknown): Json[] => {
  if (!isObject(body)) return [];
  return Array.isArray(body['items']) ? body['items'].filter(isObject) : [body];
};

class StartingState {
  private readonly there = new Set<string>();

  constructor(private readonly server: TestServer) {}

  /** The administrator of the tests becomes the one who signed in first. */
  async administrator(recorded: readonly Recorded[]): Promise<void> {
    const { database } = this.server;
    const user = recorded
      .map(({ response }) => response.body)
      .find((body): body is Json => isObject(body) && isObject(body['user']) && body['user']['id'] === 1);
    if (!user) return;
    const known = user['user'] as Json;
    const columns = ['login', 'name', 'email', 'granularity', 'language', 'created_at', 'updated_at'];
    const sets = columns.map((name) => `\`${name}\` = ?`).join(', ');
    const hash = await hashPassword(PASSWORD, 4);
    await database.run(`UPDATE users SET ${sets}, password = ? WHERE login = ?`, [
      ...columns.map((name) => known[name] as Scalar),
      hash,
      ADMIN.login,
    ]);
  }

  /** One object as it was answered, with whatever it points to. */
  async row(resource: Resource, object: Json): Promise<void> {
    await this.targets(resource, object);
    if (this.isNew(`${resource.path} ${String(object['id'])}`)) await this.insert(resource, object);
    for (const link of resource.links) await this.pairs(link, Number(object['id']), object);
  }

  private isNew(thing: string): boolean {
    if (this.there.has(thing)) return false;
    this.there.add(thing);
    return true;
  }

  private async insert(resource: Resource, object: Json): Promise<void> {
    const values = new Map<string, Scalar>();
    for (const field of resource.fields) {
      const value = this.stored(field, object[field.name]);
      if (value !== null) values.set(field.name, value);
      else if (!field.nullable && field.default === undefined) values.set(field.name, filler(field, object['id']));
    }
    const names = [...values.keys()];
    await this.server.database.run(
      `INSERT INTO \`${resource.table}\` (${names.map((name) => `\`${name}\``).join(', ')}) ` +
        `VALUES (${names.map(() => '?').join(', ')})`,
      [...values.values()],
    );
  }

  /** What an object refers to and is linked with. */
  async targets(resource: Resource, object: Json): Promise<void> {
    for (const { name, ref } of resource.fields) {
      if (ref && object[name]) await this.stub(ref.target, Number(object[name]));
    }
    for (const link of resource.links) {
      for (const id of idsOf(link, object)) if (link.target !== 'roles') await this.stub(link.target, id);
    }
  }

  /** As many objects as there were, up to the id before the next recorded one. */
  async count({ request, response }: Recorded): Promise<void> {
    const resource = registry.find(request.path.split('/')[2] ?? '');
    if (!resource || ['users', 'roles', 'permissions'].includes(resource.path)) return;
    if (request.method === 'POST' && response.status === 201) {
      const first = Number(idsMade(response.body)[0]);
      if (this.isNew(`counted ${resource.path}`) && first > 1) await this.row(resource, { id: first - 1 });
    }
  }

  private async stub(path: string, id: number): Promise<void> {
    await this.row(registry.get(path), { id });
  }

  private async pairs({ pivot, ...link }: Link, own: number, object: Json): Promise<void> {
    if (!pivot) return;
    const sql = `INSERT INTO \`${pivot.table}\` (\`${pivot.ownColumn}\`, \`${pivot.otherColumn}\`) VALUES (?, ?)`;
    for (const id of idsOf(link, object)) {
      if (this.isNew([pivot.table, pivot.ownColumn, own, id].join(' '))) await this.server.database.run(sql, [own, id]);
    }
  }

  private stored(field: Field, answered: unknown): Scalar {
    if (answered === undefined || answered === null) return null;
    if (field.kind === 'moment') return this.server.database.clock.toStored(Date.parse(answered as string));
    return answered as Scalar;
  }
}

/** The ids under the link's name, or under one that older clients know. */
function idsOf(link: Omit<Link, 'pivot'>, object: Json): number[] {
  const name = [link.name, ...link.alsoShownAs, ...link.aliases].find((one) => Array.isArray(object[one]));
  return name ? (object[name] as unknown[]).filter((id): id is number => typeof id === 'number') : [];
}

const filler = ({ type }: Field, id: unknown): Scalar => (/char|text/.test(type) ? `filler ${String(id)}` : Number(id));
