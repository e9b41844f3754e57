/** The key that signs tokens, and the check of the one in a header: its signature and its time (contract 2). */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AuthGuard, type IAuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import type { Config } from '../config.js';
import type { Caller } from '../core/http/caller.js';
import type { BrowserSessions } from './browser-sessions.js';
import type { Claims, TokenService } from './token.service.js';

/** Where earlier builds kept the key of a server with an external database: beside the folder of the project, by mistake. */
const MISPLACED = join('..', 'auth', 'data', 'token.key');

/**
 * The key of this server (contract 2). Without a setting it is in `token.key`, beside an embedded database, else in `./data`; a key that
 * an earlier build misplaced is moved there, so that nobody has to sign in anew. Throws if the file cannot be written or read.
 */
export function tokenSecret(config: Config): string {
  if (config.tokenSecret) return config.tokenSecret;
  const isEmbedded = config.database.engine === 'sqlite';
  const folder = isEmbedded ? dirname(config.database.path) : 'data';
  const file = join(folder, 'token.key');
  if (!existsSync(file) && !isEmbedded && existsSync(MISPLACED)) moveKey(folder, file);
  if (!existsSync(file)) makeKey(folder, file);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(`The key in ${file} is broken. Remove the file: the next start makes a new one.`);
  return key;
}

/** The two folders may be on different disks, between which a file cannot be renamed. */
function moveKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(MISPLACED, file, constants.COPYFILE_EXCL);
  chmodSync(file, 0o600);
  rmSync(MISPLACED);
  new Logger('Tokens').warn(`The key of tokens was moved from ${resolve(MISPLACED)} to ${resolve(file)}.`);
}

function makeKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another server that starts at the same moment was quicker, and its key serves both.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The token in the header of a request: the scheme in any case, blanks tolerated. Null if there is none. */
const bearerOf = (request: FastifyRequest): string | null =>
  /^\s*bearer\s+([\w.~+/=-]+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** The token of a request: that of its header, whatever that says, before that of a cookie. */
export const tokenOf = (request: FastifyRequest, sessions: BrowserSessions): string | null =>
  request.headers.authorization === undefined ? sessions.tokenOf(request) : bearerOf(request);

/** Has passport find the caller of a request; `handleRequest` of the guard returns undefined where there is none. */
export type TokenCheck = IAuthGuard;

/**
 * The check of one server. Passport keeps its strategies in one place for the whole process, so each server's has a name of
 * its own: otherwise the newest would decide for all. It is taken from there when the server ends, which otherwise could never be
 * cleared away.
 */
export function tokenCheck(secret: string, tokens: TokenService, sessions: BrowserSessions): TokenCheck {
  const name = `token ${randomUUID()}`;
  // Of a text the library tries with each token whether it is a public key, which takes longer than the check itself.
  const key = createSecretKey(secret, 'utf8');
  class TokenStrategy extends PassportStrategy(Strategy, name) {
    constructor() {
      super({
        jwtFromRequest: (request: unknown) => tokenOf(request as FastifyRequest, sessions),
        secretOrKey: key as unknown as Buffer,
        algorithms: ['HS256'],
        passReqToCallback: true,
      });
    }

    /** Called with the claims of a token whose signature and time are right. */
    async validate(request: FastifyRequest, claims: Claims): Promise<Caller | false> {
      // Whoever else signs with the same key may sign anything.
      if (typeof claims.jti !== 'string') return false;
      return (await tokens.caller(claims, tokenOf(request, sessions)!)) ?? false;
    }
  }
  class Check extends AuthGuard(name) implements OnApplicationShutdown {
    override handleRequest<T>(error: unknown, caller: Caller | false): T {
      if (error) throw error;
      return (caller || undefined) as T;
    }

    onApplicationShutdown(): void {
      passport.unuse(name);
    }
  }
  new TokenStrategy();
  return new Check();
}
