/** What pages remember for the caller: one object, of which the server knows nothing but its size. */
import type { KnownOptions } from './exchanged.js';
import { NOT_MODIFIED, unlessKnown, writing } from './requests.js';
import { notModified, tagged, type NotModified } from './tags.js';
import type { Call, Transport } from './transport.js';
import type { CallOptions } from './types.js';

export type PreferenceObject = Record<string, unknown>;

export class Preferences {
  constructor(private readonly transport: Transport) {}

  /** The object, or `notModified` if it is still the one that was read before. */
  get(options: KnownOptions): Promise<PreferenceObject | NotModified>;
  /** The object; an empty one until something was stored. */
  get(options?: CallOptions): Promise<PreferenceObject>;
  async get(options: Partial<KnownOptions> = {}): Promise<PreferenceObject | NotModified> {
    const { body, headers, status } = await this.exchanged('GET', unlessKnown(options));
    return status === NOT_MODIFIED ? notModified : tagged(body, headers);
  }

  /**
   * Stores an object in place of the one that there was.
   * @param options `ifMatch`: only if that is still the one that `get` or `store` answered, or has this tag; else throws 412
   */
  async store(
    object: PreferenceObject,
    options: CallOptions & { ifMatch?: string | object } = {},
  ): Promise<PreferenceObject> {
    const { body, headers } = await this.exchanged('PUT', { ...writing(options), body: object });
    return tagged(body, headers);
  }

  private exchanged(
    method: 'GET' | 'PUT',
    call: Call,
  ): Promise<{ body: PreferenceObject; headers: Headers; status: number }> {
    return this.transport.jsonWithHeaders(method, '/api/me/preferences', call);
  }
}
