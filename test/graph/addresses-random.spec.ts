/**
 * Addresses and flows of random maps on a real server, filled and changed by requests, compared with what their description says of
 * them (support/naive-addresses.ts): edges, the neighbourhood, paths, cycles, what an outage does, and the report of VLANs.
 */
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { TestServer } from '../support/server.js';
import { AddressMap, NODE_KINDS, plainMapOf } from './support/address-maps.js';
import { NaiveAddresses, rowName, type AddressedEdge, type PlainRow } from './support/naive-addresses.js';
import { NaiveMap } from './support/naive.js';
import { Random } from './support/random.js';

const SEED = Number(process.env['GRAPH_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['GRAPH_ROUNDS'] ?? rounds(12));
/** How often a map is compared: once it is filled, and after some changes each. */
const TURNS = 3;

interface Edge {
  edge: string;
  from: string;
  to: string;
  object: number | null;
  family: string;
  unsure?: true;
}

const textOf = ({ edge, from, to, object, family, unsure }: Edge): string =>
  [edge, object ?? '', from, '>', to, ...(family === 'blocked' ? ['blocked'] : []), ...(unsure ? ['unsure'] : [])].join(
    ' ',
  );
const expectedText = ({ type, from, to, object, blocked, unsure }: AddressedEdge): string =>
  textOf({ edge: type, from, to, object, family: blocked ? 'blocked' : '', ...(unsure && { unsure }) });
const isOutside = (name: string): boolean => name.startsWith('outside_');

describe.each(ENGINES)(`addresses and flows of random maps on %s, GRAPH_SEED=${SEED}`, (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const ask = async (query: string) => {
    const { status, body } = await server.get(`/api/graph/${query}`);
    expect([query, status, body]).toEqual([query, 200, expect.anything()]);
    return body;
  };

  /** How often the maps showed what is compared. */
  const seen = new Map<string, number>();
  const count = (what: string, times: number): void => void seen.set(what, (seen.get(what) ?? 0) + times);

  async function edges(rows: readonly PlainRow[]): Promise<void> {
    const model = new NaiveAddresses(rows);
    const expected = model.edges();
    const of = rows.filter(({ kind }) => NODE_KINDS.includes(kind)).map(rowName);
    const { edges: found } = await ask(`neighbourhood?of=${of.join()}&most=5000&families=network,flows,blocked`);
    const shown = new Set(of);
    for (const { from, to } of expected) if (!isOutside(from) || !isOutside(to)) shown.add(from).add(to);
    expect(
      (found as Edge[])
        .filter(({ edge }) => /^(address|same-address):|-flows$/.test(edge))
        .map(textOf)
        .sort(),
    ).toEqual(
      expected
        .filter(({ from, to }) => shown.has(from) && shown.has(to))
        .map(expectedText)
        .sort(),
    );
    const { nodes, edges: counted, dangling } = await ask('statistics');
    const outside = new Set(expected.flatMap(({ from, to }) => [from, to]).filter(isOutside));
    const byType = (name: string, isBlocked = false): number =>
      expected.filter(({ type, blocked }) => type === name && blocked === isBlocked).length;
    const flows = ['logical-flows', 'logical-flows.blocked', 'application-flows'];
    expect({
      outside: nodes.outside,
      flows: flows.map((type) => counted.by_edge[type] ?? 0),
      nowhere: [dangling.by_edge['logical-flows'] ?? 0, dangling.by_edge['application-flows'] ?? 0],
    }).toEqual({
      outside: outside.size,
      flows: [byType('logical-flows'), byType('logical-flows', true), byType('application-flows')],
      nowhere: [model.nowhere('logical-flows'), model.nowhere('application-flows')],
    });
    const { not_drawn: told } = await ask(`between?kinds=${NODE_KINDS.join()}&families=flows`);
    expect(told.nowhere).toBe(model.nowhere('logical-flows') + model.nowhere('application-flows'));
    count('addresses', expected.filter(({ type }) => type.startsWith('address:')).length);
    count('same addresses', expected.filter(({ type }) => type.startsWith('same-address:')).length);
    count('unsure addresses', expected.filter(({ type, unsure }) => unsure && type.startsWith('address:')).length);
    count('unsure flows', expected.filter(({ type, unsure }) => unsure && type === 'logical-flows').length);
    count('blocked', expected.filter(({ blocked }) => blocked).length);
    count('outside', outside.size);
    count('nowhere', model.nowhere('logical-flows'));
  }

  /** Of the families asked for, breadth first: outside ends are walked to, and never beyond; what is blocked is no way. */
  async function neighbourhood(rows: readonly PlainRow[], random: Random): Promise<void> {
    const root = random.one(rows.filter(({ kind }) => NODE_KINDS.includes(kind)));
    const depth = 1 + random.below(4);
    const all = new NaiveAddresses(rows)
      .edges()
      .filter(({ type }) => type === 'logical-flows' || type === 'application-flows');
    const depths = new Map([[rowName(root), 0]]);
    for (const [name, steps] of depths) {
      if (steps === depth || isOutside(name)) continue;
      for (const { from, to, blocked } of all) {
        const other = from === name ? to : to === name ? from : undefined;
        if (!blocked && other !== undefined && !depths.has(other)) depths.set(other, steps + 1);
      }
    }
    const {
      nodes,
      edges: found,
      not_drawn: told,
    } = await ask(`neighbourhood?of=${rowName(root)}&depth=${depth}&families=flows&most=5000`);
    expect(Object.fromEntries((nodes as { id: string; depth: number }[]).map((one) => [one.id, one.depth]))).toEqual(
      Object.fromEntries(depths),
    );
    expect((found as Edge[]).map(textOf).sort()).toEqual(
      all
        .filter(({ from, to, blocked }) => !blocked && depths.has(from) && depths.has(to))
        .map(expectedText)
        .sort(),
    );
    const hushed = all.filter(({ from, to, blocked }) => blocked && (depths.has(from) || depths.has(to)));
    expect(told.blocked).toBe(new Set(hushed.map(({ object }) => object)).size);
  }

  async function outage(map: NaiveMap, random: Random): Promise<void> {
    // Often something at an end of a flow.
    const ends = map.map.edges
      .filter(({ type }) => type.endsWith('-flows'))
      .map(({ from, to, type }) => (type === 'logical-flows' ? to : from));
    const of = [
      ends.length && !random.once(3) ? random.one(ends) : random.one(map.names),
      ...random.some(map.names, 1),
    ];
    const flows = !random.once(4);
    const expected = map.impact([...new Set(of)], { flows });
    const found = await ask(`impact?of=${[...new Set(of)].join()}&most=5000${flows ? '&flows=1' : ''}`);
    const hit = map.names.filter((name) => expected.states.get(name) !== 'works' && !expected.inactive.includes(name));
    expect({
      of,
      flows,
      states: Object.fromEntries((found.nodes as { id: string; state: string }[]).map((one) => [one.id, one.state])),
      inactive: found.summary.inactive.total,
      doubts: found.doubtful
        .map((one: { of: string; why: string; by: string[] }) => `${one.of} ${one.why} ${one.by.join()}`)
        .sort(),
    }).toEqual({
      of,
      flows,
      states: Object.fromEntries(hit.map((name) => [name, expected.states.get(name)])),
      inactive: expected.inactive.length,
      doubts: expected.doubts.map((one) => `${one.of} ${one.why} ${one.by.join()}`).sort(),
    });
    const longest = [...expected.rounds].map(([, round]) => round);
    count('hops of an outage', Math.max(...longest));
  }

  async function ways(map: NaiveMap, random: Random): Promise<void> {
    const { cycles } = await ask('cycles?families=flows&most=5000');
    const expected = map.cycles({ families: ['flows'] });
    expect(
      (cycles as { nodes: { id: string }[] }[]).map(({ nodes }) => nodes.map(({ id }) => id).sort()).sort(),
    ).toEqual(expected.map(({ nodes }) => [...nodes].sort()).sort());
    count('cycles', expected.length);
    const [from, to] = [random.one(map.names), random.one(map.names)];
    const found = (await ask(`paths?from=${from}&to=${to}&families=flows&longest=4&most=20`)).paths as {
      nodes: { id: string }[];
    }[];
    const paths = map.paths([from], [to], 4, 'both', { families: ['flows'] });
    const named = found.map(({ nodes }) => nodes.map((node) => (typeof node === 'string' ? node : node.id)).join(' '));
    if (paths.length <= 20) expect(named.sort()).toEqual(paths.map(({ nodes }) => nodes.join(' ')).sort());
    else expect(named.length).toBe(20);
  }

  /** The report of VLANs asks the same. */
  async function report(rows: readonly PlainRow[]): Promise<void> {
    const named = new Map(rows.map((row) => [rowName(row), String(row.columns['name'])]));
    const around = new NaiveAddresses(rows).edges().filter(({ type }) => type.startsWith('address:'));
    const inside = (subnetwork: string, kind: string): string[] =>
      around
        .filter(({ type, from }) => type === `address:${kind}` && from === subnetwork)
        .map(({ to, unsure }) => named.get(to)! + (unsure ? ' (?)' : ''))
        .sort();
    const kinds = ['logical-servers', 'physical-servers', 'network-switches', 'workstations'];
    const expected = rows
      .filter(({ kind, columns }) => kind === 'subnetworks' && named.has(`vlans_${columns['vlan_id']}`))
      .map((row) => [String(row.columns['name']), ...kinds.map((kind) => inside(rowName(row), kind).join())].join('|'));
    const { body } = await server.get('/api/report/vlans?format=json');
    const found = (body.sheets[0].rows as (string | null)[][])
      .filter((row) => row[3])
      .map((row) => [row[3]!, ...row.slice(5, 9).map((cell) => (cell ?? '').split(', ').sort().join())].join('|'));
    expect(found.sort()).toEqual(expected.sort());
  }

  it(
    'are what their description says',
    async () => {
      console.log(`GRAPH_SEED=${SEED}`);
      const random = new Random(SEED);
      for (let round = 0; round < ROUNDS; round++) {
        const made = new AddressMap(server, random);
        await made.fill();
        for (let turn = 0; turn < TURNS; turn++) {
          if (turn) await made.change();
          const map = new NaiveMap(plainMapOf(made.rows));
          if (!map.names.length) continue;
          try {
            await edges(made.rows);
            await neighbourhood(made.rows, random);
            await ways(map, random);
            for (let i = 0; i < 3; i++) await outage(map, random);
            await report(made.rows);
          } catch (error) {
            const objects = made.rows.map((row) => `${rowName(row)} ${JSON.stringify(row.columns)}`).join('\n');
            throw new Error(
              `map ${round}, turn ${turn} of GRAPH_SEED=${SEED}: ${(error as Error).message}\nThe map:\n${objects}`,
            );
          }
        }
        await made.clear();
      }
      if (process.env['GRAPH_COUNTS']) console.log(Object.fromEntries(seen));
      // A comparison of nothing with nothing is none; few maps may lack some of it.
      const shown = [...seen].filter(([, times]) => times > 0).map(([what]) => what);
      expect(shown.length).toBeGreaterThan(ROUNDS < 20 ? 0 : seen.size - 1);
    },
    60_000 + ROUNDS * 20_000,
  );
});
