/** The caller's own password (contract 2). */
import { Controller, HttpCode, Inject, Post, Put, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditEvents } from '../audit/audit-events.js';
import { Authenticated, StandsFor } from '../core/http/access.js';
import { contextOf, type RequestContext } from '../core/http/caller.js';
import { RequestBody } from '../core/http/dto.js';
import { Problems } from '../core/http/errors.js';
import { Database } from '../database/database.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { serviceOf, type ResourceService } from '../engine/index.js';
import { LoginThrottle } from './login-throttle.js';
import { ChangePasswordDto } from './access.dto.js';
import { StepUp } from './factor/step-up.js';
import { SignedInGuard } from './named-tokens.service.js';
import { verifyPassword } from './password.js';

@Controller('api/me/password')
@UseGuards(SignedInGuard)
export class OwnPasswordController {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly stepUp: StepUp,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
  ) {}

  /** The old and the new password; afterwards every token of the user has ended, this one too. */
  @Put()
  @Authenticated()
  @WithoutKey()
  @HttpCode(200)
  async change(@Req() request: FastifyRequest, @RequestBody() body: ChangePasswordDto): Promise<never[]> {
    const context = contextOf(request);
    await this.stepUp.require(context);
    const name = body.old_password === undefined ? 'current_password' : 'old_password';
    const problems = new Problems();
    if (!(await this.isOld(body[name]!, context))) problems.add(name, 'credentials');
    problems.throwIfAny();
    await this.users.update([context.caller.userId], [{ password: body.new_password ?? body.password }], context);
    return [];
  }

  /** For forms, which know GET and POST alone (contract 4). */
  @Post()
  @StandsFor({ PUT: null, PATCH: null })
  @WithoutKey()
  @HttpCode(200)
  changeByForm(@Req() request: FastifyRequest, @RequestBody() body: ChangePasswordDto): Promise<never[]> {
    return this.change(request, body);
  }

  /** Wrong old passwords count as failed log-ins do: a stolen token must not serve for guessing. Throws 429. */
  private async isOld(password: string, context: RequestContext): Promise<boolean> {
    const { userId } = context.caller;
    const [row] = await this.database.all('SELECT login, password FROM users WHERE id = ?', [userId]);
    const { login, password: hash } = row as { login: string; password: string | null };
    const right = await this.throttle.guard(login, context.address, async () =>
      (await verifyPassword(password, hash ?? '')) ? true : undefined,
    );
    if (right) return true;
    await this.audit.record({
      action: 'password_refused',
      subject: { path: 'users', id: userId },
      details: {},
      context,
    });
    return false;
  }
}
