/** `POST /api/audit-logs/redact`: administrators take what a person is called out of the journal. */
import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdministratorGuard } from '../../access/sign-in/administrator.guard.js';
import { Authenticated } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { RequestBody } from '../../core/http/dto.js';
import { fieldError } from '../../core/http/errors.js';
import { RedactDto } from './redaction.dto.js';
import { RedactionService } from './redaction.service.js';

@Controller('api/audit-logs')
@UseGuards(AdministratorGuard)
export class RedactionController {
  constructor(private readonly redactions: RedactionService) {}

  @Post('redact')
  @Authenticated()
  @HttpCode(200)
  async redact(
    @RequestBody() { user_id: userId, value, reason, dry_run: dryRun }: RedactDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    if ((userId === undefined) === !value) throw fieldError('value', 'redactOne');
    const wanted = userId === undefined ? { value: value! } : { user_id: userId };
    const data = await this.redactions.redact(wanted, dryRun, reason, contextOf(request));
    return reply.header('cache-control', 'private, no-store').send({ data: { ...data, dry_run: dryRun } });
  }
}
