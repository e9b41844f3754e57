/** The map of the demo: complete, and the same whenever and wherever it is loaded. @seconds 14 */
import { fillDemo } from '../../examples/demo/fill.js';
import { DELETED, demoMap } from '../../examples/demo/map/index.js';
import { naming } from '../../examples/demo/names.js';
import { calendarOf, type DemoMap } from '../../examples/demo/rows.js';
import { idsIn, registry, type LinkSet } from '../../src/engine/index.js';
import { isAdded, isAddedTo } from '../engine/model/additions.js';
import { ENGINES, type Engine } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

type Body = Record<string, unknown>;

const TODAY = new Date('2026-03-14T15:00:00Z');
const resources = (): ReturnType<typeof registry.all> => registry.all();
/** What the demo shows whole. It need not hold objects, columns and links that we added. */
const specified = (): ReturnType<typeof registry.all> => resources().filter((resource) => !isAdded(resource));

async function filled(engine: Engine, map?: DemoMap): Promise<{ server: TestServer; counts: Map<string, number> }> {
  const server = await TestServer.start(engine);
  try {
    const counts = await fillDemo(server.server, {
      passwordOf: () => ADMIN.password,
      today: TODAY,
      ...(map && { map }),
    });
    return { server, counts };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Every live object of the map as single reads answer it, by path; without the columns that tell when it was stored. */
async function everything(server: TestServer): Promise<Record<string, Body[]>> {
  const objects: Record<string, Body[]> = {};
  for (const { path, readOnly } of resources()) {
    const list = (await server.get(`/api/${path}`)).body as Array<{ id: number }>;
    objects[path] = [];
    if (readOnly) continue;
    for (const { id } of list) {
      const {
        created_at: _created,
        updated_at: _updated,
        ...rest
      } = (await server.get(`/api/${path}/${id}`)).body.data;
      objects[path]!.push(rest as Body);
    }
  }
  return objects;
}

const missing = (objects: Record<string, Body[]>, named: (path: string) => string[]): string[] =>
  specified().flatMap(({ path }) =>
    named(path)
      .filter((name) => !objects[path]!.some((object) => isSet(object[name])))
      .map((name) => `${path}.${name}`),
  );

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

describe.each(ENGINES)('the map of the demo on %s', (engine) => {
  let server: TestServer;
  let counts: Map<string, number>;
  let objects: Record<string, Body[]>;
  beforeAll(async () => {
    ({ server, counts } = await filled(engine));
    objects = await everything(server);
  });
  afterAll(() => server.stop());

  it('holds about 300 objects, some of every type', () => {
    const writable = specified().filter(({ readOnly }) => !readOnly);
    expect(writable.filter(({ path }) => !objects[path]!.length).map(({ path }) => path)).toEqual([]);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(280);
    expect(total).toBeLessThanOrEqual(360);
  });
  it('has a pair of every link that can be written', () => {
    const links = (path: string): string[] =>
      registry
        .get(path)
        .links.filter(({ writable, name }) => writable && !isAddedTo({ path }, 'links', name))
        .map(({ name }) => name);
    expect(missing(objects, links)).toEqual([]);
  });
  it('has every pair that is written, at whichever end', () => {
    const map = demoMap(calendarOf(TODAY), () => ADMIN.password);
    const named = (path: string, name: unknown): Body | undefined =>
      objects[path]!.find((object) => object[naming(registry.get(path)) ?? ''] === name);
    const lost: string[] = [];
    for (const [path, written] of Object.entries(map)) {
      const { links, label } = registry.get(path);
      if (!label) continue;
      for (const object of written) {
        const stored = named(path, object[naming(registry.get(path))!]);
        for (const link of links.filter(({ kind, name }) => kind !== 'child' && stored && name in object)) {
          for (const element of object[link.name] as Array<string | { name: string }>) {
            const name = typeof element === 'string' ? element : element.name;
            const id = named(link.target, name)?.['id'];
            if (id !== undefined && !idsIn(stored![link.name] as LinkSet).includes(id as number)) {
              lost.push(`${path}.${link.name}: ${name}`);
            }
          }
        }
      }
    }
    expect(lost).toEqual([]);
  });
  it('has a value in every column that can be written', () => {
    const columns = (path: string): string[] =>
      registry
        .get(path)
        .fields.filter(
          ({ writable, hidden, name }) => writable !== false && !hidden && !isAddedTo({ path }, 'columns', name),
        )
        .map(({ name }) => name);
    expect(missing(objects, columns)).toEqual([]);
  });
  it('has certificates that expired and some that expire within 30 days, told from today', () => {
    const ends = objects['certificates']!.map((certificate) => certificate['end_validity'] as string);
    expect(ends.some((end) => end < '2026-03-14')).toBe(true);
    expect(ends.filter((end) => end >= '2026-03-14' && end <= '2026-04-13')).toHaveLength(2);
  });
  it('has deleted objects', async () => {
    for (const [path, name] of DELETED) {
      const { table } = registry.get(path);
      const rows = await server.database.all(`SELECT deleted_at FROM ${table} WHERE name = ?`, [name]);
      expect(rows).toEqual([{ deleted_at: expect.any(String) }]);
    }
  });
  it('serves its documents', async () => {
    for (const { id, size, mimetype } of objects['documents']!) {
      const { status, headers } = await server.get(`/api/documents/${String(id)}/download`);
      expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([
        200,
        String(size),
        // Drawings may hold programs, so they are sent as unknown bytes.
        expect.stringContaining(mimetype === 'image/svg+xml' ? 'application/octet-stream' : String(mimetype)),
      ]);
    }
    expect(objects['documents']!.map(({ mimetype }) => mimetype)).toContain('image/svg+xml');
  });
  it('is the same each time it is loaded', async () => {
    const again = await filled(engine);
    try {
      expect(await everything(again.server)).toEqual(objects);
    } finally {
      await again.server.stop();
    }
  });
});

describe('a map with a mistake is refused', () => {
  const refused = (map: DemoMap): Promise<string> =>
    filled('sqlite', map).then(
      async ({ server }) => {
        await server.stop();
        return 'stored';
      },
      (error: Error) => error.message,
    );

  it('a misspelt name, with the nearest one', async () => {
    const map = { sites: [{ name: 'Hôpital' }], buildings: [{ name: 'Laundry', site_id: 'Hopitol' }] };
    expect(await refused(map)).toBe("buildings 'Laundry', site_id: 'sites' has no 'Hopitol'. Did you mean 'Hôpital'?");
  });
  it('an unknown column', async () => {
    expect(await refused({ sites: [{ name: 'Hôpital', colour: 'red' }] })).toMatch(/^sites 'Hôpital', colour: /);
  });
  it('a name that is there twice', async () => {
    expect(await refused({ sites: [{ name: 'Hôpital' }, { name: 'hopital' }] })).toContain('two objects');
  });
});
