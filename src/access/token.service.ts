/** Tokens: made at log-in, kept as hashes, and turned back into callers (contract 2). */
import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { Caller, Reads, RequestContext } from '../core/http/caller.js';
import { forbidden, unauthenticated, type KindName } from '../core/http/errors.js';
import { Database, type Session } from '../database/database.js';
import { ADMIN_ROLE } from './rights.js';

/** What a token says of itself. */
export interface Claims {
  sub: string;
  jti: string;
  exp: number;
}

/** What tokens are called; they are no resource. */
export const TOKENS: KindName = { path: 'tokens', titles: { en: ['Token', 'Tokens'], fr: ['Jeton', 'Jetons'] } };

/** How long a caller is remembered, in milliseconds: a change of rights elsewhere is seen after that at the latest. */
const REMEMBERED = 1000;
const MAX_CACHED = 10_000;

const CALLERS = `
  SELECT t.id AS token, t.user_id, t.read_only, u.language, r.id AS role, p.title,
    lu.per_minute AS user_limit, lt.per_minute AS token_limit
  FROM own_tokens t
  JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL
  LEFT JOIN own_request_limits lu ON lu.user_id = t.user_id
  LEFT JOIN own_request_limits lt ON lt.token_id = t.id
  LEFT JOIN role_user ru ON ru.user_id = u.id
  LEFT JOIN roles r ON r.id = ru.role_id AND r.deleted_at IS NULL
  LEFT JOIN permission_role pr ON pr.role_id = r.id AND r.id <> ${ADMIN_ROLE}
  LEFT JOIN permissions p ON p.id = pr.permission_id
  WHERE t.expires_at > ? AND `;
const BY_HASH = `${CALLERS}t.hash = ?`;
const BY_ID = `${CALLERS}t.id = ?`;

@Injectable()
export class TokenService {
  private readonly callers = new Map<string, { caller: Caller; until: number }>();
  /** Counts the changes of rights: what was read before one is not remembered after it. */
  private changes = 0;

  constructor(
    private readonly jwt: JwtService,
    private readonly database: Database,
  ) {}

  /** A new token of a user, and when it ends. `ends`: milliseconds since 1970; `named`: for a script, with a name. */
  async issue(
    userId: number,
    ends: number,
    named?: { name: string; readOnly: boolean },
    session: Session = this.database,
  ): Promise<{ id: number; token: string; expiresAt: string }> {
    const jti = randomUUID();
    const now = Date.now();
    const { toStored, toApi } = clockOf(this.database);
    const expires = toStored(ends);
    const { insertId: id } = await session.run(
      'INSERT INTO own_tokens (user_id, hash, name, read_only, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      [userId, hash(jti), named?.name ?? null, named?.readOnly ? 1 : 0, expires, toStored(now)],
    );
    const token = this.jwt.sign({ sub: String(userId) }, { jwtid: jti, expiresIn: Math.ceil((ends - now) / 1000) });
    return { id, token, expiresAt: toApi(expires)! };
  }

  /** The caller that a token stood for within the last second, without asking anybody. */
  remembered(token: string): Caller | undefined {
    const entry = this.callers.get(token);
    const now = Date.now();
    // Not for longer where the clock was set back meanwhile.
    return entry && entry.until > now && entry.until <= now + REMEMBERED ? entry.caller : undefined;
  }

  /** The caller behind verified claims: one statement. Undefined if the token was revoked or the user deleted. */
  async caller(claims: Claims, token: string): Promise<Caller | undefined> {
    const { changes } = this;
    const rows = await this.database.all(BY_HASH, [clockOf(this.database).toStored(Date.now()), hash(claims.jti)]);
    const first = rows[0];
    if (!first) {
      this.callers.delete(token);
      return undefined;
    }
    const caller = this.rechecked(callerOf(first, rows));
    if (changes !== this.changes) return caller;
    if (this.callers.size >= MAX_CACHED) this.callers.clear();
    this.callers.set(token, { caller, until: Math.min(Date.now() + REMEMBERED, claims.exp * 1000) });
    return caller;
  }

  private rechecked(caller: Caller): Caller {
    const { database } = this;
    caller.recheck = (session = database, holds = false) => requireStill(session, { caller }, database, holds);
    return caller;
  }

  /** Makes every caller be asked for again: rights have changed. */
  forget(): void {
    this.changes++;
    this.callers.clear();
  }

  /** Ends one token. */
  async revoke(tokenId: number): Promise<void> {
    await this.database.run('DELETE FROM own_tokens WHERE id = ?', [tokenId]);
    this.forget();
  }
}

/**
 * Throws unless the token and the rights that a request was let in with still hold, and with `holds` keeps it so until the
 * transaction ends: what is stored must not be of somebody who has lost their rights a moment ago. Whoever comes without a
 * token is the program itself.
 * @throws 401 once the token or its user is gone, 403 once they have lost a right
 */
export async function requireStill(
  tx: Reads,
  { caller }: Pick<RequestContext, 'caller'>,
  database: Database,
  holds = true,
): Promise<void> {
  if (!caller.tokenId) return;
  const now = clockOf(database).toStored(Date.now());
  // Who ends a token, deletes its user or changes their roles has these rows, or waits for them.
  if (holds)
    await tx.all(
      `SELECT t.id FROM own_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = ?${database.dialect.forUpdate}`,
      [caller.tokenId],
    );
  const rows = await tx.all(BY_ID, [now, caller.tokenId]);
  if (!rows[0]) throw unauthenticated();
  const still = callerOf(rows[0], rows);
  if (still.admin) return;
  if (caller.admin) throw forbidden('Admin');
  for (const ability of caller.abilities) if (!still.abilities.has(ability)) throw forbidden(ability);
}

function callerOf(first: Row, rows: readonly Row[]): Caller {
  const roleIds = [...new Set(rows.map(({ role }) => role as number | null).filter((role) => role !== null))];
  return {
    userId: first['user_id'] as number,
    tokenId: first['token'] as number,
    admin: roleIds.includes(ADMIN_ROLE),
    abilities: new Set(rows.map(({ title }) => title as string).filter((title) => title !== null)),
    roleIds,
    language: first['language'] as string | null,
    readOnly: first['read_only'] === 1,
    limits: { user: first['user_limit'] as number | null, token: first['token_limit'] as number | null },
  };
}

type Row = Record<string, unknown>;

const hash = (jti: string): string => createHash('sha256').update(jti).digest('hex');

const clockOf = ({ clock }: Database) => ({
  toStored: (at: number): string => clock.toStored(at),
  toApi: (stored: string): string | null => clock.toApi(stored),
});
