/** How many suppliers of which sort an object needs, for every resource that requires something. @seconds 12 @always */
import { NEEDED, registry, type ResourceModel } from '../../src/engine/index.js';
import { isStorable } from './deviations.js';
import { massStore, massUpdate } from './masses.js';
import { onEveryEngine } from './place.js';

const namesOf = ({ path }: ResourceModel): string[] => [...(registry.requirementsOf(path)?.keys() ?? [])];

describe('what an object may need', () => {
  it('follows from the rules of its edges: those that only concern it are nothing that it needs', () => {
    const names = (path: string): string[] => namesOf(registry.get(path));
    expect(names('applications')).toEqual(expect.arrayContaining(['logical_servers', 'databases', 'containers']));
    expect(names('databases')).toContain('logical_servers');
    expect(names('logical-servers')).toEqual(expect.arrayContaining(['physical_servers', 'clusters']));
    expect(names('physical-servers')).toContain('physical_links');
    expect(names('sites')).toEqual([]);
    for (const resource of registry.all()) {
      const known = new Set([...resource.fields, ...resource.links].map(({ name }) => name));
      const connectors = registry.graph().connectors.map(({ name }) => name.replaceAll('-', '_'));
      for (const name of namesOf(resource)) expect([...known, ...connectors]).toContain(name);
      expect([resource.path, resource.links.some(({ name }) => name === NEEDED)]).toEqual([
        resource.path,
        namesOf(resource).length > 0,
      ]);
    }
  });
});

onEveryEngine((place, forEachResource) => {
  forEachResource(
    (resource) => {
      it('numbers are written, replaced, kept and cleared; each wrong one is 422 under its name', async () => {
        const [name, other = name] = namesOf(resource) as [string, string?];
        const made = await place.object(resource.path, { needs: { [name]: 2 } });
        const url = `/api/${resource.path}/${made.id}`;
        const write = async (needs: unknown): Promise<unknown> => (await place.server.put(url, { needs })).body.needs;
        expect(made['needs']).toEqual({ [name]: 2 });
        expect((await place.server.put(url, {})).body.needs).toEqual({ [name]: 2 });
        const both = { [name]: 1, [other]: 1000 };
        expect(await write(JSON.stringify(both))).toEqual(both);
        expect(await place.read(resource.path, made.id)).toEqual(expect.objectContaining({ needs: both }));
        expect(await write(`${name}: 3`)).toEqual({ [name]: 3 });
        expect(await write({ [name]: null })).toBeNull();
        await write({ [name]: 4 });
        const wrong = { nobody: 1, [name]: 0, [other]: 1001 };
        const { status, body } = await place.server.put(url, { needs: wrong });
        const keys = [...new Set([`needs.nobody`, `needs.${name}`, `needs.${other}`])];
        expect([status, Object.keys(body.errors).sort()]).toEqual([422, keys.sort()]);
        for (const rubbish of [5, ['x'], 'two', true, '{']) {
          const refused = await place.server.put(url, { needs: rubbish });
          expect([rubbish, refused.status, Object.keys(refused.body.errors)]).toEqual([rubbish, 422, ['needs']]);
        }
        for (const number of [1.5, 'x', [2], { a: 1 }, -1]) {
          const refused = await place.server.put(url, { needs: { [name]: number } });
          expect([number, refused.status, Object.keys(refused.body.errors)]).toEqual([number, 422, [`needs.${name}`]]);
        }
        expect(await place.read(resource.path, made.id)).toEqual(expect.objectContaining({ needs: { [name]: 4 } }));
        expect(await write(null)).toBeNull();
        for (const empty of ['needs=', 'needs[]=', 'needs%5B%5D=', '{"needs":[]}', '{"needs[]":[""]}']) {
          await write({ [name]: 4 });
          const type = empty.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
          const cleared = await place.server.put(url, empty, { headers: { 'content-type': type } });
          expect([empty, cleared.status, cleared.body.needs]).toEqual([empty, 200, null]);
        }
      });

      it('mass actions take them, and another resource with the same id has none of them', async () => {
        const [name] = namesOf(resource) as [string];
        const items = [{ ...(await place.body(resource.path)), needs: { [name]: 2 } }];
        const [id] = (await massStore(place, resource, items)).body.ids as [number];
        expect((await place.read(resource.path, id))['needs']).toEqual({ [name]: 2 });
        expect((await massUpdate(place, resource, [{ id, needs: { [name]: 5 } }])).status).toBe(200);
        expect((await place.read(resource.path, id))['needs']).toEqual({ [name]: 5 });
        const refused = await massUpdate(place, resource, [{ id, needs: { [name]: 'x' } }]);
        expect(Object.keys(refused.body.errors)).toEqual([`items.0.needs.${name}`]);
        const rows = await place.server.database.all(
          'SELECT `type`, `name`, `number` FROM own_needs WHERE object_id = ? AND `type` = ?',
          [id, resource.table],
        );
        expect(rows).toEqual([{ type: resource.table, name, number: 5 }]);
      });
    },
    (resource) => isStorable(resource) && namesOf(resource).length > 0,
  );
});
