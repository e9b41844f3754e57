/** The rules by which an object is recognised: what each compares, and the columns that a type needs for it. */
import { nearest } from '../../core/text/naming.js';
import { fold } from '../../core/text/fold.js';
import type { Scalar } from '../../database/database.js';
import type { Field, ResourceModel } from '../../engine/index.js';
import { addressesOf, fullNameOf, hostLabelOf, macsIn, networkOf, serialOf } from './normal-forms.js';

export const RULES = [
  ...(['name', 'serial', 'mac', 'cidr', 'name+ends', 'flow', 'cable', 'host', 'ip', 'vid'] as const),
  // By what items carry beside their fields alone (evidence.ts).
  ...(['uuid', 'inventory', 'fqdn'] as const),
] as const;

/** The name of a rule. */
export type RuleName = (typeof RULES)[number];

/** The columns that rules compare, of one type; undefined where it has none of the kind. */
export interface Identifying {
  readonly label: string | undefined;
  readonly serial: string | undefined;
  readonly mac: string | undefined;
  readonly range: string | undefined;
  readonly vid: string | undefined;
  /** Columns that hold lists of addresses. */
  readonly addresses: readonly string[];
  /** References that are an end; of each side one is set. */
  readonly source: readonly string[];
  readonly dest: readonly string[];
  /** What a flow is compared by beside its ends: its name, or ranges, protocol and ports. */
  readonly flow: readonly string[];
  /** The ports at the two ends of a cable. */
  readonly ports: readonly [source: string, dest: string] | undefined;
}

/** A column of the object in question: its value as stored. An object that is yet to be made stands as a text. */
export type ValueOf = (column: string) => Scalar | undefined;

/** Finds the columns that rules compare. */
export function identifyingOf({ label, fields, connector }: ResourceModel): Identifying {
  const names = new Set(fields.map(({ name }) => name));
  const known = (name: string): string | undefined => (names.has(name) ? name : undefined);
  const named = (test: (field: Field) => boolean): string[] => fields.filter(test).map(({ name }) => name);
  const { ends, ranges } = connector ?? {};
  const ports = ['src_port', 'dest_port'].filter((name) => names.has(name));
  return {
    label: label ?? undefined,
    serial: known('serial_number'),
    mac: known('mac_address'),
    range: named(({ range }) => range === true)[0],
    vid: fields.find(({ name, kind }) => name === 'vlan_id' && kind === 'int')?.name,
    addresses: named(({ rules }) => rules.format === 'ip-list'),
    source: ends ? [ends.source] : named(({ end }) => end === 'source'),
    dest: ends ? [ends.dest] : named(({ end }) => end === 'dest'),
    flow: ranges
      ? [ranges.source, ranges.dest, ...['protocol', 'source_port', 'dest_port'].filter((name) => names.has(name))]
      : [label ?? []].flat(),
    ports: ports.length === 2 ? [ports[0]!, ports[1]!] : undefined,
  };
}

/** Rules that compare references: what these point to must be found first. */
export const comparesEnds = (rule: RuleName): boolean => rule === 'name+ends' || rule === 'flow' || rule === 'cable';

/** Rules by which a thing is the same whichever end it is told from. */
const isEitherWay = (rule: RuleName): boolean => rule === 'cable';

/** What a type needs for a rule; a rule whose columns are missing cannot be declared for it. */
const NEEDS: Record<RuleName, (columns: Identifying) => boolean> = {
  name: ({ label }) => label !== undefined,
  host: ({ label }) => label !== undefined,
  serial: ({ serial }) => serial !== undefined,
  mac: ({ mac }) => mac !== undefined,
  cidr: ({ range }) => range !== undefined,
  vid: ({ vid }) => vid !== undefined,
  ip: ({ addresses }) => addresses.length > 0,
  'name+ends': ({ label, source, dest }) => label !== undefined && source.length > 0 && dest.length > 0,
  flow: ({ flow, source, dest }) => flow.length > 0 && source.length > 0 && dest.length > 0,
  cable: ({ ports, source, dest }) => ports !== undefined && source.length > 0 && dest.length > 0,
  uuid: () => false,
  inventory: () => false,
  fqdn: ({ label }) => label !== undefined,
};

/** Returns true if the type has the columns that a rule compares. */
export const canIdentify = (rule: RuleName, columns: Identifying): boolean => NEEDS[rule](columns);

/** The rules that are named, in their order, as far as the type has what they compare. */
export const rulesAmong = (named: readonly string[], columns: Identifying): RuleName[] =>
  [...new Set(named)].flatMap((name) => RULES.find((rule) => rule === name && canIdentify(rule, columns)) ?? []);

/** The rules that an entity declares. Throws a sentence for one that there is not, or whose columns it lacks. */
export function declaredRules(resource: ResourceModel, columns = identifyingOf(resource)): readonly RuleName[] {
  return resource.identity.map((name) => {
    const rule = RULES.find((one) => one === name);
    if (!rule) {
      const guess = nearest(name, RULES);
      throw new Error(`${resource.path}: no rule '${name}'.${guess ? ` Did you mean '${guess}'?` : ''}`);
    }
    if (!canIdentify(rule, columns)) throw new Error(`${resource.path}: the rule '${rule}' lacks its columns.`);
    return rule;
  });
}

