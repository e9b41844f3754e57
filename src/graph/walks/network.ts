/**
 * What is plugged together, and into which parts it falls: cables and the ends of WANs, MANs and LANs make one undirected graph of
 * devices, in which only some kinds of devices forward. A machine with two cables joins nothing.
 */
import type { Graph, View } from '../graph.js';
import { edgesAt } from './requirements.js';

/** One side of what joins two devices. */
interface Plug {
  other: number;
  edge: number;
}

/** Devices that hang together after an outage. */
export interface Part {
  /** Those that work, in the order of nodes. */
  devices: number[];
  /** How many machines were plugged in before, and how many of them are left. */
  machinesBefore: number;
  machines: number;
  isMain: boolean;
  /** The failed devices through which it hung together with the rest. */
  by: number[];
}

/** What hung together before, in the parts into which it falls. */
export interface NetworkOutage {
  parts: Part[];
  /** For each device that is left the parts in which it is. */
  partsOf: ReadonlyMap<number, readonly Part[]>;
}

/** What becomes of a device of which a failed one was a neighbour, or that lies in another part. */
export interface Cut {
  node: number;
  /** Reached by nobody; within its part only; as before, with one way less. */
  how: 'cut off' | 'parted' | 'uplink';
  /** The failed devices because of which, in the order of nodes. */
  by: number[];
  /** How many of its own ways to devices that forward are left, and how many there were. */
  standing: number;
  of: number;
}

export class Network {
  private readonly plugs = new Map<number, Plug[]>();
  /** What hung together before: the number of each device that forwards. */
  private readonly partBefore = new Map<number, number>();
  private readonly members: number[][] = [];

  constructor(private readonly view: View) {
    this.readPlugs();
    for (const node of this.plugs.keys()) {
      if (!this.forwards(node) || this.partBefore.has(node)) continue;
      const members = this.reached(node, new Set(), this.partBefore, this.members.length);
      this.members.push(members);
    }
  }

  /** Whether a device forwards what comes to it. */
  forwards(node: number): boolean {
    return this.kindOf(node).network === 'forwards';
  }

  /** The devices that forward and that a device is plugged into, each once. */
  forwardersOf(node: number): number[] {
    return this.neighbours(node).filter((other) => this.forwards(other));
  }

  /** The edges by which two devices are plugged together. */
  edgesBetween(one: number, other: number): number[] {
    return (this.plugs.get(one) ?? []).flatMap((plug) => (plug.other === other ? [plug.edge] : []));
  }

  /** A type of the edges at a device: that of the first. */
  edgeOf(node: number): number {
    return this.plugs.get(node)![0]!.edge;
  }

  /** Into which parts falls what hung together, without some devices. */
  fallen(lost: ReadonlySet<number>): NetworkOutage[] {
    const before = new Set([...lost].flatMap((node) => this.partBefore.get(node) ?? []));
    return [...before].sort((a, b) => a - b).map((number) => this.fall(this.members[number]!, lost));
  }

  /** What becomes of the devices that are left, in the order of nodes. */
  cuts(fallen: readonly NetworkOutage[], lost: ReadonlySet<number>): Cut[] {
    const partsOf = new Map<number, Part[]>();
    for (const one of fallen)
      for (const [node, parts] of one.partsOf) partsOf.set(node, [...(partsOf.get(node) ?? []), ...parts]);
    const isCutOff = (node: number): boolean => {
      const parts = partsOf.get(node);
      return !!parts && !this.isElsewhere(node, lost) && parts.every(({ isMain, machines }) => !isMain && !machines);
    };
    const beside = [...lost].flatMap((node) => this.neighbours(node)).filter((node) => !lost.has(node));
    return [...new Set([...partsOf.keys(), ...beside])]
      .sort((a, b) => a - b)
      .flatMap((node): Cut[] => {
        const parts = partsOf.get(node) ?? [];
        const ways = this.forwardersOf(node);
        const gone = ways.filter((other) => lost.has(other) || isCutOff(other));
        const cut = { node, standing: ways.length - gone.length, of: ways.length };
        const by = [...new Set(parts.flatMap((part) => part.by))].sort((a, b) => a - b);
        // What is plugged into end devices alone is in no network.
        if (!ways.length && !this.forwards(node)) return [];
        if (this.isIsolated(node, lost) || isCutOff(node)) return [{ ...cut, how: 'cut off' as const, by }];
        if (!this.isElsewhere(node, lost) && !parts.some(({ isMain }) => isMain))
          return [{ ...cut, how: 'parted' as const, by }];
        if (!gone.length || this.forwards(node)) return [];
        const reasons = gone.flatMap((other) =>
          lost.has(other) ? [other] : partsOf.get(other)!.flatMap((part) => part.by),
        );
        return [{ ...cut, how: 'uplink' as const, by: [...new Set(reasons)].sort((a, b) => a - b) }];
      });
  }

