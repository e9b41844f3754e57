/** Identities of a user, linked and unlinked by hand: for administrators (identity 2). */
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import type { FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Authenticated } from '../../core/http/access.js';
import { contextOf, recheckLate, type RequestContext } from '../../core/http/caller.js';
import { Check, isSent, RequestBody } from '../../core/http/dto.js';
import { ApiError, fieldError, notFound, type KindName } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Database, type Transaction } from '../../database/database.js';
import { registry } from '../../engine/index.js';
import { StepUp } from '../factor/step-up.js';
import { requireStill, TokenService } from '../token.service.js';
import { AdministratorGuard } from './administrator.guard.js';
import { Identities, type IdentityAnswer } from './identities.js';
import { DIRECTORY, type Provider } from './identified.js';
import { ManagedRoles } from './managed-roles.js';

const IDENTITIES: KindName = {
  path: 'identities',
  titles: { en: ['Identity', 'Identities'], fr: ['Identité', 'Identités'] },
};
const MAX_TEXT = 255;
/** Most identities of a user. */
const MAX_OF_USER = 20;

const text = (value: unknown): Message | undefined => {
  if (!isSent(value)) return new Message('required');
  if (typeof value !== 'string') return new Message('string');
  if (value.includes('\0') || !value.isWellFormed()) return new Message('characters');
  return [...value].length > MAX_TEXT ? new Message('maxText', { max: MAX_TEXT }) : undefined;
};

class NewIdentityDto {
  @Check('provider', (value) =>
    value === 'ldap' || value === 'oidc' ? undefined : new Message('oneOf', { allowed: 'ldap, oidc' }),
  )
  provider!: Provider;

  /** Of OpenID; left out, that of the settings. */
  @Transform(({ value }: TransformFnParams): unknown => (isSent(value) ? value : undefined))
  @Check('issuer', (value) => (value === undefined ? undefined : text(value)))
  issuer: string | undefined = undefined;

  @Check('subject', text) subject!: string;
}

@Controller('api/users/:id/identities')
@UseGuards(AdministratorGuard)
export class IdentitiesController {
  constructor(
    private readonly identities: Identities,
    private readonly managed: ManagedRoles,
    private readonly tokens: TokenService,
    private readonly database: Database,
    private readonly stepUp: StepUp,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Authenticated()
  async list(@Req() request: FastifyRequest): Promise<IdentityAnswer[]> {
    const userId = await this.userOf(request);
    return this.identities.of(userId);
  }

  @Post()
  @Authenticated()
  @HttpCode(201)
  async link(@Req() request: FastifyRequest, @RequestBody() body: NewIdentityDto): Promise<IdentityAnswer> {
    const userId = await this.userOf(request);
    const { provider, subject } = body;
    const issuer = provider === 'ldap' ? DIRECTORY : (body.issuer ?? this.config.oidc?.issuer);
    if (issuer === undefined) throw fieldError('issuer', 'required');
    return this.write(contextOf(request), userId, async (tx, context) => {
      if ((await this.identities.of(userId, tx)).length >= MAX_OF_USER)
        throw fieldError('subject', 'ownMost', { max: MAX_OF_USER });
      const identity = { userId, provider, issuer, subject, name: null, made: false };
      const id = await this.identities.link(identity, tx);
      if (id === undefined) throw fieldError('subject', 'taken');
      const details = { provider, issuer };
      await this.audit.record(
        { action: 'identity_linked', subject: { path: 'users', id: userId }, details, context },
        tx,
      );
      return (await this.identities.of(userId, tx)).find((one) => one.id === id)!;
    });
  }

  @Delete(':identity')
  @Authenticated()
  @HttpCode(200)
  async unlink(@Req() request: FastifyRequest): Promise<never[]> {
    const userId = await this.userOf(request);
    const { identity } = request.params as { identity: string };
    return this.write(contextOf(request), userId, async (tx, context) => {
      const gone = /^[1-9][0-9]{0,14}$/.test(identity) && (await this.identities.unlink(userId, Number(identity), tx));
      if (!gone) throw notFound(IDENTITIES, identity);
      await tx.run('DELETE FROM own_tokens WHERE identity_id = ?', [gone.id]);
      await this.managed.unlinked(userId, gone.provider, context, tx);
      const details = { provider: gone.provider, issuer: gone.issuer };
      const subject = { path: 'users', id: userId };
      await this.audit.record({ action: 'identity_unlinked', subject, details, context }, tx);
      return [];
    });
  }

  private async write<T>(
    context: RequestContext,
    userId: number,
    work: (tx: Transaction, context: RequestContext) => Promise<T>,
  ): Promise<T> {
    const done = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      await this.stepUp.require(context, { session: tx });
      // Two who link the same user at once do so one after the other.
      await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [userId]);
      const result = await work(tx, context);
      await recheckLate(context, tx, true);
      return result;
    });
    this.tokens.forget();
    return done;
  }

  /** The live user of the path. Throws 404, and 403 for whoever lost the role of administrator while the body was awaited. */
  private async userOf(request: FastifyRequest): Promise<number> {
    if (!contextOf(request).caller.admin) throw new ApiError(403, 'adminOnly');
    const { id } = request.params as { id: string };
    const rows = /^[1-9][0-9]{0,9}$/.test(id)
      ? await this.database.all('SELECT id FROM users WHERE id = ? AND deleted_at IS NULL', [Number(id)])
      : [];
    if (!rows.length) throw notFound(registry.get('users'), id);
    return Number(id);
  }
}
