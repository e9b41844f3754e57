/** What pages remember for the caller: one object, of which the server knows nothing but its size. */
import { writing } from './requests.js';
import { tagged } from './tags.js';
import type { Call, Transport } from './transport.js';
import type { CallOptions } from './types.js';

export type PreferenceObject = Record<string, unknown>;

export class Preferences {
  constructor(private readonly transport: Transport) {}

  /** The object; an empty one until something was stored. */
  async get(options: CallOptions = {}): Promise<PreferenceObject> {
    return this.tagged('GET', options);
  }

  /**
   * Stores an object in place of the one that there was.
   * @param options `ifMatch`: only if that is still the one that `get` or `store` answered, or has this tag; else throws 412
   */
  store(
    object: PreferenceObject,
    options: CallOptions & { ifMatch?: string | object } = {},
  ): Promise<PreferenceObject> {
    return this.tagged('PUT', { ...writing(options), body: object });
  }

  private async tagged(method: string, call: Call): Promise<PreferenceObject> {
    const path = '/api/me/preferences';
    const { body, headers } = await this.transport.jsonWithHeaders<PreferenceObject>(method, path, call);
    return tagged(body, headers);
  }
}
