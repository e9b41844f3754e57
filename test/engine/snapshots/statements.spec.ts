/** How many statements each route of each resource runs, on each engine, once the caller is remembered. @seconds 10 */
import { mapKinds } from '../../../src/checks/check.js';
import { registry, type ResourceModel } from '../../../src/engine/index.js';
import { aChange, backdate } from '../../contract/bodies.js';
import { isStorable, isWritable } from '../../contract/deviations.js';
import { linkBody } from '../../contract/links.js';
import { statementsOf } from '../../contract/masses.js';
import { onEveryEngine, type Place } from '../../contract/place.js';
import type { TestAnswer } from '../../support/server.js';

type Counts = Record<string, number>;

/** Counts the statements of a request, which must succeed. */
async function count(place: Place, request: () => Promise<TestAnswer>): Promise<number> {
  let answer: TestAnswer | undefined;
  const statements = await statementsOf(place, async () => {
    answer = await request();
  });
  if (answer!.status >= 300) throw new Error(`${answer!.status} ${JSON.stringify(answer!.body)}`);
  return statements.length;
}

async function countReads(place: Place, { path }: ResourceModel): Promise<Counts> {
  const [id] = await place.ids(path);
  const list = await count(place, () => place.server.get(`/api/${path}`));
  return { list, show: await count(place, () => place.server.get(`/api/${path}/${id}`)) };
}

async function countWrites(place: Place, resource: ResourceModel): Promise<Counts> {
  const { path } = resource;
  const url = `/api/${path}`;
  const counts: Counts = {};
  const links = await linkBody(place, resource, ([a, b]) => [a, b]);
  if (isStorable(resource)) {
    const [plain, linked] = [await place.body(path), await place.body(path, links)];
    counts['create'] = await count(place, () => place.server.post(url, plain));
    counts['create with links'] = await count(place, () => place.server.post(url, linked));
  }
  const { id } = await place.object(path);
  const { name, value } = await aChange(place, resource);
  // A time that is the same second is not written again, so the clock would count.
  await backdate(place, resource, id);
  counts['update'] = await count(place, () => place.server.put(`${url}/${id}`, { [name]: value }));
  await backdate(place, resource, id);
  counts['update links'] = await count(place, () => place.server.put(`${url}/${id}`, links));
  // A perimeter that roles are kept to is not deleted.
  if (path === 'perimeters') await place.server.put(`${url}/${id}`, { roles: [] });
  counts['destroy'] = await count(place, () => place.server.delete(`${url}/${id}`));
  return counts;
}

/** The most that a write of a resource runs. What needs attention of an object ends with it. */
const MOST: Counts = { create: 5, update: 5, destroy: 8, 'create with links': 5, 'update links': 5 };
/** The embedded engine begins its transactions in a statement of their own. */
const MORE_OF_ENGINES: Readonly<Record<string, number>> = { sqlite: 1 };
/** What a set of links may add to what it is written with: the objects at the other end are noted in the journal, too. */
const MOST_OF_A_SET: Readonly<Record<string, number>> = { 'many-to-many': 2, 'one-to-many': 3, child: 2 };
/** Who may do what is looked at again after each of these. */
const MORE_OF_RIGHTS: Readonly<Record<string, number>> = { users: 2, roles: 3, cartographers: 2, perimeters: 2 };
/** In which perimeters places and entities lie is asked within the transaction that changes them. */
const MORE_OF_PLACES: Readonly<Record<string, number>> = { sites: 1, buildings: 1, bays: 1, entities: 1 };
/** What checks found in an object of the map ends with it. */
const MORE_OF_FINDINGS = new Set(mapKinds().map(({ path }) => path));
/** What pages remembered for a user goes with them, and what they watched, and their letters. */
const MORE_AT_THE_END: Readonly<Record<string, number>> = { users: 3 };
/** A time that runs out meanwhile, or a lock, is a statement more: of several counts the least one is meant. */
const TRIES = 3;

function mostOf({ path, links, owner }: ResourceModel, route: string, engine: string): number {
  const sets = route.includes('links') ? links.filter(({ writable }) => writable) : [];
  const ofSets = sets.reduce((sum, { kind }) => sum + MOST_OF_A_SET[kind]!, 0);
  const atTheEnd = route === 'destroy' ? (MORE_AT_THE_END[path] ?? 0) + Number(MORE_OF_FINDINGS.has(path)) : 0;
  // Somebody keeps so many at most: theirs are counted.
  const counted = route.startsWith('create') && owner?.most !== undefined ? 1 : 0;
  const more = (MORE_OF_RIGHTS[path] ?? 0) + (MORE_OF_PLACES[path] ?? 0) + (MORE_OF_ENGINES[engine] ?? 0);
  return MOST[route]! + counted + ofSets + atTheEnd + more;
}

/** The routes that run more statements than they may, each with the least that was counted. */
async function tooMany(place: Place, resource: ResourceModel): Promise<Counts> {
  let least: Counts = {};
  for (let i = 0; i < TRIES; i++) {
    const counts = await countWrites(place, resource);
    least = Object.fromEntries(Object.entries(counts).map(([route, n]) => [route, Math.min(n, least[route] ?? n)]));
    const over = Object.entries(least).filter(([route, n]) => n > mostOf(resource, route, place.server.engine));
    if (!over.length || i === TRIES - 1) return Object.fromEntries(over);
  }
  return least;
}

onEveryEngine((place) => {
  it('contract 5, 6: a list is one statement, a single read one, and one more for all sets of links', async () => {
    for (const resource of registry.all()) {
      // Of a user it is read beside whether they are disabled, and who they are elsewhere.
      const show = (resource.links.some(({ shown }) => shown) ? 2 : 1) + (resource.path === 'users' ? 2 : 0);
      // The feed of changes is looked after now and then, and counts with what runs beside it.
      let counts = await countReads(place, resource);
      for (let i = 1; i < TRIES && (counts['list'] !== 1 || counts['show'] !== show); i++)
        counts = await countReads(place, resource);
      expect([resource.path, counts]).toEqual([resource.path, { list: 1, show }]);
    }
  });

  it('contract 6: writes run few statements, and for each set of links no more than three', async () => {
    for (const resource of registry.all().filter(isWritable)) {
      expect([resource.path, await tooMany(place, resource)]).toEqual([resource.path, {}]);
    }
  });
});
