/**
 * Of which objects nobody can tell whether an outage takes them too, because the map does not say it: what they depend on is no
 * longer in use, stands without anything that it stands on, may or may not hold the same as what failed, or is reachable in some of
 * its networks only.
 */
import type { DoubtReason, Graph, Kind, View } from '../graph.js';
import { DOUBTS } from '../graph.js';
import { DEGRADED, DOWN, edgesAt, isHarmed, evaluate, LIMITED } from './requirements.js';
import type { Level, Requirement, Requirements, Supplier, Unit } from './requirements.js';
import type { InParts } from './tick.js';

export interface Doubt {
  /** The object that may fail too. */
  node: number;
  why: DoubtReason;
  /** The suppliers because of which, in the order of nodes. */
  by: number[];
}

/** An outage that is worked out. */
export interface DoubtsResult {
  requirements: Requirements;
  /** All nodes that do not work as before. */
  hit: readonly number[];
  levelOf: (node: number) => Level;
  unitsOf: (requirement: Requirement) => readonly Unit[];
}

/** In the order of nodes, then of reasons. What is down or no longer in use is not doubtful. */
export function* doubtsOf(view: View, outage: DoubtsResult): InParts<Doubt[]> {
  return yield* new DoubtWalk(view, outage).all();
}

class DoubtWalk {
  private readonly found = new Map<number, Map<DoubtReason, Set<number>>>();
  private readonly foundation: Foundation;

  constructor(
    private readonly view: View,
    private readonly outage: DoubtsResult,
  ) {
    this.foundation = new Foundation(view, outage);
  }

  *all(): InParts<Doubt[]> {
    const { requirements, hit, levelOf } = this.outage;
    const { inactive } = this.view.graph.nodes;
    const judged = new Set<Requirement>();
    for (const node of hit) {
      if (levelOf(node) < LIMITED) continue;
      yield* requirements.prepare(node);
      for (const { requirement } of requirements.suppliedBy(node)) judged.add(requirement);
    }
    for (const requirement of judged) {
      yield;
      const { target } = requirement;
      if (levelOf(target) !== DOWN && !inactive[target]) this.look(requirement);
    }
    return [...this.found]
      .sort(([a], [b]) => a - b)
      .flatMap(([node, reasons]) =>
        DOUBTS.filter((why) => reasons.has(why)).map((why) => ({
          ...{ node, why },
          by: [...reasons.get(why)!].sort((a, b) => a - b),
        })),
      );
  }

  private look(requirement: Requirement): void {
    const { effect } = requirement;
    const { levelOf, unitsOf } = this.outage;
    const harmed = (supplier: Supplier): boolean => isHarmed(supplier, effect, levelOf(supplier.node));
    for (const unit of unitsOf(requirement)) {
      if (!unit.suppliers.length) this.note(requirement, 'inactive', unit.unused.filter(harmed));
      if (effect >= DEGRADED) this.lookAt(requirement, unit);
    }
  }

  private lookAt(requirement: Requirement, unit: Unit): void {
    const { levelOf } = this.outage;
    const { suppliers, isOwn } = unit;
    if (requirement.partly === 'mirror' && !isOwn) {
      const lost = suppliers.filter(({ node }) => levelOf(node) === DOWN);
      if (lost.length < suppliers.length) this.note(requirement, 'mirror', lost);
    }
    const result = (level: (node: number) => Level): Level => evaluate(requirement, unit, level);
    const known = result(levelOf);
    const without = (failed: ReadonlySet<number>): Level => result((node) => (failed.has(node) ? DOWN : levelOf(node)));

    const isUnfounded = ({ node }: Supplier): boolean => levelOf(node) !== DOWN && this.foundation.isMissing(node);
    const unfounded = suppliers.filter(isUnfounded);
    const isOtherHarmed = (one: Supplier): boolean =>
      !isUnfounded(one) && isHarmed(one, requirement.effect, levelOf(one.node));
    if (unfounded.length && suppliers.some(isOtherHarmed)) {
      if (without(new Set(unfounded.map(({ node }) => node))) > known) {
        for (const why of ['unfounded', 'hidden'] as const)
          this.note(
            requirement,
            why,
            unfounded.filter(({ node }) => this.foundation.isHidden(node) === (why === 'hidden')),
          );
      }
    }
    const limited = suppliers.filter(({ node, passes }) => passes && levelOf(node) === LIMITED);
    if (limited.length && without(new Set(limited.map(({ node }) => node))) > known)
      this.note(requirement, 'network', limited);
  }

  private note({ target }: Requirement, why: DoubtReason, by: readonly Supplier[]): void {
    if (!by.length) return;
    const reasons = this.found.get(target) ?? new Map<DoubtReason, Set<number>>();
    this.found.set(target, reasons);
    const nodes = reasons.get(why) ?? new Set();
    reasons.set(why, nodes);
    for (const { node } of by) nodes.add(node);
  }
}

/** What objects stand on, where their kind says by which edges that is recorded. */
class Foundation {
  private readonly known = new Map<number, boolean>();
  private readonly failing = new Map<Kind, boolean>();

  constructor(
    private readonly view: View,
    private readonly outage: DoubtsResult,
  ) {}

  /** Nothing that the object stands on is recorded, or seen. */
  isMissing(node: number): boolean {
    let missing = this.known.get(node);
    if (missing === undefined) this.known.set(node, (missing = this.look(node)));
    return missing;
  }

  /** The caller may not see everything that would tell. */
  isHidden(node: number): boolean {
    const { graph, partlySeen } = this.view;
    const { path, founded } = this.kindOf(node);
    return founded!.by.some((name) => {
      const type = graph.types.find((one) => one.name === name);
      return (
        !!type &&
        [type.connector ?? [], ...type.from, ...type.to].flat().some((one) => one !== path && partlySeen.has(one))
      );
    });
  }

  private look(node: number): boolean {
    const { graph } = this.view;
    const kind = this.kindOf(node);
    if (!kind.founded) return false;
    for (const { edge } of edgesAt(this.view, node))
      if (kind.founded.by.includes(graph.types[graph.edges.type[edge]!]!.name)) return false;
    return !kind.founded.whereFails || this.isFailing(kind);
  }

  /** Something of the kinds on which such objects stand is down. */
  private isFailing(kind: Kind): boolean {
    let failing = this.failing.get(kind);
    if (failing === undefined) {
      const { graph } = this.view;
      const types = graph.types.filter(({ name }) => kind.founded!.by.includes(name));
      const places = new Set(types.flatMap(({ from, to }) => [...from, ...to]).filter((path) => path !== kind.path));
      failing = this.outage.hit.some(
        (node) => this.outage.levelOf(node) === DOWN && places.has(this.kindOf(node).path),
      );
      this.failing.set(kind, failing);
    }
    return failing;
  }

  private kindOf(node: number): Kind {
    const { kinds, nodes }: Graph = this.view.graph;
    return kinds[nodes.kind[node]!]!;
  }
}
