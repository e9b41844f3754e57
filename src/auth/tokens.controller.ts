/** Named tokens, and the caller's own password (contract 2). */
import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticated } from '../common/access.js';
import { contextOf } from '../common/caller.js';
import { notFound, Problems } from '../common/errors.js';
import { parseMoment } from '../common/text/dates.js';
import { readObject } from '../common/request-body.js';
import { serviceOf, type ResourceService } from '../resource/index.js';
import { Database } from '../database/database.js';
import { NamedTokensService, type NamedToken, type Wish } from './named-tokens.service.js';
import { passwordProblem, verifyPassword } from './password.js';

type Body = Record<string, unknown>;

const DEFAULT_LIFE = 365 * 24 * 3600 * 1000;
const LONGEST_NAME = 255;
const TRUE = ['true', '1', 'on', 'yes'];
const FALSE = ['false', '0', 'off', 'no', ''];

@Controller('api')
export class TokensController {
  constructor(
    @Inject(NamedTokensService) private readonly tokens: NamedTokensService,
    @Inject(Database) private readonly database: Database,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
  ) {}

  @Get('tokens')
  @Authenticated()
  list(@Req() request: FastifyRequest): Promise<NamedToken[]> {
    return this.tokens.list(contextOf(request).caller);
  }

  @Post('tokens')
  @Authenticated()
  @HttpCode(201)
  async store(@Req() request: FastifyRequest): Promise<NamedToken> {
    const { caller } = contextOf(request);
    await this.tokens.requireSignedIn(caller);
    return this.tokens.store(caller, wishOf(await readObject(request)));
  }

  @Delete('tokens/:id')
  @Authenticated()
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<never[]> {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound('tokens', id);
    await this.tokens.destroy(Number(id), contextOf(request).caller);
    return [];
  }

  /** The old and the new password; afterwards every token of the user has ended, this one too. */
  @Put('me/password')
  @Authenticated()
  @HttpCode(200)
  async changePassword(@Req() request: FastifyRequest): Promise<never[]> {
    const context = contextOf(request);
    await this.tokens.requireSignedIn(context.caller);
    const body = await readObject(request);
    const problems = new Problems();
    const old = textOf(body, ['old_password', 'current_password'], problems);
    const password = textOf(body, ['new_password', 'password'], problems);
    const problem = password.text && passwordProblem(password.text);
    if (problem) problems.put(password.name, problem);
    problems.throwIfAny();
    const { userId } = context.caller;
    const [row] = await this.database.all('SELECT password FROM users WHERE id = ?', [userId]);
    if (!(await verifyPassword(old.text, (row?.['password'] ?? '') as string))) problems.add(old.name, 'credentials');
    problems.throwIfAny();
    await this.users.update([userId], [{ password: password.text }], context);
    return [];
  }
}

/** A text under any of these names; a missing one is a problem under the name that was sent, or the first. */
function textOf(body: Body, names: readonly string[], problems: Problems): { name: string; text: string } {
  const name = names.find((candidate) => body[candidate] !== undefined) ?? names[0]!;
  const value = body[name];
  if (value === undefined || value === null || value === '') problems.add(name, 'required');
  else if (typeof value !== 'string') problems.add(name, 'string');
  return { name, text: typeof value === 'string' ? value : '' };
}

/** What is asked for: a name, perhaps an end (a year from now otherwise), perhaps that it may only read. */
function wishOf(body: Body): Wish {
  const problems = new Problems();
  const { text } = textOf(body, ['name'], problems);
  const name = text.trim();
  if (text && !name) problems.add('name', 'required');
  if ([...name].length > LONGEST_NAME) problems.add('name', 'maxText', { max: LONGEST_NAME });
  if (name.includes('\0') || !name.isWellFormed()) problems.add('name', 'characters');
  const word = String(body['read_only'] ?? '').toLowerCase();
  if (!TRUE.includes(word) && !FALSE.includes(word)) problems.add('read_only', 'boolean');
  const end = body['expires_at'] ?? '';
  const expires = end === '' ? Date.now() + DEFAULT_LIFE : parseMoment(String(end).trim());
  if (expires === undefined || expires <= Date.now()) problems.add('expires_at', 'date');
  problems.throwIfAny();
  return { name, readOnly: TRUE.includes(word), expires: expires! };
}
