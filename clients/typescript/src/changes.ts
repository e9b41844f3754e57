/** The feed of changes: what happened in the map since a place, and what happens from now on. */
import { ApiError, ConnectionError } from './errors.js';
import { asked } from './requests.js';
import type { Transport } from './transport.js';
import type { CallOptions } from './types.js';

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored';

/** An element of a link array: an id, or an id with the word of the pair. */
export type ChangedLink = number | ({ id: number } & Record<string, unknown>);

/** A change, as a CloudEvents 1.0 object. Its `id` is a cursor: where to go on behind it. */
export interface Change {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  recordedtime: string;
  authtype: 'user' | 'api_key' | 'system';
  correlationid: string;
  traceparent?: string;
  data: {
    resource: string;
    id: number;
    action: ChangeAction;
    name: string | null;
    updated_at: string | null;
    object?: Record<string, unknown>;
    changes?: Record<string, [before: unknown, after: unknown]>;
    links?: Record<string, { added: ChangedLink[]; removed: ChangedLink[] }>;
    by: { user_id: number | null; via: string };
    feed?: unknown;
    reason: string | null;
    request_id: string | null;
    transaction: string;
    origin: { resource: string; id: number } | null;
  };
}

export interface ChangesOptions extends CallOptions {
  /** A cursor (the `id` of a change), `beginning` or `now`; the oldest that is kept if left out. */
  since?: string;
  /** Paths of kinds. */
  resource?: string | readonly string[];
  action?: ChangeAction | readonly ChangeAction[];
  /** One object; with exactly one `resource`. */
  id?: number;
  /** Only updates that touch one of these columns or links. */
  field?: string | readonly string[];
  /** Leaves out changes of the other ends of links. */
  direct?: boolean;
  /** Most changes of one answer. */
  limit?: number;
  /** Waits for more once all are told; so it is unless this is `false`. */
  follow?: boolean;
  /** What the caller may see changed: what is held is to be compared with lists. */
  onReset?: () => void;
}

/** One answer of the feed. */
export interface ChangesPage {
  changes: Change[];
  cursor: string;
  more: boolean;
  reset?: true;
}

/** Seconds for which the server holds an empty answer back. */
const WAIT = 30;

/** Milliseconds after which a server that is away is asked again. */
const AGAIN = 2000;

/** Nobody answers, or a proxy or the server says that it cannot now. */
const isAway = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [429, 502, 503, 504].includes(error.status));

/** Every change once, in order. With `follow` a server that goes away after the first answer is waited for. Throws an ApiError with status 410 where what follows `since` is not kept any more. */
export async function* changesOver(transport: Transport, options: ChangesOptions): AsyncGenerator<Change, void> {
  const { since = 'beginning', resource, action, field, direct, id, limit, follow = true, onReset, ...call } = options;
  const lists = { resource, action, field };
  const names = Object.entries(lists).map(([name, list]) => [name, list && [list].flat().join(',')]);
  const wanted = { ...Object.fromEntries(names), id, limit, ...(direct && { direct: 1 }) };
  for (let cursor = since; ;) {
    const query = { since: cursor, ...(follow && { wait: WAIT }), ...wanted };
    const isFirst = cursor === since;
    const page = await transport
      .json<ChangesPage>('GET', '/api/changes', asked(call, query))
      .catch((error: unknown) => {
        // Whoever follows outlives a restart of the server: nothing is lost behind a cursor.
        if (!follow || isFirst || !isAway(error)) throw error;
        return undefined;
      });
    if (!page) {
      await new Promise((wake) => setTimeout(wake, AGAIN));
      continue;
    }
    if (page.reset) onReset?.();
    yield* page.changes;
    cursor = page.cursor;
    if (!follow && !page.more) return;
  }
}
