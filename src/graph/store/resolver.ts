/** Which objects addresses and ranges of addresses stand for: among all of a map, or among those that somebody sees. */
import type { Graph } from '../graph.js';
import type { EdgeRows, Joins } from './edge-rows.js';
import type { ConnectorLayout, Layout } from './layout.js';
import { isSingle, nameOfRange, RangeIndex, type Range } from './ranges.js';
import { objectOf, type ConnectorEnd, type ConnectorRow } from './read.js';

/** Objects with their addresses. */
interface Addressed {
  kinds: Graph['kinds'];
  nodes: Graph['nodes'];
  /** By the place of the kind: the node of an id; -1 where there is none. */
  lookups: ReadonlyArray<{ of(id: number): number }>;
  /** What objects are joined to, addresses aside; asked for once it is needed. */
  joins: () => Joins;
}

/** Nodes that an address or a range stands for, and whether that may be others as well. */
interface Found {
  nodes: readonly number[];
  unsure: boolean;
}

export class Resolver {
  private readonly known = new Map<string, Found>();
  private ranges: RangeIndex | undefined;
  private holders: ReadonlyMap<string, readonly number[]> | undefined;
  private outside: ReadonlyMap<string, number> | undefined;
  private joins: Joins | undefined;

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
      if (this.layout.kinds[kind]?.addresses === undefined) continue;
      for (let node = start; node < end; node++)
        if (addresses[node] !== undefined && !inactive[node] && this.isSeen(node)) found.push(node);
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
      const smallest = this.ranges.smallest({ low: address, high: address });
      const found = smallest.length > 1 ? this.inSegmentsOf(node, smallest) : smallest;
      for (const range of found) edges.add(type!, range, node, { unsure: found.length > 1 });
    }
  }

  /** Of equal ranges those of a segment that the node has, or a device that it is plugged into; all of them where none has. */
  private inSegmentsOf(node: number, ranges: readonly number[]): readonly number[] {
    const own = this.segmentsOfDevice(node);
    for (const { type, other } of this.joinedTo(node))
      if (this.layout.types[type]!.plugs) for (const segment of this.segmentsOfDevice(other)) own.add(segment);
    const found = ranges.filter((range) => [...this.segmentsOf(range)].some((segment) => own.has(segment)));
    return found.length ? found : ranges;
  }

  /** Those of a device; one that forwards has those of the logical device on it, or of the machine under it, as well. */
  private segmentsOfDevice(node: number): Set<number> {
    const found = this.segmentsOf(node);
    if (!this.forwards(node)) return found;
    for (const { type, other } of this.joinedTo(node))
      if (!this.isCable(type) && this.forwards(other)) for (const segment of this.segmentsOf(other)) found.add(segment);
    return found;
  }

  private segmentsOf(node: number): Set<number> {
    const { kind } = this.map.nodes;
    const found = new Set<number>();
    for (const { other } of this.joinedTo(node)) if (kind[other] === this.layout.segments) found.add(other);
    return found;
  }

  private isCable(type: number): boolean {
    return this.layout.types[type]!.family === 'cables';
  }

  private forwards(node: number): boolean {
    return this.map.kinds[this.map.nodes.kind[node]!]!.network === 'forwards';
  }

  /** The edges of a connector; returns false if an end is found nowhere. */
  addConnector({ type: usual, ranks, blocked }: ConnectorLayout, row: ConnectorRow, edges: EdgeRows): boolean {
    const [source, dest] = [this.nodesAt(row.source), this.nodesAt(row.dest)];
    const type = row.blocked && blocked ? blocked.type : usual;
    for (const [one, isOneUnsure] of source) {
      for (const [other, isOtherUnsure] of dest) {
        const unsure = isOneUnsure || isOtherUnsure;
        if (ranks) this.addRanked(type, ranks, row, one, other, edges);
        else edges.addConnector(type, one, other, row, { flagged: row.flagged, unsure }, row.label);
      }
    }
    return source.size > 0 && dest.size > 0;
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

  /** The nodes at an end, each with whether it is unsure. */
  private nodesAt(end: ConnectorEnd): Map<number, boolean> {
    const found = new Map<number, boolean>();
    if (end === undefined) return found;
    if (typeof end !== 'number') {
      for (const range of end) {
        const { nodes, unsure } = this.found(range);
        for (const node of nodes) found.set(node, unsure && found.get(node) !== false);
      }
      return found;
    }
    const { kind, id } = objectOf(end);
    const node = this.map.lookups[kind]!.of(id);
    return node >= 0 && this.isSeen(node) ? found.set(node, false) : found;
  }

  private found(range: Range): Found {
    const key = `${range.low} ${range.high}`;
    let found = this.known.get(key);
    if (!found) this.known.set(key, (found = this.find(range)));
    return found;
  }

  /**
   * The objects in use that have a single address, else the smallest range around all of it, else the ranges in it, else the node
   * that stands for what is no object.
   */
  private find(range: Range): Found {
    const holders = isSingle(range) ? (this.holders ??= this.allHolders()).get(range.low) : undefined;
    if (holders) return { nodes: holders, unsure: !this.areJoined(holders) };
    const ranges = (this.ranges ??= this.rangeIndex());
    const smallest = ranges.smallest(range);
    if (smallest.length) return { nodes: smallest, unsure: smallest.length > 1 };
    const name = nameOfRange(range);
    const within = isSingle(range) || name === 'any' ? [] : ranges.within(range);
    if (within.length) return { nodes: within, unsure: false };
    const outside = (this.outside ??= this.outsideByName()).get(name);
    return { nodes: outside === undefined ? [] : [outside], unsure: false };
  }

  /**
   * Returns true if objects that share an address are joined: by a link, by hosting, or since one carries the other by it. A cable
   * leads from one device to another: that these share an address is a mistake.
   */
  private areJoined(holders: readonly number[]): boolean {
    const { kind } = this.map.nodes;
    const carries = (one: number, other: number): boolean =>
      !!this.layout.kinds[kind[other]!]!.sameAddress?.kinds.includes(kind[one]!);
    const reached = new Set([holders[0]!]);
    for (const node of reached) {
      for (const other of holders) if (carries(node, other) || carries(other, node)) reached.add(other);
      if (reached.size === holders.length) return true;
      for (const { type, other } of this.joinedTo(node))
        if (!this.isCable(type) && holders.includes(other)) reached.add(other);
    }
    return reached.size === holders.length;
  }

  private joinedTo(node: number): ReturnType<Joins> {
    return (this.joins ??= this.map.joins())(node);
  }

  /** The nodes that are no objects, by the names of their ranges. */
  private outsideByName(): Map<string, number> {
    const { start = 0, end = 0 } = this.map.kinds.find(({ outside }) => outside) ?? {};
    const found = new Map<string, number>();
    for (let node = start; node < end; node++) found.set(this.map.nodes.addresses[node]!, node);
    return found;
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
    const { addresses } = this.map.nodes;
    const texts: Array<[string, number]> = [];
    if (ranges !== undefined) {
      const { start, end } = this.map.kinds[ranges]!;
      for (let node = start; node < end; node++) {
        if (addresses[node] && this.isSeen(node)) texts.push([addresses[node]!, node]);
      }
    }
    return new RangeIndex(texts);
  }

  /** For each address, the objects in use that have it. */
  private allHolders(): Map<string, number[]> {
    const holders = new Map<string, number[]>();
    for (const node of this.addressed()) {
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
