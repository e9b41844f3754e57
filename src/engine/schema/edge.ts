/**
 * What a reference, a link or a resource is in the graph of all objects: pure data, as entity files write it, and as it reads
 * once both ends are known.
 */

/**
 * What becomes of an object when another one fails, from the least to the worst: somebody is to be informed, a reserve or a
 * protection is gone, it works worse, it does not work.
 */
export type Effect = 'concerned' | 'at_risk' | 'degraded' | 'down';

/** Each supplier is needed, or one of the group is enough. */
export type Requirement = 'all' | 'any';

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
  need: Requirement;
  /** Rules with one group on one target share its suppliers; without one, a rule stands alone. */
  group?: string;
  /** A degraded supplier degrades the target where no other one stands in. */
  passes?: boolean;
  /**
   * Where some of the suppliers fail, but not all, the target works worse. `mirror`: it may even be down, since nobody can tell
   * whether the others hold the same. `network`: it does not pass that on, and whoever depends on it may be down.
   */
  partly?: Partly;
  when?: HasEdge;
  unless?: HasEdge;
  /** Counts where the object at that side is of one of these kinds, or, with `not`, of none of them. */
  kinds?: OfKinds;
  peers?: Peers;
  /** The target needs its suppliers of these rules in one part of the network. */
  together?: boolean;
  /** Counts only where the request says so. */
  optional?: 'flows';
  /** Counts where this column of the connector is true, or that of the table of links holds another word than its first. */
  whenField?: string;
  /** Counts where it does not. */
  unlessField?: string;
}

/** What some failed suppliers of several do: see `EdgeRule.partly`. */
export type Partly = 'mirror' | 'network';

/** A condition on the kind of the object at one side. */
export interface OfKinds {
  side: Side;
  of: readonly string[];
  not?: boolean;
}

/**
 * Suppliers that share an object through an edge are one supplier, unless that object has one of the edges in `unless`, or one of
 * the objects that share it has one of those in `unlessShared`. Where the shared object has a number of its own for them, they are
 * one whatever edges there are, and as many of them are needed.
 */
export interface Peers {
  by: string;
  unless?: readonly string[];
  unlessShared?: readonly string[];
}

/** Names of edges or kinds at one side, as an entity file writes them. */
type At = { from: readonly string[] } | { to: readonly string[] };

/** One rule, as an entity file writes it: the effect and what is needed are one word each, `down: 'all'`. */
export interface WrittenRule extends Pick<
  EdgeRule,
  'group' | 'passes' | 'partly' | 'peers' | 'together' | 'optional' | 'whenField' | 'unlessField'
> {
  down?: Requirement;
  degraded?: Requirement;
  at_risk?: Requirement;
  concerned?: Requirement;
  when?: At;
  unless?: At;
  /** Kinds of the object at one side. */
  only?: At;
  except?: At;
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
  /** Who else carries an object that has addresses: the first of these resources of which an object has the same address. */
  sameAddress?: WrittenRule & { as: readonly string[] };
  /** What it joins is plugged together. */
  plugs?: boolean;
}

/** What the objects of a resource are in the graph, beside being nodes. */
export interface NodeTraits {
  /** They do not fail: where what they gather fails, somebody is to be informed. */
  heading?: boolean;
  /** They are accounts of people: whoever looks for paths mostly does not mean those that lead through somebody's account. */
  account?: boolean;
  /**
   * An object without any of these edges stands only because nobody has recorded what it stands on; with `whereFails` that matters
   * only where an object at the other end of such edges is down.
   */
  founded?: RootedRule;
  /**
   * What it is in the network of what is plugged together; devices that are none of these do not forward. An end at a place means
   * the devices in it that come first by `placeEnd`.
   */
  network?: 'forwards' | 'machine' | 'storage' | 'place';
  placeEnd?: 1 | 2;
}

/** Edges of which an object has one where it is recorded what it stands on. */
export interface RootedRule {
  by: readonly string[];
  whereFails?: boolean;
}

