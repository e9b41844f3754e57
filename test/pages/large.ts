/** Answers of the graph for a map of 5,000 objects, which would take long to store. */

const named = (kind: string, i: number) => ({
  ...{
    id: `${kind}_${i}`,
    label: `Object ${i} of ${kind}`,
    group: kind,
    view: 'application',
    icon: null,
    depth: 1,
    more: 0,
  },
  data: { id: i, name: `Object ${i}`, model: kind, url: `/api/${kind}/${i}` },
});
const KINDS = ['applications', 'databases', 'logical-servers', 'physical-servers', 'workstations'];
const meta = { of: [], snapshot: 'x', truncated: false, left_out: 0, hidden_kinds: [] };
export const NONE = { nodes: [named('applications', 2)], edges: [], meta };
const joined = (from: string, to: string, i: number) => ({
  ...{ id: `e${i}`, from, to, edge: 'x.y', family: 'hosting', both: false, label: null, object: null },
});
/** Around the first application: 5,000 objects with 10,000 edges, the same each time. */
export const LARGE = (() => {
  const nodes = KINDS.flatMap((kind) => Array.from({ length: 1000 }, (_, i) => named(kind, i + 1)));
  const edges = nodes.slice(1).map(({ id }, i) => joined(id, 'applications_1', i));
  let seed = 11;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let i = 0; edges.length < 10_000; i++)
    edges.push(joined(nodes[random(5000)]!.id, nodes[1 + random(4999)]!.id, 10_000 + i));
  return { nodes, edges: edges.filter(({ from, to }) => from !== to), meta };
})();
/** Around the second: 100 neighbours. */
export const SMALL = (() => {
  const nodes = [named('applications', 2), ...Array.from({ length: 100 }, (_, i) => named('logical-servers', i + 1))];
  return { nodes, edges: nodes.slice(1).map(({ id }, i) => joined(id, 'applications_2', 90_000 + i)), meta };
})();
