/** Takes the bearer token from the header and checks its signature (contract 2). */
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import type { Caller } from '../common/caller.js';
import { TOKEN_SECRET } from './token-secret.js';
import { TokenService, type Claims } from './token.service.js';

/** The token of a request: the scheme in any case, blanks tolerated. Null if there is none. */
export const bearerOf = (request: FastifyRequest): string | null =>
  /^\s*bearer\s+([\w.~+/=-]+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy) {
  constructor(
    @Inject(TOKEN_SECRET) secret: string,
    private readonly tokens: TokenService,
  ) {
    super({
      jwtFromRequest: (request: unknown) => bearerOf(request as FastifyRequest),
      secretOrKey: secret,
      algorithms: ['HS256'],
      passReqToCallback: true,
    });
  }

  /** Called with the claims of a token whose signature and time are right. */
  async validate(request: FastifyRequest, claims: Claims): Promise<Caller | false> {
    return (await this.tokens.caller(claims, bearerOf(request)!)) ?? false;
  }
}
