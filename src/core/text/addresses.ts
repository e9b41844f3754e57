/** Recognises IP addresses, address ranges and lists of them. */
import { isIP } from 'node:net';

const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const SEPARATORS = /[,;\s]+/;

/**
 * Returns true if a text is one IP address (model.json format `ip`).
 * @param text the address, IPv4 or IPv6, without blanks around it
 * @returns true for an address
 */
export function isIp(text: string): boolean {
  return isIP(text) !== 0;
}

/**
 * Returns true if a text is a list of IP addresses (model.json format `ip-list`).
 * @param text one or more addresses separated by commas, semicolons or blanks, in any mixture
 * @returns true when there is at least one address and nothing else
 */
export function isIpList(text: string): boolean {
  return isListOf(text, isIp);
}

/**
 * Returns true if a text is an address range (model.json format `cidr`).
 * @param text `address/prefix` or a plain address, IPv4 or IPv6
 * @returns true for a range or an address
 */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return isIp(text);
  const version = isIP(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  return version !== 0 && PREFIX.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * Returns true if a text is a list of addresses and ranges (model.json format `ip-or-cidr-list`).
 * @param text one or more addresses or ranges separated by commas, semicolons or blanks
 * @returns true when there is at least one and nothing else
 */
export function isIpOrCidrList(text: string): boolean {
  return isListOf(text, isCidr);
}

/** Labels of letters, digits and dashes with dots between them; one that ends in a number alone is a broken address. */
const HOST =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)*(?!\d+\.?$)[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.?$/u;

/**
 * Returns true if a text is what rules of a firewall name at an end: addresses, ranges and networks, or names of hosts and groups.
 * @param text one or more of them separated by commas, semicolons or blanks; `10.0.0.1-10.0.0.9` is a range
 * @returns true when there is at least one and nothing else
 */
export function isRangeOrHost(text: string): boolean {
  return isListOf(
    // Blanks around a dash part nothing.
    text
      .split('-')
      .map((end) => end.trim())
      .join('-'),
    (item) => isCidr(item) || isSpan(item) || item === '*' || HOST.test(item),
  );
}

/** `10.0.0.1-10.0.0.9`, or a network with its mask: `10.0.0.0/255.255.255.0`. */
function isSpan(text: string): boolean {
  const ends = text.split(/[-/]/);
  return ends.length === 2 && ends.every(isIp) && isIP(ends[0]!) === isIP(ends[1]!);
}

function isListOf(text: string, isItem: (item: string) => boolean): boolean {
  const items = text.split(SEPARATORS).filter((item) => item !== '');
  return items.length > 0 && items.every(isItem);
}

/**
 * The first and last address of a range.
 * @param text `address/prefix`, or one address
 * @returns their length in bytes (4 or 16) and both as hexadecimal text; undefined unless it is a range
 */
export function rangeOf(text: string): { length: number; low: string; high: string } | undefined {
  const [address, prefix] = text.split('/', 2) as [string, string?];
  const number = ipv4Number(address);
  if (number !== undefined && prefix === undefined) {
    const hex = ipv4Hex(number);
    return { length: 4, low: hex, high: hex };
  }
  if (!isCidr(text)) return undefined;
  if (number !== undefined) {
    const size = 2 ** (32 - Number(prefix));
    const low = number - (number % size);
    return { length: 4, low: ipv4Hex(low), high: ipv4Hex(low + size - 1) };
  }
  const hex = hexOf(address);
  if (hex === undefined) return undefined;
  const free = BigInt(128 - Number(prefix ?? 128));
  const low = (BigInt(`0x${hex}`) >> free) << free;
  const high = low | ((1n << free) - 1n);
  const padded = (value: bigint): string => value.toString(16).padStart(32, '0');
  return { length: 16, low: padded(low), high: padded(high) };
}

/**
 * The first and last address of a range as rules of a firewall write it.
 * @param text `10.0.0.1-10.0.0.9`, or a network with its mask, `10.0.0.0/255.255.255.0`
 * @returns both as hexadecimal text; undefined unless it is such a range
 */
export function spanOf(text: string): { low: string; high: string } | undefined {
  if (!isSpan(text)) return undefined;
  const [first, second] = text.split(/[-/]/).map(hexOf);
  if (first === undefined || second === undefined) return undefined;
  if (text.includes('-')) return first <= second ? { low: first, high: second } : undefined;
  const prefix = /^(1*)0*$/.exec(BigInt(`0x1${second}`).toString(2).slice(1))?.[1]!.length;
  return prefix === undefined ? undefined : rangeOf(`${text.split('/')[0]}/${prefix}`);
}

/** Returns true if a free text holds an address of this length in bytes from `low` to `high`, both as hexadecimal text. */
export function holdsAddress(text: string, length: number, low: string, high: string): boolean {
  return text.split(BETWEEN).some((word) => {
    const hex = hexOfWord(word);
    return hex?.length === length * 2 && hex >= low && hex <= high;
  });
}

/** The addresses in a free text, as hexadecimal text; of one with a prefix, `10.0.0.1/24`, the address itself. */
export function addressesIn(text: string): string[] {
  // Most texts are one address of version 4.
  const only = ipv4Number(text);
  if (only !== undefined) return [ipv4Hex(only)];
  return [...new Set(text.split(BETWEEN).flatMap((word) => hexOfWord(word) ?? []))];
}

/** What stands between the addresses in a free text. */
const BETWEEN = /[^0-9A-Fa-f.:/]+/;

const hexOfWord = (word: string): string | undefined => hexOf(word.split('/', 1)[0]!);

/** The bytes of an address as hexadecimal text: 8 digits for IPv4, 32 for IPv6; undefined if it is none. */
export function hexOf(address: string): string | undefined {
  // An address with a zone, `fe80::1%eth0`, means something on one machine only.
  const number = ipv4Number(address);
  if (number !== undefined) return ipv4Hex(number);
  if (address.includes('%') || isIP(address) !== 6) return undefined;
  const dotted = /[^:]+\.[^:]+$/.exec(address)?.[0];
  const plain = dotted ? address.replace(dotted, ipv4Hex(ipv4Number(dotted)!).replace(/^(.{4})/, '$1:')) : address;
  const [before = [], after = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.map((group) => group.padStart(4, '0').toLowerCase()).join('');
}

/** An address of version 4 as a number below 2³², read sign by sign since maps have many; undefined for anything else. */
function ipv4Number(address: string): number | undefined {
  if (address.length > LONGEST) return undefined;
  let [all, byte, digits, dots] = [0, 0, 0, 0];
  for (let i = 0; i < address.length; i++) {
    const digit = address.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) {
      // No zero before others: some programs read such numbers as octal.
      if (digits && !byte) return undefined;
      byte = byte * 10 + digit;
      if (byte > 255) return undefined;
      digits++;
    } else if (digit === DOT - ZERO && digits && dots < 3) {
      all = all * 256 + byte;
      [byte, digits] = [0, 0];
      dots++;
    } else return undefined;
  }
  return digits && dots === 3 ? all * 256 + byte : undefined;
}

const ipv4Hex = (number: number): string => number.toString(16).padStart(8, '0');

const [ZERO, DOT] = [0x30, 0x2e];
const LONGEST = '255.255.255.255'.length;

/** A range as it is written, `10.1.0.0/16`, a single address without its length; both ends as hexadecimal text. */
export function rangeText(low: string, high: string): string {
  const bits = (BigInt(`0x${low}`) ^ BigInt(`0x${high}`)).toString(2).replace(/^0$/, '').length;
  const prefix = bits ? `/${low.length * 4 - bits}` : '';
  if (low.length === 8)
    return `${low
      .match(/../g)!
      .map((byte) => parseInt(byte, 16))
      .join('.')}${prefix}`;
  // Addresses of the web write IPv6 in its short form.
  const { hostname } = new URL(`http://[${low.match(/.{4}/g)!.join(':')}]`);
  return `${hostname.slice(1, -1)}${prefix}`;
}
