/** The National Vulnerability Database, or a server with its API (version 2.0). */
import { objectIn } from '../formats/reading.js';
import { setTimeout as wait } from 'node:timers/promises';
import { Label } from '../../reports/locales/index.js';
import type { Advisory, Product } from '../record.js';
import { ProviderError } from './http-client.js';
import { cpeOf, MAX_PAGES, Provider } from './provider.js';

const PER_PAGE = 2000;
const PATH = '/rest/json/cves/2.0';

/** What the original takes in half a minute, with a key and without. */
const SPAN = 30_000;
const MAX_WITH_KEY = 50;
const MAX_WITHOUT = 5;

export class NationalDatabase extends Provider {
  private readonly limiter = new RateLimiter(this.settings.nvdApiKey ? MAX_WITH_KEY : MAX_WITHOUT, SPAN);

  async *pages(product: Product, signal: AbortSignal): AsyncGenerator<Advisory[]> {
    const { nvdApiKey } = this.settings;
    let start = 0;
    for (let number = 1; number <= MAX_PAGES; number++) {
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

  /** Copies of the database elsewhere have limits of their own, and report them. */
  private async turn(signal: AbortSignal): Promise<void> {
    if (!/(^|\.)nist\.gov$/.test(this.base.hostname)) return;
    await this.limiter.turn(signal).catch(() => Promise.reject(new ProviderError(new Label('timeBudgetExceeded'))));
  }
}

/** Keeps to the number of questions that a server takes in a time. */
export class RateLimiter {
  private readonly asked: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  /** At most `most` turns in any `span` milliseconds. */
  constructor(
    private readonly most: number,
    private readonly span: number,
  ) {}

  /** Waits for a turn, first come, first served. Throws what the signal says when it ends the wait. */
  turn(signal: AbortSignal): Promise<void> {
    const turn = this.queue.then(() => this.next(signal));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async next(signal: AbortSignal): Promise<void> {
    const pause = this.asked.length < this.most ? 0 : this.asked[0]! + this.span - Date.now();
    if (pause > 0) await wait(pause, undefined, { signal });
    signal.throwIfAborted();
    if (this.asked.length >= this.most) this.asked.shift();
    this.asked.push(Date.now());
  }
}
