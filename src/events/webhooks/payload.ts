/** The bodies of deliveries. */
import { randomUUID } from 'node:crypto';
import type { FeedEvent } from '../change.js';
import type { HookSettings } from './hook.js';

/** Bytes of an event; a longer one is sent thin. And bytes of a request, beyond which no further event comes into it. */
export const [MAX_EVENT, MAX_REQUEST] = [256 << 10, 4 << 20];

/** An event about the hook itself, in the same envelope. */
export interface HookEvent extends Omit<
  FeedEvent,
  'data' | 'dataschema' | 'subject' | 'recordedtime' | 'correlationid' | 'traceparent'
> {
  data: Record<string, unknown>;
}

/** `what`: `webhook.test`, `feed.gap`. */
export const hookEvent = (what: string, source: string, data: Record<string, unknown>, id?: string): HookEvent => ({
  specversion: '1.0',
  id: id ?? randomUUID(),
  ...{ source, type: `meridian.${what}`, time: new Date().toISOString() },
  ...{ datacontenttype: 'application/json', authtype: 'system', data },
});

/** A change as it is sent, as JSON. */
export function eventText(change: FeedEvent, { payload }: Pick<HookSettings, 'payload'>): string {
  if (payload === 'thin') return thin(change);
  const text = JSON.stringify(change);
  return Buffer.byteLength(text) > MAX_EVENT ? thin(change, true) : text;
}

/** Which object, and the names of what changed: receivers read the rest. */
function thin({ data, ...envelope }: FeedEvent, truncated = false): string {
  const { object: _object, changes, links, ...rest } = data;
  return JSON.stringify({
    ...envelope,
    data: {
      ...rest,
      ...(changes && { changes: Object.keys(changes) }),
      ...(links && { links: Object.keys(links) }),
      ...(truncated && { truncated }),
    },
  });
}

/** The body of a request, and its type. */
export function bodyOf(
  texts: readonly string[],
  { batch, plain_json: isPlain }: Pick<HookSettings, 'batch' | 'plain_json'>,
): { body: string; type: string } {
  const isBatch = batch > 1;
  const type = isPlain ? 'application/json' : `application/cloudevents${isBatch ? '-batch' : ''}+json; charset=utf-8`;
  return { body: isBatch ? `[${texts.join(',')}]` : texts[0]!, type };
}
