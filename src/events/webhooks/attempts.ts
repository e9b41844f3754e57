/** What is kept of requests to receivers. */
import type { Param } from '../../database/database.js';
import type { Outcome } from './post.js';

export const INSERT_ATTEMPT =
  'INSERT INTO `own_webhook_attempts` (`webhook_id`, `delivery`, `events`, `status`, `error`, `ms`, `answer`, `at`) ' +
  'VALUES (?, ?, ?, ?, ?, ?, ?, ?)';

export const INSERT_DEAD =
  'INSERT INTO `own_webhook_dead` (`webhook_id`, `first_number`, `last_number`, `events`, `reason`, `status`, `at`) ' +
  'VALUES (?, ?, ?, ?, ?, ?, ?)';

/** The values of `INSERT_ATTEMPT`. */
export const attemptRow = (hook: number, delivery: string, events: number, outcome: Outcome): Param[] => {
  const { status, error, ms, answer = null } = outcome;
  return [hook, delivery, events, status, error, ms, answer, Date.now()];
};

/** What is told of a request at once. */
export interface Sent {
  /** `2xx`, `4xx` …; null where there was no answer. */
  status: string | null;
  error: string | null;
  ms: number;
}

export const sentOf = ({ status, error, ms }: Outcome): Sent => ({
  status: status === null ? null : `${Math.floor(status / 100)}xx`,
  ...{ error, ms },
});
