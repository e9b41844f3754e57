/** `POST /api/audit-logs/verify`: administrators ask whether the journal is as it was written. */
import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdministratorGuard } from '../../access/sign-in/administrator.guard.js';
import { Authenticated } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { ApiError, fieldError } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { AuditEvents } from '../audit-events.js';
import { Chaining } from './chaining.js';
import { rootIn } from './read-root.js';
import { ChainVerifier } from './verify.js';

@Controller('api/audit-logs')
@UseGuards(AdministratorGuard)
export class VerifyController {
  private isWalking = false;

  constructor(
    private readonly chaining: Chaining,
    private readonly verifier: ChainVerifier,
    private readonly audit: AuditEvents,
  ) {}

  @Post('verify')
  @Authenticated()
  @HttpCode(200)
  async verify(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { root } = await readObject(request);
    const kept = root === undefined ? undefined : rootIn(root);
    if (root !== undefined && !kept) throw fieldError('root', 'badRoot');
    // A walk reads the whole journal: one at a time.
    if (this.isWalking) throw new ApiError(429, 'isVerifying', {}, { 'retry-after': '10' });
    this.isWalking = true;
    try {
      await this.chaining.upToDate();
      const found = await this.verifier.verify(kept);
      const details = { verified: found.verified, links: found.links, ...(found.first && { first: found.first }) };
      await this.audit.record({ action: 'journal_verified', details, context: contextOf(request) });
      return await reply.header('cache-control', 'private, no-store').send({ data: found });
    } finally {
      this.isWalking = false;
    }
  }
}
