/** To the provider and back: outside of `/api`, which knows no cookie of these, no redirect and no page (identity 5). */
import { randomBytes } from 'node:crypto';
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Public } from '../../core/http/access.js';
import { Check, isSent, RequestBody } from '../../core/http/dto.js';
import { wantsPage } from '../../core/http/error.filter.js';
import { ApiError, unauthenticated } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { LoginThrottle } from '../login-throttle.js';
import { Accounts } from '../sign-in/accounts.js';
import { Refused, type Identified, type Refusal } from '../sign-in/identified.js';
import { ownPage } from '../sign-in/own-page.js';
import { SignIns, type LoggedIn } from '../sign-in/sign-ins.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { cookiesOf, hostCookie, Journeys, writtenCookie } from './journeys.js';
import { NotArrived, OidcProvider } from './provider.js';
import { hashOfSession, ProviderTokens } from './provider-tokens.js';

/** The cookie to which a code is bound: the browser that came back has it, and nobody whom the address was sent to. */
const BOUND = 'meridian-signin';
/** Under which wrong codes of an address are counted, apart from its wrong passwords; so many people may share it. */
const [CODES, PEOPLE] = ['codes of the provider', 6];
/** Seconds that a code is worth something. */
const CODE_LIFE = 60;
/** Seconds after which somebody may try again while the provider is away. */
const RETRY_AFTER = '30';

type Failure = 'denied' | 'expired' | 'state' | 'provider' | Refusal;

class CodeDto {
  @Check('text', (value) => {
    if (!isSent(value)) return new Message('required');
    return typeof value === 'string' ? undefined : new Message('string');
  })
  code!: string;
}

@Controller()
@Public()
export class OidcController {
  constructor(
    private readonly provider: OidcProvider,
    private readonly journeys: Journeys,
    private readonly accounts: Accounts,
    private readonly codes: SigninCodes,
    private readonly signIns: SignIns,
    private readonly providerTokens: ProviderTokens,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends a browser to the provider. Throws 503 while that is away; a browser gets it as a page. */
  @Get('login/oidc')
  async leave(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    this.requireSet(request);
    const { return_to: wanted, fresh } = request.query as { return_to?: unknown; fresh?: unknown };
    try {
      const { url, journey } = await this.provider.begin(ownPage(wanted), fresh !== undefined);
      this.journeys.give(journey, request, reply);
      return reply.header('cache-control', 'no-store').redirect(url, 302);
    } catch (error) {
      if (!(error instanceof NotArrived)) throw error;
      const headers = { 'retry-after': RETRY_AFTER };
      // The page for signing in, which says so, and has the other ways.
      if (wantsPage(request)) return request.server.sendErrorPage!(503, reply.headers(headers));
      throw new ApiError(503, 'providerAway', {}, headers);
    }
  }

  /** Takes a browser back. What went wrong is a word in the address of the page for signing in; more is in log and journal. */
  @Get('login/oidc/callback')
  async arrive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    this.requireSet(request);
    const { state } = request.query as { state?: unknown };
    const journey = typeof state === 'string' ? this.journeys.take(state, request, reply) : undefined;
    const context = { address: request.ip, requestId: request.id };
    try {
      if (!journey || journey === 'expired') return await this.refuse(journey ?? 'state', request, reply);
      const query = request.url.slice(request.url.indexOf('?') + 1);
      const { person, session, factors } = await this.provider.finish(query, journey);
      const who = await this.accounts.admit(person, context);
      const identified: Identified = {
        ...who,
        ...{ factors, isFresh: journey.isFresh === true },
        ...(session && { providerSession: hashOfSession(session) }),
      };
      const bound = randomBytes(32).toString('base64url');
      const code = await this.codes.make(identified, bound, CODE_LIFE);
      this.setBound(reply, bound, CODE_LIFE);
      return reply.header('cache-control', 'no-store').redirect(`${journey.returnTo}#signin=${code}`, 302);
    } catch (error) {
      if (error instanceof Refused) return this.refuse(error.reason, request, reply, error.userId);
      if (error instanceof NotArrived) return this.refuse(error.word, request, reply);
      throw error;
    }
  }

  /** The code of somebody who came back, for a token or a session: once, and with the cookie that the callback has set. */
  @Post('api/login/code')
  @WithoutKey()
  @HttpCode(200)
  async enter(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestBody() { code }: CodeDto,
  ): Promise<LoggedIn & { logout_url?: string }> {
    this.requireSet(request);
    const wish = this.signIns.wishOf(request);
    const name = hostCookie(BOUND, this.config);
    const bound = cookiesOf(request.headers.cookie).find((cookie) => cookie[0] === name)?.[1] ?? '';
    const gone = (): boolean => request.raw.socket.destroyed;
    const take = () => this.codes.take(code, bound) as Promise<Identified | undefined>;
    const who = await this.throttle.guard(CODES, request.ip, take, gone, undefined, PEOPLE);
    if (!who) throw unauthenticated('credentials');
    const answer = await this.signIns.complete(who, wish, request, reply);
    this.setBound(reply, '', 0);
    const logoutUrl = await this.provider.logoutUrl();
    return { ...answer, ...(logoutUrl !== undefined && { logout_url: logoutUrl }) };
  }

  /** The provider tells that somebody has signed out there. */
  @Post('login/oidc/backchannel')
  @WithoutKey()
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    this.requireSet(request);
    const { logout_token: token } = await readObject(request);
    const isTaken = typeof token === 'string' && (await this.providerTokens.signOut(token));
    reply.header('cache-control', 'no-store');
    return isTaken ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
  }

  private async refuse(
    word: Failure,
    request: FastifyRequest,
    reply: FastifyReply,
    userId?: number,
  ): Promise<FastifyReply> {
    const subject = userId === undefined ? {} : { subject: { path: 'users', id: userId } };
    const context = { address: request.ip, requestId: request.id };
    const details = { way: 'oidc', reason: word };
    await this.audit.record({ action: 'login_refused', ...subject, details, context });
    return fail(word, reply);
  }

  private setBound(reply: FastifyReply, value: string, seconds: number): void {
    const cookie = writtenCookie(BOUND, value, seconds, '/api/login/code', this.config);
    const all = [reply.getHeader('set-cookie') ?? []].flat() as string[];
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', [...all, cookie]);
  }

  /** Without a provider these addresses are not there. */
  private requireSet(request: FastifyRequest): void {
    if (!this.provider.isSet) throw new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
  }
}

const fail = (word: Failure, reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(`/login?error=${word}`, 302);
