/** Tokens that the provider made, in place of our own on the API; and its word that somebody has signed out there (identity 5, 8). */
import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import { AuditEvents, type AuditContext } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import type { Caller } from '../../core/http/caller.js';
import { Database } from '../../database/database.js';
import { Accounts } from '../sign-in/accounts.js';
import { Identities } from '../sign-in/identities.js';
import { Refused, type Person } from '../sign-in/identified.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { TokenService } from '../token.service.js';
import { OidcProvider } from './provider.js';
import { ProviderKeys } from './provider-keys.js';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Seconds by which clocks may differ. */
const TOLERANCE = 60;
/** Milliseconds: how long a token is taken without its signature being looked at again, is refused without that, and is a caller remembered. */
const [TAKEN, REFUSED, REMEMBERED] = [600_000, 30_000, 1000];
const MAX_CACHED = 10_000;
/** Characters of a token that are looked at. */
const MAX_LENGTH = 16_384;
/** Kinds of tokens by their header: what has another is for something else. */
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_AGE = 120;

interface Taken {
  userId: number | undefined;
  identityId: number | undefined;
  ends: number;
  readOnly: boolean;
  until: number;
  caller?: { caller: Caller; until: number };
}

/** Sessions at the provider are kept as hashes. */
export const hashOfSession = (session: string): string => createHash('sha256').update(session).digest('hex');

@Injectable()
export class ProviderTokens {
  private readonly logger = new Logger('OpenID');
  private readonly taken = new Map<string, Taken>();

