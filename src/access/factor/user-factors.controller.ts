/** Second factors of users, for administrators: they take away what somebody has lost (identity 5b). */
import { Controller, Delete, Get, HttpCode, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { Authenticated } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { ApiError, notFound } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import { registry } from '../../engine/index.js';
import { AdministratorGuard } from '../sign-in/administrator.guard.js';
import { requireStill, TokenService } from '../token.service.js';
import { FactorRules } from './factor-rules.js';
import { FACTORS, type FactorsAnswer } from './own-factors.controller.js';
import { SecondFactors } from './second-factors.js';
import { StepUp } from './step-up.js';

const ID = /^[1-9][0-9]{0,9}$/;

@Controller('api/users/:id/factors')
@UseGuards(AdministratorGuard)
export class UserFactorsController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly rules: FactorRules,
    private readonly stepUp: StepUp,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
    private readonly database: Database,
  ) {}

  @Get()
  @Authenticated()
  async list(@Req() request: FastifyRequest): Promise<FactorsAnswer> {
    const userId = await this.userOf(request);
    return {
      factors: await this.factors.of(userId),
      recovery_codes: await this.factors.codesLeft(userId),
      required: await this.rules.isRequiredOf(userId),
    };
  }

  /** Takes all of them away, with the recovery codes. */
  @Delete()
  @Authenticated()
  @HttpCode(200)
  takeAll(@Req() request: FastifyRequest): Promise<never[]> {
    return this.take(request);
  }

  @Delete(':factor')
  @Authenticated()
  @HttpCode(200)
  takeOne(@Req() request: FastifyRequest): Promise<never[]> {
    return this.take(request, (request.params as { factor: string }).factor);
  }

  private async take(request: FastifyRequest, factor?: string): Promise<never[]> {
    const userId = await this.userOf(request);
    const context = contextOf(request);
    if (userId === context.caller.userId) throw new ApiError(409, 'ownFactors');
    await this.stepUp.require(context, { always: true });
    await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const [row] = await tx.all('SELECT login FROM users WHERE id = ?', [context.caller.userId]);
      const id = factor === undefined ? undefined : ID.test(factor) ? Number(factor) : 0;
      const gone = await this.factors.takeAway(userId, id, row!['login'] as string, tx);
      if (!gone.length && factor !== undefined) throw notFound(FACTORS, factor);
      const details = { factors: gone.map(({ kind, name }) => ({ kind, name })) };
      const subject = { path: 'users', id: userId };
      await this.audit.record({ action: 'factors_taken', subject, details, context }, tx);
    });
    this.tokens.forget();
    return [];
  }

  /** The live user of the path. Throws 404, and 403 for whoever lost the role of administrator meanwhile. */
  private async userOf(request: FastifyRequest): Promise<number> {
    if (!contextOf(request).caller.admin) throw new ApiError(403, 'adminOnly');
    const { id } = request.params as { id: string };
    const rows = ID.test(id)
      ? await this.database.all('SELECT id FROM users WHERE id = ? AND deleted_at IS NULL', [Number(id)])
      : [];
    if (!rows.length) throw notFound(registry.get('users'), id);
    return Number(id);
  }
}
