/** Which objects addresses and ranges of addresses stand for: among all of a map, or among those that somebody sees. */
import type { Graph } from '../graph.js';
import type { EdgeRows } from './edge-rows.js';
import type { ConnectorLayout, Layout } from './layout.js';
import { isSingle, RangeIndex, type Range } from './ranges.js';
import { objectOf, type ConnectorEnd, type ConnectorRow } from './read.js';

/** Objects with their addresses. */
interface Addressed {
  kinds: Graph['kinds'];
  nodes: Graph['nodes'];
  /** By the place of the kind: the node of an id; -1 where there is none. */
  lookups: ReadonlyArray<{ of(id: number): number }>;
}

export class Resolver {
  private ranges: RangeIndex | undefined;
  private holders: ReadonlyMap<string, readonly number[]> | undefined;

  /** `seen`: 1 for the nodes that there are; all of them if left out. */
  constructor(
    private readonly layout: Layout,
    private readonly map: Addressed,
    private readonly seen?: Uint8Array,
  ) {}

  /** The nodes in use that have addresses. */
  addressed(): number[] {
    const { addresses, inactive } = this.map.nodes;
    const found: number[] = [];
    for (const [kind, { start, end }] of this.map.kinds.entries()) {
      if (this.layout.kinds[kind]!.addresses === undefined) continue;
      for (let node = start; node < end; node++) if (addresses[node] !== undefined && !inactive[node]) found.push(node);
    }
    return found;
  }

  /** From the smallest range that holds an address to the object that has it, and from who carries it by the same address. */
  addAddresses(node: number, edges: EdgeRows): void {
    const { addresses: type, sameAddress } = this.layout.kinds[this.map.nodes.kind[node]!]!;
    if (sameAddress)
      for (const carrier of this.carriersOf(node, sameAddress.kinds)) edges.add(sameAddress.type, carrier, node);
    this.ranges ??= this.rangeIndex();
    for (const address of this.addressesOf(node)) {
      const holder = this.ranges.smallest({ low: address, high: address });
      if (holder !== undefined) edges.add(type!, holder, node);
    }
  }

  /** The edges of a connector; returns false if an end is found nowhere. */
  addConnector({ type: usual, ranks, blocked }: ConnectorLayout, row: ConnectorRow, edges: EdgeRows): boolean {
    const [source, dest] = [this.nodesAt(row.source), this.nodesAt(row.dest)];
    const type = row.blocked && blocked ? blocked.type : usual;
    for (const one of source) {
      for (const other of dest) {
        if (ranks) this.addRanked(type, ranks, row, one, other, edges);
        else edges.addConnector(type, one, other, row, { flagged: row.flagged }, row.label);
      }
    }
    return source.length > 0 && dest.length > 0;
  }

  /** An edge from the end of lower rank. */
  private addRanked(
    type: number,
    ranks: readonly number[],
    row: ConnectorRow,
    one: number,
    other: number,
    edges: EdgeRows,
  ): void {
    const { kind } = this.map.nodes;
    const [low, high] = [ranks[kind[one]!]!, ranks[kind[other]!]!];
    if (high < low) edges.addConnector(type, other, one, row, { flagged: true }, row.turned);
    else edges.addConnector(type, one, other, row, { flagged: low !== high }, row.label);
  }

  private nodesAt(end: ConnectorEnd): readonly number[] {
    if (end === undefined) return [];
    if (typeof end !== 'number') {
      const found = end.flatMap((range) => this.holdersOf(range));
      return found.length > 1 ? [...new Set(found)] : found;
    }
    const { kind, id } = objectOf(end);
    const node = this.map.lookups[kind]!.of(id);
    return node >= 0 && this.isSeen(node) ? [node] : [];
  }

  /** The objects in use that have a single address, else the smallest range around it. */
  private holdersOf(range: Range): readonly number[] {
    const holders = isSingle(range) ? (this.holders ??= this.allHolders()).get(range.low) : undefined;
    if (holders) return holders;
    const smallest = (this.ranges ??= this.rangeIndex()).smallest(range);
    return smallest === undefined ? [] : [smallest];
  }

  /** Of the first of some kinds that has any, the objects that share an address with a node. */
  private carriersOf(node: number, kinds: readonly number[]): number[] {
    const holders = (this.holders ??= this.allHolders());
    const sharing = new Set(this.addressesOf(node).flatMap((address) => holders.get(address) ?? []));
    for (const kind of kinds) {
      const found = [...sharing].filter((other) => other !== node && this.map.nodes.kind[other] === kind);
      if (found.length) return found;
    }
    return [];
  }

  private rangeIndex(): RangeIndex {
    const { ranges } = this.layout;
    const { addresses, id } = this.map.nodes;
    const texts: Array<[string, number]> = [];
    if (ranges !== undefined) {
      const { start, end } = this.map.kinds[ranges]!;
      for (let node = start; node < end; node++) {
        if (addresses[node] && this.isSeen(node)) texts.push([addresses[node]!, node]);
      }
    }
    // Of two equal ranges the older object counts.
    return new RangeIndex(texts.sort(([, one], [, other]) => id[one]! - id[other]!));
  }

  /** For each address, the objects in use that have it. */
  private allHolders(): Map<string, number[]> {
    const holders = new Map<string, number[]>();
    for (const node of this.addressed()) {
      if (!this.isSeen(node)) continue;
      for (const address of this.addressesOf(node)) {
        const known = holders.get(address);
        if (!known) holders.set(address, [node]);
        else if (!known.includes(node)) known.push(node);
      }
    }
    return holders;
  }

  private addressesOf(node: number): string[] {
    return this.map.nodes.addresses[node]!.split(' ');
  }

  private isSeen(node: number): boolean {
    return !this.seen || this.seen[node] === 1;
  }
}
