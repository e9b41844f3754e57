/** Downloads under way: one user has so many at a time, and none goes on whose client takes nothing or may no longer have it. */
import type { FastifyReply } from 'fastify';
import { abortSignalOf, type RequestContext } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { requesterOf } from '../database/long-read.js';
import { Semaphore } from '../database/semaphore.js';

/** Open at a time: of all users, of one of them, and how many more of that user wait for their turn. Each keeps a file open. */
const [MAX_OPEN, SHARE, MAX_WAITING] = [300, 20, 200];
/** Seconds after which a refused one may be tried again. */
const RETRY = 5;
/** How often the rights of whoever downloads are looked at again, in milliseconds. */
const RECHECK = 10_000;

const tooMany = (): ApiError =>
  new ApiError(429, 'tooManyDownloads', { max: SHARE, seconds: RETRY }, { 'retry-after': String(RETRY) });

export class Downloads {
  private readonly places = new Semaphore(MAX_OPEN, SHARE, MAX_WAITING, tooMany);

  /** `patience`: seconds after which a download ends of which the client takes nothing. */
  constructor(private readonly patience: number) {}

  /**
   * Sends an answer when it is its turn; the place is left when its connection has all of it or is closed.
   * @throws 429 where too many of the user wait; 401, 403 where rights were lost while it waited
   */
  async send(reply: FastifyReply, context: RequestContext, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
    const leave = await this.places.enter(requesterOf(context.caller, abortSignalOf(reply)));
    const { raw } = reply;
    const end = (): unknown => raw.destroy();
    const rights = setInterval(() => void context.caller.recheck?.().catch(end), RECHECK).unref();
    raw.setTimeout(this.patience * 1000, end);
    raw.once('close', () => {
      clearInterval(rights);
      leave();
    });
    return work();
  }
}
