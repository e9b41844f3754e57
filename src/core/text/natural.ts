/** The natural order of texts, as people count: `srv-2` before `srv-10`, `10.0.0.9` before `10.0.0.100` (contract 15). */
import { hexOf } from './addresses.js';
import { sortKey } from './order.js';

const BETWEEN = /[,;\s]+/;
/** An address, with a mask as a number of bits or as an address; or the first and the last one of a range. */
const ADDRESS = /^([0-9a-f.:]+)(?:\/(\d{1,3}|[\d.]+)|-([0-9a-f.:]+))?$/i;
const MAC = /^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i;

/** What begins the key of each group, in their order. */
const [IPV4, IPV6, MAC_ADDRESS, TEXT] = ['1', '2', '3', '4'] as const;

/** Runs of digits, as `sortKey` writes them. */
const DIGITS = new RegExp(`[${sortKey('0')}-${sortKey('9')}]+`, 'g');
const ZERO = sortKey('0');
const LEADING_ZEROS = new RegExp(`^${ZERO}+(?=.)`);

/**
 * The key by which a text is sorted in natural order: keys compare unit by unit. Empty where there is no value; then come
 * addresses (IPv4, IPv6; of several the first, then its mask), MAC addresses, and texts, in which runs of digits compare as
 * numbers, and case and accents do not count.
 * @param text any text, null where there is no value
 * @returns its key, to be compared with other keys only; texts that differ may have one key
 */
export function naturalKey(text: string | null): string {
  const trimmed = text?.trim();
  if (!trimmed) return '';
  return addressKey(trimmed) ?? macKey(trimmed) ?? TEXT + textKey(trimmed);
}

/** The key of one or more addresses; undefined where there is anything else. */
function addressKey(text: string): string | undefined {
  // Most texts are none, and show it soon.
  if (!/^[0-9a-f:][0-9a-f.:]/i.test(text)) return undefined;
  let first: string | undefined;
  for (const item of text.split(BETWEEN)) {
    const key = item && oneAddressKey(item);
    if (key === undefined) return undefined;
    first ??= key || undefined;
  }
  return first;
}

function oneAddressKey(item: string): string | undefined {
  const [, address, mask, last] = ADDRESS.exec(item) ?? [];
  const hex = address && hexOf(address);
  if (!hex || (last && hexOf(last)?.length !== hex.length)) return undefined;
  const bits = mask === undefined ? '' : bitsOf(mask, hex.length * 4);
  return bits === undefined ? undefined : (hex.length === 8 ? IPV4 : IPV6) + hex + bits;
}

/** The length of a mask as two signs; undefined for one that is none. */
function bitsOf(mask: string, most: number): string | undefined {
  const dotted = mask.includes('.') ? hexOf(mask) : undefined;
  const bits = dotted ? BigInt(`0x${dotted}`).toString(2).replaceAll('0', '').length : Number(mask);
  return bits <= most ? bits.toString(16).padStart(2, '0') : undefined;
}

/** The key of one or more MAC addresses; undefined where there is anything else. */
function macKey(text: string): string | undefined {
  const items = text.split(BETWEEN).filter(Boolean);
  if (!items.every((item) => MAC.test(item))) return undefined;
  return MAC_ADDRESS + items[0]!.replace(/[:.-]/g, '').toLowerCase();
}

/** Each run of digits as its length and itself, without zeros before it: a longer number is a larger one. */
const textKey = (text: string): string =>
  sortKey(text).replace(DIGITS, (run) => {
    const number = run.replace(LEADING_ZEROS, '');
    return ZERO + String.fromCharCode(number.length) + number;
  });
