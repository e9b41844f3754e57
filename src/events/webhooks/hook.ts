/** A hook as it is stored. */
import type { Row } from '../../database/database.js';
import type { KindName } from '../../core/http/errors.js';
import type { Signature } from './secrets.js';

export const WEBHOOKS: KindName = {
  path: 'webhooks',
  titles: { en: ['Webhook', 'Webhooks'], fr: ['Webhook', 'Webhooks'] },
};

/** A condition on a change: what a column was, and what it is; either may be left out. */
export interface When {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** Of what a hook tells, and how. */
export interface HookSettings {
  events: string[];
  fields: string[];
  when: When[];
  /** Filters of lists, by the path of the kind. */
  filter: Record<string, Record<string, string | string[]>>;
  direct: boolean;
  payload: 'full' | 'thin';
  batch: number;
  /** Seconds. */
  batch_wait: number;
  plain_json: boolean;
  signature: Signature;
}

export const DEFAULTS: Omit<HookSettings, 'events'> = {
  ...{ fields: [], when: [], filter: {}, direct: false, payload: 'full' },
  ...{ batch: 1, batch_wait: 0, plain_json: false, signature: 'v1' },
};

/** Why a hook sends nothing. */
export type PausedReason = 'hand' | 'failures' | 'gone' | 'closed-address' | 'owner' | 'secret' | 'restored';

export interface Hook {
  id: number;
  ownerId: number | null;
  name: string;
  url: string;
  settings: HookSettings;
  /** Enciphered. */
  headers: string | null;
  secret: string;
  secretSetAt: string;
  /** The feed that the position is of. */
  feed: string;
  position: number;
  /** The first and the last event of the request that is under way, or is to be repeated. */
  batch: { first: number; last: number } | undefined;
  /** Raised by whoever changes the hook: who sends for it meanwhile stores nothing. */
  version: number;
  pausedReason: PausedReason | null;
  attempts: number;
  refusals: number;
  failingSince: number | null;
  nextAt: number;
  lastSuccessAt: number | null;
  lastError: string | null;
  createdAt: string;
  updatedAt: string;
}

export const HOOK_COLUMNS = [
  ...['id', 'owner_id', 'name', 'url', 'settings', 'headers', 'secret', 'secret_set_at', 'feed', 'position'],
  ...['batch_first', 'batch_last', 'version', 'paused_reason', 'attempts', 'refusals', 'failing_since', 'next_at'],
  ...['last_success_at', 'last_error', 'created_at', 'updated_at'],
];
export const SELECT_HOOK = `SELECT ${HOOK_COLUMNS.map((name) => `h.\`${name}\``).join(', ')} FROM \`own_webhooks\` h`;

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

export const hookOf = (row: Row): Hook => ({
  id: Number(row['id']),
  ownerId: numberOrNull(row['owner_id']),
  name: String(row['name']),
  url: String(row['url']),
  settings: { ...DEFAULTS, ...(JSON.parse(String(row['settings'])) as HookSettings) },
  headers: textOrNull(row['headers']),
  secret: String(row['secret']),
  secretSetAt: String(row['secret_set_at']),
  feed: String(row['feed']),
  position: Number(row['position']),
  batch:
    row['batch_first'] === null ? undefined : { first: Number(row['batch_first']), last: Number(row['batch_last']) },
  version: Number(row['version']),
  pausedReason: textOrNull(row['paused_reason']) as PausedReason | null,
  attempts: Number(row['attempts']),
  refusals: Number(row['refusals']),
  failingSince: numberOrNull(row['failing_since']),
  nextAt: Number(row['next_at']),
  lastSuccessAt: numberOrNull(row['last_success_at']),
  lastError: textOrNull(row['last_error']),
  createdAt: String(row['created_at']),
  updatedAt: String(row['updated_at']),
});
