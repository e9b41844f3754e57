/** The National Vulnerability Database, or a server that speaks its language (version 2.0). */
import { objectIn } from '../formats/reading.js';
import type { CveRecord } from '../record.js';
import { ProviderError } from './http-client.js';
import { Pace } from './pace.js';
import { cpeOf, MOST_PAGES, Provider, type Product } from './provider.js';

const PER_PAGE = 2000;
const PATH = '/rest/json/cves/2.0';

/** What the original takes in half a minute, with a key and without. */
const SPAN = 30_000;
const MOST_WITH_KEY = 50;
const MOST_WITHOUT = 5;

export class NationalDatabase extends Provider {
  private readonly pace = new Pace(this.settings.nvdApiKey ? MOST_WITH_KEY : MOST_WITHOUT, SPAN);

  async *pages(product: Product, signal: AbortSignal): AsyncGenerator<CveRecord[]> {
    const { nvdApiKey } = this.settings;
    let start = 0;
    for (let number = 1; number <= MOST_PAGES; number++) {
      await this.turn(signal);
      const { records, elements, rest } = await this.page(
        this.urlOf(product, start),
        nvdApiKey ? { apiKey: nvdApiKey } : {},
        signal,
      );
      if (records.length) yield records;
      start += elements;
      const total = objectIn(rest)['totalResults'];
      if (!elements || start >= (typeof total === 'number' ? total : 0)) return;
    }
  }

  private urlOf(product: Product, start: number): URL {
    const path = this.base.pathname.replace(/\/+$/, '');
    const url = new URL(path.endsWith('/cves/2.0') ? path : path + PATH, this.base);
    url.search = new URLSearchParams({
      virtualMatchString: cpeOf('*', product),
      resultsPerPage: String(PER_PAGE),
      startIndex: String(start),
    }).toString();
    return url;
  }

  /** Copies of the database elsewhere have limits of their own, and tell them. */
  private async turn(signal: AbortSignal): Promise<void> {
    if (!/(^|\.)nist\.gov$/.test(this.base.hostname)) return;
    await this.pace.turn(signal).catch(() => Promise.reject(new ProviderError('time budget exceeded')));
  }
}
