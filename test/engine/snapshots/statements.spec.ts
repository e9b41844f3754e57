/** How many statements each route of each resource runs, on each engine, once the caller is remembered. */
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
  counts['destroy'] = await count(place, () => place.server.delete(`${url}/${id}`));
  return counts;
}

const told = (counts: Counts): string =>
  Object.entries(counts)
    .map(([route, statements]) => `${route} ${statements}`)
    .join(', ');

onEveryEngine((place) => {
  it('contract 5, 6: a list is one statement, a single read at most two', async () => {
    const lines: string[] = [];
    for (const resource of registry.all()) {
      const counts = await countReads(place, resource);
      expect([resource.path, counts['list']]).toEqual([resource.path, 1]);
      expect(counts['show']).toBeLessThanOrEqual(2);
      lines.push(`${resource.path}: ${told(counts)}`);
    }
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('contract 6: the statements of writes', async () => {
    const lines: string[] = [];
    for (const resource of registry.all().filter(isWritable)) {
      lines.push(`${resource.path}: ${told(await countWrites(place, resource))}`);
    }
    expect(lines.join('\n')).toMatchSnapshot();
  });
});
