/** What the objects that an outage takes need: the highest levels, the lowest minutes, and who sets them. */
import type { Graph, Needs } from '../graph.js';
import { nodeId } from './shapes.js';

const LEVELS = ['c', 'i', 'a', 't', 'auth'] as const satisfies readonly (keyof Needs)[];
const MINUTES = ['rto', 'rpo', 'mtd', 'mtdl'] as const satisfies readonly (keyof Needs)[];

interface SetBy {
  /** The objects that set it, in the order of nodes. */
  of: string[];
  /** How many more there are, if some are left out of `of`. */
  more?: number;
}

/** Null where nothing is known. */
export type NeedsAnswer = Record<(typeof LEVELS)[number], ({ level: number } & SetBy) | null> &
  Record<(typeof MINUTES)[number], ({ minutes: number } & SetBy) | null>;

/**
 * The needs of some nodes taken together.
 * @param most how many objects are listed for each need
 */
export function needsOf(graph: Graph, nodes: ArrayLike<number>, most: number): NeedsAnswer {
  const { needs } = graph.nodes;
  const setBy = (value: number, column: ArrayLike<number>): SetBy => {
    const of: string[] = [];
    let more = 0;
    for (let i = 0; i < nodes.length; i++) {
      if (column[nodes[i]!] !== value) continue;
      if (of.length < most) of.push(nodeId(graph, nodes[i]!));
      else more++;
    }
    return more ? { of, more } : { of };
  };
  const answer: Partial<NeedsAnswer> = {};
  for (const name of LEVELS) {
    const level = highest(needs[name], nodes);
    answer[name] = level < 0 ? null : { level, ...setBy(level, needs[name]) };
  }
  for (const name of MINUTES) {
    const minutes = lowest(needs[name], nodes);
    answer[name] = minutes < 0 ? null : { minutes, ...setBy(minutes, needs[name]) };
  }
  return answer as NeedsAnswer;
}

/** The highest known value of some nodes; -1 without one. */
export function highest(column: ArrayLike<number>, nodes: ArrayLike<number>): number {
  let found = -1;
  for (let i = 0; i < nodes.length; i++) found = Math.max(found, column[nodes[i]!]!);
  return found;
}

/** The lowest known value of some nodes; -1 without one. */
export function lowest(column: ArrayLike<number>, nodes: ArrayLike<number>): number {
  let found = -1;
  for (let i = 0; i < nodes.length; i++) {
    const value = column[nodes[i]!]!;
    if (value >= 0 && (found < 0 || value < found)) found = value;
  }
  return found;
}
