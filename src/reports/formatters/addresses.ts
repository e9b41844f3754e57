/** Which devices have an address inside a range, for thousands of devices and ranges. */
import { isIPv4, isIPv6 } from 'node:net';
import { rangeOf } from '../../core/text/addresses.js';

/** The host addresses of a text; separators are commas, semicolons and blanks, a length behind an address is ignored. */
export const addressesIn = (text: string | null): string[] =>
  (text ?? '')
    .split(/[,;\s]+/)
    .map((word) => word.replace(/\/\d*$/, ''))
    .filter(Boolean);

/** Addresses of one family, sorted, with the place of the device that has each. */
class Family<T extends number | string> {
  private readonly entries: Array<{ address: T; index: number }> = [];
  private sorted = true;

  add(address: T, index: number): void {
    this.entries.push({ address, index });
    this.sorted = false;
  }

  /** Adds the places of the devices from `low` to `high` to a set. */
  collect(low: T, high: T, indexes: Set<number>): void {
    if (!this.sorted) this.entries.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
    this.sorted = true;
    for (let i = this.firstFrom(low); i < this.entries.length && this.entries[i]!.address <= high; i++) {
      indexes.add(this.entries[i]!.index);
    }
  }

  private firstFrom(low: T): number {
    let [from, to] = [0, this.entries.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.entries[middle]!.address < low) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Devices by address. They are added in the order in which their names are to stand. */
export class AddressBook {
  private readonly names: string[] = [];
  private readonly v4 = new Family<number>();
  private readonly v6 = new Family<string>();

  add(name: string, addresses: string | null): void {
    const index = this.names.push(name) - 1;
    for (const address of addressesIn(addresses)) {
      if (isIPv4(address)) this.v4.add(ipv4(address), index);
      else if (isIPv6(address) && !address.includes('%')) this.v6.add(rangeOf(address)!.low, index);
    }
  }

  /** The names of the devices with an address in a range, in their order, each once; none where the text is no range. */
  within(range: string | null): string | null {
    return (
      this.indexes(range)
        .map((index) => this.names[index])
        .join(', ') || null
    );
  }

  /** As `within`, their places in the order in which they were added. */
  indexes(range: string | null): number[] {
    const found = rangeIn(range ?? '');
    if (!found) return [];
    const indexes = new Set<number>();
    if (found.length === 4) this.v4.collect(parseInt(found.low, 16), parseInt(found.high, 16), indexes);
    else this.v6.collect(found.low, found.high, indexes);
    return [...indexes].sort((a, b) => a - b);
  }
}

/** A range, unless it names the interface of a machine, as `fe80::1%eth0` does: that is no place in a network. */
const rangeIn = (text: string): ReturnType<typeof rangeOf> => (text.includes('%') ? undefined : rangeOf(text.trim()));

const ipv4 = (address: string): number => address.split('.').reduce((value, byte) => value * 256 + Number(byte), 0);

/** A range as people read it: `first - last` for IPv4, `first -> last` for IPv6; `N/A` where there is no range. */
export function rangeText(text: string): string {
  const range = text.includes('/') ? rangeIn(text) : undefined;
  if (!range) return 'N/A';
  return range.length === 4
    ? `${dotted(range.low)} - ${dotted(range.high)}`
    : `${grouped(range.low)} -> ${grouped(range.high)}`;
}

const dotted = (hex: string): string =>
  hex
    .match(/../g)!
    .map((byte) => parseInt(byte, 16))
    .join('.');

/** An IPv6 address in its short form: no leading zeros, the longest run of zero groups as `::`. */
function grouped(hex: string): string {
  const groups = hex
    .match(/.{4}/g)!
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
  const runs = groups.match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest ? groups.replace(new RegExp(`(^|:)${longest}(:|$)`), '::') : groups;
}
