/** Log-in and log-out, and who one is (contract 2). */
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../audit/audit-events.js';
import { Authenticated, Public, WhileEnrolling } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { storageCauseOf } from '../core/http/storage-errors.js';
import { RequestBody } from '../core/http/dto.js';
import { CONFIG, type Config } from '../config.js';
import { AccessScopes, serviceOf, type ResourceService } from '../engine/index.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { LoginDto } from './access.dto.js';
import { BrowserSessions } from './browser-sessions.js';
import { LoginService } from './login.service.js';
import { SecondFactors } from './factor/second-factors.js';
import { Identities } from './sign-in/identities.js';
import { SignIns, type LoggedIn } from './sign-in/sign-ins.js';
import { TokenService } from './token.service.js';

@Controller('api')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly tokens: TokenService,
    private readonly sessions: BrowserSessions,
    private readonly audit: AuditEvents,
    private readonly signIns: SignIns,
    private readonly factors: SecondFactors,
    private readonly identities: Identities,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
    private readonly scopes: AccessScopes,
  ) {}

  /** What somebody may choose who signs in. */
  @Get('login/choices')
  @Public()
  async choices(): Promise<{ remember_days: number; provider?: string; password?: boolean; passkey?: true }> {
    const { sessionRemember, oidc, ldap, signIn } = this.config;
    const beside = oidc && { provider: oidc.name, password: ldap !== undefined || signIn.localLogin !== 'off' };
    return {
      remember_days: sessionRemember,
      ...beside,
      ...((await this.factors.hasPasskeys()) && { passkey: true as const }),
    };
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
    const wish = this.signIns.wishOf(request, remember);
    const source = { address: request.ip, requestId: request.id };
    const who = await this.logins.check(login.trim(), password, source, () => request.raw.socket.destroyed);
    return this.signIns.complete(who, wish, request, reply, login.trim());
  }

  @Post('logout')
  @Authenticated()
  @WhileEnrolling()
  @WithoutKey()
  @HttpCode(200)
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<never[]> {
    const context = contextOf(request);
    if (context.caller.inBrowser) this.sessions.takeAway(request, reply);
    const { tokenId, userId } = context.caller;
    // A token of the provider is stored nowhere, and ends there.
    if (!tokenId) return [];
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
  @WhileEnrolling()
  async me(@Req() request: FastifyRequest): Promise<Record<string, unknown>> {
    const { caller } = contextOf(request);
    const user = await this.users.repository.show(caller.userId);
    const all = caller.admin ? await this.logins.allAbilities() : [...caller.abilities];
    const session = caller.inBrowser && { session: await this.tokens.sessionOf(caller.tokenId) };
    const identities = await this.identities.of(caller.userId);
    const { way } = caller;
    return {
      ...user,
      abilities: all.sort(),
      delegated: await this.scopes.granted(caller),
      ...(caller.reach && (await this.logins.limitsOf(caller.reach))),
      identities,
      way,
      ...(caller.enrolOnly && { enrol: true }),
      ...session,
    };
  }
}
