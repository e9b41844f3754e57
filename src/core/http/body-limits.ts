/** How large a body may be, and in which encoding it is. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.js';

/** Bytes of a body of an unauthenticated client (contract 14). */
const OF_STRANGERS = 64 << 10;
const CHARSET = /;\s*charset\s*=\s*"?\s*([^\s";]*)/i;
const UTF8 = /^(utf-?8|(us-)?ascii)?$/i;

declare module 'fastify' {
  interface FastifyRequest {
    /** Asks again who calls and whether they may: rights may have ended while the body came. Throws 401 or 403. */
    recheck?: () => Promise<void>;
  }
}

/** The most bytes that a JSON or form body may have. */
export function limitOf({ caller, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? 20 << 20;
  return caller ? limit : Math.min(limit, OF_STRANGERS);
}

/** 413; what is still to come is not read. */
export const tooLarge = (max: number): ApiError => new ApiError(413, 'bodySize', { max }, { connection: 'close' });

/** Bodies are not unpacked: few bytes could become many. They are UTF-8. Throws 415. */
export function requirePlain({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding && encoding !== 'identity') throw new ApiError(415, 'packedBody', { encoding });
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? '';
  if (!UTF8.test(charset)) throw new ApiError(415, 'charset', { charset });
}
