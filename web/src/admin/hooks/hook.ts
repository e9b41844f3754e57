/** Webhooks as the pages of the administration know them. */
import type { FiltersByName } from '../../components/kind-filters.js';
import { duration } from '../../components/value.js';
import { isKey, locale, t } from '../../i18n/index.js';

/** A condition on a change: what a column was, and what it is; either may be left out. */
export interface When {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** A webhook as the API answers it. */
export interface Hook {
  id: number;
  owner_id: number | null;
  name: string;
  url: string;
  events: readonly string[];
  fields: readonly string[];
  when: readonly When[];
  filter: Readonly<Record<string, FiltersByName>>;
  direct: boolean;
  payload: 'full' | 'thin';
  batch: number;
  batch_wait: number;
  headers: Readonly<Record<string, true>>;
  plain_json: boolean;
  signature: 'v1' | 'v1a';
  state: 'ok' | 'failing' | 'paused';
  lag: number;
  paused_reason: string | null;
  last_success_at: string | null;
  last_error: string | null;
  secret_set_at: string | null;
}

/** What became of a request to the receiver. */
export interface Sent {
  status: number | string | null;
  error: string | null;
  ms: number;
}

/** A request that was sent, and one that was given up. */
export interface Delivery extends Sent {
  id: number;
  events: number;
  at: string;
}

export interface DeadEvent {
  id: number;
  events: ReadonlyArray<{ type: string; subject: string }>;
  reason: string;
  status: number | null;
  at: string;
}

export const HOOKS = '/api/webhooks';

export const moment = (at: string): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });

/** What stands under a key of which the server knows the end; what is not known here as it is. */
export const worded = (prefix: string, word: string): string => {
  const key = `${prefix}.${word}`;
  return isKey(key) ? t(key) : word;
};

/** How far behind a webhook is: `everything is told`, `5 minutes behind`. */
export const lagInWords = (seconds: number): string =>
  seconds < 5 ? t('hooks.lag.none') : t('hooks.lag', { time: duration(Math.max(1, Math.round(seconds / 60))) });

/** What came of a request: `answered 204`, `no answer in time`. */
export function resultInWords({ status, error }: Pick<Sent, 'status' | 'error'>): string {
  if (!error) return t('hooks.sent.ok', { status: String(status ?? '') });
  return error === 'status' ? t('hooks.error.status', { status: String(status ?? '') }) : worded('hooks.error', error);
}

/** A sentence or two about how a webhook is, and what follows. */
export function stateInWords({ state, paused_reason: reason, last_error: error }: Hook): string {
  if (state === 'paused') return worded('hooks.paused', reason ?? 'hand');
  if (state === 'failing') {
    const what = error === null || error === 'status' ? t('hooks.error.refused-it') : worded('hooks.error', error);
    return t('hooks.state.failing.about', { what });
  }
  return t('hooks.state.ok.about');
}
