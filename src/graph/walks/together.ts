/**
 * Objects that need suppliers together, where what is plugged together fell apart: they go down where none of its parts has enough
 * of each.
 */
import type { NetworkOutage, Part } from './network.js';
import {
  DEGRADED,
  DOWN,
  type Level,
  type Requirement,
  type Requirements,
  type Supplier,
  type Unit,
} from './requirements.js';

/**
 * The objects that are not down and whose needed suppliers have no part in common, each with the suppliers that work worse
 * because of it.
 * @param unitsOf suppliers that stand in for each other, with how many the request or the object says are enough
 */
export function withoutCommonPart(
  requirements: Requirements,
  fallen: readonly NetworkOutage[],
  levelOf: (node: number) => Level,
  unitsOf: (requirement: Requirement) => readonly Unit[],
): Map<number, Supplier[]> {
  const found = new Map<number, Supplier[]>();
  for (const one of fallen) {
    // Where the rest has no machines, nothing works in it.
    if (one.parts.filter(({ machines }) => machines).length < 2) continue;
    const together = new Together(requirements, one, levelOf, unitsOf);
    for (const node of together.candidates()) {
      if (levelOf(node) === DOWN || together.partsOf(node)?.size !== 0) continue;
      const parted = together.suppliersOf(node).filter((supplier) => levelOf(supplier.node) === DEGRADED);
      if (parted.length) found.set(node, parted);
    }
  }
  return found;
}

class Together {
  /** Parts in which each node works; undefined for those that are not bound to any. */
  private readonly known = new Map<number, ReadonlySet<Part> | undefined>();

  constructor(
    private readonly requirements: Requirements,
    private readonly fallen: NetworkOutage,
    private readonly levelOf: (node: number) => Level,
    private readonly unitsOf: (requirement: Requirement) => readonly Unit[],
  ) {}

  /** What depends, directly or through others, on the devices of parts, in no order. */
  candidates(): Set<number> {
    const reached = new Set<number>(this.fallen.partsOf.keys());
    const found = new Set<number>();
    for (const node of reached) {
      for (const { requirement } of this.requirements.suppliedBy(node)) {
        if (!requirement.together) continue;
        found.add(requirement.target);
        reached.add(requirement.target);
      }
    }
    return found;
  }

  /** The suppliers that a node needs together and that are not down. */
  suppliersOf(node: number): Supplier[] {
    return this.requirements
      .of(node)
      .flatMap(({ together, suppliers }) => (together ? suppliers : []))
      .filter((supplier) => this.levelOf(supplier.node) !== DOWN);
  }

  /** The parts in which a node works; undefined where it is bound to none. */
  partsOf(node: number): ReadonlySet<Part> | undefined {
    if (this.known.has(node)) return this.known.get(node);
    // What depends on itself is bound by the rest.
    this.known.set(node, undefined);
    const own = this.fallen.partsOf.get(node);
    const parts = own ? new Set(own) : this.partsOfSuppliers(node);
    this.known.set(node, parts);
    return parts;
  }

  private partsOfSuppliers(node: number): Set<Part> | undefined {
    let common: Set<Part> | undefined;
    for (const requirement of this.requirements.of(node)) {
      if (!requirement.together) continue;
      for (const { suppliers, enough } of this.unitsOf(requirement)) {
        const standing = suppliers.filter((supplier) => this.levelOf(supplier.node) !== DOWN);
        const bound = standing.map((supplier) => this.partsOf(supplier.node));
        const free = bound.filter((parts) => !parts).length;
        const needed = Math.min(enough, standing.length);
        if (free >= needed) continue;
        const inPart = (part: Part): number => bound.filter((parts) => parts?.has(part)).length;
        common = new Set([...(common ?? this.fallen.parts)].filter((part) => free + inPart(part) >= needed));
      }
    }
    return common;
  }
}
