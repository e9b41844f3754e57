/** The products whose vulnerabilities are reported: those of objects that name a vendor, a product and a version. */
import type { Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry, type ResourceModel } from '../engine/index.js';
import type { ReportRun } from '../reports/report-run.js';
import { raw, sql } from '../reports/sql.js';
import { typeName } from '../reports/locales/index.js';
import { isNamed, normalise, pairKey } from './matching.js';
import type { Product } from './record.js';

/** The product of an object of the map, as it was written down. */
export interface MappedProduct {
  type: string;
  name: string;
  vendor: string | null;
  product: string | null;
  version: string | null;
  /** Its product as it is looked up; undefined where none is named. */
  wanted: Product | undefined;
}

const ROOT = 'applications';
const COLUMNS = ['vendor', 'product', 'version'];

/** Types of objects that name products, applications first. */
function kinds(): ResourceModel[] {
  const naming = registry
    .all()
    .filter(({ label, fields }) => label && COLUMNS.every((column) => fields.some(({ name }) => name === column)));
  return naming.sort((a, b) => Number(b.path === ROOT) - Number(a.path === ROOT));
}

/** Applications in the order of their names; with `all` the other types behind them. Only what the caller could list. */
export async function mappedProducts(run: ReportRun, all: boolean): Promise<MappedProduct[]> {
  const mapped: MappedProduct[] = [];
  for (const { path, table, label } of all ? kinds() : [registry.get(ROOT)]) {
    const statement = sql`
      SELECT ${raw(`o.${quote(label!)}`)} AS name, o.vendor, o.product, o.version FROM ${raw(quote(table))} o
      WHERE ${run.shown(path, 'o')} ORDER BY ${run.order('o', label!)}`;
    const type = typeName(path, run.language);
    for await (const rows of run.rows(statement)) for (const row of rows) mapped.push(mappedProductOf(type, row));
  }
  return mapped;
}

function mappedProductOf(type: string, row: Row): MappedProduct {
  const text = (column: string): string | null => (row[column] as string | null) || null;
  const [vendor, product] = [text('vendor'), text('product')];
  const wanted = { vendor: normalise(vendor ?? ''), product: normalise(product ?? '') };
  const named = isNamed(wanted.vendor) && isNamed(wanted.product);
  return {
    type,
    name: text('name') ?? '',
    vendor,
    product,
    version: text('version'),
    wanted: named ? wanted : undefined,
  };
}

/** The products as they are looked up, each once. */
export function distinctProducts(mapped: readonly MappedProduct[]): Product[] {
  const products = new Map<string, Product>();
  for (const { wanted } of mapped) if (wanted) products.set(pairKey(wanted.vendor, wanted.product), wanted);
  return [...products.values()];
}
