/** How a hook is, from its row. */
import type { Row } from '../../database/database.js';

/** When the oldest change got its place that a hook, under the alias `h`, has yet to look at; milliseconds since 1970. */
export const OLDEST_WAITING =
  '(SELECT e.`recorded_at` FROM `own_events` e WHERE e.`number` > h.`position` ORDER BY e.`number` LIMIT 1)';

/** Seconds since then. */
export const lagOf = (waiting: unknown): number =>
  waiting === null ? 0 : Math.max(0, Math.round((Date.now() - Number(waiting)) / 1000));

export const stateOf = ({ paused_reason: paused, failing_since: failing }: Row): 'ok' | 'failing' | 'paused' =>
  paused !== null ? 'paused' : failing !== null ? 'failing' : 'ok';
