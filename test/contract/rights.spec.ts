/** Who may call which route, for every resource: nothing without a token, nothing without the ability (contract 2, 3). @seconds 35 */
import type { Verb } from '../../src/core/http/access.js';
import { registry, type Link as LinkModel, type ResourceModel } from '../../src/engine/index.js';
import { all, attempts, send, told, type Attempt } from './attempts.js';
import { alsoNeeded, isOwned, isUploaded, isWritable } from './deviations.js';
import { people, person, titles, VERBS, type People, type Person } from './people.js';
import { onEveryEngine, type Place } from './place.js';
import { optionsOf } from './shapes.js';

/** Ids that no object has. */
const NOBODY = [4_000_000_001, 4_000_000_002, 4_000_000_003, 4_000_000_004];

/** Objects of a caller's own to change and delete, and a body for another one. */
async function objects(
  place: Place,
  resource: ResourceModel,
  verb: Verb,
  owner: Person,
): Promise<{ ids: number[]; body: Record<string, unknown> }> {
  const { path, table } = resource;
  if (!isWritable(resource)) return { ids: await place.ids(path), body: {} };
  if (verb === 'create') return { ids: [], body: isUploaded(resource) ? {} : await place.body(path) };
  if (verb !== 'delete' && !isOwned(resource)) return { ids: await place.ids(path), body: {} };
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await place.object(path)).id));
  const { database } = place.server;
  if (isOwned(resource)) {
    await database.run(`UPDATE \`${table}\` SET user_id = ? WHERE ${database.dialect.isIn('id')}`, [owner.id, ids]);
  }
  return { ids, body: {} };
}

/** Rights follow from what a resource is, not from its columns; that no route of any is open, `access/matrix` shows. */
const isAny = (): boolean => true;

onEveryEngine((place, forEachResource) => {
  let users: People;
  beforeAll(async () => {
    users = await people(place.server);
  });

  const holderOf = async (resource: ResourceModel, verb: Verb): Promise<Person> =>
    alsoNeeded(resource).length
      ? person(place.server, [`${resource.key}_${verb}`, ...alsoNeeded(resource)])
      : users.only[verb];

  forEachResource(
    (resource) => {
      const nowhere = (): Attempt[] => VERBS.flatMap((verb) => attempts(resource, verb, { ids: NOBODY, body: {} }));

      it('contract 2: every route wants a token', async () => {
        const sent = await send(place.server, nowhere(), null);
        expect(told(sent)).toEqual(all(nowhere(), 401));
        expect(sent.map(({ answer }) => answer.headers.get('www-authenticate'))).toEqual(sent.map(() => 'Bearer'));
      });

      it('contract 3: without abilities every route answers 403, before 404 and 422', async () => {
        const sent = await send(place.server, nowhere(), users.nobody.token);
        expect(told(sent)).toEqual(all(nowhere(), 403));
      });

      it.each(VERBS)('contract 3: all other abilities do not stand in for %s', async (verb) => {
        const list = attempts(resource, verb, { ids: await idsOf(place, resource), body: {} });
        expect(told(await send(place.server, list, users.but[verb].token))).toEqual(all(list, 403));
      });

      it.each(VERBS)('contract 3: %s alone is enough', async (verb) => {
        const holder = await holderOf(resource, verb);
        const list = attempts(resource, verb, await objects(place, resource, verb, holder));
        for (const { method, path, answer } of await send(place.server, list, holder.token)) {
          const passed = answer.status < 300 || (path.endsWith('mass-store') && answer.status === 422);
          expect({ method, path, passed, ...(!passed && answer.body) }).toEqual({ method, path, passed: true });
        }
      });

      it('contract 3: abilities on other resources do not help', async () => {
        // Abilities are of kinds of one key together: saved maps and the diagrams of the older application have the same.
        const numbers = registry.all().flatMap(({ key }, i) => (key === resource.key ? [i] : []));
        const [id] = await idsOf(place, resource);
        for (const [bit, { token }] of users.bits.entries()) {
          const expected = numbers.some((number) => number & (1 << bit)) ? 200 : 403;
          expect((await place.server.get(`/api/${resource.path}`, { token })).status).toBe(expected);
          if (isOwned(resource)) continue;
          expect((await place.server.get(`/api/${resource.path}/${id}`, { token })).status).toBe(expected);
        }
      });
    },
    isAny,
    optionsOf,
  );

  forEachResource(
    (resource) => {
      it('contract 6: restore wants the abilities to edit and to delete', async () => {
        const { id } = await place.object(resource.path);
        const path = `/api/${resource.path}/${id}`;
        const both = await person(place.server, titles(['edit', 'delete'], [resource]));
        await place.server.delete(path);
        const restore = async ({ token }: Person): Promise<number> =>
          (await place.server.post(`${path}/restore`, undefined, { token })).status;
        const restoreMany = async ({ token }: Person): Promise<number> =>
          (await place.server.post(`/api/${resource.path}/mass-restore`, { ids: [id] }, { token })).status;
        for (const act of [restore, restoreMany])
          expect([await act(users.but.edit), await act(users.but.delete)]).toEqual([403, 403]);
        expect(await restore(both)).toBe(200);
        await place.server.delete(path);
        expect(await restoreMany(both)).toBe(200);
      });
    },
    (resource) => resource.softDelete && isWritable(resource),
    optionsOf,
  );

  forEachResource(
    (resource) => {
      it('contract 3: writing a one-to-many link wants the right to edit the objects at its other end', async () => {
        const { id } = await place.object(resource.path);
        for (const { name, target } of owned(resource)) {
          const others = registry.all().filter(({ path }) => path !== target);
          const key = registry.get(target).key;
          const { token } = await person(place.server, [...titles(VERBS, others), `${key}_access`, `${key}_show`]);
          const write = { [name]: await place.ids(target) };
          expect((await place.server.put(`/api/${resource.path}/${id}`, write, { token })).status).toBe(403);
          expect((await place.read(resource.path, id))[name]).toEqual([]);
        }
      });
    },
    (resource) => owned(resource).length > 0,
  );
});

function owned({ links }: ResourceModel): LinkModel[] {
  return links.filter(({ kind, writable }) => kind === 'one-to-many' && writable);
}

async function idsOf(place: Place, resource: ResourceModel): Promise<number[]> {
  const ids = await place.ids(resource.path);
  return [...ids, ids[0]!];
}
