/** `POST /api/changes/undo`: takes back what one request did. Needs the rights of each write that this takes. */
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { DryRuns, isAsked } from '../../core/http/dry-run.js';
import { ApiError, fieldError } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { jsonAnswer, sendResponse } from '../../engine/index.js';
import { UndoService, type UndoRequest } from './undo.service.js';

@Controller('api/changes')
@DryRuns()
export class UndoController {
  constructor(private readonly undoing: UndoService) {}

  @Post('undo')
  @Authenticated()
  async undo(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const body = await readObject(request);
    const { conflicts } = body;
    if (conflicts !== undefined && conflicts !== 'skip') throw fieldError('conflicts', 'oneOf', { allowed: 'skip' });
    const options = { dryRun: isAsked(request, 'dry_run'), skips: conflicts === 'skip' };
    const answer = await this.undoing.undo(requestIn(body), options, contextOf(request), (undone) =>
      jsonAnswer(200, { data: undone }),
    );
    return sendResponse(reply, answer);
  }
}

/** Throws 422 unless exactly one of both is given. */
function requestIn({ transaction, request_id: requestId }: Record<string, unknown>): UndoRequest {
  if ((transaction === undefined) === (requestId === undefined)) throw new ApiError(422, 'undoWants');
  if (transaction === undefined) return { request_id: textIn('request_id', requestId) };
  return { transaction: textIn('transaction', transaction) };
}

function textIn(name: string, sent: unknown): string {
  if (typeof sent !== 'string') throw fieldError(name, 'string');
  // What could be none is none that is known.
  return /^[\w.:-]{1,128}$/.test(sent) ? sent : '';
}
