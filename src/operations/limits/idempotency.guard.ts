/** A request that is sent again under the same `Idempotency-Key` is answered as it was, and not carried out (contract 11). */
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STREAMED } from '../../core/http/access.js';
import { ApiError } from '../../core/http/errors.js';
import { type HttpResponse, routePathOf } from '../../core/http/caller.js';
import { CONFIG, type Config } from '../../config.js';
import { followed, hashOfRead, hashOfRest, isOnTheWire } from './body-hash.js';
import { type Answer, type Claim, IdempotencyStore, keyRunning } from './idempotency-store.js';

const KEYLESS = 'meridian:keyless';
const MAX_KEY_LENGTH = 255;
/** An answer of more bytes is not kept: databases refuse packets that are too large. */
const MAX_BYTES = 8 << 20;
const MASS = /\/mass-(update|destroy)$/;
/** Headers that belong to an answer, not to the connection or the moment. */
const KEPT_HEADERS = [
  'content-type',
  'location',
  'etag',
  'cache-control',
  'x-ignored-fields',
  'x-warnings',
  'link',
  'allow',
];

/** The route ignores the key: what it answers is a secret, or ends one (contract 11: log-in, log-out, tokens). */
export const WithoutKey = (): MethodDecorator => SetMetadata(KEYLESS, true);

declare module 'fastify' {
  interface FastifyRequest {
    /** Called with the answer before it is compressed and sent. */
    keepAnswer?: (reply: FastifyReply, payload: unknown) => Promise<void>;
  }
}

/** Stands behind the guards of tokens and rights, so that both are checked first. */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  private readonly longestBody: number;

  constructor(
    private readonly reflector: Reflector,
    private readonly answers: IdempotencyStore,
    @Inject(CONFIG) { maxBodySize, maxFileSize, maxFeedSize }: Config,
  ) {
    this.longestBody = Math.max(maxBodySize + maxFileSize, maxFeedSize);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (!key || !request.caller || !takesKey(request)) return true;
    if (this.reflector.get<boolean>(KEYLESS, context.getHandler())) return true;
    const isStreamed = this.reflector.get<boolean>(STREAMED, context.getHandler());
    return this.once(request, http.getResponse<FastifyReply>(), String(key), isStreamed);
  }

  /**
   * Lets the first request pass. A repeated one is answered here, and goes no further. Throws 422 for another body, 409 while
   * the first runs.
   */
  private async once(request: FastifyRequest, reply: FastifyReply, key: string, isStreamed: boolean): Promise<boolean> {
    if (key.length > MAX_KEY_LENGTH) throw new ApiError(400, 'keyLength', { max: MAX_KEY_LENGTH });
    const scope = this.answers.scopeOf(request.caller!.userId, request.method, routePathOf(request), key);
    const streamed = isOnTheWire(request) || isStreamed;
    const bodyHash = streamed ? null : withReach(request, await hashOfRead(request));
    const claim = await this.answers.claim(scope, bodyHash);
    if (claim.state !== 'new') {
      const { status, headers, body } = await this.replayed(claim, request, bodyHash);
      request.isReplayed = true;
      void reply.code(status).headers(headers).send(body);
      return false;
    }
    const read = streamed ? followed(request) : undefined;
    const hash = read ? async () => withReach(request, await read()) : () => Promise.resolve(bodyHash!);
    const { owner } = claim;
    let noted: Answer | undefined;
    request.once = {
      note: (session, answer) => {
        noted = answer && fitting(answer);
        return this.answers.note(session, scope, owner, noted);
      },
    };
    request.keepAnswer = async (reply, payload) => {
      const answer = answerOf(reply, payload);
      // The hash of what was read as a whole stands in the row since the claim.
      if (!streamed && answer && noted && isSame(answer, noted)) return;
      await this.keep({ scope, owner }, hash, answer, reply);
    };
    return true;
  }

  /** The response to a repeated request. Throws 409 where there is none yet, or none any more, and 422 for another body. */
  private async replayed(
    claim: Exclude<Claim, { state: 'new' }>,
    request: FastifyRequest,
    bodyHash: string | null,
  ): Promise<HttpResponse> {
    if (claim.state !== 'running' || bodyHash) {
      const own = bodyHash ?? withReach(request, await hashOfRest(request, this.longestBody));
      const isOther = claim.bodyHash !== null && claim.bodyHash !== own;
      // What was answered is of what the caller saw then.
      if (isOther && claim.bodyHash!.slice(0, OF_BODY) === own.slice(0, OF_BODY)) throw new ApiError(409, 'keyReach');
      if (isOther) throw new ApiError(422, 'keyReused');
    }
    if (claim.state === 'running') throw keyRunning();
    if (claim.state === 'stored') throw new ApiError(409, 'keyStored');
    const { status, headers, body } = claim.answer;
    if (body === null) throw new ApiError(409, 'keyForgotten');
    return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body };
  }

  /** Before the answer is sent: the client may send the request again at once. */
  private async keep(
    { scope, owner }: { scope: string; owner: string },
    hash: () => Promise<string | undefined>,
    answer: Answer | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    try {
      const bodyHash = answer && (await hash());
      if (bodyHash !== undefined) await this.answers.settle(scope, owner, bodyHash, answer!);
      else await this.answers.release(scope, owner);
    } catch (error) {
      // The request was carried out, so its answer must not turn into an error. The key stays claimed for a while.
      reply.log.error(error);
    }
  }
}

/** Characters of a fingerprint that are of the body alone. */
const OF_BODY = 48;

/** The fingerprint of a request by somebody whom perimeters limit says how far they reach as well. */
function withReach<Hash extends string | undefined>({ caller }: FastifyRequest, hash: Hash): Hash {
  const { reach } = caller!;
  if (!reach || hash === undefined) return hash;
  return (hash.slice(0, OF_BODY) + reach.fingerprint.slice(OF_BODY)) as Hash;
}

const takesKey = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' || MASS.test(routeOptions.url ?? '');

/** The answer to be kept; undefined for failures, which may be tried again, and for streams, which only read. */
function answerOf(reply: FastifyReply, payload: unknown): Answer | undefined {
  const status = reply.statusCode;
  const text = payload === undefined || payload === null ? '' : payload;
  if (status >= 500 || status === 429 || status === 413 || typeof text !== 'string') return undefined;
  // The body was not read to its end, so that nobody can say whether the next one is the same.
  if (reply.getHeader('connection') === 'close') return undefined;
  const headers = KEPT_HEADERS.flatMap((name): Array<[string, string]> => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return fitting({ status, headers: Object.fromEntries(headers), body: text });
}

/** An answer without its body where that is too long. */
const fitting = ({ status, headers, body }: HttpResponse): Answer => ({
  ...{ status, headers },
  body: Buffer.byteLength(body) <= MAX_BYTES ? body : null,
});

/** Returns true if what is sent is what was noted, headers included. */
const isSame = (sent: Answer, noted: Answer): boolean =>
  sent.status === noted.status &&
  sent.body === noted.body &&
  Object.entries(sent.headers).every(([name, value]) => noted.headers[name] === value);
