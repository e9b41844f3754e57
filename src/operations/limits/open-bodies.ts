/** Bodies that are still on their way: each must keep coming, and there are only so many of one sender (contract 10). */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { networkOf } from './counting.js';
import { ApiError } from '../../core/http/errors.js';

/** What is asked of bodies. */
interface Limits {
  /** Milliseconds that every body may take, however small. */
  graceMs: number;
  /** Bytes for which a body may take a second longer: a long file over the slowest of lines is faster. */
  rate: number;
  /** Bodies of one user, or of one address before log-in, that may be open: many scripts, or an office behind one address. */
  ofOne: number;
  /** Bytes of one of these that may wait in memory for the rest of their bodies, and of all together. */
  bytesOfOne: number;
  bytesOfAll: number;
}

/** How often bodies are looked at, in milliseconds. */
const CHECK_INTERVAL_MS = 500;
/** Seconds after which a refused sender may try again. */
const RETRY = 5;

interface Sender {
  open: number;
  bytes: number;
}

/** A body that is being waited for. */
class OpenBody {
  /** Bytes of it that wait in memory. */
  kept = 0;
  readonly from = performance.now();
  /** Milliseconds in which nobody here took what came. */
  held = 0;
  private readonly before: number;

  constructor(
    readonly raw: IncomingMessage,
    readonly who: string,
    /** Its request waits no more. */
    readonly isAnswered: boolean,
    readonly fail: (error: ApiError) => void,
  ) {
    this.before = raw.socket.bytesRead;
  }

  /** Returns true if it has taken longer than its bytes allow. */
  isLate({ graceMs, rate }: Limits): boolean {
    const bytes = this.raw.socket.bytesRead - this.before;
    return performance.now() - this.from - this.held > graceMs + (bytes / rate) * 1000;
  }
}

/** The open bodies of one server. */
export class OpenBodies {
  readonly limits: Limits;
  /** How many requests wait for their bodies. */
  waiting = 0;
  private readonly bodies = new Set<OpenBody>();
  private readonly senders = new Map<string, Sender>();
  private bytes = 0;
  private readonly timer = setInterval(() => this.look(), CHECK_INTERVAL_MS).unref();

  constructor(maxBodySize: number) {
    this.limits = {
      graceMs: 20_000,
      rate: 500,
      ofOne: 200,
      bytesOfOne: 5 * maxBodySize,
      bytesOfAll: 15 * maxBodySize,
    };
  }

  /**
   * Begins to wait for a body. `fail` is called at most once: with 408 when it comes too slowly, with 429 when too much of
   * its sender waits. Throws 429 where too many bodies of its sender are open. Every body that was begun is to be ended.
   */
  begin(request: FastifyRequest, fail: (error: ApiError) => void, isAnswered = false): OpenBody {
    const { caller, ip, raw } = request;
    const who = caller ? `user ${caller.userId}` : `address ${networkOf(ip)}`;
    const sender = this.senders.get(who) ?? { open: 0, bytes: 0 };
    if (sender.open >= this.limits.ofOne) throw tooMany();
    sender.open++;
    this.senders.set(who, sender);
    const body = new OpenBody(raw, who, isAnswered, fail);
    if (!isAnswered) this.waiting++;
    this.bodies.add(body);
    return body;
  }

  /** Some bytes of a body are kept in memory until the rest is there. */
  keep(body: OpenBody, bytes: number): void {
    if (!this.bodies.has(body)) return;
    const sender = this.senders.get(body.who)!;
    body.kept += bytes;
    sender.bytes += bytes;
    this.bytes += bytes;
    const { bytesOfOne, bytesOfAll } = this.limits;
    if (sender.bytes > bytesOfOne || this.bytes > bytesOfAll) this.end(body).fail(tooMany());
  }

  /** A body is there, or nobody waits for it any more. */
  end(body: OpenBody): OpenBody {
    if (!this.bodies.delete(body)) return body;
    if (!body.isAnswered) this.waiting--;
    const sender = this.senders.get(body.who)!;
    sender.bytes -= body.kept;
    this.bytes -= body.kept;
    if (--sender.open === 0) this.senders.delete(body.who);
    return body;
  }

  /** Lets the rest of a body pass that was answered already; breaks its connection off where it comes too slowly. */
  drain(request: FastifyRequest): void {
    const { raw } = request;
    if (raw.destroyed) return;
    try {
      const body = this.begin(request, () => raw.destroy(), true);
      const end = (): void => void this.end(body);
      // Whoever read it piece by piece and gave up still listens: the rest would wait for that one for ever.
      if (raw.listenerCount('readable')) raw.removeAllListeners('readable');
      raw.once('end', end).once('close', end).resume();
    } catch {
      raw.destroy();
    }
  }

  /** Waits no more, since the server ends. */
  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const body of this.bodies) {
      // What we do not take cannot come.
      if (body.raw.isPaused()) body.held += CHECK_INTERVAL_MS;
      else if (body.isLate(this.limits)) this.end(body).fail(late());
    }
  }
}

const CLOSE = { connection: 'close' };

const late = (): ApiError => new ApiError(408, 'lateRequest', {}, CLOSE);

const tooMany = (): ApiError =>
  new ApiError(429, 'manyBodies', { seconds: RETRY }, { 'retry-after': String(RETRY), ...CLOSE });

declare module 'fastify' {
  interface FastifyInstance {
    openBodies: OpenBodies;
  }
}
