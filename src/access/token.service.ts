/** Tokens: made at log-in, kept as hashes, and turned back into callers (contract 2). */
import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '../config.js';
import type { Caller, Reads, RequestContext } from '../core/http/caller.js';
import { forbidden, unauthenticated, type KindName } from '../core/http/errors.js';
import { storageCauseOf } from '../core/http/storage-errors.js';
import { Database, type Session, type Transaction } from '../database/database.js';
import { homeOfRole, isNarrower, PERIMETERS_OF_ROLES, withReach } from './perimeters/reach.js';
import { ADMIN_ROLE } from './rights.js';
import type { Way } from './sign-in/identified.js';

/** What a token says of itself. */
export interface Claims {
  sub: string;
  jti: string;
  exp: number;
}

/** What a token is for: a script, under a name; the pages in a browser; otherwise a program that has signed in. */
export interface TokenUse {
  named?: { name: string; readOnly: boolean; networks?: readonly string[]; perimeters?: readonly number[] };
  /** `idle`: seconds after its last use after which it ends, where it does. */
  browser?: { idle?: number };
  /** From where somebody signed in, and how. */
  address?: string;
  way?: Way;
  /** Of whoever signed in at a provider: their identity, and the hash of their session there. */
  identityId?: number | undefined;
  providerSession?: string | undefined;
  /** It serves for getting a second factor alone. */
  enrolOnly?: boolean;
  /** When they last showed that it is them; milliseconds since 1970. */
  confirmedAt?: number | undefined;
}

/** The session of a browser, as its pages are told of it; its secret is in a cookie. */
export interface BrowserSession {
  id: number;
  /** When it ends if it is not used. */
  expires_at: string;
  /** When it ends in any case. */
  ends_at: string;
}

/** What tokens are called; they are no resource. */
export const TOKENS: KindName = { path: 'tokens', titles: { en: ['Token', 'Tokens'], fr: ['Jeton', 'Jetons'] } };

/** How long a caller is remembered, in milliseconds: a change of rights elsewhere is seen after that at the latest. */
const REMEMBERED = 1000;
const MAX_CACHED = 10_000;
/** Milliseconds between two attempts to store the end of a token. */
const AGAIN = 5000;
/** Seconds between two notes of the use of a token, and how many there are at least in the time after which it ends unused. */
const [NOTED_EVERY, NOTES] = [300, 60];

const callers = (signedIn: string): string => `
  SELECT t.id AS token, t.user_id, t.read_only, t.browser, t.last_used_at, t.name AS token_name, t.way, t.networks,
    t.enrol_only, t.perimeters, ${signedIn} AS signed_in, u.language, r.id AS role, ${homeOfRole('r')} AS home, pp.perimeter_id AS perimeter, p.title, lu.per_minute AS user_limit, lt.per_minute AS token_limit
  FROM own_tokens t
  JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL
  LEFT JOIN own_request_limits lu ON lu.user_id = t.user_id
  LEFT JOIN own_request_limits lt ON lt.token_id = t.id
  LEFT JOIN role_user ru ON ru.user_id = u.id
  LEFT JOIN roles r ON r.id = ru.role_id AND r.deleted_at IS NULL
  ${PERIMETERS_OF_ROLES}
  LEFT JOIN permission_role pr ON pr.role_id = r.id AND r.id <> ${ADMIN_ROLE}
  LEFT JOIN permissions p ON p.id = pr.permission_id
  WHERE t.expires_at > ? AND `;
/** When whoever was made for a provider last signed in there. */
export const SIGNED_IN =
  '(SELECT MAX(i.last_sign_in) FROM own_identities i WHERE i.user_id = t.user_id AND i.made = 1)';
