/** The table of cycles: until when a version of a product is supported. */
import type { Row } from '../../database/database.js';
import { FACTS } from './facts.js';
import { PRODUCTS } from './products.js';

/** A day; or true where it is only known that support has ended, false where it has not. */
export type Ends = string | boolean;

/** By product and cycle. */
export type KnownCycles = ReadonlyMap<string, ReadonlyMap<string, Ends>>;

export interface SupportedCycle {
  title: string;
  cycle: string;
  ends: Ends;
}

/** What came with the release, with the products that were imported in place of its own. */
export function cyclesIn(imported: readonly Row[]): KnownCycles {
  const known = new Map<string, Map<string, Ends>>();
  for (const { product, cycle, ends, ended } of imported) {
    const cycles = known.get(String(product)) ?? new Map<string, Ends>();
    cycles.set(String(cycle), ends === null ? Boolean(ended) : String(ends).slice(0, 10));
    known.set(String(product), cycles);
  }
  for (const [product, cycles] of Object.entries(FACTS))
    if (!known.has(product)) known.set(product, new Map(Object.entries(cycles)));
  return known;
}

const BLANKS = /\s+/;
/** Longest text in which products are looked for. */
const MAX_TEXT = 300;

/** The cycle that a text names; undefined where its product, or its version, is not in the table. */
export function cycleOf(text: string, known: KnownCycles): SupportedCycle | undefined {
  const plain = text.slice(0, MAX_TEXT).split(BLANKS).join(' ');
  for (const { name, title, pattern, cycle: spelled } of PRODUCTS) {
    const found = pattern.exec(plain)?.groups?.['cycle'];
    if (found === undefined) continue;
    const cycle = spelled ? spelled(found) : found;
    const ends = known.get(name)?.get(cycle);
    return ends === undefined ? undefined : { title, cycle, ends };
  }
  return undefined;
}
