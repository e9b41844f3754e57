/** Answers as files: graphs for programs that draw, lists for spreadsheets, and lists as texts to be read. */
import { BOM, csvLine, type CsvCell, type CsvFile } from '../../files/csv.js';
import {
  cytoscape,
  dot,
  graphml,
  mermaid,
  oneLine,
  type Attribute,
  type GraphFormat as Drawing,
} from '../../files/graph.js';
import type { CutsAnswer } from './cuts.js';
import type { CyclesAnswer } from './cycles.js';
import type { BecauseAnswer, DoubtAnswer } from './impact.js';
import type { SinglePointsAnswer } from './single-points.js';
import type { StatisticsAnswer } from './statistics.js';
import type { EdgeAnswer, NodeAnswer } from './shapes.js';

/** A node of any answer, with what its request adds. */
export interface AnyNode extends NodeAnswer {
  depth?: number;
  more?: number;
  critical?: boolean;
  effect?: string;
  state?: string;
  round?: number;
  chain?: readonly string[];
  chain_left_out?: number;
  because?: readonly BecauseAnswer[];
  /** Why nobody can tell whether it fails too. */
  doubtful?: string;
  where?: string | null;
  edges?: number;
}

/** An edge of any answer. */
export interface AnyEdge extends EdgeAnswer {
  implied?: true;
  via?: readonly string[];
}

const OF_NODE: readonly Attribute<AnyNode>[] = [
  { name: 'label', type: 'string', of: ({ label }) => oneLine(label) },
  { name: 'model', type: 'string', of: ({ group }) => group },
  { name: 'view', type: 'string', of: ({ view }) => view },
  { name: 'url', type: 'string', of: ({ data }) => data.url },
  { name: 'depth', type: 'int', of: ({ depth }) => depth },
  { name: 'more', type: 'int', of: ({ more }) => more },
  { name: 'critical', type: 'boolean', of: ({ critical }) => critical },
  { name: 'state', type: 'string', of: ({ state }) => state },
  { name: 'round', type: 'int', of: ({ round }) => round },
  { name: 'doubtful', type: 'string', of: ({ doubtful }) => doubtful },
];

const OF_EDGE: readonly Attribute<AnyEdge>[] = [
  { name: 'edge', type: 'string', of: ({ edge }) => edge },
  { name: 'family', type: 'string', of: ({ family }) => family },
  { name: 'label', type: 'string', of: ({ label }) => label && oneLine(label) },
  { name: 'both', type: 'boolean', of: ({ both }) => both },
  { name: 'implied', type: 'boolean', of: ({ implied }) => implied },
  { name: 'via', type: 'string', of: ({ via }) => via?.join(' ') },
];

/** An answer with nodes; that of an outage has doubts as well. */
interface WithNodes {
  nodes: readonly AnyNode[];
  doubtful?: readonly DoubtAnswer[];
}

/** The nodes of an answer with the doubts about them, and behind them those that are hit by nothing else. */
function withDoubts({ nodes, doubtful = [] }: WithNodes): readonly AnyNode[] {
  if (!doubtful.length) return nodes;
  const reasons = new Map<string, string[]>();
  for (const { of, why, by } of doubtful) reasons.set(of, [...(reasons.get(of) ?? []), `${why}: ${by.join(' ')}`]);
  const marked = (node: AnyNode): AnyNode => {
    const why = reasons.get(node.id);
    return why ? { ...node, doubtful: why.join('; ') } : node;
  };
  const listed = new Set(nodes.map(({ id }) => id));
  const others = new Map(doubtful.filter(({ of }) => !listed.has(of)).map(({ of, node }) => [of, node]));
  return [...nodes, ...others.values()].map(marked);
}

/** A graph in one of the formats of other programs, piece by piece. */
export function drawing(
  { edges, ...answer }: WithNodes & { edges: readonly AnyEdge[] },
  format: Drawing,
): Iterable<string> {
  const graph = { nodes: withDoubts(answer), edges };
  switch (format) {
    case 'mermaid':
      return mermaid(graph);
    case 'dot':
      return dot(graph);
    case 'graphml':
      return graphml(graph, OF_NODE, OF_EDGE);
    case 'cytoscape':
      return cytoscape(graph, OF_NODE, OF_EDGE);
  }
}

