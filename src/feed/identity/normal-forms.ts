/** The forms in which two spellings of one name, number or address are the same text. */
import { addressesIn, rangeOf } from '../../core/text/addresses.js';
import { fold } from '../../core/text/fold.js';

/** What makers write where a serial number should stand. */
const NO_SERIALS = new Set(
  ['To be filled by O.E.M.', 'Default string', 'System Serial Number', 'Not Specified', 'None', 'N/A', 'Unknown'].map(
    (text) => lettersAndDigits(text),
  ),
).add('1234567890');

function lettersAndDigits(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** A serial number in capitals and digits; undefined for what is none: empty, all 0 or X, or a maker's placeholder. */
export function serialOf(text: string): string | undefined {
  const serial = lettersAndDigits(text);
  return /^(?:0*|X*)$/.test(serial) || NO_SERIALS.has(serial) ? undefined : serial;
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
