/** What fails with some objects, why, and what those that fail need. */
import type { DoubtReason, Hit, State, View } from '../graph.js';
import { impact, type ImpactRequest, type Outages } from '../walks/impact.js';
import type { Doubt } from '../walks/doubts.js';
import type { InParts, Tick } from '../walks/tick.js';
import { needsOf, type NeedsAnswer } from './needs.js';
import { partedAnswer, type PartedAnswer } from './parted.js';
import * as shapes from './shapes.js';

export interface ImpactQuestion extends ImpactRequest {
  /** States that are listed, and `doubtful` for what is marked so; all if left out. */
  states?: ReadonlyArray<Hit | 'doubtful'>;
  /** Nodes that are listed, the worst first. */
  most: number;
}

export interface BecauseAnswer {
  edge: string;
  from: string;
  group: string | null;
  standing: number;
  of: number;
}

export type ImpactNode = shapes.NodeAnswer & {
  state: Hit;
  round: number;
  /** From a root to the node; of a long chain the first and the last `CHAIN_END` nodes. */
  chain: string[];
  /** What had become of each node of the chain when the outage came through it; some became worse later. */
  chain_states: Hit[];
  because: BecauseAnswer[];
  /** How many nodes of the chain lie between its first and its last ones; not there where it is whole. */
  chain_left_out?: number;
};

/**
 * So many nodes are told from either end of a chain. Each object of a long one tells all before it, so that whole chains would
 * fill an answer with the square of their length.
 */
export const CHAIN_END = 12;

/** An object of which nobody can tell whether it fails too. */
export interface DoubtAnswer {
  /** Its id. */
  of: string;
  why: DoubtReason;
  /** Ids of the suppliers because of which. */
  by: string[];
  node: shapes.NodeAnswer;
  /** Names of the suppliers, in the order of `by`. */
  names: string[];
}

interface Counted {
  total: number;
  by_kind: Record<string, number>;
}

export interface ImpactSummary {
  down: Counted & { needs: NeedsAnswer };
  degraded: Counted & { needs: NeedsAnswer };
  at_risk: Counted & { needs: NeedsAnswer };
  concerned: Counted;
  doubtful: Counted;
  /** Objects that are no longer in use and would be hit: they are not among the states. */
  inactive: Counted & { sample: string[] };
}

export interface ImpactAnswer {
  nodes: ImpactNode[];
  /** Those along which the outage spread, between nodes of the answer. */
  edges: shapes.EdgeAnswer[];
  /** In the order of nodes. */
  doubtful: DoubtAnswer[];
  /** Names of objects that are not among `nodes`, and that chains, reasons or needs refer to, by their ids. */
  names: Record<string, string>;
  /** Parts of what is plugged together that no longer reach the rest, the largest first. */
  parted: PartedAnswer[];
  summary: ImpactSummary;
  meta: shapes.MetaOf<'of'>;
}

export function* impactAnswer(view: View, question: ImpactQuestion, tick: Tick): InParts<ImpactAnswer> {
  const { graph } = view;
  const { of, states, most } = question;
  const outages = yield* impact(view, question, tick);
  const hit = outages.nodes();
  const doubts = yield* outages.doubts();
  const doubtful = [...new Set(doubts.map(({ node }) => node))];
  const isWanted = (node: number): boolean =>
    !states ||
    states.includes(outages.stateOf(node) as Hit) ||
    (states.includes('doubtful') && doubtful.includes(node));
  const { listed, leftOut } = shapes.bounded(hit.filter(isWanted), most);
  const parted = shapes.bounded(outages.parted(), most);
  const ofDoubts = shapes.bounded(!states || states.includes('doubtful') ? doubts : [], most);
  const among = new Uint8Array(graph.nodes.count);
  for (const node of listed) among[node] = 1;
  const nodes = listed.map((node) => impactNode(view, outages, node));
  const summary = summaryOf(view, outages, { hit, doubtful }, most);
  return {
    nodes,
    edges: outages.spreadAmong(listed, among).map((edge) => shapes.edgeAnswer(graph, edge)),
    doubtful: ofDoubts.listed.map((doubt) => doubtAnswer(view, doubt)),
    names: namesBeside(
      view,
      { nodes, summary },
      hit.filter((node) => !among[node]),
    ),
    parted: parted.listed.map((part) => partedAnswer(view, part)),
    summary,
    meta: {
      of: of.map((node) => shapes.nodeId(graph, node)),
      ...shapes.metaOf(view, leftOut + ofDoubts.leftOut + parted.leftOut),
    },
  };
}

