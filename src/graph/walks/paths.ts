/**
 * The shortest paths without loops between two sets of nodes: Yen's algorithm, with Lawler's rule that a path is only branched
 * off behind the place where it itself branched off. Each branch is completed by A*, for which the distance to the targets in the
 * whole graph is the estimate: it is never too high, and mostly right.
 */
import type { View } from '../graph.js';
import { eachStep, entered, inOrder, type Direction, type Filter } from './filter.js';
import { everyFewSteps, type InParts, type Tick } from './tick.js';

export interface PathsRequest extends Filter {
  /** Where paths begin and end: no path has one of these nodes between its ends. Tags and kinds do not bind them. */
  from: readonly number[];
  to: readonly number[];
  direction: Direction;
  /** Paths, at most. */
  most: number;
  /** Steps of a path, at most. */
  longest: number;
}

export interface Path {
  nodes: number[];
  /** The edges of each step: several are one path. */
  edges: number[][];
}

/** Yen's list of candidates holds paths that branched off another one behind its node `branch - 1`. */
interface Candidate {
  nodes: number[];
  branch: number;
}

const UNREACHED = 255;

/** By length, then in the order of nodes from the beginning on. */
const compare = ({ nodes: a }: Candidate, { nodes: b }: Candidate): number => {
  if (a.length !== b.length) return a.length - b.length;
  const i = a.findIndex((node, k) => node !== b[k]);
  return i < 0 ? 0 : a[i]! - b[i]!;
};

export function* paths(view: View, request: PathsRequest, tick: Tick): InParts<Path[]> {
  const search = new Search(view, request, tick);
  let found = yield* shortest(search, request.most);
  // Mostly enough paths are hardly longer than the first, and what is farther away than they are is most of a large map.
  if (found.length < request.most && search.goOn()) found = yield* shortest(search, request.most);
  return found.map(({ nodes }) => ({ nodes, edges: search.edgesAlong(nodes) }));
}

function* shortest(search: Search, most: number): InParts<Candidate[]> {
  const found: Candidate[] = [];
  const candidates: Candidate[] = [];
  const add = (start: readonly number[], banned: ReadonlySet<number>): void => {
    const nodes = search.complete(start, banned);
    if (nodes) candidates.push({ nodes, branch: start.length });
  };
  add([], new Set());
  while (found.length < most && candidates.length) {
    candidates.sort(compare);
    const path = candidates.shift()!;
    found.push(path);
    for (let at = path.branch; at < path.nodes.length; at++) {
      yield;
      const start = path.nodes.slice(0, at);
      // What follows this beginning in paths that are known is not to follow it again.
      const known = found.filter(({ nodes }) => start.every((node, i) => node === nodes[i]));
      add(start, new Set(known.map(({ nodes }) => nodes[at]!)));
    }
  }
  return found;
}

class Search {
  private readonly sources: readonly number[];
  private readonly isSource: Uint8Array;
  private readonly isTarget: Uint8Array;
  /** Steps from each node to the nearest target, where these were counted. */
  private readonly distance: Uint8Array;
  /** So many steps were counted, and these nodes are as far from a target. */
  private steps = 0;
  private farthest: readonly number[];
  /** Steps of the paths that are looked for, at most. */
  private longest: number;
  private readonly step: () => boolean;
  /** Steps from the end of a beginning to each node, where `round` is that of the search. */
  private readonly reached: Uint8Array;
  private readonly rounds: Uint32Array;
  private round = 0;

  constructor(
    private readonly view: View,
    private readonly request: PathsRequest,
    tick: Tick,
  ) {
    const { count } = view.graph.nodes;
    this.step = everyFewSteps(tick);
    this.sources = [...new Set(request.from)].filter((node) => view.nodes[node]).sort((a, b) => a - b);
    this.isSource = new Uint8Array(count);
    this.isTarget = new Uint8Array(count);
    for (const node of this.sources) this.isSource[node] = 1;
    for (const node of request.to) this.isTarget[node] = view.nodes[node]!;
    this.reached = new Uint8Array(count);
    this.rounds = new Uint32Array(count);
    this.distance = new Uint8Array(count).fill(UNREACHED);
    this.farthest = [...new Set(request.to)].filter((node) => this.isTarget[node]);
    for (const node of this.farthest) this.distance[node] = 0;
    this.count(() => this.sources.some((node) => !this.isNear(node)));
    // Only the beginning of a path is as far from its end as it is long.
    this.longest = Math.min(this.steps + 1, request.longest);
  }

  /** Has all paths looked for, not only those that are hardly longer than the shortest; false if that was done. */
  goOn(): boolean {
    if (this.longest === this.request.longest) return false;
    this.count(() => true);
    this.longest = this.request.longest;
    return true;
  }

  /**
   * The first of the shortest paths that begin with some nodes; undefined where there is none, or it is too long.
   * @param start a beginning without a target; empty for all paths
   * @param banned nodes that do not follow it
   */
  complete(start: readonly number[], banned: ReadonlySet<number>): number[] | undefined {
    this.round++;
    const longest = this.longest - Math.max(start.length - 1, 0);
    for (const node of start) this.mark(node, 0);
    const root = start.at(-1);
    const first: number[] = [];
    const enter = (node: number): void => {
      if (this.rounds[node] !== this.round && !banned.has(node) && this.distance[node] !== UNREACHED) first.push(node);
    };
    if (root === undefined) this.sources.forEach(enter);
    else this.forward(root, enter);
    const begin = root === undefined ? 0 : 1;
    const end = this.explore(first, begin, longest);
    return end === undefined ? undefined : this.firstWay(start, first, begin, end);
  }

