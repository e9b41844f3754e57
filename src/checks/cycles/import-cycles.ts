/** Takes the cycles of products from a file, in the form in which the API of endoflife.date answers. */
import type { Database, Scalar } from '../../database/database.js';
import { parseDay } from '../../core/text/dates.js';
import { isObject } from '../../core/http/request-body.js';

/** Most cycles of a file. */
const MAX_CYCLES = 100_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+ -]{0,63}$/;

export interface ImportedCycles {
  products: number;
  cycles: number;
}

interface Cycle {
  product: string;
  cycle: string;
  ends: string | null;
  ended: boolean;
}

/**
 * Reads `{"debian": [{"cycle": "12", "eol": "2028-06-30"}]}`, what `/api/v1/products/debian` and `/api/v1/products/full` answer
 * (`{"result": …}`), or a list of cycles, for which `product` is named.
 * @throws Error saying what cannot be read
 */
export function readCycles(json: unknown, product?: string): Cycle[] {
  const cycles = productsIn(json, product).flatMap(([name, list]) => list.map((one, i) => cycleIn(name, one, i)));
  if (!cycles.length) throw new Error('There is no cycle in it.');
  if (cycles.length > MAX_CYCLES) throw new Error(`There are more than ${MAX_CYCLES} cycles in it.`);
  return [...new Map(cycles.map((one) => [`${one.product} ${one.cycle}`, one])).values()];
}

function productsIn(json: unknown, product: string | undefined): Array<[name: string, cycles: unknown[]]> {
  if (Array.isArray(json)) {
    if (product === undefined) throw new Error('It is a list of cycles: say of which product, with --product.');
    return [[product, json]];
  }
  if (!isObject(json)) throw new Error('It is no JSON object.');
  const { result } = json;
  if (result !== undefined) {
    const products = Array.isArray(result) ? result : [result];
    return products.map((one): [string, unknown[]] => {
      const { name, releases } = isObject(one) ? one : {};
      if (typeof name !== 'string' || !Array.isArray(releases))
        throw new Error('A product of its result lacks name or releases.');
      return [name, releases];
    });
  }
  return Object.entries(json).map(([name, list]) => {
    if (!Array.isArray(list)) throw new Error(`What it says of ${name.slice(0, 64)} is no list.`);
    return [name, list];
  });
}

function cycleIn(product: string, sent: unknown, i: number): Cycle {
  const { cycle, name, eol, eolFrom, isEol } = isObject(sent) ? sent : {};
  const key = String(cycle ?? name ?? '');
  const end = eolFrom ?? eol ?? isEol;
  const at = `${product.slice(0, 64)}, cycle ${i + 1}`;
  if (!NAME.test(product) || !NAME.test(key)) throw new Error(`${at}: its name cannot be read.`);
  if (typeof end === 'boolean' || end === undefined || end === null)
    return { product, cycle: key, ends: null, ended: end === true };
  const day = typeof end === 'string' ? parseDay(end) : undefined;
  if (day === undefined) throw new Error(`${at}: the end of its support is no day.`);
  return { product, cycle: key, ends: day, ended: false };
}

/** Stores cycles in place of those of the same products: all of them, or none. */
export async function importCycles(database: Database, cycles: readonly Cycle[]): Promise<ImportedCycles> {
  const products = [...new Set(cycles.map(({ product }) => product))];
  const now = database.clock.toStored(Date.now());
  await database.transaction(async (tx) => {
    await tx.defer(`DELETE FROM \`own_cycles\` WHERE ${database.dialect.isIn('`product`')}`, [products]);
    const rows = cycles.map(({ product, cycle, ends, ended }): Scalar[] => [product, cycle, ends, ended ? 1 : 0, now]);
    await database.write(
      tx,
      database.dialect.insertMissing('own_cycles', ['product', 'cycle', 'ends', 'ended', 'imported_at']),
      rows,
    );
  });
  return { products: products.length, cycles: cycles.length };
}
