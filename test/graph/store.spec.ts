/** The graph in memory: what is in it, and that what is changed bit by bit is what a fresh reading gives. @seconds 13 */
import { fillDemo } from '../../examples/demo/fill.js';
import { openThreadReader } from '../../src/database/open-thread-reader.js';
import type { ThreadReader } from '../../src/database/thread-reader.js';
import { databaseSettings } from '../../src/database/settings.js';
import { registry } from '../../src/engine/index.js';
import type { GraphState } from '../../src/graph/store/build.js';
import { layoutOf } from '../../src/graph/store/compile.js';
import { Keeper } from '../../src/graph/store/keeper.js';
import { ENGINES, type TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Numbers below 1 that follow from a seed. */
function random(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** All that a graph says, but for the name of its state. */
function told({ graph, links }: GraphState): unknown {
  const { snapshot: _, nodes, edges, dangling, ...rest } = graph;
  return { ...rest, nodes, edges, dangling: [...dangling].sort(), links };
}

describe.each(ENGINES)('the graph in memory on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  let reader: ThreadReader;
  let keeper: Keeper;

  /** Read anew, by whoever knows nothing yet. */
  const fresh = async (): Promise<GraphState> => {
    const own = openThreadReader(databaseSettings({ DATABASE_URL: place.url }, []));
    try {
      return await new Keeper(own, layoutOf(server.database.dialect), 0).graph();
    } finally {
      await own.close();
    }
  };

  beforeAll(async () => {
    place = await makeMap(engine);
    server = await TestServer.start(engine, {}, place);
    await fillDemo(server.server, { passwordOf: () => ADMIN.password });
    reader = openThreadReader(databaseSettings({ DATABASE_URL: place.url }, []));
    keeper = new Keeper(reader, layoutOf(server.database.dialect), 0);
  }, 120_000);
  afterAll(async () => {
    await reader.close();
    await server.stop();
  });

  it('has every live object of the 51 kinds, and no edge without both its ends', async () => {
    const { graph } = await keeper.graph();
    for (const { path, start, end, outside } of graph.kinds) {
      if (outside) continue;
      const { body } = await server.get(`/api/${path}`);
      expect([path, end - start]).toEqual([path, body.length]);
    }
    expect(graph.edges.count).toBeGreaterThan(graph.nodes.count);
    expect(graph.edges.from.every((node, edge) => node < graph.nodes.count && node !== graph.edges.to[edge])).toBe(
      true,
    );
  });
  it('an unchanged map is not read again, and one change is read alone', async () => {
    const before = await keeper.graph();
    expect(await keeper.graph()).toBe(before);
    const [{ id }] = (await server.get('/api/applications')).body;
    await server.put(`/api/applications/${id}`, { rto: 17 });
    const loads = keeper.counts.loads;
    const after = await keeper.graph();
    expect([after === before, keeper.counts.loads]).toEqual([false, loads]);
    expect(told(after)).toEqual(told(await fresh()));
    await server.get('/api/applications');
    expect(await keeper.graph()).toBe(after);
  });
  it(`changes of every sort, bit by bit, give what a fresh reading gives (SEED=${SEED})`, async () => {
    console.log(`SEED=${SEED}`);
    const next = random(SEED);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const kinds = registry.all().filter(({ node, readOnly }) => node && !readOnly);
    const idsOf = async (path: string): Promise<number[]> =>
      ((await server.get(`/api/${path}?fields=id`)).body as Array<{ id: number }>).map(({ id }) => id);
    const gone: Array<readonly [string, number]> = [];
    const counted = { done: 0, refused: 0 };
    for (let round = 0; round < 60; round++) {
      for (let write = 0; write < 3; write++) {
        const resource = pick(kinds);
        const ids = await idsOf(resource.path);
        if (!ids.length) continue;
        const url = `/api/${resource.path}/${pick(ids)}`;
        const lines = [
          ...resource.fields
            .filter(({ ref }) => ref)
            .map(({ name, ref }) => ({ name, target: ref!.target, one: true })),
          ...resource.links
            .filter(({ writable, kind }) => writable && kind !== 'child')
            .map(({ name, target }) => ({ name, target, one: false })),
        ];
        const what = next();
        let answer;
        if (what < 0.1) {
          gone.push([resource.path, Number(url.split('/').at(-1))]);
          answer = await server.delete(url, { documented: false });
        } else if (what < 0.15 && gone.length) {
          const [path, id] = gone.pop()!;
          answer = await server.post(`/api/${path}/${id}/restore`, {}, { documented: false });
        } else if (what < 0.3 && resource.label === 'name') {
          answer = await server.put(
            url,
            { name: `${pick(['é', 'Z', 'a', 'm'])}${round}-${write}` },
            { documented: false },
          );
        } else if (what < 0.45) {
          const field = resource.fields.find(({ edge, range, ref }) => (edge && !ref) || range);
          if (!field) continue;
          const value = field.range
            ? pick(['10.1.0.0/16', '10.0.0.0/8', '192.168.0.0/24'])
            : pick(['10.1.2.3', '10.9.9.9', '192.168.0.7']);
          answer = await server.put(url, { [field.name]: value }, { documented: false });
        } else if (lines.length) {
          const { name, target, one } = pick(lines);
          const targets = await idsOf(target);
          if (!targets.length) continue;
          const value = one
            ? pick([null, pick(targets)])
            : [pick(targets), pick(targets)].slice(0, Math.floor(next() * 3));
          answer = await server.put(url, { [name]: value }, { documented: false });
        }
        if (!answer) continue;
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 300) counted.done++;
        else counted.refused++;
      }
      expect(told(await keeper.graph())).toEqual(told(await fresh()));
    }
    expect(counted.done).toBeGreaterThan(60);
    expect(keeper.counts.changes).toBeGreaterThan(40);
  }, 180_000);
});
