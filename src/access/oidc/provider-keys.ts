/**
 * The keys with which the provider signs: asked for again after ten minutes, and when a key is unknown; a storm of unknown keys makes one
 * request in half a minute. While the provider is away known keys serve for a day (identity 8).
 */
import { Injectable, Logger } from '@nestjs/common';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { boundedFetch } from './bounded-fetch.js';
import { OidcProvider } from './provider.js';

/** Milliseconds. */
const [FRESH, SERVE, ASK_AGAIN, TIMEOUT] = [600_000, 24 * 3_600_000, 30_000, 5000];

@Injectable()
export class ProviderKeys {
  private readonly logger = new Logger('OpenID');
  private known: { find: JWTVerifyGetKey; at: number } | undefined;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;

  constructor(private readonly provider: OidcProvider) {}

  /** Finds the key of a token. Throws where there is none. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { errors } = await import('./library.js');
    if (!this.known || this.known.at + FRESH < Date.now()) await this.refresh();
    const find = (): ReturnType<JWTVerifyGetKey> => {
      if (!this.known || this.known.at + SERVE < Date.now()) throw new Error('No keys of the provider are known.');
      return this.known.find(header, token);
    };
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await this.refresh())) throw error;
      return find();
    }
  };

  /** Asks for the keys, unless that was done a moment ago; all who wait for them wait for one request. Gives whether they were asked for. */
  private async refresh(): Promise<boolean> {
    if (!this.asking) {
      if (this.askedAt + ASK_AGAIN > Date.now()) return false;
      this.askedAt = Date.now();
      this.asking = this.ask().finally(() => (this.asking = undefined));
    }
    await this.asking;
    return true;
  }

  private async ask(): Promise<void> {
    try {
      const { createLocalJWKSet } = await import('./library.js');
      const address = await this.provider.keysAddress();
      const answer = await boundedFetch(address, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      this.known = { find: createLocalJWKSet((await answer.json()) as JSONWebKeySet), at: Date.now() };
    } catch (error) {
      this.logger.error(`The keys of the provider cannot be read: ${(error as Error).message}`);
    }
  }
}