  /** The edges of each step of a path. */
  edgesAlong(nodes: readonly number[]): number[][] {
    const steps: number[][] = [];
    for (let i = 1; i < nodes.length; i++) {
      const edges: number[] = [];
      eachStep(this.view, nodes[i - 1]!, this.request.direction, this.request.types, (edge, other) => {
        if (other === nodes[i]) edges.push(edge);
      });
      steps.push(inOrder(this.view.graph, edges));
    }
    return steps;
  }

  /** A*: the length of the shortest way to a target from one of `first`, to which it is `begin` steps. */
  private explore(first: readonly number[], begin: number, longest: number): number | undefined {
    // Nodes by the length of the shortest path that they may be on: the estimate is consistent, so it never falls on a way.
    const buckets: number[][] = [];
    const put = (node: number, steps: number): void => {
      const length = steps + this.distance[node]!;
      if (length > longest) return;
      this.mark(node, steps);
      (buckets[length] ??= []).push(node);
    };
    for (const node of first) if (this.rounds[node] !== this.round) put(node, begin);
    for (let length = 0; length < buckets.length; length++) {
      const bucket = buckets[length] ?? [];
      let isFound = false;
      // The bucket grows while it is gone through, by nodes that are nearer to a target.
      for (const node of bucket) {
        if (length !== this.reached[node]! + this.distance[node]!) continue;
        if (this.isTarget[node]) isFound = true;
        else {
          const steps = this.reached[node]! + 1;
          this.forward(node, (other) => {
            if (this.rounds[other] === this.round && this.reached[other]! <= steps) return;
            if (this.distance[other] !== UNREACHED) put(other, steps);
          });
        }
      }
      if (isFound) return length;
    }
    return undefined;
  }

  /** Of the ways with `length` steps that `explore` found, the first in the order of nodes. */
  private firstWay(start: readonly number[], first: readonly number[], begin: number, length: number): number[] {
    // From the targets back: which nodes are on such a way.
    const on = new Set<number>();
    const target = (node: number, steps: number): boolean =>
      this.rounds[node] === this.round && this.reached[node] === steps;
    const ends = [...new Set(this.request.to)].filter((node) => this.isTarget[node] && target(node, length));
    let level = ends;
    for (const node of level) on.add(node);
    for (let steps = length - 1; steps >= begin; steps--) {
      const before: number[] = [];
      for (const node of level) {
        this.backward(node, (other) => {
          if (on.has(other) || !target(other, steps)) return;
          on.add(other);
          before.push(other);
        });
      }
      level = before;
    }
    const way = [...start];
    let options = first.filter((node) => on.has(node) && target(node, begin));
    for (let steps = begin; ; steps++) {
      const next = options.reduce((a, b) => Math.min(a, b));
      way.push(next);
      if (steps === length) return way;
      options = [];
      this.forward(next, (other) => {
        if (on.has(other) && target(other, steps + 1)) options.push(other);
      });
    }
  }

  private mark(node: number, steps: number): void {
    this.rounds[node] = this.round;
    this.reached[node] = steps;
  }

  /** Where one step from a node leads to: not to a source, and to what the filter says or a target. */
  private forward(node: number, visit: (other: number) => void): void {
    eachStep(this.view, node, this.request.direction, this.request.types, (_, other) => {
      this.step();
      if (!this.isSource[other] && this.mayEnter(other)) visit(other);
    });
  }

  private backward(node: number, visit: (other: number) => void): void {
    const { direction, types } = this.request;
    const back = direction === 'up' ? 'down' : direction === 'down' ? 'up' : 'both';
    eachStep(this.view, node, back, types, (_, other) => {
      this.step();
      if (this.isSource[other] || this.mayEnter(other)) visit(other);
    });
  }

  private mayEnter(node: number): boolean {
    return !!this.isTarget[node] || entered(this.view.graph, this.request, node);
  }

  /** Returns true if a source is one step from where distances were counted to, or within; then it has its own. */
  private isNear(source: number): boolean {
    const { distance } = this;
    if (distance[source] !== UNREACHED) return true;
    this.forward(source, (other) => {
      if (distance[other] !== UNREACHED) distance[source] = this.steps + 1;
    });
    return distance[source] !== UNREACHED;
  }

  /** Counts on, step by step, for as long as that is said to be needed. */
  private count(isNeeded: () => boolean): void {
    const { distance } = this;
    while (this.steps < this.request.longest && this.farthest.length && isNeeded()) {
      this.steps++;
      const next: number[] = [];
      for (const node of this.farthest) {
        // Nothing leads on from a source, and nothing through a target.
        if (this.isSource[node]) continue;
        this.backward(node, (other) => {
          if (distance[other] !== UNREACHED) return;
          distance[other] = this.steps;
          next.push(other);
        });
      }
      this.farthest = next;
    }
  }
}
