/** What fails with some objects, why, and what those that fail need. */
import { STATES, type State, type View } from '../graph.js';
import { impact, type ImpactRequest, type Outages } from '../walks/impact.js';
import { CONCERNED, DEGRADED, DOWN } from '../walks/requirements.js';
import type { Tick } from '../walks/tick.js';
import { needsOf, type NeedsAnswer } from './needs.js';
import * as shapes from './shapes.js';

/** The states that an outage brings. */
export type Hit = Exclude<(typeof STATES)[number], 'works'>;

export interface ImpactQuestion extends ImpactRequest {
  /** States that are listed; all if left out. */
  states?: readonly Hit[];
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
  because: BecauseAnswer[];
  /** How many nodes of the chain lie between its first and its last ones; not there where it is whole. */
  chain_left_out?: number;
};

/**
 * So many nodes are told from either end of a chain. Each object of a long one tells all before it, so that whole chains would
 * fill an answer with the square of their length.
 */
export const CHAIN_END = 12;

export interface ImpactSummary {
  down: { total: number; by_kind: Record<string, number>; needs: NeedsAnswer };
  degraded: { total: number; by_kind: Record<string, number>; needs: NeedsAnswer };
  concerned: { total: number; by_kind: Record<string, number> };
}

export interface ImpactAnswer {
  nodes: ImpactNode[];
  /** Those along which the outage spread, between nodes of the answer. */
  edges: shapes.EdgeAnswer[];
  summary: ImpactSummary;
  meta: shapes.MetaOf<'of'>;
}

export function impactAnswer(view: View, question: ImpactQuestion, tick: Tick): ImpactAnswer {
  const { graph } = view;
  const { of, states, most } = question;
  const outages = impact(view, question, tick);
  const hit = outages.nodes();
  const wanted = states ? hit.filter((node) => states.includes(STATES[outages.stateOf(node)] as Hit)) : hit;
  const { listed, leftOut } = shapes.bounded(Array.from(wanted), most);
  const among = new Uint8Array(graph.nodes.count);
  for (const node of listed) among[node] = 1;
  return {
    nodes: listed.map((node) => impactNode(view, outages, node)),
    edges: outages.spreadAmong(listed, among).map((edge) => shapes.edgeAnswer(graph, edge)),
    summary: summaryOf(view, outages, hit, most),
    meta: { of: of.map((node) => shapes.nodeId(graph, node)), ...shapes.metaOf(view, leftOut) },
  };
}

function impactNode({ graph }: View, outages: Outages, node: number): ImpactNode {
  // Member by member: a spread here takes four times as long as all the rest of the answer.
  const { id, label, group, view, icon, data } = shapes.nodeAnswer(graph, node);
  const round = outages.roundOf(node);
  const leftOut = round + 1 - 2 * CHAIN_END;
  const answer: ImpactNode = {
    id,
    label,
    group,
    view,
    icon,
    data,
    state: STATES[outages.stateOf(node)] as Hit,
    round,
    chain: outages.chainOf(node, CHAIN_END).map((one) => shapes.nodeId(graph, one)),
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

function summaryOf({ graph }: View, outages: Outages, hit: Uint32Array, most: number): ImpactSummary {
  const counts = (state: State) => {
    const nodes = hit.filter((node) => outages.stateOf(node) === state);
    return { nodes, total: nodes.length, by_kind: shapes.countByKind(graph, nodes) };
  };
  const withNeeds = (state: State) => {
    const { nodes, ...rest } = counts(state);
    return { ...rest, needs: needsOf(graph, nodes, most) };
  };
  const { total, by_kind } = counts(CONCERNED);
  return { down: withNeeds(DOWN), degraded: withNeeds(DEGRADED), concerned: { total, by_kind } };
}
