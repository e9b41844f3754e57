/** Brings what is known of some products up to date, as far as the provider answers and the time allows. */
import type { Database } from '../../database/database.js';
import { Label } from '../../reports/locales/index.js';
import { pairKey } from '../matching.js';
import type { Product } from '../record.js';
import { askedSince, noteAsked, storeRecords } from '../store.js';
import { ProviderError } from './http-client.js';
import type { Provider } from './provider.js';

export interface RefreshSettings {
  concurrency: number;
  /** Milliseconds for which an answer is fresh. */
  cacheTtl: number;
  /** Milliseconds for all questions together. */
  budget: number;
}

/** Why products are not up to date, by `pairKey`. */
export type Failures = ReadonlyMap<string, Label>;

/** Names of a product that no CPE is made of, in characters. */
const MAX_NAME = 255;
const BATCH = 500;

/** A provider that failed this often without a success between is not asked again in this run. */
const MAX_FAILURES = 5;

/** Asks the provider for the products that were not asked for lately. Throws only if the database fails. */
export async function refresh(
  database: Database,
  provider: Provider,
  products: readonly Product[],
  settings: RefreshSettings,
): Promise<Failures> {
  const named = products.filter(({ vendor, product }) => vendor.length <= MAX_NAME && product.length <= MAX_NAME);
  if (!named.length) return new Map();
  const fresh = await askedSince(database, named, Date.now() - settings.cacheTtl);
  const stale = named.filter(({ vendor, product }) => !fresh.has(pairKey(vendor, product)));
  return new Run(database, provider, settings.budget).all(stale, settings.concurrency);
}

class Run {
  private readonly failures = new Map<string, Label>();
  private readonly signal: AbortSignal;
  private failedInARow = 0;

  constructor(
    private readonly database: Database,
    private readonly provider: Provider,
    budget: number,
  ) {
    this.signal = AbortSignal.timeout(budget);
  }

  async all(products: readonly Product[], concurrency: number): Promise<Failures> {
    const waiting = products.values();
    const workers = Array.from({ length: Math.min(concurrency, products.length) }, async () => {
      for (const product of waiting) await this.one(product);
    });
    await Promise.all(workers);
    return this.failures;
  }

  private async one(product: Product): Promise<void> {
    const { signal, provider } = this;
    try {
      if (signal.aborted) throw new ProviderError(new Label('timeBudgetExceeded'));
      if (this.failedInARow >= MAX_FAILURES)
        throw new ProviderError(new Label('providerGivenUp', { count: MAX_FAILURES }));
      await this.fetch(product);
      this.failedInARow = 0;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.failedInARow++;
      const { key, values } = error.label;
      const reason = signal.aborted
        ? new Label('timeBudgetExceeded')
        : new Label(key, { ...values, provider: provider.name });
      this.failures.set(pairKey(product.vendor, product.product), reason);
    }
  }

  private async fetch(product: Product): Promise<void> {
    let count = 0;
    for await (const records of this.provider.pages(product, this.signal)) {
      for (let at = 0; at < records.length; at += BATCH) {
        await storeRecords(this.database, records.slice(at, at + BATCH));
      }
      count += records.length;
    }
    await noteAsked(this.database, product, this.provider.name, count);
  }
}