/** Something listed: an object, or a point or circle with the objects that it is made of. */
export interface ListedRow {
  node: AnyNode;
  /** What is told of it besides, by name. */
  values: Readonly<Record<string, CsvCell>>;
}

/** Answers that are lists, or have nodes that make one. */
export type ListAnswer =
  | WithNodes
  | Pick<SinglePointsAnswer, 'points' | 'pairs'>
  | Pick<CutsAnswer, 'points' | 'bridges'>
  | Pick<CyclesAnswer, 'cycles'>
  | Pick<StatisticsAnswer, 'busiest'>;

/** What an answer lists, whose rows have the same names: of cuts the articulation points, of statistics the busiest. */
export function listOf(answer: ListAnswer): ListedRow[] {
  if ('busiest' in answer) return listOfNodes(answer.busiest);
  if ('nodes' in answer) return listOfNodes(withDoubts(answer));
  if ('cycles' in answer) return listOfCycles(answer.cycles);
  if ('bridges' in answer) return listOfCuts(answer.points);
  return [...listOfPoints(answer.points), ...listOfPairs(answer.pairs ?? [])];
}

function listOfNodes(nodes: readonly AnyNode[]): ListedRow[] {
  return nodes.map((node) => {
    const { depth, more, effect, critical, state, round, doubtful, chain, because, where, edges } = node;
    const described = {
      depth,
      more,
      effect,
      critical,
      state,
      round,
      doubtful,
      where,
      edges,
      chain: chain && chainInWords(chain, node.chain_left_out),
      because: because && reasons(because),
    };
    return { node, values: Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined)) };
  });
}

/** `a > b > … 3 more > y > z`: what is left out lies in the middle. */
function chainInWords(chain: readonly string[], leftOut = 0): string {
  const between = leftOut ? [`… ${leftOut} more`] : [];
  return [...chain.slice(0, chain.length / 2), ...between, ...chain.slice(chain.length / 2)].join(' > ');
}

const reasons = (because: readonly BecauseAnswer[]): string =>
  because.map(({ edge, from, standing, of }) => `${from} (${edge}, ${standing}/${of})`).join('; ');

function listOfPoints(points: SinglePointsAnswer['points']): ListedRow[] {
  return points.map(({ node, takes_down: { total, needs }, degrades }) => ({
    node,
    values: { takes_down: total, degrades: degrades.total, availability: needs.a?.level, rto: needs.rto?.minutes },
  }));
}

/** Pairs, the second beside the first. */
function listOfPairs(pairs: NonNullable<SinglePointsAnswer['pairs']>): ListedRow[] {
  return pairs.map(([node, other]) => ({ node, values: { with: other.id } }));
}

function listOfCuts(points: CutsAnswer['points']): ListedRow[] {
  return points.map(({ node, components, sizes }) => ({ node, values: { components, sizes: sizes.join(' ') } }));
}

/** What is on circles, each with the number of its circle. */
function listOfCycles(cycles: CyclesAnswer['cycles']): ListedRow[] {
  return cycles.flatMap(({ nodes, size }, i) => nodes.map((node) => ({ node, values: { cycle: i + 1, size } })));
}

/** A CSV file of a list, piece by piece: a line of headings, then one for each row. Texts are guarded against formulas. */
export function* csvOfList(rows: readonly ListedRow[], file: CsvFile): Iterable<string> {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  yield (file.bom ? BOM : '') + csvLine(['node', 'label', 'kind', 'view', ...names], file);
  for (const { node, values } of rows) {
    const described = names.map((name) => {
      const value = values[name];
      return typeof value === 'string' ? oneLine(value) : value;
    });
    yield csvLine([node.id, oneLine(node.label), node.group, node.view, ...described], file);
  }
}
