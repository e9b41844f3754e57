/** Known vulnerabilities of products: what is stored here, and the provider that may know more. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import type { Product } from './record.js';
import { NationalDatabase } from './providers/national-database.js';
import type { Provider } from './providers/provider.js';
import { refresh, type Failures } from './providers/refresh.js';
import { VulnerabilityLookup } from './providers/vulnerability-lookup.js';

@Injectable()
export class Vulnerabilities {
  /** Undefined: only imported feeds are known. */
  readonly provider: Provider | undefined;

  constructor(
    readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { cve } = config;
    const kind = cve.providerKind === 'nvd' ? NationalDatabase : VulnerabilityLookup;
    this.provider = cve.providerUrl === undefined ? undefined : new kind(cve, cve.providerUrl);
  }

  /** Days after which imported feeds are told to be old. */
  get staleAfter(): number {
    return this.config.cve.staleAfter;
  }

  /** Asks the provider for products that it was not asked for lately; returns for which of them it failed, and why. */
  async refresh(products: readonly Product[]): Promise<Failures> {
    if (!this.provider) return new Map();
    return refresh(this.database, this.provider, products, this.config.cve);
  }
}
