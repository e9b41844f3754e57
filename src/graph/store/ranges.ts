/** Which range of addresses is the smallest that holds an address, or a whole other range. */
import { isIp, rangeOf, rangeText, spanOf } from '../../core/text/addresses.js';

const SEPARATORS = /[,;\s]+/;
/** Words on both sides of a dash. It is tried at the beginning of words alone, else a long word takes the square of its length. */
const DASH = /(?<![^\s,;-])([^\s,;-]+)\s*-\s*([^\s,;-]+)/g;
/** How rules of a firewall write all addresses. */
const EVERYTHING = /^(?:\*|any)$/i;

/** Addresses from `low` to `high`; both as hexadecimal text, 8 digits for IPv4 and 32 for IPv6. */
export interface Range {
  low: string;
  high: string;
}

/** The addresses and ranges in a list as rules of a firewall have it, each once; what is neither is left out. */
export function rangesIn(text: string | null | undefined): Range[] {
  if (!text) return [];
  // Most lists hold one.
  const only = rangeOf(text);
  if (only) return [only];
  const found = new Map<string, Range>();
  // Blanks around the dash between two addresses part nothing.
  const list = text.replace(DASH, (all, low: string, high: string) =>
    isIp(low) && isIp(high) ? `${low}-${high}` : all,
  );
  for (const item of list.split(SEPARATORS)) {
    const range = EVERYTHING.test(item) ? rangeOf('0.0.0.0/0') : (rangeOf(item) ?? spanOf(item));
    if (range) found.set(`${range.low} ${range.high}`, range);
  }
  return [...found.values()];
}

/** What a range is called: `any` for all addresses, IPv4 or IPv6; what has no length of a network, by its first and last address. */
export function nameOfRange({ low, high }: Range): string {
  if (isAny({ low, high })) return 'any';
  const name = rangeText(low, high);
  const block = rangeOf(name)!;
  return block.low === low && block.high === high ? name : `${rangeText(low, low)}-${rangeText(high, high)}`;
}

const isAny = ({ low, high }: Range): boolean => /^0+$/.test(low) && /^f+$/.test(high);

export const isSingle = ({ low, high }: Range): boolean => low === high;

/** Ranges of objects, by what they hold. */
export class RangeIndex {
  /** For each number of fixed digits of a length, narrowest first: what ranges share, and theirs. */
  private readonly bySize = new Map<number, Map<number, Map<string, Array<Range & { object: number }>>>>();

  /** `ranges`: the texts of ranges with their objects. */
  constructor(ranges: Iterable<readonly [text: string, object: number]>) {
    for (const [text, object] of ranges) {
      for (const range of rangesIn(text)) this.add(range, object);
    }
  }

  /** The objects with the smallest range that holds all of this one: several, where these are equal. */
  smallest({ low, high }: Range): number[] {
    let best: (Range & { object: number }) | undefined;
    let found: number[] = [];
    for (const [digits, byPrefix] of this.bySize.get(low.length) ?? []) {
      for (const range of byPrefix.get(low.slice(0, digits)) ?? []) {
        if (range.low > low || range.high < high) continue;
        if (!best || isSmaller(range, best)) [best, found] = [range, [range.object]];
        else if (range.low === best.low && range.high === best.high) found.push(range.object);
      }
    }
    return [...new Set(found)];
  }

  /** The objects whose ranges lie in this one, but for those that lie in the range of another of them. */
  within({ low, high }: Range): number[] {
    const inside = [...(this.bySize.get(low.length)?.values() ?? [])]
      .flatMap((byPrefix) => [...byPrefix.values()].flat())
      .filter((range) => range.low >= low && range.high <= high);
    const outermost = inside.filter((range) => !inside.some((other) => isIn(range, other)));
    return [...new Set(outermost.map(({ object }) => object))].sort((a, b) => a - b);
  }

  private add(range: Range, object: number): void {
    let digits = 0;
    while (digits < range.low.length && range.low[digits] === range.high[digits]) digits++;
    const { length } = range.low;
    let shared = this.bySize.get(length);
    if (!shared) this.bySize.set(length, (shared = new Map()));
    let byPrefix = shared.get(digits);
    if (!byPrefix) shared.set(digits, (byPrefix = new Map()));
    const prefix = range.low.slice(0, digits);
    const list = byPrefix.get(prefix);
    if (list) list.push({ ...range, object });
    else byPrefix.set(prefix, [{ ...range, object }]);
  }
}

/** Returns true if a range is part of another, larger one. */
const isIn = (one: Range, other: Range): boolean =>
  one.low >= other.low && one.high <= other.high && (one.low !== other.low || one.high !== other.high);

/** Ranges are blocks: of two that hold the same address one lies in the other, or they are equal. */
const isSmaller = (one: Range, other: Range): boolean => one.low > other.low || one.high < other.high;
