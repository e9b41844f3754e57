/** Of some objects: from where outside they are reachable, and how much fails with each. */
import type { View } from '../graph.js';
import { exposure } from '../walks/exposure.js';
import { Outages } from '../walks/impact.js';
import type { InParts, Tick } from '../walks/tick.js';

export interface ExposureRequest {
  /** Nodes that are asked about; -1 for what the caller does not see. */
  of: readonly number[];
  /** Paths of the kinds that are outside. */
  outside: readonly string[];
  /** Of so many of them, the first ones, it is worked out what fails with them. */
  most: number;
}

/** What is told of one object. */
export interface ExposedObject {
  /** What it is called from where it is reachable in the fewest steps; null: by no way. */
  from: string | null;
  steps: number;
  /** How many objects go down with it; null where that was not worked out. */
  fails: number | null;
}

/** An entry for each of `of`, in their order; null for those that the caller does not see. */
export function* exposureAnswer(
  view: View,
  { of, outside, most }: ExposureRequest,
  tick: Tick,
): InParts<Array<ExposedObject | null>> {
  const { kinds, nodes } = view.graph;
  const beyond: number[] = [];
  for (const { path, start, end, outside: isRange } of kinds)
    for (let node = start; node < end; node++)
      // Of the ranges that no object has, `any` is outside for certain.
      if (outside.includes(path) || (isRange && nodes.addresses[node] === 'any')) beyond.push(node);
  const { from, steps } = exposure(view, beyond, tick);
  yield;
  const outages = new Outages(view, false, tick);
  const answer: Array<ExposedObject | null> = [];
  let left = most;
  for (const node of of) {
    if (node < 0) {
      answer.push(null);
      continue;
    }
    let fails: number | null = null;
    if (left-- > 0) {
      yield* outages.run([node]);
      fails = 0;
      outages.each((other, state) => void (fails! += Number(other !== node && state === 'down')));
      yield;
    }
    const by = from[node]!;
    answer.push({ from: by < 0 || by === node ? null : nodes.label[by]!, steps: Math.max(steps[node]!, 0), fails });
  }
  return answer;
}
