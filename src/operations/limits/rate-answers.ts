/** What answers say of a limit (contract 11). */
import { ApiError } from '../../core/http/errors.js';

/** Headers of an answer that is counted. `seconds`: until the count begins anew. */
export const rateHeaders = (limit: number, remaining: number, seconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  // The moment in seconds since 1970, as clients of the older application know it.
  'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
});

/** Seconds until a moment: one at least, and no more than `most` milliseconds, wherever the clock was set. */
export const secondsUntil = (moment: number, most: number): number =>
  Math.max(1, Math.ceil(Math.min(moment - Date.now(), most) / 1000));

/** The 429 of a limit that is used up. */
export const tooMany = (limit: number, seconds: number): ApiError =>
  new ApiError(429, 'tooMany', { seconds }, { 'retry-after': String(seconds), ...rateHeaders(limit, 0, seconds) });
