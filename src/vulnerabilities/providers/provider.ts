/** Who can be asked for the vulnerabilities of a product. */
import type { CveSettings } from '../settings.js';
import type { Advisory, Product } from '../record.js';
import { ask, type HttpSettings } from './http-client.js';
import { isMeantPrivate } from '../../core/http/public-addresses.js';
import { recordsIn } from '../feeds/record-splitter.js';
import { Turns } from '../../core/turns.js';
import { elementIn } from '../formats/recognise.js';

/** A server that knows vulnerabilities. */
export abstract class Provider {
  /** How it is called where people read it: its kind and its host. */
  readonly name: string;
  protected readonly base: URL;
  private readonly http: HttpSettings;

  constructor(
    protected readonly settings: CveSettings,
    url: string,
  ) {
    this.base = new URL(url);
    this.name = `${settings.providerKind} at ${this.base.host}`;
    this.http = { ...settings, allowPrivate: settings.allowPrivate || isMeantPrivate(this.base) };
  }

  /** Everything about a product, page by page. Throws a ProviderError. */
  abstract pages(product: Product, signal: AbortSignal): AsyncGenerator<Advisory[]>;

  /** One page: its records, how many elements there were, and what stood beside them. */
  protected page(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Page> {
    return ask({ url, headers, signal }, this.http, readPage);
  }
}

export interface Page {
  records: Advisory[];
  elements: number;
  rest: unknown;
}

async function readPage(body: AsyncIterable<Buffer>): Promise<Page> {
  const page: Page = { records: [], elements: 0, rest: {} };
  const turns = new Turns();
  for await (const element of recordsIn(body, (rest) => (page.rest = rest))) {
    const known = await turns.whole(elementIn(element));
    if (known?.kind === 'advisory') page.records.push(known.value);
    page.elements++;
  }
  return page;
}

/** Pages of one product that are asked for at most. */
export const MAX_PAGES = 50;

/** A product as the beginning of a CPE; what is special in one is escaped. */
export const cpeOf = (part: string, { vendor, product }: Product): string =>
  `cpe:2.3:${part}:${escaped(vendor)}:${escaped(product)}`;

const escaped = (name: string): string => name.replace(/[^\p{L}\p{N}._-]/gu, '\\$&');
