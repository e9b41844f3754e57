/** The preferences of the caller: their own, whatever token they come with, unless it is kept to perimeters. */
import { Controller, Get, HttpCode, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../core/http/access.js';
import { tooLarge } from '../core/http/body-limits.js';
import { contextOf } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { isObject, readBody } from '../core/http/request-body.js';
import { etagOf, expectedTags, hasTag, isKnown } from '../engine/index.js';
import { MAX_PREFERENCES, PreferencesService } from './preferences.service.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const FORM = /^\s*(application\/x-www-form-urlencoded|multipart\/)/i;

@Controller('api/me/preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  /** The object with its tag, or 304 where the client has it already. */
  @Get()
  @Authenticated()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    requireNoParameter(request);
    requireOwner(request);
    const text = await this.preferences.read(contextOf(request).caller.userId);
    if (isKnown(request, etagOf(text))) return tagged(reply, text).code(304).send();
    return tagged(reply, text).type(JSON_TYPE).send(text);
  }

  /** Stores an object in place of the one that there is; with `If-Match` only where that is the one that was read. */
  @Put()
  @Authenticated()
  @HttpCode(200)
  async replace(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    requireNoParameter(request);
    requireOwner(request);
    const text = JSON.stringify(await objectOf(request));
    if (Buffer.byteLength(text) > MAX_PREFERENCES) throw tooLarge(MAX_PREFERENCES);
    const tags = expectedTags(request);
    const isExpected = tags && ((stored: string): boolean => hasTag(tags, etagOf(stored)));
    await this.preferences.store(contextOf(request).caller.userId, text, isExpected);
    return tagged(reply, text).type(JSON_TYPE).send(text);
  }
}

/** The object in the body. Throws 413, 415 and 422: a form knows no numbers, and no body is not an empty object. */
async function objectOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': pieces } = request.headers;
  if (FORM.test(type)) throw new ApiError(415, 'mediaType', { type: type.split(';')[0]!.trim() });
  // What is written with blanks between may be longer than what is kept.
  if (Number(length ?? 0) > 4 * MAX_PREFERENCES) throw tooLarge(MAX_PREFERENCES);
  const body = Number(length ?? 0) > 0 || pieces !== undefined ? await readBody(request) : undefined;
  if (!isObject(body)) throw new ApiError(422, 'object', { field: 'body' });
  return body;
}

/** Pages note what their reader keeps by its name. Throws 403 for a token that is kept to perimeters, which may not see all of that. */
function requireOwner(request: FastifyRequest): void {
  if (contextOf(request).caller.reach?.token) throw new ApiError(403, 'keptToken');
}

function requireNoParameter({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) throw new ApiError(400, 'graphNone', { name });
}

const tagged = (reply: FastifyReply, text: string): FastifyReply =>
  reply.headers({ etag: etagOf(text), 'cache-control': 'private, no-cache' });
