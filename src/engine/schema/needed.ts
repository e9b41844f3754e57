/**
 * How many suppliers of which sort an object needs, where its rules alone do not say it: a number for each link or reference
 * behind its requirements. Which objects have any follows from the edges of the graph.
 */
import { snake } from '../../core/text/naming.js';
import type { Connector, Edge, EdgeRule, GraphModel, Side } from './edge.js';
import type { Field, Link, Resource } from './model.js';

/** The table with the numbers of all objects: a row for each name. */
export const NEEDED_TABLE = 'own_needs';

/** The link under which they are answered and taken. */
export const NEEDED = 'needs';

/** So many of one sort can be needed. */
const MAX_NEEDED = 1000;

/** A requirement: the edges of this name, whose suppliers stand at the side that is not `side`. */
export interface Requirement {
  /** Name of an edge, of edges from ranges of addresses, or of a connector. */
  edge: string;
  /** Where the object that requires stands. */
  side: Side;
}

/** The requirements of one resource by the name of the link, reference, column of addresses or connector behind them. */
export type Requirements = ReadonlyMap<string, readonly Requirement[]>;

/** The requirements of each resource that has one whose effect is down or degraded, by its path. */
export function requirementsIn(model: GraphModel, resources: readonly Resource[]): Map<string, Requirements> {
  const byPath = new Map(resources.map((resource) => [resource.path, resource]));
  const found = new Map<string, Map<string, Requirement[]>>();
  const add = (path: string, name: string | undefined, requirement: Requirement): void => {
    if (name === undefined) return;
    const names = found.get(path) ?? new Map<string, Requirement[]>();
    found.set(path, names);
    const known = names.get(name) ?? [];
    if (!known.some(({ edge, side }) => edge === requirement.edge && side === requirement.side))
      names.set(name, [...known, requirement]);
  };
  for (const edge of model.edges)
    for (const side of sidesOf(edge.rules))
      add(edge[side], nameAt(byPath.get(edge[side])!, edge, side), { edge: edge.name, side });
  for (const edge of model.ofConnectors) {
    // What the source of a connector supplies stands at the end that is no connector.
    const side = byPath.get(edge.from)!.connector ? 'to' : 'from';
    if (sidesOf(edge.rules).length)
      add(edge[side], nameAt(byPath.get(edge[side])!, edge, side), { edge: edge.name, side });
  }
  for (const { name, to, toColumn, rules } of model.addresses)
    for (const side of sidesOf(rules)) if (side === 'to') add(to, toColumn, { edge: name, side });
  for (const connector of model.connectors)
    for (const side of sidesOf(connector.rules))
      for (const path of pathsAt(connector, side)) add(path, snake(connector.name), { edge: connector.name, side });
  return found;
}

/** The sides at which an object is hit by the failure of the other. */
const sidesOf = (rules: readonly EdgeRule[]): Side[] => {
  const hit = rules
    .filter(({ effect }) => effect === 'down' || effect === 'degraded')
    .map(({ cause }) => (cause === 'from' ? 'to' : 'from'));
  return [...new Set(hit)];
};

/** What the object at one side of an edge calls the objects at the other; undefined where it has no name for them. */
function nameAt({ path, links }: Resource, edge: Edge, side: Side): string | undefined {
  const own = side === 'from' ? edge.fromColumn : edge.toColumn;
  // Of a reference the rows are those of the object that has the column.
  if (edge.storage === 'reference' && own === 'id') return edge.name.slice(edge.name.indexOf('.') + 1);
  const names = edge.links.filter((link) => link.startsWith(`${path}.`)).map((link) => link.slice(path.length + 1));
  return names.find((name) => {
    const pivot = links.find((link) => link.name === name)?.pivot;
    return !pivot || pivot.ownColumn === own;
  });
}

/** The resources whose objects stand at one side of the edges that a connector makes. */
function pathsAt({ ends, rank }: Connector, side: Side): string[] {
  const at = side === 'from' ? ends.source : ends.dest;
  if (!rank) return [...new Set(at.map(({ target }) => target))];
  const all = [...new Set([...ends.source, ...ends.dest].map(({ target }) => target))];
  const isCarried = (path: string): boolean => all.some((other) => rank[other]! < rank[path]!);
  const carries = (path: string): boolean => all.some((other) => rank[other]! > rank[path]!);
  return all.filter(side === 'to' ? isCarried : carries);
}

const column = (field: Pick<Field, 'name' | 'kind' | 'type' | 'rules' | 'about'>): Field => ({
  ...{ nullable: false, writable: true, search: false, hidden: false, index: false, additive: false },
  ...{ aliases: [], ...field },
});

/** The link of a resource to its numbers. */
export const neededLink = ({ table }: Pick<Resource, 'table'>, names: Iterable<string>): Link => ({
  ...{ name: NEEDED, kind: 'child', target: NEEDED_TABLE, aliases: [], includeName: NEEDED, includeAliases: [] },
  ...{ alsoShownAs: [], writable: true, shown: true, acyclic: false },
  about: 'How many objects of which sort are enough for it to work, where that is not what the graph takes for granted',
  foreign: { table: NEEDED_TABLE, column: 'object_id', nullable: false, type: table },
  items: [
    column({ name: 'name', kind: 'string', type: 'key(64)', rules: {}, about: 'Link or reference' }),
    column({
      name: 'number',
      kind: 'int',
      type: 'int',
      rules: { min: 1, max: MAX_NEEDED },
      about: 'So many are enough',
    }),
  ],
  numbers: { names: [...names] },
});
