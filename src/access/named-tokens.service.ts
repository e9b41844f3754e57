/** Named tokens, for scripts: only their hashes are kept (contract 2). */
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditEvents, type AuditAction } from '../audit/audit-events.js';
import { contextOf, type Caller, type RequestContext } from '../core/http/caller.js';
import { ApiError, notFound, Problems, unauthenticated } from '../core/http/errors.js';
import { Database, type Row, type Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import type { CreateTokenDto } from './access.dto.js';
import { StepUp } from './factor/step-up.js';
import { requireStill, TOKENS, TokenService } from './token.service.js';

/** A token as answered: a named one, with its value once, when it is made, or a log-in, which has no name. Times are ISO. */
export interface TokenAnswer {
  id: number;
  user_id: number;
  name: string | null;
  read_only: boolean;
  expires_at: string | null;
  created_at: string | null;
  last_used_at: string | null;
  last_address: string | null;
  /** Of a named token: the ranges of addresses from which it counts; null: from everywhere. */
  networks?: string[] | null;
  /** Of a named token: the perimeters to which it is kept; null: as far as its owner reaches. */
  perimeters?: number[] | null;
  /** Of a log-in: whether it is the session of a browser. */
  browser?: boolean;
  token?: string;
}

const COLUMNS =
  'id, user_id, name, read_only, expires_at, created_at, last_used_at, last_address, browser, networks, perimeters';

@Injectable()
export class NamedTokensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly stepUp: StepUp,
    private readonly audit: AuditEvents,
  ) {}

  /** The caller's named tokens, or log-ins that have not ended; for an Admin those of everybody. */
  async list({ admin, userId }: Caller, kind: 'named' | 'sessions'): Promise<TokenAnswer[]> {
    const which = kind === 'named' ? 'name IS NOT NULL' : 'name IS NULL AND expires_at > ?';
    const now = kind === 'named' ? [] : [this.database.clock.toStored(Date.now())];
    const own = admin ? '' : ' AND user_id = ?';
    const sql = `SELECT ${COLUMNS} FROM own_tokens WHERE ${which}${own} ORDER BY id`;
    return (await this.database.all(sql, admin ? now : [...now, userId])).map((row) => this.answer(row));
  }

  /** A new token of the caller, with its value. Throws 401 if their own has ended, 403 if it is a named one, and as `StepUp.require`. */
  store(context: RequestContext, token: CreateTokenDto): Promise<TokenAnswer> {
    const { name, read_only: readOnly, expires_at: expires, networks, perimeters } = token;
    return this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      await this.stepUp.require(context, { session: tx });
      if (perimeters) await this.requirePerimeters(perimeters, tx);
      const { id, token: value } = await this.tokens.issue(
        context.caller.userId,
        expires,
        { named: { name, readOnly, ...(networks && { networks }), ...(perimeters && { perimeters }) } },
        tx,
      );
      const [row] = await tx.all(`SELECT ${COLUMNS} FROM own_tokens WHERE id = ?`, [id]);
      const made = this.answer(row!);
      await this.record('token_created', made, context, tx);
      return { ...made, token: value };
    });
  }

  /** Ends a token. Throws 404 for one that the caller does not see. */
  async destroy(id: number, context: RequestContext): Promise<void> {
    const { admin, userId } = context.caller;
    const [row] = await this.database.all(`SELECT ${COLUMNS} FROM own_tokens WHERE id = ?`, [id]);
    if (!row || !(admin || row['user_id'] === userId)) throw notFound(TOKENS, id);
    const found = this.answer(row);
    await this.tokens.revoke(id, (tx) => this.record('token_revoked', found, context, tx));
  }

  /** Throws 403 for a caller with a named token or one of the provider: it would outlive the one who lost it. Commands of this machine have none. */
  async requireSignedIn({ tokenId, providerToken }: Caller): Promise<void> {
    if (providerToken) throw new ApiError(403, 'namedToken');
    if (!tokenId) return;
    const [row] = await this.database.all('SELECT name FROM own_tokens WHERE id = ?', [tokenId]);
    if (!row) throw unauthenticated();
    if (row['name'] !== null) throw new ApiError(403, 'namedToken');
  }

  private async requirePerimeters(ids: readonly number[], tx: Transaction): Promise<void> {
    const sql = `SELECT id FROM ${quote(registry.get('perimeters').table)} WHERE ${this.database.dialect.isIn('id')}`;
    const there = new Set((await tx.all(sql, [[...ids]])).map(({ id }) => Number(id)));
    const problems = new Problems();
    ids.forEach((id, i) => !there.has(id) && problems.add(`perimeters.${i}`, 'selected'));
    problems.throwIfAny();
  }

  private record(action: AuditAction, token: TokenAnswer, context: RequestContext, tx?: Transaction): Promise<void> {
    const { id, user_id: userId, name, read_only, expires_at } = token;
    const details = { token_id: id, name, read_only, expires_at };
    return this.audit.record({ action, subject: { path: 'users', id: userId }, details, context }, tx);
  }

  private answer(row: Row): TokenAnswer {
    const { clock } = this.database;
    return {
      id: row['id'] as number,
      user_id: row['user_id'] as number,
      name: row['name'] as string | null,
      read_only: row['read_only'] === 1,
      expires_at: clock.toApi(row['expires_at'] as string),
      created_at: clock.toApi(row['created_at'] as string),
      last_used_at: clock.toApi((row['last_used_at'] ?? '') as string),
      last_address: row['last_address'] as string | null,
      ...(row['name'] === null
        ? { browser: row['browser'] === 1 }
        : {
            networks: JSON.parse((row['networks'] ?? 'null') as string) as string[] | null,
            perimeters: JSON.parse((row['perimeters'] ?? 'null') as string) as number[] | null,
          }),
    };
  }
}

/** Admits callers who have signed in, and no named tokens, before the body is read. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly tokens: NamedTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.tokens.requireSignedIn(contextOf(context.switchToHttp().getRequest<FastifyRequest>()).caller);
    return true;
  }
}