/** An end as one text; undefined where none of its columns is set. */
function endOf(columns: readonly string[], valueOf: ValueOf): string | undefined {
  for (const column of columns) {
    const value = valueOf(column);
    // The columns of the two ends of one kind differ in name: what points there must not.
    if (value !== null && value !== undefined) return `${columns.indexOf(column)}:${value}`;
  }
  return undefined;
}

const textOf = (value: Scalar | undefined): string => (value === null || value === undefined ? '' : String(value));
const joined = (parts: ReadonlyArray<string | undefined>): string => parts.map((part) => part ?? '').join('\u0000');

/** The columns that a rule looks at. */
export function columnsOf(rule: RuleName, columns: Identifying): string[] {
  const { label, serial, mac, range, vid, addresses, source, dest, flow, ports } = columns;
  const byRule: Record<RuleName, ReadonlyArray<string | undefined>> = {
    name: [label],
    host: [label],
    serial: [serial],
    mac: [mac],
    cidr: [range],
    vid: [vid],
    ip: addresses,
    'name+ends': [label, ...source, ...dest],
    flow: [...source, ...dest, ...flow],
    cable: [...source, ...dest, ...(ports ?? [])],
    uuid: [],
    inventory: [],
    fqdn: [label],
  };
  return [...new Set(byRule[rule].flatMap((name) => name ?? []))];
}

/**
 * The keys of an object by a rule: two objects are one by it if they share a key. None where it has no value for the rule.
 * @param rule the rule
 * @param columns the columns that rules compare, of the object's type
 * @param valueOf a column of the object, as stored
 */
export function keysOf(rule: RuleName, columns: Identifying, valueOf: ValueOf): string[] {
  const text = (column: string | undefined): string => (column === undefined ? '' : textOf(valueOf(column)));
  const one = (key: string | undefined): string[] => (key ? [key] : []);
  switch (rule) {
    case 'name':
      return one(fold(text(columns.label)));
    case 'host':
      return one(hostLabelOf(text(columns.label)));
    case 'fqdn':
      return one(fullNameOf(text(columns.label)));
    case 'uuid':
    case 'inventory':
      return [];
    case 'serial':
      return one(serialOf(text(columns.serial)));
    case 'mac':
      return macsIn(text(columns.mac));
    case 'cidr':
      return one(networkOf(text(columns.range)));
    case 'vid':
      return one(text(columns.vid));
    case 'ip':
      return [...new Set(columns.addresses.flatMap((column) => addressesOf(text(column))))];
    case 'name+ends':
    case 'flow':
    case 'cable':
      return keysOfEnds(rule, columns, valueOf, text);
  }
}

/**
 * What is said of an object, as it is stored: whoever reports a thing that is the same either way round may begin at its other
 * end. What is not the same thing stays as it was said.
 * @param said by column; of columns that are not there nothing is said
 * @param valueOf a column of the object, as stored
 */
export function turned<V extends Scalar | readonly unknown[]>(
  rules: readonly RuleName[],
  columns: Identifying,
  said: Readonly<Record<string, V>>,
  valueOf: ValueOf,
): Readonly<Record<string, V>> {
  if (!isTurned(rules, columns, (column) => said[column] as Scalar | undefined, valueOf)) return said;
  const facing = facingOf(columns);
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [facing.get(name) ?? name, value]));
}

/** Returns true for one thing that is told from one end by `one`, and from the other end by `other`. */
export function isTurned(rules: readonly RuleName[], columns: Identifying, one: ValueOf, other: ValueOf): boolean {
  const rule = rules.find(isEitherWay);
  const key = rule && keysOf(rule, columns, one)[0];
  if (!rule || key === undefined || key !== keysOf(rule, columns, other)[0]) return false;
  const beginningOf = (of: ValueOf): string => joined([endOf(columns.source, of), fold(textOf(of(columns.ports![0])))]);
  return beginningOf(one) !== beginningOf(other);
}

/** The columns of an end, each with that of the other end. */
export function facingOf({ source, dest, ports }: Identifying): ReadonlyMap<string, string> {
  const pairs = [[...ports!], ...source.map((name, i) => [name, dest[i]!])];
  return new Map(pairs.flatMap(([one, other]) => [[one!, other!] as const, [other!, one!] as const]));
}

function keysOfEnds(
  rule: 'name+ends' | 'flow' | 'cable',
  columns: Identifying,
  valueOf: ValueOf,
  text: (column: string | undefined) => string,
): string[] {
  const [source, dest] = [endOf(columns.source, valueOf), endOf(columns.dest, valueOf)];
  const complete = source !== undefined && dest !== undefined;
  if (rule === 'cable') {
    if (!complete || !columns.ports) return [];
    const [one, other] = columns.ports.map((port) => fold(text(port)));
    const ends = [joined([source, one]), joined([dest, other])];
    return [joined(ends.sort())];
  }
  if (rule === 'name+ends') {
    const name = fold(text(columns.label));
    return complete && name ? [joined([name, source, dest])] : [];
  }
  const compared = columns.flow.map((column) => fold(text(column)));
  const named = columns.flow.length === 1;
  const given = named ? complete && compared[0] !== '' : [source, dest, ...compared.slice(0, 2)].some(Boolean);
  return given ? [joined([source, dest, ...compared])] : [];
}
