/** How the graph is read from the database: plain data, since it travels to a thread. */
import { NEEDS, type NodeTraits } from '../../engine/schema/edge.js';
import type { EdgeType } from '../graph.js';

/** What is read of a table, and what follows in the statements for all rows, and for those of a bound list of ids. */
export interface Select {
  columns: readonly string[];
  all: string;
  some: string;
}

/** Objects that are nodes. The columns are those of `NODE_COLUMNS` that the kind has, then the references. */
export interface KindLayout {
  path: string;
  view: string;
  /** Class name under which the journal speaks of it. */
  polymorphicType: string;
  select: Select;
  /** For each of `NODE_COLUMNS` its place in the row; -1: the kind has no such column. */
  places: readonly number[];
  /** References that are edges, by the place of their column behind the others. */
  references: ReadonlyArray<{
    type: number;
    other: number;
    upwards: boolean;
    columns: readonly string[];
    someOf: string;
  }>;
  /** The type of edges that its addresses make; undefined without addresses. */
  addresses: number | undefined;
  /** Who else carries an object that has addresses: the type of edges, and the kinds in the order in which they count. */
  sameAddress?: { type: number; kinds: readonly number[] };
  traits: NodeTraits;
}

/** What is selected of nodes that have it, in this order, before their references. */
export const NODE_COLUMNS = ['id', 'label', 'tags', 'icon', 'addresses', 'active', ...NEEDS] as const;

/** A table of pairs of ids; statements without what they select. A third column holds the word of a pair. */
export interface PairsLayout {
  type: number;
  from: number;
  to: number;
  columns: readonly string[];
  /** The word that a pair carries where nothing else is said; undefined where pairs carry none. */
  word: string | undefined;
  all: string;
  /** The pairs with one of these ids at that end. */
  someFrom: string;
  someTo: string;
}

/**
 * Objects that are edges. The columns: id, texts of both ranges, whether it leads both ways, whether it is flagged, then the
 * references of both ends, then what names it.
 */
export interface ConnectorLayout {
  path: string;
  polymorphicType: string;
  type: number;
  select: Select;
  /** The connectors with one of these objects of a kind at an end: a statement for each kind, with as many lists as it says. */
  someOf: ReadonlyArray<{ kind: number; from: string; lists: number }>;
  /** The kinds that the references lead to, in the order of their columns. */
  source: readonly number[];
  dest: readonly number[];
  /** It has columns with addresses. */
  ranges: boolean;
  /** Leads both ways: always, or where its column says so. */
  both: 'always' | 'column' | 'never';
  /** Rank of each kind; undefined where there are no ranks. */
  ranks: readonly number[] | undefined;
  /** It counts on some days only. */
  isDated: boolean;
  /** The type of edges of those that forbid, and the words with which the text that says so begins. */
  blocked: { type: number; words: readonly string[] } | undefined;
  /** Words in the text of those that are no network. */
  aside: readonly string[] | undefined;
}

/** What is selected of every connector, in this order, before its references. */
export const CONNECTOR_COLUMNS = [
  ...['id', 'source range', 'dest range', 'both', 'flagged'],
  ...['first day', 'last day', 'action', 'sort'],
] as const;

/** Links between connectors and nodes; the columns are the id of the connector and that of the node. */
export interface LinkLayout {
  type: EdgeType;
  /** Places of the connector and of the kind at its ends. */
  connector: number;
  kind: number;
  columns: readonly string[];
  all: string;
  /** The type of edges between the sources of a connector and the nodes that it is for; undefined where nothing spreads so. */
  contract: number | undefined;
  /** Those of some connectors, and those of some nodes. */
  someOfConnector: string;
  someOfNode: string;
}

export interface Layout {
  kinds: readonly KindLayout[];
  types: readonly EdgeType[];
  pairs: readonly PairsLayout[];
  connectors: readonly ConnectorLayout[];
  links: readonly LinkLayout[];
  /** Kinds and connectors in the order of the registry. */
  order: ReadonlyArray<{ path: string; view: string }>;
  /** How many suppliers of a sort are enough, by the columns kind, id, sort and number; undefined where that is not stored. */
  enough:
    { columns: readonly string[]; all: string; some: string; kinds: Readonly<Record<string, number>> } | undefined;
  /** The zone whose day says what is in force. */
  timeZone: string;
  /** The kind whose objects are ranges of addresses. */
  ranges: number | undefined;
  /** The kind by which one of several equal ranges is told from the others: that which the object, or its device, has too. */
  segments: number | undefined;
  /** Types of edges by name. */
  typeOf: Readonly<Record<string, number>>;
}
