/** The order of rows: views as they are given, and within a view whoever is carried above whoever carries. */

/** Which kinds an edge leads from and to. */
interface KindEdge {
  family: string;
  from: readonly string[];
  to: readonly string[];
}

/** The place of each kind; kinds are given with those of a view behind each other. What goes in a circle stays as it was given. */
export function rowsOf(
  kinds: ReadonlyArray<{ path: string; view: string }>,
  edges: readonly KindEdge[],
): ReadonlyMap<string, number> {
  const carriedBy = new Map(kinds.map(({ path }) => [path, new Set<string>()]));
  for (const { from, to } of edges) {
    // What leads from many kinds to many, such as flows, says nothing of who is above.
    if (from.length !== 1 || to.length !== 1 || from[0] === to[0]) continue;
    carriedBy.get(from[0]!)?.add(to[0]!);
  }
  const order = new Map<string, number>();
  for (const view of new Set(kinds.map((kind) => kind.view))) {
    const rest = kinds.filter((kind) => kind.view === view).map(({ path }) => path);
    while (rest.length) {
      const isTop = (path: string): boolean => !rest.some((other) => other !== path && carriedBy.get(path)!.has(other));
      const next = rest.findIndex(isTop);
      order.set(rest.splice(Math.max(next, 0), 1)[0]!, order.size);
    }
  }
  return order;
}