  constructor(
    private readonly provider: OidcProvider,
    private readonly keys: ProviderKeys,
    private readonly accounts: Accounts,
    private readonly identities: Identities,
    private readonly tokens: TokenService,
    private readonly codes: SigninCodes,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Whether a token is one that the provider may have made: such are taken, and it is not signed as ours are. */
  mayBe(token: string): boolean {
    if (!this.config.oidc?.audience.length || token.length > MAX_LENGTH) return false;
    try {
      const header = JSON.parse(Buffer.from(token.split('.', 1)[0]!, 'base64url').toString('utf8')) as {
        alg?: unknown;
      };
      return typeof header.alg === 'string' && ALGORITHMS.includes(header.alg);
    } catch {
      return false;
    }
  }

  /** The caller with a token of the provider; undefined where it is not taken. */
  async caller(token: string, context: AuditContext): Promise<Caller | undefined> {
    const key = createHash('sha256').update(token).digest('base64');
    const now = Date.now();
    let taken = this.taken.get(key);
    if (!taken || taken.until <= now) {
      taken = await this.read(token, context);
      if (this.taken.size >= MAX_CACHED) this.taken.clear();
      this.taken.set(key, taken);
    }
    if (taken.userId === undefined || taken.ends <= now) return undefined;
    if (taken.caller && taken.caller.until > now) return taken.caller.caller;
    const { userId, identityId, ends, readOnly } = taken;
    const caller = await this.tokens.callerOfProvider({ userId, identityId, ends, readOnly });
    if (caller) taken.caller = { caller, until: now + REMEMBERED };
    else this.taken.delete(key);
    return caller;
  }

  /**
   * The provider says that somebody has signed out, or must be: ends the tokens of that session, or, where it names none, all of theirs.
   * @returns whether the message is taken
   */
  async signOut(message: string): Promise<boolean> {
    try {
      const { jwtVerify } = await import('./library.js');
      const { issuer, clientId } = this.config.oidc!;
      const { payload, protectedHeader } = await jwtVerify(message, this.keys.find, {
        ...{ issuer, audience: clientId, algorithms: ALGORITHMS, clockTolerance: TOLERANCE },
        ...{ maxTokenAge: LOGOUT_AGE, requiredClaims: ['iat', 'jti', 'events'] },
      });
      const { sub, sid, jti, events, nonce } = payload as JWTPayload & Record<string, unknown>;
      const isOne = typeof events === 'object' && events !== null && LOGOUT_EVENT in events && nonce === undefined;
      const isType = [undefined, 'jwt', 'logout+jwt'].includes(protectedHeader.typ?.toLowerCase());
      if (!isOne || !isType || (typeof sid !== 'string' && typeof sub !== 'string')) throw new Error('It is none.');
      if (!(await this.codes.isFirst(`${issuer} ${jti}`, LOGOUT_AGE + 2 * TOLERANCE)))
        throw new Error('It came before.');
      await (typeof sid === 'string' ? this.endSession(sid) : this.endAll(sub!));
      return true;
    } catch (error) {
      this.logger.warn(`A message that somebody signed out is not taken: ${(error as Error).message}`);
      return false;
    }
  }

  private async endSession(session: string): Promise<void> {
    await this.database.run('DELETE FROM own_tokens WHERE provider_session = ?', [hashOfSession(session)]);
    this.tokens.forget();
  }

  private async endAll(subject: string): Promise<void> {
    const { issuer } = this.config.oidc!;
    const linked = await this.identities.find({ provider: 'oidc', issuer, subject });
    if (linked) await this.database.run('DELETE FROM own_tokens WHERE user_id = ?', [linked.userId]);
    this.tokens.forget();
  }

  /** Checks a token, and finds its user, with the roles that its groups give. */
  private async read(token: string, context: AuditContext): Promise<Taken> {
    const refused = { userId: undefined, identityId: undefined, ends: 0, readOnly: true, until: Date.now() + REFUSED };
    const claims = await this.verified(token).catch((error: unknown) => {
      this.logger.warn(`A token of the provider is not taken: ${(error as Error).message}`);
      return undefined;
    });
    if (!claims) return refused;
    try {
      const person = withoutLogin(this.provider.personOf(claims), claims);
      const { userId, identityId } = await this.accounts.admit(person, context);
      const { writeScope } = this.config.oidc!;
      const scopes = String(claims['scope'] ?? claims['scp'] ?? '').split(/[\s,]+/);
      const readOnly = writeScope !== undefined && !scopes.includes(writeScope);
      const ends = (claims.exp! + TOLERANCE) * 1000;
      return { userId, identityId, ends, readOnly, until: Math.min(ends, Date.now() + TAKEN) };
    } catch (error) {
      // A database that is away says nothing of the token.
      if (!(error instanceof Refused)) throw error;
      const { reason, userId: id } = error;
      const subject = id === undefined ? {} : { subject: { path: 'users', id } };
      await this.audit.record({ action: 'login_refused', ...subject, details: { way: 'jwt', reason }, context });
      this.logger.warn(`A token of the provider is not taken: ${reason}`);
      return refused;
    }
  }

  /** What a token says, if it is for this server. Throws where it is not. */
  private async verified(token: string): Promise<JWTPayload & Record<string, unknown>> {
    const { issuer, audience, clients } = this.config.oidc!;
    const { jwtVerify } = await import('./library.js');
    const { payload, protectedHeader } = await jwtVerify(token, this.keys.find, {
      ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: TOLERANCE },
      requiredClaims: ['sub', 'exp', 'aud'],
    });
    const claims = payload as JWTPayload & Record<string, unknown>;
    if (!TYPES.has(protectedHeader.typ?.toLowerCase())) throw new Error(`It is of type ${protectedHeader.typ}.`);
    // Some say in the token itself what it is for.
    if (claims['typ'] !== undefined && claims['typ'] !== 'Bearer') throw new Error('It is no token for access.');
    const client = claims['azp'] ?? claims['client_id'];
    if (clients.length && !clients.includes(String(client)))
      throw new Error(`Its client ${String(client)} is not in OIDC_CLIENTS.`);
    return claims;
  }
}

/** A client by itself is nobody for whom a user is made, or who is one by a claim: an administrator links it to one. */
function withoutLogin(person: Person, claims: Readonly<Record<string, unknown>>): Person {
  const clients = [claims['client_id'], claims['azp'], claims['clientId']];
  const isClient = clients.includes(person.subject) || /^service-account-/.test(person.login ?? '');
  return isClient ? { ...person, login: undefined, email: undefined } : person;
}
