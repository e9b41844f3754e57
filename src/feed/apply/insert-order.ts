/** In which order types get their new objects: what a new object needs must be there before it. */
import type { Kind } from '../plan/kinds.js';

/**
 * The types that have new objects, in an order in which required references point backwards, and others as far as that goes.
 * @param pointing the columns of new objects that point to other new ones
 */
export function insertOrder(kinds: readonly Kind[], pointing: ReadonlyMap<Kind, ReadonlySet<string>>): Kind[] {
  const byPath = new Map(kinds.map((kind) => [kind.path, kind]));
  const needs = new Map<Kind, { required: Set<Kind>; other: Set<Kind> }>();
  for (const kind of kinds) {
    const own = { required: new Set<Kind>(), other: new Set<Kind>() };
    for (const { name, ref, nullable } of kind.references) {
      const other = pointing.get(kind)?.has(name) ? byPath.get(ref.target) : undefined;
      if (other) (nullable ? own.other : own.required).add(other);
    }
    needs.set(kind, own);
  }
  const wished = walk(kinds, (kind) => [...needs.get(kind)!.required, ...needs.get(kind)!.other]);
  return walk(wished, (kind) => [...needs.get(kind)!.required]);
}

/** Each after those that it names, as far as there is no circle. */
function walk(kinds: readonly Kind[], before: (kind: Kind) => readonly Kind[]): Kind[] {
  const order = new Set<Kind>();
  const open = new Set<Kind>();
  const visit = (kind: Kind): void => {
    if (order.has(kind) || open.has(kind)) return;
    open.add(kind);
    for (const other of before(kind)) visit(other);
    order.add(kind);
  };
  for (const kind of kinds) visit(kind);
  return [...order];
}
