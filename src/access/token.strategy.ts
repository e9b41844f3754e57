/** Takes the bearer token from the header and checks its signature and time (contract 2). */
import { createSecretKey, randomUUID } from 'node:crypto';
import { AuthGuard, PassportStrategy, type IAuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import type { Caller } from '../core/http/caller.js';
import type { Claims, TokenService } from './token.service.js';

/** The token of a request: the scheme in any case, blanks tolerated. Null if there is none. */
export const bearerOf = (request: FastifyRequest): string | null =>
  /^\s*bearer\s+([\w.~+/=-]+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Asks passport for the caller of a request; `handleRequest` of the guard gives undefined where there is none. */
export type TokenCheck = IAuthGuard;

/**
 * The check of one server. Passport keeps its strategies in one place for the whole process, so each server's has a name of
 * its own: otherwise the newest would decide for all.
 */
export function tokenCheck(secret: string, tokens: TokenService): TokenCheck {
  const name = `token ${randomUUID()}`;
  // Of a text the library tries with each token whether it is a public key, which takes longer than the check itself.
  const key = createSecretKey(secret, 'utf8');
  class TokenStrategy extends PassportStrategy(Strategy, name) {
    constructor() {
      super({
        jwtFromRequest: (request: unknown) => bearerOf(request as FastifyRequest),
        secretOrKey: key as unknown as Buffer,
        algorithms: ['HS256'],
        passReqToCallback: true,
      });
    }

    /** Called with the claims of a token whose signature and time are right. */
    async validate(request: FastifyRequest, claims: Claims): Promise<Caller | false> {
      // Whoever else signs with the same key may sign anything.
      if (typeof claims.jti !== 'string') return false;
      return (await tokens.caller(claims, bearerOf(request)!)) ?? false;
    }
  }
  class Check extends AuthGuard(name) {
    override handleRequest<T>(error: unknown, caller: Caller | false): T {
      if (error) throw error;
      return (caller || undefined) as T;
    }
  }
  new TokenStrategy();
  return new Check();
}