/** A resource whose objects are edges, between what its columns refer to. */
export interface ConnectorOptions extends Omit<EdgeOptions, 'upwards' | 'sameAddress' | 'plugs'> {
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
  /** Only where it is in force: this column is true, and the day lies between two others where they are set. */
  inForce?: InForce;
  /** Where this column's text begins, without case and accents, with one of these words, it forbids: nothing goes along it. */
  blocked?: Words;
  /** What it joins is plugged together, unless this column's text holds one of these words. */
  plugs?: Words;
}

/** Columns by which an object is in force on a day: a flag, and the first and last day. */
export interface InForce {
  active: string;
  start: string;
  end: string;
}

/** A column of text, and words that are looked for in it: in small letters, without accents. */
export interface Words {
  column: string;
  words: readonly string[];
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
  plugs?: boolean;
  /** The column with the word that a pair carries, and the one that is usual: others are flagged. */
  word?: { column: string; usual: string };
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
  inForce?: InForce;
  blocked?: Words;
  plugs?: Words;
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

/** The edges from an object of the first resource that has an address to the object of another that has it too. */
export interface SameAddressEdge {
  /** `same-address:<path>`, of the object that is carried. */
  name: string;
  family: string;
  /** Resources, in the order in which they count. */
  from: readonly string[];
  to: string;
  rules: readonly EdgeRule[];
}

/** What the resources say of the graph of their objects. */
export interface GraphModel {
  /** Paths of the resources whose objects are nodes, in the order of the registry. */
  nodes: readonly string[];
  connectors: readonly Connector[];
  edges: readonly Edge[];
  addresses: readonly AddressEdge[];
  sameAddresses: readonly SameAddressEdge[];
  /**
   * Edges with a connector at one end, which are there only where connectors are nodes. Their rules, if any, are those between the
   * object from which the connector leads and the one at the other end.
   */
  ofConnectors: readonly Edge[];
  /** By the path of the resource, where there are any. */
  traits: ReadonlyMap<string, NodeTraits>;
}

const EFFECTS = ['down', 'degraded', 'at_risk', 'concerned'] as const;

/** The rules that a line writes. Throws a sentence where a rule has no effect, or two. */
export function rulesOf(
  name: string,
  { also, back, ...first }: Omit<EdgeOptions, 'family' | 'sameAddress' | 'plugs'>,
): EdgeRule[] {
  const rules: EdgeRule[] = [];
  if (EFFECTS.some((effect) => first[effect])) rules.push(ruleOf(name, 'from', first));
  else if (also || first.group || first.peers || first.when || first.unless || first.passes) throw withoutEffect(name);
  if (also) rules.push(ruleOf(name, 'from', also));
  if (back) rules.push(ruleOf(name, 'to', back));
  return rules;
}

function ruleOf(name: string, cause: Side, written: WrittenRule): EdgeRule {
  const { group, passes, partly, peers, together, optional, whenField, unlessField } = written;
  const { when, unless, only, except } = written;
  const [effect, other] = EFFECTS.filter((one) => written[one]);
  if (!effect || other) throw withoutEffect(name);
  return {
    cause,
    effect,
    need: written[effect]!,
    ...(group !== undefined && { group }),
    ...(passes && { passes }),
    ...(partly && { partly }),
    ...(when && { when: hasEdge(when) }),
    ...(unless && { unless: hasEdge(unless) }),
    ...(only && { kinds: ofKinds(only) }),
    ...(except && { kinds: { ...ofKinds(except), not: true } }),
    ...(peers && { peers }),
    ...(together && { together }),
    ...(optional && { optional }),
    ...(whenField !== undefined && { whenField }),
    ...(unlessField !== undefined && { unlessField }),
  };
}

const ofKinds = (at: At): OfKinds => ('from' in at ? { side: 'from', of: at.from } : { side: 'to', of: at.to });

const hasEdge = (at: At): HasEdge => ('from' in at ? { side: 'from', has: at.from } : { side: 'to', has: at.to });

const withoutEffect = (name: string): Error =>
  new Error(`${name}: a rule of an edge has one effect: ${EFFECTS.join(', ')}.`);
