/**
 * The map as a graph: its kinds of edges with what an outage does along them, and the graph itself in typed arrays.
 *
 * A node is an index from 0 into the arrays of nodes, an edge an index into those of edges. Nodes stand in the order of kinds
 * (that of the registry), name (folded), id: comparing two indexes is comparing two objects in the order of all answers.
 */
import type { EdgeRule, Effect, RootedRule, HasEdge, NodeTraits } from '../engine/index.js';

export type { Effect, HasEdge };
/** What the failure of the object at one end of an edge does to the other. */
export type Rule = EdgeRule;

/** What becomes of an object, from the least to the worst. */
export const STATES = ['works', 'concerned', 'at_risk', 'degraded', 'down'] as const;
export type State = (typeof STATES)[number];
/** The states that an outage brings. */
export type Hit = Exclude<State, 'works'>;
export const HITS = STATES.filter((state) => state !== 'works');

/** Why nobody can tell whether an object fails: see `walks/doubts.ts`. */
export const DOUBTS = ['inactive', 'unfounded', 'hidden', 'mirror', 'network'] as const;
export type DoubtReason = (typeof DOUBTS)[number];

/** What edges are about: the names that entity files use, in the order in which answers list them. */
export const FAMILIES = [
  'places',
  'hosting',
  'structure',
  'business',
  'data',
  'flows',
  'cables',
  'network',
  'access',
  'protection',
  'duties',
  'register',
  'blocked',
] as const;

export type Family = (typeof FAMILIES)[number];

/** A kind of edge: a reference, a link table, a connector, or addresses of one kind of object. */
export interface EdgeType {
  /** `buildings.site_id`, `clusters.logical_servers`, `physical-links`, `address:routers`. */
  name: string;
  family: string;
  /** Paths of the resources at its ends; several for connectors. */
  from: readonly string[];
  to: readonly string[];
  /** Path of the resource that the edge itself is an object of. */
  connector?: string;
  rules: readonly Rule[];
  /** Under which name the object at each end says how many of those at the other are enough. */
  sorts?: { from?: string; to?: string };
  /** What it joins is plugged together. */
  plugs?: boolean;
  /** Its connectors forbid: nothing goes along it. */
  isBlocked?: true;
  /** It leads from the source of a connector to what that is for. */
  isContract?: true;
}

/** A kind of node: a resource, with what walks and answers need of it. */
export interface Kind {
  path: string;
  /** Folder of the map that it belongs to: `application`, `physical` … */
  view: string;
  /** First node of the kind, and the one behind its last. */
  start: number;
  end: number;
  /** Its objects do not fail: they are concerned. */
  heading?: boolean;
  founded?: RootedRule;
  network?: NodeTraits['network'];
  placeEnd?: NodeTraits['placeEnd'];
  /** Its nodes are no objects: ranges of addresses that no object has. Walks come to them, and go no further. */
  outside?: true;
}

/** The kind of nodes that are no objects. */
export const OUTSIDE_KIND = 'outside';
/** What such nodes, and the edges at them, are in a `View`. */
export const OUTSIDE = 2;

/** For each node, the edges at it: those of node `n` are `edges[offsets[n]]` to `edges[offsets[n + 1] - 1]`, ascending. */
export interface Adjacency {
  offsets: Uint32Array;
  edges: Uint32Array;
}

/** What objects need of their surroundings, a column each: -1 where nothing is known. */
export interface Needs {
  /** Levels: confidentiality, integrity, availability, traceability, authenticity. */
  c: Int8Array;
  i: Int8Array;
  a: Int8Array;
  t: Int8Array;
  auth: Int8Array;
  /** Minutes. */
  rto: Int32Array;
  rpo: Int32Array;
  mtd: Int32Array;
  mtdl: Int32Array;
}

/** One state of the whole map. Read only: what one caller sees of it is a `View`. */
export interface Graph {
  /** Names the state of the database that it was read from. */
  readonly snapshot: string;
  readonly kinds: readonly Kind[];
  readonly types: readonly EdgeType[];
  readonly nodes: {
    readonly count: number;
    readonly kind: Uint8Array;
    readonly id: Uint32Array;
    readonly label: readonly string[];
    /** Words of the object's `attributes`; undefined for most. */
    readonly tags: readonly (readonly string[] | undefined)[];
    /** Id of the picture; 0 without one. */
    readonly icon: Uint32Array;
    /** Addresses as they are compared, with blanks between; of what is a range, or several, as it is written. */
    readonly addresses: readonly (string | undefined)[];
    readonly needs: Needs;
    /** 1 for objects that are no longer in use: they supply nothing. */
    readonly inactive: Uint8Array;
    /** How many suppliers of a sort are enough, of the nodes that say it: by the names in `EdgeType.sorts`. */
    readonly enough: ReadonlyMap<number, ReadonlyMap<string, number>>;
  };
  readonly edges: {
    readonly count: number;
    readonly type: Uint16Array;
    readonly from: Uint32Array;
    readonly to: Uint32Array;
    /** Id of the connector; 0 for edges that are no object. */
    readonly object: Uint32Array;
    /** 1: up and down both go along it. */
    readonly both: Uint8Array;
    /** 1 where the column that a rule's `whenField` names is true, or the ranks of the two ends differ. */
    readonly flagged: Uint8Array;
    /** 1 for cables that are no network, such as those of storage. */
    readonly aside: Uint8Array;
    /** 1 where an address may stand for other objects as well. */
    readonly unsure: Uint8Array;
    /** Of those that are called something. */
    readonly label: ReadonlyMap<number, string>;
  };
  /** Edges at each node, by the end that it is. */
  readonly leaving: Adjacency;
  readonly arriving: Adjacency;
  /** Edges that are not there since an end is deleted or missing, or is found nowhere, by name of their type. */
  readonly dangling: ReadonlyMap<string, number>;
}

/**
 * What one caller sees of a graph: 1 for each node and each edge that is there for them, `OUTSIDE` for nodes that are no objects
 * and the edges at them. An edge is only with both its ends.
 */
export interface View {
  readonly graph: Graph;
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
  /** Kinds and connectors of which the caller may list nothing. */
  readonly hiddenKinds: readonly string[];
  /** Kinds and connectors of which the caller may not list everything. */
  readonly partlySeen: ReadonlySet<string>;
}
