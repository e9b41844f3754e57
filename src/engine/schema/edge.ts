/**
 * What a reference, a link or a resource is in the graph of all objects: pure data, as entity files write it, and as it reads
 * once both ends are known.
 */

/** What becomes of an object when another one fails, from the least to the worst. */
export type Effect = 'concerned' | 'degraded' | 'down';

/** Each supplier is needed, or one of the group is enough. */
export type Need = 'all' | 'any';

/** The ends of an edge: `from` carries `to`. */
export type Side = 'from' | 'to';

/** What an object needs of its surroundings, as its columns hold it: levels of security, and times in minutes. */
export const NEEDS = ['c', 'i', 'a', 't', 'auth', 'rto', 'rpo', 'mtd', 'mtdl'] as const;
export type NeedName = (typeof NEEDS)[number];

/** A condition on the object at one side: it has at least one of these edges, in the graph that the caller sees. */
export interface HasEdge {
  side: Side;
  has: readonly string[];
}

/** What the failure of the object at one end of an edge does to the other. */
export interface EdgeRule {
  cause: Side;
  effect: Effect;
  /** Each supplier is needed, or one of the group is enough. */
  need: Need;
  /** Rules with one group on one target share its suppliers; without one, a rule stands alone. */
  group?: string;
  /** A degraded supplier degrades the target. */
  passes?: boolean;
  when?: HasEdge;
  unless?: HasEdge;
  /** Suppliers that share an object through an edge are one supplier, unless that object has one of the edges named. */
  peers?: { by: string; unless?: readonly string[] };
  /** Counts only where the request says so. */
  optional?: 'flows';
  /** Counts where this column of the connector is true. */
  whenField?: string;
}

/** Names of edges that the object at one side has, as an entity file writes them. */
type At = { from: readonly string[] } | { to: readonly string[] };

/** One rule, as an entity file writes it: the effect and what is needed are one word each, `down: 'all'`. */
export interface WrittenRule extends Pick<EdgeRule, 'group' | 'passes' | 'peers' | 'optional' | 'whenField'> {
  down?: Need;
  degraded?: Need;
  concerned?: Need;
  when?: At;
  unless?: At;
}

/**
 * An edge, as it is written on a reference, a link or a column of addresses: what the failure of `from` does to `to`; `also` is
 * a second rule of that kind, `back` one the other way. Without any effect nothing spreads along it.
 */
export interface EdgeOptions extends WrittenRule {
  /** What it is about; the room that reads the graph knows the families. */
  family: string;
  /** The object that the line belongs to carries the one that it names; otherwise it is carried by it. */
  upwards?: boolean;
  also?: WrittenRule;
  back?: WrittenRule;
}

/** A resource whose objects are edges, between what its columns refer to. */
export interface ConnectorOptions extends Omit<EdgeOptions, 'upwards'> {
  /** The columns whose texts name the edge. */
  label: readonly string[];
  /** The columns with its two ends, where they are not marked with `end`: one each. */
  ends?: { source: string; dest: string };
  /** Of several references that are set at one end, that to the first of these resources counts. */
  precedence?: readonly string[];
  /** Columns that hold addresses or ranges of them, which stand for an end where no reference is set. */
  ranges?: { source: string; dest: string };
  /** It leads both ways: always, or where this column is true. */
  both?: true | string;
  /** Resources by rank: the end of the lower rank is `from`, and between ends of equal rank nothing spreads. */
  rank?: Readonly<Record<string, number>>;
}

/** An edge that a reference or a table of links makes. */
export interface Edge {
  /** `<path>.<column or link>`, of the line on which it is written. */
  name: string;
  family: string;
  /** Paths of the resources at its ends. */
  from: string;
  to: string;
  storage: 'reference' | 'pivot';
  /** The table that holds it, and its columns with the two ids; of a reference one of them is `id`. */
  table: string;
  fromColumn: string;
  toColumn: string;
  /** `<path>.<link>`: the names under which the resources at its ends know it. */
  links: readonly string[];
  rules: readonly EdgeRule[];
}

/** A column that names an object at an end of a connector. */
export interface ConnectorEnd {
  column: string;
  target: string;
}

/** A resource whose objects are edges. */
export interface Connector {
  /** Its path, which is the name of its edges too. */
  name: string;
  family: string;
  label: readonly string[];
  /** In the order in which they count. */
  ends: { source: readonly ConnectorEnd[]; dest: readonly ConnectorEnd[] };
  ranges?: { source: string; dest: string };
  both: boolean | string;
  rank?: Readonly<Record<string, number>>;
  rules: readonly EdgeRule[];
}

/** The edges from the smallest range that holds an address to the object of one resource that has it. */
export interface AddressEdge {
  /** `address:<path>`. */
  name: string;
  family: string;
  /** The resource whose objects are ranges, and the column that says them. */
  from: string;
  fromColumn: string;
  to: string;
  /** The column with a list of addresses. */
  toColumn: string;
  rules: readonly EdgeRule[];
}

/** What the resources say of the graph of their objects. */
export interface GraphModel {
  /** Paths of the resources whose objects are nodes, in the order of the registry. */
  nodes: readonly string[];
  connectors: readonly Connector[];
  edges: readonly Edge[];
  addresses: readonly AddressEdge[];
  /** Edges with a connector at one end, which are there only where connectors are nodes. */
  ofConnectors: readonly Edge[];
}

const EFFECTS = ['down', 'degraded', 'concerned'] as const;

/** The rules that a line writes. Throws a sentence where a rule has no effect, or two. */
export function rulesOf(name: string, { also, back, ...first }: Omit<EdgeOptions, 'family'>): EdgeRule[] {
  const rules: EdgeRule[] = [];
  if (EFFECTS.some((effect) => first[effect])) rules.push(ruleOf(name, 'from', first));
  else if (also || first.group || first.peers || first.when || first.unless || first.passes) throw withoutEffect(name);
  if (also) rules.push(ruleOf(name, 'from', also));
  if (back) rules.push(ruleOf(name, 'to', back));
  return rules;
}

function ruleOf(name: string, cause: Side, written: WrittenRule): EdgeRule {
  const { group, passes, peers, optional, whenField, when, unless } = written;
  const [effect, other] = EFFECTS.filter((one) => written[one]);
  if (!effect || other) throw withoutEffect(name);
  return {
    cause,
    effect,
    need: written[effect]!,
    ...(group !== undefined && { group }),
    ...(passes && { passes }),
    ...(when && { when: hasEdge(when) }),
    ...(unless && { unless: hasEdge(unless) }),
    ...(peers && { peers }),
    ...(optional && { optional }),
    ...(whenField !== undefined && { whenField }),
  };
}

const hasEdge = (at: At): HasEdge => ('from' in at ? { side: 'from', has: at.from } : { side: 'to', has: at.to });

const withoutEffect = (name: string): Error =>
  new Error(`${name}: a rule of an edge has one effect: ${EFFECTS.join(', ')}.`);
