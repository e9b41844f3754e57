/** Requests for changes that stay open: so many of one user, and so many of a server. */
import type { Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';

/** Seconds after which a client may try again where there is no room. */
const RETRY = 5;

/** How it is said that there is no room. */
export interface NoRoom {
  ofUser: 'streamsOfUser' | 'waitsOfUser';
  ofServer: 'streamsFull' | 'waitsFull';
}

export class OpenReaders {
  private readonly byUser = new Map<number, number>();

  constructor(
    private readonly limits: Config['events'],
    private readonly noRoom: NoRoom,
  ) {}

  /** How many are open here. */
  size = 0;

  /** Takes a place; what is answered gives it back, once. Throws 429, 503 where there is none. */
  enter({ userId }: Pick<Caller, 'userId'>): () => void {
    const { streams, streamsPerUser } = this.limits;
    const own = this.byUser.get(userId) ?? 0;
    const retry = { 'retry-after': String(RETRY) };
    if (own >= streamsPerUser) throw new ApiError(429, this.noRoom.ofUser, { max: streamsPerUser }, retry);
    if (this.size >= streams) throw new ApiError(503, this.noRoom.ofServer, { max: streams, seconds: RETRY }, retry);
    this.count(userId, 1);
    let isIn = true;
    return () => {
      if (isIn) this.count(userId, -1);
      isIn = false;
    };
  }

  private count(userId: number, more: number): void {
    this.size += more;
    const left = (this.byUser.get(userId) ?? 0) + more;
    if (left) this.byUser.set(userId, left);
    else this.byUser.delete(userId);
  }
}
