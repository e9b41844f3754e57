/** Limits of requests of single users and named tokens, set by administrators (contract 11). */
import { Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import { TOKENS, TokenService } from '../../access/token.service.js';
import { recheckLate, type RequestContext } from '../../core/http/caller.js';
import { notFound, type KindName } from '../../core/http/errors.js';
import { Database, type Session } from '../../database/database.js';
import { registry } from '../../engine/index.js';

/** What has a limit: a user, or a named token. */
export type Limited = 'users' | 'tokens';

/** What is said of one that there is not. */
export const kindOf = (of: Limited): KindName => (of === 'tokens' ? TOKENS : registry.get('users'));

/** Requests a minute; 0: any number, null: as the settings say. */
export type PerMinute = number | null;

/** Where a limit is kept, and how its owner is found: the owner's user is named in the journal. */
const PLACES = {
  users: { column: 'user_id', owner: 'SELECT id AS user_id FROM users WHERE id = ? AND deleted_at IS NULL' },
  tokens: { column: 'token_id', owner: 'SELECT user_id FROM own_tokens WHERE id = ? AND name IS NOT NULL' },
} as const;

@Injectable()
export class RequestLimitsService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
  ) {}

  /** The limit of a user or a named token. Throws 404 where there is none with this id. */
  async read(of: Limited, id: number): Promise<PerMinute> {
    await this.ownerOf(of, id, this.database, '');
    return this.stored(of, id, this.database);
  }

  /** Sets a limit, which counts from the next request on, on every server within a second. Throws 404 as `read` does. */
  async set(of: Limited, id: number, perMinute: PerMinute, context: RequestContext): Promise<void> {
    const { column } = PLACES[of];
    await this.database.transaction(async (tx) => {
      // Locked, so that two who set it at once do so one after the other.
      const user = await this.ownerOf(of, id, tx, this.database.dialect.forUpdate);
      const before = await this.stored(of, id, tx);
      await tx.run(`DELETE FROM own_request_limits WHERE ${column} = ?`, [id]);
      if (perMinute !== null) {
        await tx.run(`INSERT INTO own_request_limits (${column}, per_minute) VALUES (?, ?)`, [id, perMinute]);
      }
      const details = { ...(of === 'tokens' && { token_id: id }), before, after: perMinute };
      const subject = { path: 'users', id: user };
      await this.audit.record({ action: 'request_limit_changed', subject, details, context }, tx);
      await recheckLate(context, tx, true);
    });
    this.tokens.forget();
  }

  private async stored(of: Limited, id: number, session: Pick<Session, 'all'>): Promise<PerMinute> {
    const sql = `SELECT per_minute FROM own_request_limits WHERE ${PLACES[of].column} = ?`;
    const [row] = await session.all(sql, [id]);
    return (row?.['per_minute'] as number | undefined) ?? null;
  }

  /** The user who has the limit, or the token with it. */
  private async ownerOf(of: Limited, id: number, session: Pick<Session, 'all'>, lock: string): Promise<number> {
    const [row] = await session.all(PLACES[of].owner + lock, [id]);
    if (!row) throw notFound(kindOf(of), id);
    return row['user_id'] as number;
  }
}