  /** One of the places that a device is plugged into hangs together as before. */
  private isElsewhere(node: number, lost: ReadonlySet<number>): boolean {
    if (this.forwards(node)) return false;
    return this.forwardersOf(node).some(
      (other) => !lost.has(other) && !this.members[this.partBefore.get(other)!]!.some((one) => lost.has(one)),
    );
  }

  /** All that an end device is plugged into has failed. */
  private isIsolated(node: number, lost: ReadonlySet<number>): boolean {
    return !this.forwards(node) && this.neighbours(node).every((other) => lost.has(other));
  }

  private fall(members: readonly number[], lost: ReadonlySet<number>): NetworkOutage {
    const seen = new Map<number, number>();
    const parts: Part[] = [];
    for (const node of members) {
      if (lost.has(node) || seen.has(node)) continue;
      parts.push(this.partOf(this.reached(node, lost, seen, parts.length), lost));
    }
    const attached = new Set(parts.flatMap(({ devices }) => devices));
    // End devices that are plugged into what has failed alone, together with what they are plugged into directly.
    for (const node of members.filter((one) => lost.has(one)).flatMap((one) => this.neighbours(one))) {
      if (lost.has(node) || attached.has(node) || this.forwards(node)) continue;
      if (this.forwardersOf(node).some((other) => !lost.has(other))) continue;
      const stranded = this.stranded(node, lost, attached, members);
      for (const one of stranded) attached.add(one);
      parts.push(this.partOf(stranded, lost));
    }
    const candidates = parts.filter(({ devices }) => devices.length > 1 || this.forwards(devices[0]!));
    const [main] = candidates.sort(
      (a, b) =>
        b.machinesBefore - a.machinesBefore ||
        b.devices.length - a.devices.length ||
        this.compare(...this.firstApart(a.devices, b.devices)),
    );
    if (main) main.isMain = true;
    const partsOf = new Map<number, Part[]>();
    for (const part of parts) for (const node of part.devices) partsOf.set(node, [...(partsOf.get(node) ?? []), part]);
    return { parts, partsOf };
  }

  /** End devices of a network that reach each other directly, and nothing that forwards any more. */
  private stranded(
    from: number,
    lost: ReadonlySet<number>,
    attached: ReadonlySet<number>,
    members: readonly number[],
  ): number[] {
    const isStranded = (node: number): boolean => {
      const ways = this.forwardersOf(node);
      // What was plugged into end devices alone was in no network, and is in no part of one.
      return !lost.has(node) && ways.some((one) => members.includes(one)) && ways.every((one) => lost.has(one));
    };
    const found = new Set([from]);
    for (const node of found)
      for (const other of this.neighbours(node)) if (!attached.has(other) && isStranded(other)) found.add(other);
    return [...found];
  }

