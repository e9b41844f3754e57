/** For which products a provider was asked, and when. */
import type { Database } from '../../database/database.js';
import { pairKey } from '../matching/names.js';
import type { Product } from '../providers/provider.js';

const COLUMNS = ['vendor', 'product', 'fetched_at', 'source', 'records'] as const;

/** The products among these for which a provider was asked at this moment (milliseconds since 1970) or later. */
export async function askedSince(
  database: Database,
  products: readonly Product[],
  since: number,
): Promise<Set<string>> {
  const { dialect, clock } = database;
  const rows = await database.all(
    `SELECT vendor, product FROM own_cve_cache WHERE ${dialect.pairIsIn('vendor', 'product')} AND fetched_at >= ?`,
    [products.map(({ vendor, product }) => [vendor, product]), clock.toStored(since)],
  );
  return new Set(rows.map((row) => pairKey(row['vendor'] as string, row['product'] as string)));
}

/** Notes that a provider was asked for a product now, and how many records it gave. */
export async function noteAsked(
  database: Database,
  { vendor, product }: Product,
  source: string,
  records: number,
): Promise<void> {
  const { clock, dialect } = database;
  const row = [vendor, product, clock.toStored(Date.now()), source, records];
  await database.transaction(async (tx) => {
    await tx.defer('DELETE FROM own_cve_cache WHERE vendor = ? AND product = ?', [vendor, product]);
    await database.write(tx, dialect.insertRows('own_cve_cache', COLUMNS), [row]);
  });
}