/** The names of what the nodes and their needs refer to, where those are not among the nodes: states or a limit leave them out. */
function namesBeside(
  { graph }: View,
  { nodes, summary }: Pick<ImpactAnswer, 'nodes' | 'summary'>,
  unlisted: readonly number[],
): Record<string, string> {
  const labels = new Map(unlisted.map((node) => [shapes.nodeId(graph, node), graph.nodes.label[node]!]));
  if (!labels.size) return {};
  const referred = nodes.flatMap(({ chain, because }) => [...chain, ...because.map(({ from }) => from)]);
  const needs = [summary.down, summary.degraded, summary.at_risk].flatMap((each) => Object.values(each.needs));
  const ids = new Set([...referred, ...needs.flatMap((need) => need?.of ?? [])]);
  return Object.fromEntries([...ids].filter((id) => labels.has(id)).map((id) => [id, labels.get(id)!]));
}

function doubtAnswer({ graph }: View, { node, why, by }: Doubt): DoubtAnswer {
  return {
    ...{ of: shapes.nodeId(graph, node), why, by: by.map((one) => shapes.nodeId(graph, one)) },
    ...{ node: shapes.nodeAnswer(graph, node), names: by.map((one) => graph.nodes.label[one]!) },
  };
}

function impactNode({ graph }: View, outages: Outages, node: number): ImpactNode {
  // Member by member: a spread here takes four times as long as all the rest of the answer.
  const { id, label, group, view, icon, data } = shapes.nodeAnswer(graph, node);
  const round = outages.roundOf(node);
  const leftOut = round + 1 - 2 * CHAIN_END;
  const steps = outages.stepsOf(node, CHAIN_END);
  const answer: ImpactNode = {
    id,
    label,
    group,
    view,
    icon,
    data,
    state: outages.stateOf(node) as Hit,
    round,
    chain: steps.map((step) => shapes.nodeId(graph, step.node)),
    chain_states: steps.map((step) => step.state),
    because: outages.becauseOf(node).map(({ supplier, type, group, standing, of }) => ({
      edge: graph.types[type]!.name,
      from: shapes.nodeId(graph, supplier),
      group,
      standing,
      of,
    })),
  };
  if (leftOut > 0) answer.chain_left_out = leftOut;
  return answer;
}

function summaryOf(
  { graph }: View,
  outages: Outages,
  { hit, doubtful }: { hit: readonly number[]; doubtful: readonly number[] },
  most: number,
): ImpactSummary {
  const counted = (nodes: readonly number[]): Counted => ({
    total: nodes.length,
    by_kind: shapes.countByKind(graph, nodes),
  });
  const inState = (state: State): number[] => hit.filter((node) => outages.stateOf(node) === state);
  const withNeeds = (nodes: readonly number[]) => ({ ...counted(nodes), needs: needsOf(graph, nodes, most) });
  const inactive = outages.inactive();
  const sample = inactive.slice(0, shapes.SAMPLE).map((node) => shapes.nodeId(graph, node));
  return {
    down: withNeeds(inState('down')),
    degraded: withNeeds(inState('degraded')),
    at_risk: withNeeds(inState('at_risk')),
    concerned: counted(inState('concerned')),
    doubtful: counted(doubtful),
    inactive: { ...counted(inactive), sample },
  };
}
