/**
 * What tells whether two things are one: keys, their strength, and what contradicts. A stronger key that differs forbids a match
 * by a weaker one (feeding-truth 1).
 */
import { fold } from '../../core/text/fold.js';
import type { Keys } from '../document/model.js';
import { addressesOf, fullNameOf, macsIn, nameOf, serialOf, uuidOf } from './normal-forms.js';
import type { Identifying, RuleName, ValueOf } from './rules.js';

/** Keys that an item may carry beside its fields, the strongest first. */
export const EVIDENCE = ['uuid', 'serial', 'mac', 'inventory', 'fqdn'] as const;
export type EvidenceRule = (typeof EVIDENCE)[number];

/** All that is known of one thing, each in the form in which equal ones are equal texts. */
export interface Evidence {
  readonly uuid: readonly string[];
  readonly serial: readonly string[];
  readonly mac: readonly string[];
  readonly inventory: readonly string[];
  /** Full names, with their domains. */
  readonly fqdn: readonly string[];
  /** Its name; none where an address stands in place of one. */
  readonly name: readonly string[];
  readonly ip: readonly string[];
  /** The family of its operating system. */
  readonly system: readonly string[];
}

const SYSTEM = 'operating_system';

/** The columns that evidence is read from, as far as a type has them. */
export function evidenceColumns(
  { label, serial, mac, addresses }: Identifying,
  has: (name: string) => boolean,
): string[] {
  return [label, serial, mac, ...addresses, has(SYSTEM) ? SYSTEM : undefined].filter((name) => name !== undefined);
}

/**
 * The evidence of an item or an object.
 * @param columns the columns that rules compare, of its type
 * @param valueOf a column, as stored
 * @param keys what is known of it besides
 */
export function evidenceOf(columns: Identifying, valueOf: ValueOf, keys?: KeyTexts): Evidence {
  const text = (column: string | undefined): string => {
    const value = column === undefined ? undefined : valueOf(column);
    return value === null || value === undefined ? '' : String(value);
  };
  const name = nameOf(text(columns.label));
  const system = systemOf(text(SYSTEM));
  return {
    uuid: keys?.uuid ?? [],
    serial: unique([...(keys?.serial ?? []), ...one(serialOf(text(columns.serial)))]),
    mac: unique([...(keys?.mac ?? []), ...macsIn(text(columns.mac))]),
    inventory: keys?.inventory ?? [],
    fqdn: unique([...(keys?.fqdn ?? []), ...one(fullNameOf(name ?? ''))]),
    name: one(name),
    ip: unique(columns.addresses.flatMap((column) => addressesOf(text(column)))),
    system: one(system),
  };
}

/** Keys in the form in which equal ones are equal texts, by their rules. */
export type KeyTexts = Readonly<Partial<Record<EvidenceRule, readonly string[]>>>;

/** The keys of an item, without those that identify nothing: what makers write in place of a serial number, and the like. */
export function keyTexts({ uuid = '', serial = '', mac = [], fqdn = [], inventory = '' }: Keys): KeyTexts {
  return {
    uuid: one(uuidOf(uuid)),
    serial: one(serialOf(serial)),
    mac: unique(mac.flatMap(macsIn)),
    inventory: one(serialOf(inventory)),
    fqdn: unique(fqdn.flatMap((name) => fullNameOf(name) ?? [])),
  };
}

/** Words of systems, by family: what a scan guesses and what an inventory reads are worded differently. */
const FAMILIES: ReadonlyArray<readonly [family: string, words: RegExp]> = [
  ['windows', /windows|win(?:nt|20|1[01])/],
  ['esxi', /esx/],
  ['linux', /linux|ubuntu|debian|centos|rhel|red ?hat|suse|sles|fedora|rocky|alma|alpine|proxmox/],
  ['bsd', /bsd/],
  ['macos', /mac ?os|darwin|os x/],
  ['ios', /\bios\b|cisco|nx-os/],
];

/** The family of an operating system; undefined where its words are not known. */
export function systemOf(text: string): string | undefined {
  const words = fold(text);
  return FAMILIES.find(([, known]) => known.test(words))?.[0];
}

/** By the rule that found a match, the keys that are stronger: if both have one and they share none, they are two. */
const STRONGER: Partial<Record<RuleName, ReadonlyArray<keyof Evidence>>> = {
  mac: ['uuid', 'serial'],
  inventory: ['uuid', 'serial'],
  fqdn: ['uuid', 'serial'],
  name: ['uuid', 'serial'],
  host: ['uuid', 'serial', 'mac', 'inventory', 'fqdn'],
  ip: ['uuid', 'serial', 'mac', 'inventory', 'fqdn', 'name', 'system'],
};

/** Rules whose key is weak: found by them alone, two things are not taken for one without a word. */
export const WEAK: ReadonlySet<string> = new Set(['host', 'ip']);

/** Rules that may be wrong: adoptions by them alone are counted. */
export const GUARDED: ReadonlySet<string> = new Set(['host', 'ip', 'mac']);

/** Returns true where a match by the rule may be contradicted by what is known of an item. */
export const mayBeContradicted = (rule: RuleName, item: Evidence): boolean =>
  GUARDED.has(rule) ||
  (rule === 'name' && !item.name.length) ||
  (STRONGER[rule]?.some((key) => item[key].length) ?? false);

/** The key that says that two things are not one, though a rule matched; undefined where none does. */
export function contradiction(rule: RuleName, one: Evidence, other: Evidence): keyof Evidence | undefined {
  return STRONGER[rule]?.find((key) => differs(one[key], other[key]));
}

/** Both are known, and they have nothing in common. A short name is no other than the full one that begins with it. */
export function differs(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length > 0 &&
    other.length > 0 &&
    !one.some((a) => other.some((b) => a === b || hasLabel(a, b) || hasLabel(b, a)))
  );
}

const hasLabel = (full: string, short: string): boolean =>
  full.startsWith(short) && full[short.length] === '.' && !short.includes('.');

/**
 * Returns true where two things of one first label may be one: they have an address or a stronger key in common, or one of them
 * has none of these.
 */
export function isLikely(one: Evidence, other: Evidence): boolean {
  const keys = ['uuid', 'serial', 'mac', 'inventory', 'ip'] as const;
  const has = (all: Evidence): boolean => keys.some((key) => all[key].length);
  return !has(one) || !has(other) || keys.some((key) => one[key].some((value) => other[key].includes(value)));
}

const one = (key: string | undefined): string[] => (key === undefined || key === '' ? [] : [key]);
const unique = (keys: readonly string[]): readonly string[] => (keys.length > 1 ? [...new Set(keys)] : keys);