  /** Devices that forward and hang together, or end devices alone, as a part with all that is plugged into them. */
  private partOf(core: readonly number[], lost: ReadonlySet<number>): Part {
    const [devices, failed] = [new Set(core), new Set<number>()];
    for (const node of core) {
      for (const other of this.neighbours(node)) {
        if (lost.has(other)) failed.add(other);
        else if (this.forwards(node)) devices.add(other);
      }
    }
    const machines = [...devices].filter((node) => this.isMachine(node)).length;
    const machinesBefore = machines + [...failed].filter((node) => this.isMachine(node)).length;
    const by = [...failed].filter((node) => this.forwards(node) || !core.some((one) => this.forwards(one)));
    return {
      ...{ devices: [...devices].sort((a, b) => a - b), machinesBefore, machines, isMain: false },
      by: by.sort((a, b) => a - b),
    };
  }

  /** The devices that forward and can be reached from one, each noted in `seen` with a number. */
  private reached(from: number, lost: ReadonlySet<number>, seen: Map<number, number>, number: number): number[] {
    const found = [from];
    seen.set(from, number);
    // Goes on over what it adds.
    for (const node of found) {
      for (const other of this.neighbours(node)) {
        if (seen.has(other) || lost.has(other) || !this.forwards(other)) continue;
        seen.set(other, number);
        found.push(other);
      }
    }
    return found;
  }

  private neighbours(node: number): number[] {
    return [...new Set((this.plugs.get(node) ?? []).map(({ other }) => other))];
  }

  private readPlugs(): void {
    const { types, edges } = this.view.graph;
    for (let edge = 0; edge < edges.count; edge++) {
      if (!this.view.edges[edge] || !types[edges.type[edge]!]!.plugs || edges.aside[edge]) continue;
      const [from, to] = [this.endsAt(edges.from[edge]!), this.endsAt(edges.to[edge]!)];
      for (const one of from) {
        for (const other of to) {
          if (one === other) continue;
          this.add(one, { other, edge });
          this.add(other, { other: one, edge });
        }
      }
    }
  }

  private add(node: number, plug: Plug): void {
    const known = this.plugs.get(node);
    if (known) known.push(plug);
    else this.plugs.set(node, [plug]);
  }

  /** The devices that an end means: a place its routers, else its switches; storage and what is no longer in use none. */
  private endsAt(node: number): number[] {
    const { network } = this.kindOf(node);
    const { inactive } = this.view.graph.nodes;
    if (network === 'storage' || inactive[node]) return [];
    if (network !== 'place') return [node];
    const within = placedIn(this.view, node).filter((one) => !inactive[one]);
    for (const rank of [1, 2]) {
      const found = within.filter((one) => this.kindOf(one).placeEnd === rank);
      if (found.length) return found;
    }
    return [];
  }

  private isMachine(node: number): boolean {
    return this.kindOf(node).network === 'machine';
  }

  /** Of two parts the first device that the other does not have: an end device may be plugged into both. */
  private firstApart(one: readonly number[], other: readonly number[]): [number, number] {
    const first = (devices: readonly number[], others: ReadonlySet<number>): number =>
      devices.filter((node) => !others.has(node)).reduce((a, b) => (this.compare(a, b) <= 0 ? a : b));
    return [first(one, new Set(other)), first(other, new Set(one))];
  }

  private compare(a: number, b: number): number {
    const { kind, id } = this.view.graph.nodes;
    return kind[a]! - kind[b]! || id[a]! - id[b]!;
  }

  private kindOf(node: number): Graph['kinds'][number] {
    const { kinds, nodes } = this.view.graph;
    return kinds[nodes.kind[node]!]!;
  }
}

/** All that stands in a place, and in what stands in it. */
function placedIn(view: View, place: number): number[] {
  const { types, edges } = view.graph;
  const found = new Set([place]);
  for (const node of found)
    for (const { edge, other, isFrom } of edgesAt(view, node))
      if (isFrom && types[edges.type[edge]!]!.family === 'places') found.add(other);
  return [...found];
}

const kept = new WeakMap<View, Network>();

/** The network of a view, kept as long as the view is. */
export function networkOf(view: View): Network {
  let found = kept.get(view);
  if (!found) kept.set(view, (found = new Network(view)));
  return found;
}
