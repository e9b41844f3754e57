/** Named tokens, for scripts. They live longer than a log-in, and may be made to read only. */
import type { Transport } from './transport.js';
import type { CallOptions } from './types.js';

export interface NamedToken {
  id: number;
  user_id: number;
  name: string;
  read_only: boolean;
  expires_at: string | null;
  created_at: string | null;
  /** Noted every five minutes at most; null before the first time. */
  last_used_at: string | null;
  last_address: string | null;
  /** Perimeters to which it is kept; null: as far as its owner reaches. */
  perimeters: number[] | null;
}

/** What a token is to be. Without an end it ends in a year. */
export interface NewToken {
  name: string;
  expires_at?: string | Date;
  read_only?: boolean;
  perimeters?: number[];
}

export class Tokens {
  /** @internal */
  constructor(private readonly transport: Transport) {}

  /** One's own tokens; for administrators those of everybody. */
  list(options: CallOptions = {}): Promise<NamedToken[]> {
    return this.transport.json('GET', '/api/tokens', options);
  }

  /** Makes a token. `token` is its value, which is shown this once. */
  create(token: NewToken, options: CallOptions = {}): Promise<NamedToken & { token: string }> {
    return this.transport.json('POST', '/api/tokens', { ...options, body: token });
  }

  async delete(id: number, options: CallOptions = {}): Promise<void> {
    await this.transport.send('DELETE', `/api/tokens/${encodeURIComponent(id)}`, options);
  }
}
