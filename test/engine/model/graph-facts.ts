/** What the resources say of the graph, and what `impact.json` of the specification says, in one form. */
import type { GraphModel, Edge } from '../../../src/engine/index.js';

type Rule = Record<string, unknown>;

/** The file `impact.json`, as far as it is compared. */
export interface Impact {
  families: Record<string, string>;
  edges: Array<Record<string, unknown> & { edge: string; links: string[]; rules: Rule[] }>;
  connectors: Array<{
    resource: string;
    family: string;
    label: string | null;
    ends: Record<'source' | 'dest', Array<{ column: string; target: string }>>;
    precedence?: string[];
    ranges?: Record<string, string>;
    rank?: Record<string, number>;
    unlessField?: Record<string, number>;
    rules: Rule[];
  }>;
  addresses: {
    family: string;
    from: string;
    fromColumn: string;
    to: Array<{ kind: string; column: string; rules: Rule[] }>;
  };
  connectorOnly: Array<{ storage: string; table: string; links: string[] }>;
  notInGraph: Array<{ storage: string; table: string; links: string[] }>;
}

/** Names of edges, connectors and addresses with all that is known of each. */
export interface GraphFacts {
  edges: Record<string, unknown>;
  connectors: Record<string, unknown>;
  addresses: Record<string, unknown>;
  ofConnectors: Record<string, unknown>;
}

const byName = <T>(list: readonly T[], name: (one: T) => string, facts: (one: T) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    list.map((one) => [name(one), facts(one)] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** What the registry says. */
export function graphFacts({ edges, connectors, addresses, ofConnectors }: GraphModel): GraphFacts {
  return {
    edges: byName(
      edges,
      ({ name }) => name,
      ({ name: _, links, ...rest }) => ({ ...rest, links: [...links].sort() }),
    ),
    connectors: byName(
      connectors,
      ({ name }) => name,
      // Cables have no column that names them: the specification shows both ports.
      ({ family, label, ends, ranges, rank, rules }) => ({
        ...{ family, label: label.length === 1 ? label[0] : null, rules },
        ...{ ends, ranges: ranges ?? null, rank: rank ?? null },
      }),
    ),
    addresses: byName(
      addresses,
      ({ name }) => name,
      ({ name: _, ...rest }) => rest,
    ),
    ofConnectors: byName(
      ofConnectors,
      ({ name }) => name,
      ({ table, links }: Edge) => ({ table, links: sorted(links) }),
    ),
  };
}

const sorted = (links: readonly string[]): string[] => [...links].sort();

/** What the specification says. */
export function impactFacts({ edges, connectors, addresses, connectorOnly }: Impact): GraphFacts {
  return {
    edges: byName(
      edges,
      ({ edge }) => edge,
      ({ edge: _, links, ...rest }) => ({ ...rest, links: sorted(links) }),
    ),
    connectors: byName(
      connectors,
      ({ resource }) => resource,
      ({ family, label, ends, precedence = [], ranges, rank, unlessField, rules }) => {
        // A word of the column stands for the resource that it refers to.
        const place = ({ column }: { column: string }): number =>
          precedence.findIndex((word) => column.startsWith(`${word}_`)) + 1 || precedence.length + 1;
        const ordered = (end: 'source' | 'dest'): unknown =>
          [...ends[end]]
            .sort((one, other) => place(one) - place(other))
            .map(({ column, target }) => ({ column, target }));
        const [field] = Object.keys(unlessField ?? {});
        return {
          ...{ family, label, rules: rules.map((rule) => ({ ...rule, ...(field && { whenField: field }) })) },
          ...{ ends: { source: ordered('source'), dest: ordered('dest') }, ranges: ranges ?? null, rank: rank ?? null },
        };
      },
    ),
    addresses: byName(
      addresses.to,
      ({ kind }) => `address:${kind}`,
      ({ kind, column, rules }) => ({
        ...{ family: addresses.family, from: addresses.from, fromColumn: addresses.fromColumn },
        ...{ to: kind, toColumn: column, rules },
      }),
    ),
    ofConnectors: byName(
      connectorOnly,
      ({ storage }) => storage,
      ({ table, links }) => ({ table, links: sorted(links) }),
    ),
  };
}
