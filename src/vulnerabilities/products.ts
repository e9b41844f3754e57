/** The products whose vulnerabilities are looked up: what objects of the map say of themselves. */
import type { Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry, type ResourceModel } from '../engine/index.js';
import { joined, raw, sql, type Sql } from '../reports/sql.js';
import type { Named } from './identity/identities.js';

/** An object of the map, with what it says of its product. */
export interface MappedProduct extends Named {
  /** Path of its type. */
  path: string;
  id: number;
  name: string;
}

export const ROOT = 'applications';
const COLUMNS = ['vendor', 'product', 'version'];
const LINK = 'products';

/** Types with columns for vendor, product and version. */
export const hasColumns = ({ fields }: ResourceModel): boolean =>
  COLUMNS.every((column) => fields.some(({ name }) => name === column));

/** Objects of it name products. */
export const isProductType = ({ label, links }: ResourceModel): boolean =>
  label !== null && links.some(({ name }) => name === LINK);

/** Types of objects that name products: applications first, and those without columns for one product last. */
export function productTypes(): ResourceModel[] {
  const naming = registry.all().filter(isProductType);
  const rank = (type: ResourceModel): number => (type.path === ROOT ? 0 : hasColumns(type) ? 1 : 2);
  return naming.sort((a, b) => rank(a) - rank(b));
}

/** How rows are read, and which of them. */
export interface Reading {
  rows(statement: Sql): AsyncIterable<readonly Row[]>;
  /** A condition on live rows of a type under an alias. */
  shown(path: string, alias: string): Sql;
  /** The order of rows of a type; none where it does not matter. */
  order?(alias: string, label: string): Sql;
  /** Objects have one of these ids, whatever their type: of few objects not all that is named is read. */
  ids?: readonly number[];
}

/**
 * Objects of some types in the order of their names, type by type. Those of types without columns for one product are left out where
 * they name none. A statement for each type, and one for the addresses of packages and names of products of all of them.
 */
export async function mappedProducts(reading: Reading, types: readonly ResourceModel[]): Promise<MappedProduct[]> {
  const named = await namedProducts(reading, types);
  const mapped: MappedProduct[] = [];
  for (const type of types) {
    const { path, table, label } = type;
    const [own, columns] = [named.get(table) ?? new Map<number, Named['products']>(), hasColumns(type)];
    if (!columns && !own.size) continue;
    const more = columns ? ', o.vendor, o.product, o.version' : '';
    const order = reading.order ? sql` ORDER BY ${reading.order('o', label!)}` : raw('');
    const statement = sql`SELECT o.id, ${raw(`o.${quote(label!)}`)} AS name${raw(more)} FROM ${raw(quote(table))} o
      WHERE ${reading.shown(path, 'o')}${order}`;
    for await (const rows of reading.rows(statement))
      for (const row of rows) {
        const products = own.get(row['id'] as number) ?? NONE;
        if (columns || products.length) mapped.push(mappedProductOf(path, row, products));
      }
  }
  return mapped;
}

/** Ids as they stand in a statement, 0 where there are none. */
export const listOf = (ids: readonly number[]): Sql => joined((ids.length ? ids : [0]).map((id) => sql`${id}`), ', '); // prettier-ignore

const NONE: Named['products'] = [];

/** What objects are called beside their columns, by table and id. */
async function namedProducts(
  { rows, ids }: Pick<Reading, 'rows' | 'ids'>,
  types: readonly ResourceModel[],
): Promise<Map<string, Map<number, Named['products']>>> {
  const tables = joined(
    types.map(({ table }) => sql`${table}`),
    ', ',
  );
  const named = new Map<string, Map<number, Array<Named['products'][number]>>>();
  const among = ids ? sql` AND object_id IN (${listOf(ids)})` : raw('');
  const statement = sql`SELECT type, object_id, purl, cpe FROM own_products WHERE type IN (${tables})${among}`;
  for await (const batch of rows(statement))
    for (const { type, object_id: id, purl, cpe } of batch) {
      const ofType = named.get(type as string) ?? new Map<number, Array<Named['products'][number]>>();
      named.set(type as string, ofType);
      const product = { purl: purl as string | null, cpe: cpe as string | null };
      const list = ofType.get(id as number);
      if (list) list.push(product);
      else ofType.set(id as number, [product]);
    }
  return named;
}

function mappedProductOf(path: string, row: Row, products: Named['products']): MappedProduct {
  const text = (column: string): string | null => (row[column] as string | null | undefined) || null;
  return {
    ...{ path, id: row['id'] as number, name: text('name') ?? '' },
    ...{ vendor: text('vendor'), product: text('product'), version: text('version'), products },
  };
}
