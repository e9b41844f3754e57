/** The forms in which two spellings of one name, number or address are the same text. */
import { addressesIn, rangeOf } from '../../core/text/addresses.js';
import { fold } from '../../core/text/fold.js';

/** What makers and tools write where a serial number should stand. */
const NO_SERIALS = new Set([
  ...[
    'TOBEFILLED',
    'DEFAULTSTRING',
    'SYSTEMSERIALNUMBER',
    'CHASSISSERIALNUMBER',
    'BASEBOARDSERIALNUMBER',
    'SERIALNUMBER',
  ],
  ...[
    'NOTSPECIFIED',
    'NOTAPPLICABLE',
    'NOTAVAILABLE',
    'NOTPRESENT',
    'NOTSET',
    'NONE',
    'NULL',
    'NA',
    'UNKNOWN',
    'UNDEFINED',
  ],
  ...['INVALID', 'EMPTY', 'OEM', 'NOSERIAL', 'NOASSETTAG', 'ASSETTAG', 'SYSTEMASSETTAG', 'CHASSISASSETTAG'],
  ...['0123456789', '123456789', '1234567890', '12345678', 'NOASSETINFORMATION', 'DEFAULT'],
]);
/** Signs of the shortest one that tells machines apart. */
const SHORTEST_SERIAL = 4;

function lettersAndDigits(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * A serial number in capitals and digits; undefined for what is none: fewer than four signs, one sign again and again, or what
 * makers write in its place.
 */
export function serialOf(text: string): string | undefined {
  const serial = lettersAndDigits(text);
  if (serial.length < SHORTEST_SERIAL || /^(.)\1*$/.test(serial)) return undefined;
  return NO_SERIALS.has(serial) || serial.startsWith('TOBEFILLED') ? undefined : serial;
}

/** Machine ids that boards have in common. */
const NO_UUIDS = new Set(['03000200040005000006000700080009', '00020003000400050006000700080009']);

/**
 * A machine id as 32 hexadecimal digits, in the same order whoever wrote it: firmware and tools differ in the order of the bytes
 * of its first three groups. Undefined for what is none.
 */
export function uuidOf(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/[^0-9a-z]/g, '');
  if (!/^[0-9a-f]{32}$/.test(digits) || /^(.)\1*$/.test(digits)) return undefined;
  const turned = (from: number, to: number): string => digits.slice(from, to).match(/../g)!.reverse().join('');
  const other = turned(0, 8) + turned(8, 12) + turned(12, 16) + digits.slice(16);
  return NO_UUIDS.has(digits) || NO_UUIDS.has(other) ? undefined : digits < other ? digits : other;
}

/** The hardware addresses in a text, as 12 hexadecimal digits each; never those of all 0 or all F. */
export function macsIn(text: string): string[] {
  const found = text
    .split(/[,;\s]+/)
    .map((word) => word.toLowerCase().replace(/[:.-]/g, ''))
    .filter((digits) => /^[0-9a-f]{12}$/.test(digits) && !/^(?:0{12}|f{12})$/.test(digits));
  return [...new Set(found)];
}

/** A range of addresses as its first and last one; undefined unless the text is a range. */
export function networkOf(text: string): string | undefined {
  const range = rangeOf(text.trim());
  return range && `${range.low}-${range.high}`;
}

/** The first label of a name, folded. */
export const hostOf = (name: string): string => fold(name.trim().split('.', 1)[0]!);

/** Addresses that every machine has: 0/8, 127/8, 169.254/16, ::1 and fe80::/10, as the beginnings of their digits. */
const EVERYWHERE = /^(?:00.{6}|7f.{6}|a9fe.{4}|0{31}1|0{32}|fe[89ab].{29})$/;

/** The addresses in a text that one machine alone has, as hexadecimal text. */
export const addressesOf = (text: string): string[] => addressesIn(text).filter((digits) => !EVERYWHERE.test(digits));

/** A name, folded; undefined for none, and for an address in place of one. */
export function nameOf(text: string): string | undefined {
  const name = fold(text.trim());
  return name === '' || isAddress(name) ? undefined : name;
}

/** A name with its domain, folded; undefined for a short one. */
export function fullNameOf(text: string): string | undefined {
  const name = nameOf(text)?.replace(/\.$/, '');
  return name !== undefined && /^[^\s.@]+(?:\.[^\s.@]+)+$/.test(name) ? name : undefined;
}

/** Returns true for a text that is one address and nothing else. */
export const isAddress = (text: string): boolean => /^[\d.:a-f]+$/i.test(text) && addressesIn(text).length > 0;

/** The first label of a name; undefined where it has none that tells hosts apart. */
export function hostLabelOf(text: string): string | undefined {
  const name = nameOf(text);
  return name === undefined ? undefined : hostOf(name) || undefined;
}