const byId = (): string => `${callers('NULL')}t.id = ?`;
/** The rights of a user who comes with a token that is stored nowhere. */
const byUser = (): string => `
  SELECT 0 AS token, u.id AS user_id, 0 AS read_only, 0 AS browser, NULL AS last_used_at, 'jwt' AS way, NULL AS networks,
    0 AS enrol_only, NULL AS perimeters, NULL AS signed_in, u.language, r.id AS role, ${homeOfRole('r')} AS home, pp.perimeter_id AS perimeter, p.title, lu.per_minute AS user_limit, NULL AS token_limit
  FROM users u
  LEFT JOIN own_user_states s ON s.user_id = u.id
  LEFT JOIN own_request_limits lu ON lu.user_id = u.id
  LEFT JOIN role_user ru ON ru.user_id = u.id
  LEFT JOIN roles r ON r.id = ru.role_id AND r.deleted_at IS NULL
  ${PERIMETERS_OF_ROLES}
  LEFT JOIN permission_role pr ON pr.role_id = r.id AND r.id <> ${ADMIN_ROLE}
  LEFT JOIN permissions p ON p.id = pr.permission_id
  WHERE u.deleted_at IS NULL AND s.user_id IS NULL AND u.id = ?`;
/** The same of somebody who has still the identity for which their token was made. */
const byIdentity = (): string =>
  `${byUser()} AND EXISTS (SELECT 1 FROM own_identities i WHERE i.id = ? AND i.user_id = u.id)`;

/** A token of the provider: whose it is, until when (milliseconds since 1970), and whether it only reads. */
interface ProviderToken {
  userId: number;
  identityId: number | undefined;
  ends: number;
  readOnly: boolean;
}

@Injectable()
export class TokenService implements OnModuleDestroy {
  private readonly callers = new Map<string, { caller: Caller; until: number }>();
  /** Counts the changes of rights: what was read before one is not remembered after it. */
  private changes = 0;
  /** Tokens that have ended, by id, with what stores that: while the database takes no writes they are refused here. */
  private readonly ended = new Map<number, () => Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  /** Milliseconds between two notes of the use of a token. */
  private readonly noted: number;
  private readonly byHash: string;

  constructor(
    private readonly jwt: JwtService,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.noted = Math.min(NOTED_EVERY, config.sessionIdle / NOTES) * 1000;
    const hasProvider = config.ldap !== undefined || config.oidc !== undefined;
    this.byHash = `${callers(hasProvider ? SIGNED_IN : 'NULL')}t.hash = ?`;
  }

