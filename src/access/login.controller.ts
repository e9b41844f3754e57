/** Log-in and log-out, and who one is (contract 2). */
import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditEvents } from '../audit/audit-events.js';
import { Authenticated, Public } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { RequestBody } from '../core/http/dto.js';
import { CONFIG, type Config } from '../config.js';
import { AccessScopes, registry, serviceOf, type ResourceService } from '../engine/index.js';
import { Database } from '../database/database.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { LoginDto } from './access.dto.js';
import { LoginService } from './login.service.js';
import { TokenService } from './token.service.js';

/** The answer to a log-in. Times are ISO, `user` as in single reads but without its links. */
interface LoggedIn {
  access_token: string;
  token_type: 'Bearer';
  expires_at: string;
  user: Record<string, unknown>;
}

@Controller('api')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
    private readonly scopes: AccessScopes,
  ) {}

  @Post('login')
  @Public()
  @WithoutKey()
  @HttpCode(200)
  async login(@Req() request: FastifyRequest, @RequestBody() { login, password }: LoginDto): Promise<LoggedIn> {
    const source = { address: request.ip, requestId: request.id };
    const user = await this.logins.check(login.trim(), password, source, () => request.raw.socket.destroyed);
    const userId = user.id;
    const { token, expiresAt } = await this.database.transaction(async (tx) => {
      await this.logins.hold(user, tx);
      const issued = await this.tokens.issue(userId, Date.now() + this.config.tokenTtl * 1000, undefined, tx);
      const details = { expires_at: issued.expiresAt };
      const context = { ...source, caller: { userId } };
      await this.audit.record({ action: 'logged_in', subject: { path: 'users', id: userId }, details, context }, tx);
      return issued;
    });
    return { access_token: token, token_type: 'Bearer', expires_at: expiresAt, user: await this.userOf(userId) };
  }

  @Post('logout')
  @Authenticated()
  @WithoutKey()
  @HttpCode(200)
  async logout(@Req() request: FastifyRequest): Promise<never[]> {
    const context = contextOf(request);
    const { tokenId, userId } = context.caller;
    await this.tokens.revoke(tokenId);
    await this.audit.record({ action: 'logged_out', subject: { path: 'users', id: userId }, details: {}, context });
    return [];
  }

  @Get('me')
  @Authenticated()
  async me(@Req() request: FastifyRequest): Promise<Record<string, unknown>> {
    const { caller } = contextOf(request);
    const user = await this.users.repository.show(caller.userId);
    const all = caller.admin ? await this.logins.allAbilities() : [...caller.abilities];
    return { ...user, abilities: all.sort(), delegated: await this.scopes.granted(caller) };
  }

  private async userOf(id: number): Promise<Record<string, unknown>> {
    const user = { ...(await this.users.repository.show(id)) };
    for (const { name } of registry.get('users').links) delete user[name];
    return user;
  }
}
