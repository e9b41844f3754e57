/** Who calls? Every route needs a token unless it says that it is public (contract 2). */
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { declared, PUBLIC } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import { unauthenticated } from '../core/http/errors.js';
import { RateLimit } from '../operations/limits/rate-limit.js';
import { TokenService } from './token.service.js';
import { bearerOf, type TokenCheck } from './token.strategy.js';

const READS = new Set(['GET', 'HEAD']);

/** Injection token of the check of tokens. */
export const TOKEN_CHECK = 'meridian:token-check';

@Injectable()
export class TokenGuard implements CanActivate {
  private readonly isPublic = declared(
    (context) => this.reflector.getAllAndOverride(PUBLIC, [context.getHandler(), context.getClass()]) === true,
  );

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
    private readonly rate: RateLimit,
    @Inject(TOKEN_CHECK) private readonly check: TokenCheck,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const isPublic = this.isPublic(context);
    const token = isPublic ? null : bearerOf(request);
    const caller = token === null ? undefined : (this.tokens.remembered(token) ?? (await this.callerOf(context)));
    const wait = this.rate.count(request, reply, caller);
    if (wait) await wait;
    if (isPublic) return true;
    if (!caller) throw unauthenticated();
    request.caller = caller;
    if (!READS.has(request.method)) request.recheck = () => this.recheck(token!, context);
    return true;
  }

  /** A body that was held back must not act with rights that have ended meanwhile. */
  private async recheck(token: string, context: ExecutionContext): Promise<void> {
    const caller = this.tokens.remembered(token) ?? (await this.callerOf(context));
    if (!caller) throw unauthenticated();
    context.switchToHttp().getRequest<FastifyRequest>().caller = caller;
  }

  /** The caller whom passport finds; it leaves them in `request.user`. */
  private async callerOf(context: ExecutionContext): Promise<Caller | undefined> {
    await this.check.canActivate(context);
    return context.switchToHttp().getRequest<{ user?: Caller }>().user;
  }
}
