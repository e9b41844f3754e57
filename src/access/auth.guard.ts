/** Who calls? Every route needs a token unless it says that it is public (contract 2). */
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { declared, ENROLLING, PUBLIC } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { ApiError, DetailedError, unauthenticated } from '../core/http/errors.js';
import { hexOf, rangeOf } from '../core/text/addresses.js';
import { Database } from '../database/database.js';
import { RateLimit } from '../operations/limits/rate-limit.js';
import { BrowserSessions } from './browser-sessions.js';
import { TokenService } from './token.service.js';
import { ProviderTokens } from './oidc/provider-tokens.js';
import { tokenOf, type TokenCheck } from './token.strategy.js';

/** Whether an address lies in one of these ranges. */
function isWithin(address: string, networks: readonly string[]): boolean {
  const hex = hexOf(address.replace(/^::ffff:(?=\d+\.)/i, ''));
  return networks.map(rangeOf).some((range) => {
    return range && hex?.length === range.length * 2 && hex >= range.low && hex <= range.high;
  });
}

const READS = new Set(['GET', 'HEAD']);
/** Pages ask this to find out whether their session has ended: that is no use of it. */
const WHO_AM_I = '/api/me';

/** Injection token of the check of tokens. */
export const TOKEN_CHECK = 'meridian:token-check';

@Injectable()
export class TokenGuard implements CanActivate {
  private readonly isPublic = declared(
    (context) => this.reflector.getAllAndOverride(PUBLIC, [context.getHandler(), context.getClass()]) === true,
  );

  private readonly isForEnrolling = declared(
    (context) => this.reflector.getAllAndOverride(ENROLLING, [context.getHandler(), context.getClass()]) === true,
  );

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
    private readonly sessions: BrowserSessions,
    private readonly rate: RateLimit,
    private readonly database: Database,
    private readonly providerTokens: ProviderTokens,
    @Inject(TOKEN_CHECK) private readonly check: TokenCheck,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const isPublic = this.isPublic(context);
    const token = isPublic ? null : tokenOf(request, this.sessions);
    const caller = token === null ? undefined : await this.callerOf(token, context);
    const wait = this.rate.count(request, reply, caller);
    if (wait) await wait;
    if (isPublic) return true;
    if (!caller) throw unauthenticated();
    if (caller.networks && !isWithin(request.ip, caller.networks)) throw unauthenticated();
    if (caller.inBrowser) await this.requireItsPage(request, caller);
    if (caller.enrolOnly && !this.isForEnrolling(context)) throw new ApiError(403, 'enrolFirst');
    request.caller = caller;
    if (caller.tokenId && request.routeOptions.url !== WHO_AM_I) this.tokens.noteUse(caller, request.ip);
    if (!READS.has(request.method)) request.recheck = () => this.recheck(token!, context);
    return true;
  }

  /** A body that was held back must not act with rights that have ended meanwhile. */
  private async recheck(token: string, context: ExecutionContext): Promise<void> {
    const caller = await this.callerOf(token, context);
    if (!caller) throw unauthenticated();
    context.switchToHttp().getRequest<FastifyRequest>().caller = caller;
  }

  /** The caller with this token, if it came as such tokens come. */
  private async callerOf(token: string, context: ExecutionContext): Promise<Caller | undefined> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { authorization } = request.headers;
    // Told apart before any key is asked for.
    if (authorization !== undefined && this.providerTokens.mayBe(token))
      return this.providerTokens.caller(token, { address: request.ip, requestId: request.id });
    const caller = this.tokens.remembered(token) ?? (await this.found(context));
    return caller?.inBrowser === (authorization === undefined) ? caller : undefined;
  }

  /** The caller whom passport finds; it leaves them in `request.user`. */
  private async found(context: ExecutionContext): Promise<Caller | undefined> {
    await this.check.canActivate(context);
    return context.switchToHttp().getRequest<{ user?: Caller }>().user;
  }

  /**
   * A page says for which session it was made: it must not act as somebody who signed in beside it. What a link or a picture asks for
   * says nothing, and only reads.
   * @throws 401, with who is signed in where the page is another's
   */
  private async requireItsPage({ headers, method }: FastifyRequest, caller: Caller): Promise<void> {
    const page = headers['x-meridian-page'];
    if (page === undefined && READS.has(method)) return;
    if (page === undefined) throw unauthenticated();
    if (page !== String(caller.tokenId)) throw await this.another(caller);
  }

  private async another({ userId }: Caller): Promise<ApiError> {
    const [row] = await this.database.all('SELECT login, name FROM users WHERE id = ?', [userId]);
    const { login, name } = row as { login: string; name: string | null };
    const beside = { signed_in: { id: userId, login, name } };
    return new DetailedError(401, 'anotherSession', { name: name || login }, beside, unauthenticated().headers);
  }
}
