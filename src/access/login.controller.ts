/** Log-in and log-out, and who one is (contract 2). */
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../audit/audit-events.js';
import { Authenticated, Public } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { ApiError, fieldError } from '../core/http/errors.js';
import { storageCauseOf } from '../core/http/storage-errors.js';
import { RequestBody } from '../core/http/dto.js';
import { CONFIG, type Config } from '../config.js';
import { AccessScopes, registry, serviceOf, type ResourceService } from '../engine/index.js';
import { Database } from '../database/database.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { LoginDto } from './access.dto.js';
import { BrowserSessions } from './browser-sessions.js';
import { LoginService } from './login.service.js';
import { TokenService, type BrowserSession } from './token.service.js';

/** The answer to a log-in. Times are ISO, `user` as in single reads but without its links. */
type LoggedIn = (TokenGiven | SessionGiven) & { expires_at: string; user: Record<string, unknown> };

interface TokenGiven {
  access_token: string;
  token_type: 'Bearer';
}

interface SessionGiven {
  session: BrowserSession;
}

const DAY_MS = 24 * 3600 * 1000;

@Controller('api')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly tokens: TokenService,
    private readonly sessions: BrowserSessions,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
    private readonly scopes: AccessScopes,
  ) {}

  /** What somebody may choose who signs in. */
  @Get('login/choices')
  @Public()
  choices(): { remember_days: number } {
    return { remember_days: this.config.sessionRemember };
  }

  @Post('login')
  @Public()
  @WithoutKey()
  @HttpCode(200)
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestBody() { login, password, remember }: LoginDto,
  ): Promise<LoggedIn> {
    const inBrowser = this.sessions.isAskedFor(request);
    const isRemembered = inBrowser && remember;
    if (isRemembered && !this.config.sessionRemember) throw fieldError('remember', 'notOffered');
    const source = { address: request.ip, requestId: request.id };
    const user = await this.logins.check(login.trim(), password, source, () => request.raw.socket.destroyed);
    const userId = user.id;
    const { tokenTtl, sessionMax, sessionIdle, sessionRemember } = this.config;
    const life = isRemembered ? sessionRemember * DAY_MS : (inBrowser ? sessionMax : tokenTtl) * 1000;
    const ends = Date.now() + life;
    const browser = inBrowser && { browser: isRemembered ? {} : { idle: sessionIdle } };
    const { id, token, expiresAt } = await this.database.transaction(async (tx) => {
      await this.logins.hold(user, tx);
      // What was signed in on this browser before could not be reached by anybody any more.
      if (inBrowser) await this.tokens.replace(this.sessions.tokenOf(request), tx);
      const issued = await this.tokens.issue(userId, ends, { address: request.ip, ...browser }, tx);
      const details = { expires_at: issued.expiresAt };
      const context = { ...source, caller: { userId } };
      await this.audit.record({ action: 'logged_in', subject: { path: 'users', id: userId }, details, context }, tx);
      return issued;
    });
    const answer = { expires_at: expiresAt, user: await this.userOf(userId) };
    if (!inBrowser) return { access_token: token, token_type: 'Bearer', ...answer };
    this.tokens.forget();
    this.sessions.give(request, reply, token, ends);
    return { session: (await this.tokens.sessionOf(id))!, ...answer };
  }

  @Post('logout')
  @Authenticated()
  @WithoutKey()
  @HttpCode(200)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<never[]> {
    const context = contextOf(request);
    if (context.caller.inBrowser) this.sessions.takeAway(request, reply);
    const { tokenId, userId } = context.caller;
    const event = { action: 'logged_out', subject: { path: 'users', id: userId }, details: {}, context } as const;
    try {
      await this.tokens.revoke(tokenId, (tx) => this.audit.record(event, tx));
    } catch (error) {
      if (storageCauseOf(error) === 'full') throw new ApiError(507, 'loggedOutHere');
      throw error;
    }
    return [];
  }

  @Get('me')
  @Authenticated()
  async me(@Req() request: FastifyRequest): Promise<Record<string, unknown>> {
    const { caller } = contextOf(request);
    const user = await this.users.repository.show(caller.userId);
    const all = caller.admin ? await this.logins.allAbilities() : [...caller.abilities];
    const session = caller.inBrowser && { session: await this.tokens.sessionOf(caller.tokenId) };
    return { ...user, abilities: all.sort(), delegated: await this.scopes.granted(caller), ...session };
  }

  private async userOf(id: number): Promise<Record<string, unknown>> {
    const user = { ...(await this.users.repository.show(id)) };
    for (const { name } of registry.get('users').links) delete user[name];
    return user;
  }
}
