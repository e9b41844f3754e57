/** Values of tools as items hold them: trimmed texts, lists without repeats, nothing for what is empty. */
import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Keys } from '../document/model.js';
import { fewOf } from './connector.js';

type Fields = Record<string, unknown>;

/** Characters of what a tool says that are told. */
export const MAX_TOLD = 200;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of something that may be no object. Nothing that objects inherit counts. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** A member further inside. */
export const within = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((place, name) => member(place, name), value);

/** The elements of a list; of anything else none. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text or a number as trimmed text; undefined for all else, and for nothing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  return value.trim() || undefined;
}

/** A number, also written as text; undefined for what is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The fields that have a value. */
export const fields = (all: Fields): Fields =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));

export const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)];

/** Texts in one, undefined if there is none. */
export const joined = (texts: ReadonlyArray<string | undefined>, between: string): string | undefined =>
  texts.filter((text) => text !== undefined).join(between) || undefined;

/** Addresses that mean something on one machine only. */
const LOCAL = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  LOCAL.addSubnet(net, bits, 'ipv4');
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** The addresses among some values, those of loopback and link left out; undefined if none is left. Throws 400 for too many. */
export function addressesOf(values: readonly unknown[], kind: string): string | undefined {
  const good = fewOf(values, kind, 'feedPartAddresses').flatMap((value) => {
    const text = textOf(value)?.toLowerCase() ?? '';
    const version = isIP(text);
    return version && !text.includes('%') && !LOCAL.check(text, version === 4 ? 'ipv4' : 'ipv6') ? [text] : [];
  });
  return joined(unique(good), ', ');
}

/** A hardware address, whichever way it is written. */
const MAC = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i;
const NO_MAC = /^(?:0{12}|f{12})$/;

/** A hardware address as `02:00:5e:10:00:01`; undefined for what is none, and for those of nobody. */
export function macOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !MAC.test(text)) return undefined;
  const digits = text.toLowerCase().replace(/[:.-]/g, '');
  return NO_MAC.test(digits) ? undefined : digits.match(/../g)!.join(':');
}

/** Characters of the name of a host (RFC 1035). */
const MAX_NAME = 253;
/** Names that every machine gives itself, and those of addresses. */
const NO_NAME = /(?:^|\.)localdomain$|^localhost\.|\.(?:in-addr|ip6)\.arpa$/;

/** The name of a host with its domain, in lower case; undefined for a short name, an address, and what stands for any host. */
export function fullNameOf(value: unknown): string | undefined {
  const name = textOf(value)?.toLowerCase().replace(/\.$/, '');
  if (name === undefined || name.length > MAX_NAME || isIP(name) || NO_NAME.test(name)) return undefined;
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}_-]+$/u.test(label));
  // A version, or an address of which a part is wrong.
  return isName && !/^\d+$/.test(labels.at(-1)!) ? name : undefined;
}

/** Bridges and adapters that a machine makes for what runs on it: their addresses are those of other machines as well. */
const OWN_NETWORK = /^(?:docker\d+|virbr\d+(?:-nic)?|br[-_].*|veth.*|vnet\d+|tap.*|cni\d+|flannel.*|cali.*|lo\d*)$/i;

/** Returns true for an adapter that does not connect the machine itself, such as `docker0`. */
export const isOwnNetwork = (adapter: unknown): boolean => OWN_NETWORK.test(textOf(adapter) ?? '');

/** What is said of a machine to identify it, as tools write it. */
interface ReportedValue {
  uuid?: unknown;
  serial?: unknown;
  mac?: readonly unknown[];
  fqdn?: readonly unknown[];
  inventory?: unknown;
}

/** Characters of an id, and how many there are of a machine at most. */
const [MAX_KEY, MAX_KEYS] = [255, 100];

/** The member `keys` of an item; nothing where nothing identifies it. What is no hardware address and no full name is left out. */
export function keysOf({ uuid, serial, mac = [], fqdn = [], inventory }: ReportedValue): { keys?: Keys } {
  const short = (value: unknown): string | undefined => {
    const text = lineOf(textOf(value));
    return text !== undefined && text.length <= MAX_KEY ? text : undefined;
  };
  const some = (list: readonly unknown[], read: (value: unknown) => string | undefined): string[] | undefined => {
    const good = unique(list.flatMap((value) => read(value) ?? [])).slice(0, MAX_KEYS);
    return good.length ? good : undefined;
  };
  const keys = fields({
    ...{ uuid: short(uuid), serial: short(serial), mac: some(mac, macOf), fqdn: some(fqdn, fullNameOf) },
    inventory: short(inventory),
  }) as Keys;
  return Object.keys(keys).length ? { keys } : {};
}

/** Ids that makers of boards leave in place of one. */
const NO_UUID = /^(?:(.)\1*|03000200-0400-0500-0006-000700080009|none|unknown|n\/a|not .*)$/;

/** An id of a machine in lower case; undefined for what stands in place of one. */
export function machineId(value: unknown): string | undefined {
  const text = textOf(value)?.toLowerCase();
  return text === undefined || NO_UUID.test(text) || NO_UUID.test(text.replaceAll('-', '')) ? undefined : text;
}

/** Where a machine id says its version (RFC 9562). */
const VERSION = 14;

/**
 * A machine id in one order of its bytes, whoever wrote it: firmware and tools differ in that of its first three groups. The order
 * in which it has a version, otherwise the smaller one; what is no such id stays as it is.
 */
export function inOneOrder(id: string): string {
  const groups = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})(-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(id)?.slice(1);
  if (!groups) return id;
  const turned = groups
    .slice(0, 3)
    .map((group) => group.match(/../g)!.reverse().join(''))
    .join('-');
  const other = turned + groups[3]!;
  const [isVersioned, isOtherVersioned] = [id, other].map((one) => /[1-8]/.test(one[VERSION]!));
  if (isVersioned !== isOtherVersioned) return isVersioned ? id : other;
  return id < other ? id : other;
}

/** Most characters of a reference (feeding 1). */
const MAX_REF = 255;
const CUT_REF = 230;

/** A text without control characters, trimmed; undefined for nothing. */
export const lineOf = (text: string | undefined): string | undefined =>
  text
    ?.replace(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim() || undefined;

/** A reference that fits: without control characters; one that is too long ends in a digest, the same each time. */
export function refOf(text: string | undefined): string | undefined {
  const ref = lineOf(text);
  if (ref === undefined || ref.length <= MAX_REF) return ref;
  const digest = createHash('sha256').update(ref).digest('hex').slice(0, 20);
  return `${ref.slice(0, CUT_REF).toWellFormed()}~${digest}`;
}

/** Plain text as rich text. */
export const richText = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;

/** Adds up what is there; undefined where nothing is. */
export function sumOf(values: ReadonlyArray<number | undefined>): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length ? known.reduce((sum, value) => sum + value, 0) : undefined;
}

/** A size in another unit, to the whole; what is there is at least 1. */
export const inUnits = (size: number | undefined, unit: number): number | undefined =>
  size === undefined || size <= 0 ? undefined : Math.max(1, Math.round(size / unit));

export const withUnit = (size: number | undefined, unit: string): string | undefined =>
  size === undefined ? undefined : `${size} ${unit}`;
