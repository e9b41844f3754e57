/** Which range of addresses is the smallest that holds an address, or a whole other range. */
import { rangeOf } from '../../core/text/addresses.js';

const SEPARATORS = /[,;\s]+/;

/** Addresses from `low` to `high`; both as hexadecimal text, 8 digits for IPv4 and 32 for IPv6. */
export interface Range {
  low: string;
  high: string;
}

/** The addresses and ranges in a list, each once; what is neither is left out. */
export function rangesIn(text: string | null | undefined): Range[] {
  if (!text) return [];
  // Most lists hold one.
  const only = rangeOf(text);
  if (only) return [only];
  const found = new Map<string, Range>();
  for (const item of text.split(SEPARATORS)) {
    const range = rangeOf(item);
    if (range) found.set(`${range.low} ${range.high}`, range);
  }
  return [...found.values()];
}

export const isSingle = ({ low, high }: Range): boolean => low === high;

/** Ranges of objects, by what they hold. Of two equal ranges that which came first counts. */
export class RangeIndex {
  /** For each number of fixed digits of a length, narrowest first: what ranges share, and theirs. */
  private readonly bySize = new Map<number, Map<number, Map<string, Array<Range & { object: number }>>>>();

  /** `ranges`: the texts of ranges with their objects, in the order in which they count. */
  constructor(ranges: Iterable<readonly [text: string, object: number]>) {
    for (const [text, object] of ranges) {
      for (const range of rangesIn(text)) this.add(range, object);
    }
  }

  /** The object with the smallest range that holds all of this one; undefined if there is none. */
  smallest({ low, high }: Range): number | undefined {
    const shared = this.bySize.get(low.length);
    if (!shared) return undefined;
    let best: (Range & { object: number }) | undefined;
    for (const [digits, byPrefix] of shared) {
      for (const range of byPrefix.get(low.slice(0, digits)) ?? []) {
        if (range.low > low || range.high < high) continue;
        if (!best || isSmaller(range, best)) best = range;
      }
    }
    return best?.object;
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

/** Ranges are blocks: of two that hold the same address one lies in the other, or they are equal. */
const isSmaller = (one: Range, other: Range): boolean => one.low > other.low || one.high < other.high;
