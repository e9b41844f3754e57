/** Parts of what is plugged together that an outage leaves apart. */
import type { View } from '../graph.js';
import type { Part } from '../walks/network.js';
import { edgesAt } from '../walks/requirements.js';
import { countByKind, nodeAnswer, nodeId, SAMPLE, type NodeAnswer } from './shapes.js';

export interface PartedAnswer {
  size: number;
  by_kind: Record<string, number>;
  /** Ids of the sites in which its devices are. */
  sites: string[];
  /** Its first devices. */
  sample: NodeAnswer[];
  main: boolean;
}

export function partedAnswer(view: View, { devices, isMain }: Pick<Part, 'devices' | 'isMain'>): PartedAnswer {
  const { graph } = view;
  return {
    size: devices.length,
    by_kind: countByKind(graph, devices),
    sites: sitesOf(view, devices).map((node) => nodeId(graph, node)),
    sample: devices.slice(0, SAMPLE).map((node) => nodeAnswer(graph, node)),
    main: isMain,
  };
}

/** The sites in which devices are, directly or through other places, in the order of nodes. */
function sitesOf(view: View, devices: readonly number[]): number[] {
  const { types, edges, nodes, kinds } = view.graph;
  const reached = new Set(devices);
  const sites: number[] = [];
  for (const node of reached) {
    if (kinds[nodes.kind[node]!]!.network === 'place') sites.push(node);
    for (const { edge, other, isFrom } of edgesAt(view, node))
      if (!isFrom && types[edges.type[edge]!]!.family === 'places') reached.add(other);
  }
  return sites.sort((a, b) => a - b);
}
