/** When a request is worth another attempt, and how long to wait for it. */

/** How often and how patiently. */
export interface RetryPolicy {
  /** Attempts after the first one. */
  retries: number;
  /** Milliseconds before the second attempt; each further one waits twice as long, at random between half and all of it. */
  delay: number;
  /** Longest wait in milliseconds. A server that asks for a longer one is believed: the error is thrown at once. */
  longest: number;
}

export const USUAL_POLICY: RetryPolicy = { retries: 3, delay: 250, longest: 30_000 };

/** Refused before anything was done, whatever the request is. */
const NOT_BEGUN = 429;
/** Away, overloaded, or between servers: worth another attempt where a repetition does no harm. */
const PASSING = new Set([502, 503, 504]);

/** Milliseconds to wait before attempt `next` (the second is 1); undefined: there is to be none. */
export function waitBefore(next: number, policy: RetryPolicy, retryAfter?: number): number | undefined {
  if (next > policy.retries) return undefined;
  const most = Math.min(policy.delay * 2 ** (next - 1), policy.longest);
  const wait = most / 2 + (Math.random() * most) / 2;
  if (retryAfter === undefined) return wait;
  // Many clients that were told the same second must not come back together.
  const asked = retryAfter * 1000;
  return asked > policy.longest ? undefined : asked + wait;
}

/** Whether an answer may be another one next time. `safe`: the request can be repeated without harm. */
export const isPassing = (status: number, safe: boolean, retryAfter: number | undefined): boolean =>
  status === NOT_BEGUN || (safe && (PASSING.has(status) || (status === 409 && retryAfter !== undefined)));

/** The seconds in `Retry-After`, which may be a date. */
export function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** Waits, unless it is told to stop. Throws the reason of the signal. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
