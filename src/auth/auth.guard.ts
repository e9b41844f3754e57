/** Who calls? Every route needs a token unless it says that it is public (contract 2). */
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { PUBLIC } from '../common/access.js';
import type { Caller } from '../common/caller.js';
import { unauthenticated } from '../common/errors.js';
import { TokenService } from './token.service.js';
import { bearerOf } from './token.strategy.js';

@Injectable()
export class TokenGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerOf(request);
    if (!token) throw unauthenticated();
    const remembered = this.tokens.remembered(token);
    if (remembered) {
      request.caller = remembered;
      return true;
    }
    return (await super.canActivate(context)) as boolean;
  }

  /** Called by passport with what the strategy found. */
  override handleRequest<T>(error: unknown, caller: Caller | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (!caller) throw unauthenticated();
    context.switchToHttp().getRequest<FastifyRequest>().caller = caller;
    return caller as T;
  }
}
