/** What all limits share: whose address counts, which stored times are believed, and how a refusal is answered (contract 11). */
import { ApiError } from '../../core/http/errors.js';

/** Milliseconds by which the clocks of servers may differ, and to which stored times are rounded. */
const DIFFERENCE = 5000;

/** The latest time, in milliseconds since 1970, that may lie ahead by a while: what is later was noted by a clock that went wrong. */
export const latest = (ahead: number, now: number): number => now + ahead + DIFFERENCE;

/** An IPv4 address itself, the first 64 bits of an IPv6 address; anything else as it is. Some proxies add a port. */
export function networkOf(clientAddress: string): string {
  const address = clientAddress.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Headers of an answer that is counted. `seconds`: until the count starts again. */
export const rateHeaders = (limit: number, remaining: number, seconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  // The moment in seconds since 1970, as clients of the older application know it.
  'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
});

/** Seconds until a moment: one at least, and no more than `most` milliseconds, wherever the clock was set. */
export const secondsUntil = (time: number, most: number): number =>
  Math.max(1, Math.ceil(Math.min(time - Date.now(), most) / 1000));

/** The 429 of a limit that is used up. */
export const tooMany = (limit: number, seconds: number): ApiError =>
  new ApiError(429, 'tooMany', { seconds }, { 'retry-after': String(seconds), ...rateHeaders(limit, 0, seconds) });
