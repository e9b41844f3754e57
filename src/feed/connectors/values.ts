/** Values of tools as items hold them: trimmed texts, lists without repeats, nothing for what is empty. */
import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { fewOf } from './connector.js';

type Fields = Record<string, unknown>;

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

/** Most characters of a reference (feeding 1). */
const MAX_REF = 255;
const CUT_REF = 230;

/** A reference that fits: without control characters; one that is too long ends in a digest, the same each time. */
export function refOf(text: string | undefined): string | undefined {
  const ref = text
    ?.replace(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim();
  if (!ref || ref.length <= MAX_REF) return ref || undefined;
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