  /** A new token of a user, and when it ends, at the latest where that is by its use. `ends`: milliseconds since 1970. */
  async issue(
    userId: number,
    ends: number,
    { named, browser, address, way, identityId, providerSession, enrolOnly, confirmedAt }: TokenUse = {},
    session: Session = this.database,
  ): Promise<{ id: number; token: string; expiresAt: string }> {
    const jti = randomUUID();
    const now = Date.now();
    const { toStored, toApi } = clockOf(this.database);
    const idle = browser?.idle;
    const row = {
      user_id: userId,
      hash: hash(jti),
      name: named?.name ?? null,
      read_only: named?.readOnly ? 1 : 0,
      expires_at: toStored(idle === undefined ? ends : Math.min(ends, now + idle * 1000)),
      created_at: toStored(now),
      browser: browser ? 1 : 0,
      ends_at: idle === undefined ? null : toStored(ends),
      last_used_at: named ? null : toStored(now),
      last_address: address ?? null,
      way: named ? 'token' : (way ?? null),
      networks: named?.networks?.length ? JSON.stringify(named.networks) : null,
      perimeters: named?.perimeters?.length ? JSON.stringify(named.perimeters) : null,
      identity_id: identityId ?? null,
      provider_session: providerSession ?? null,
      enrol_only: enrolOnly ? 1 : 0,
      confirmed_at: confirmedAt === undefined ? null : toStored(confirmedAt),
    };
    const names = Object.keys(row);
    const sql = `INSERT INTO own_tokens (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const { insertId: id } = await session.run(sql, Object.values(row));
    const token = this.jwt.sign({ sub: String(userId) }, { jwtid: jti, expiresIn: Math.ceil((ends - now) / 1000) });
    return { id, token, expiresAt: toApi(row.expires_at)! };
  }

  /**
   * Notes now and then that a token is used, and from where; the session of a browser lasts longer for it. Nobody waits for it, and where the
   * database takes no writes nothing is noted.
   */
  noteUse(caller: Caller, address: string): void {
    const now = Date.now();
    if (now - (caller.usedAt ?? 0) < this.noted) return;
    caller.usedAt = now;
    const { toStored } = clockOf(this.database);
    const ends = toStored(now + this.config.sessionIdle * 1000);
    const at = toStored(now);
    const longer = 'CASE WHEN ends_at IS NULL THEN expires_at WHEN ends_at < ? THEN ends_at ELSE ? END';
    const sql = `UPDATE own_tokens SET last_used_at = ?, last_address = ?, expires_at = ${longer} WHERE id = ? AND expires_at > ?`;
    this.database.run(sql, [at, address, ends, ends, caller.tokenId, at]).catch(() => undefined);
  }

  /** The session with this id; undefined once it is gone. */
  async sessionOf(id: number): Promise<BrowserSession | undefined> {
    const [row] = await this.database.all('SELECT expires_at, ends_at FROM own_tokens WHERE id = ?', [id]);
    if (!row) return undefined;
    const { toApi } = clockOf(this.database);
    const expires = toApi(row['expires_at'] as string)!;
    return { id, expires_at: expires, ends_at: toApi((row['ends_at'] ?? '') as string) ?? expires };
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
    const rows = await this.database.all(this.byHash, [clockOf(this.database).toStored(Date.now()), hash(claims.jti)]);
    const first = rows[0];
    if (!first || this.isEnded(first['token'] as number)) {
      this.callers.delete(token);
      return undefined;
    }
    this.requireSignedInLately(first);
    const noted = clockOf(this.database).toApi((first['last_used_at'] ?? '') as string);
    const known = await withReach(callerOf(first, rows), rows, this.database);
    const caller = this.rechecked({ ...known, usedAt: Date.parse(noted ?? '') || 0 });
    if (changes !== this.changes) return caller;
    if (this.callers.size >= MAX_CACHED) this.callers.clear();
    this.callers.set(token, { caller, until: Math.min(Date.now() + REMEMBERED, claims.exp * 1000) });
    return caller;
  }

  /** A user with their rights, before they have a token; undefined where they are gone or disabled. */
  async rightsOf(userId: number, session: Pick<Session, 'all'> = this.database): Promise<Caller | undefined> {
    const rows = await session.all(byUser(), [userId]);
    return rows[0] && withReach(callerOf(rows[0], rows), rows, session);
  }

  /** The caller who comes with a token of the provider, until it ends; undefined where the user is gone, disabled or unlinked. */
  async callerOfProvider({ userId, identityId = 0, ends, readOnly }: ProviderToken): Promise<Caller | undefined> {
    const rows = await this.database.all(byIdentity(), [userId, identityId]);
    if (!rows[0]) return undefined;
    const caller = await withReach(callerOf(rows[0], rows), rows, this.database);
    return this.rechecked({ ...caller, readOnly, providerToken: { ends, identityId } });
  }

  /** Named tokens of people who no longer sign in at their provider end with that: leavers, of whom nobody tells. Throws 401. */
  private requireSignedInLately({ token_name: name, signed_in: at }: Row): void {
    if (name === null || at === null) return;
    const last = Date.parse(this.database.clock.toApi(at as string) ?? '');
    if (last + this.config.signIn.ssoMaxAge * 1000 < Date.now()) throw unauthenticated('signInAgain');
  }

  private rechecked(caller: Caller): Caller {
    const { database } = this;
    caller.recheck = async (session = database, holds = false) => {
      if (this.isEnded(caller.tokenId)) throw unauthenticated();
      await requireStill(session, { caller }, database, holds);
    };
    return caller;
  }

  /** Ends the session of a browser that has another one now; nothing where there was none. To be followed by `forget`. */
  async replace(token: string | null, tx: Session): Promise<void> {
    const { jti } =
      token === null ? {} : ((await this.jwt.verifyAsync<Claims>(token).catch(() => ({}))) as Partial<Claims>);
    if (jti !== undefined) await tx.run('DELETE FROM own_tokens WHERE hash = ? AND browser = 1', [hash(jti)]);
  }

  /** Makes every caller be asked for again: rights have changed. */
  forget(): void {
    this.changes++;
    this.callers.clear();
  }

  /**
   * Ends one token. `note`: writes it to the journal. Where the database takes no writes, such as on a full disk, this server refuses
   * the token all the same, and stores its end as soon as it can; the error of the database is thrown.
   */
  async revoke(tokenId: number, note: (tx: Transaction) => Promise<void>): Promise<void> {
    const store = (): Promise<void> =>
      this.database.transaction(async (tx) => {
        await tx.run('DELETE FROM own_tokens WHERE id = ?', [tokenId]);
        await note(tx);
      });
    this.ended.set(tokenId, store);
    this.forget();
    try {
      await store();
      this.ended.delete(tokenId);
    } catch (error) {
      if (storageCauseOf(error)) this.timer ??= setInterval(() => void this.storeEnded(), AGAIN).unref();
      else this.ended.delete(tokenId);
      throw error;
    } finally {
      this.forget();
    }
  }

  /** Whether a token has ended here, although the database may not know of it yet. */
  isEnded(tokenId: number): boolean {
    return this.ended.has(tokenId);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async storeEnded(): Promise<void> {
    for (const [id, store] of this.ended) {
      const isStored = await store().then(
        () => true,
        () => false,
      );
      // One that fails stands for all: there is no room yet.
      if (!isStored) return;
      this.ended.delete(id);
    }
    clearInterval(this.timer);
    this.timer = undefined;
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
  const { providerToken } = caller;
  if (!caller.tokenId && !providerToken) return;
  const now = clockOf(database).toStored(Date.now());
  if (providerToken) {
    if (providerToken.ends <= Date.now()) throw unauthenticated();
    if (holds) await tx.all(`SELECT id FROM users WHERE id = ?${database.dialect.forUpdate}`, [caller.userId]);
    return requireRights(await tx.all(byIdentity(), [caller.userId, providerToken.identityId]), caller, tx);
  }
  // Who ends a token, deletes its user or changes their roles has these rows, or waits for them.
  if (holds)
    await tx.all(
      `SELECT t.id FROM own_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = ?${database.dialect.forUpdate}`,
      [caller.tokenId],
    );
  await requireRights(await tx.all(byId(), [now, caller.tokenId]), caller, tx);
}

async function requireRights(rows: readonly Row[], caller: Caller, session: Reads): Promise<void> {
  if (!rows[0]) throw unauthenticated();
  const still = await withReach(callerOf(rows[0], rows), rows, session);
  if (still.admin) return;
  if (caller.admin) throw forbidden('Admin');
  for (const ability of caller.abilities)
    if (!still.abilities.has(ability) || isNarrower(still, caller, ability)) throw forbidden(ability);
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
    inBrowser: first['browser'] === 1,
    ...(first['enrol_only'] === 1 && { enrolOnly: true }),
    way: (first['way'] ?? (first['token_name'] === null ? 'password' : 'token')) as string,
    ...(first['networks'] !== null && { networks: JSON.parse(first['networks'] as string) as string[] }),
    limits: { user: first['user_limit'] as number | null, token: first['token_limit'] as number | null },
  };
}

type Row = Record<string, unknown>;

const hash = (jti: string): string => createHash('sha256').update(jti).digest('hex');

const clockOf = ({ clock }: Database) => ({
  toStored: (at: number): string => clock.toStored(at),
  toApi: (stored: string): string | null => clock.toApi(stored),
});
