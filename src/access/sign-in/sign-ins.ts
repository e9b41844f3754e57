/** From an identified user to a token or the session of a browser: the one way that all ways of signing in end in (identity 3, 5, 5a). */
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { DetailedError, fieldError } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import { registry, serviceOf, type ResourceService } from '../../engine/index.js';
import { BrowserSessions } from '../browser-sessions.js';
import { FactorRules } from '../factor/factor-rules.js';
import { Tickets } from '../factor/tickets.js';
import { LoginService } from '../login.service.js';
import { TokenService, type BrowserSession } from '../token.service.js';
import type { Identified } from './identified.js';

/** The answer to a log-in. Times are ISO, `user` as in single reads but without its links. */
export type LoggedIn = (TokenGiven | SessionGiven) & {
  expires_at: string;
  user: Record<string, unknown>;
  /** A second factor is required of them, and they have none: until they do, this serves for that alone. */
  enrol?: true;
};

interface TokenGiven {
  access_token: string;
  token_type: 'Bearer';
}

interface SessionGiven {
  session: BrowserSession;
}

/** What is asked for beside: `inBrowser`, the session of a browser; `remember`, one for as long as the settings allow. */
export interface Wish {
  inBrowser: boolean;
  remember: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class SignIns {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly logins: LoginService,
    private readonly tokens: TokenService,
    private readonly sessions: BrowserSessions,
    private readonly rules: FactorRules,
    private readonly tickets: Tickets,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
  ) {}

  /**
   * What a request for signing in asks for beside. To be read before anybody is identified.
   * @throws 400, 403 as `BrowserSessions.isAskedFor`; 422 where `remember` is not offered
   */
  wishOf(request: FastifyRequest, remember = false): Wish {
    const inBrowser = this.sessions.isAskedFor(request);
    if (inBrowser && remember && !this.config.sessionRemember) throw fieldError('remember', 'notOffered');
    return { inBrowser, remember: inBrowser && remember };
  }

  /**
   * Lets an identified user in, once they have shown a second factor where they have one. `login`: what they typed.
   * @throws 401 where the password was changed, or the user deleted or disabled, since they were identified; with `factor` and a `ticket`
   *   where something else is to be shown first; 429 after ten wrong ones within an hour
   */
  async complete(
    who: Identified,
    wish: Wish,
    request: FastifyRequest,
    reply: FastifyReply,
    login = '',
  ): Promise<LoggedIn> {
    const asked = await this.rules.askedOf(who);
    if (!Array.isArray(asked)) return this.give(who, wish, request, reply, asked === 'enrol');
    const ticket = await this.tickets.make({ who, login, remember: wish.remember }, request.ip);
    throw new DetailedError(401, 'factorNeeded', {}, { factor: asked, ticket }, { 'www-authenticate': 'Bearer' });
  }

  /**
   * Gives a token, or with `wish.inBrowser` a session in a cookie, and notes it in the journal. `enrolOnly`: it serves for getting a second
   * factor alone. Throws as `complete`.
   */
  async give(
    who: Identified,
    wish: Wish,
    request: FastifyRequest,
    reply: FastifyReply,
    enrolOnly = false,
  ): Promise<LoggedIn> {
    const { userId, way, identityId, providerSession, breakGlass, shown } = who;
    const { inBrowser, remember } = wish;
    const { tokenTtl, sessionMax, sessionIdle, sessionRemember } = this.config;
    const life = remember ? sessionRemember * DAY_MS : (inBrowser ? sessionMax : tokenTtl) * 1000;
    const ends = Date.now() + life;
    const browser = inBrowser && { browser: remember ? {} : { idle: sessionIdle } };
    // A provider may have let them through without asking anything.
    const isAsked = way !== 'oidc' || who.isFresh === true || shown !== undefined;
    const confirmedAt = way === 'device' ? who.confirmedAt : isAsked ? Date.now() : undefined;
    const use = { way, address: request.ip, identityId, providerSession, enrolOnly, confirmedAt, ...browser };
    const { id, token, expiresAt } = await this.database.transaction(async (tx) => {
      await this.logins.hold(who, tx);
      // What was signed in on this browser before could not be reached by anybody any more.
      if (inBrowser) await this.tokens.replace(this.sessions.tokenOf(request), tx);
      const issued = await this.tokens.issue(userId, ends, use, tx);
      const provider = way === 'ldap' || way === 'oidc' ? { provider: way } : {};
      const beside = { ...(shown && { factor: shown }), ...(breakGlass && { break_glass: true }) };
      const details = { expires_at: issued.expiresAt, way, ...provider, ...beside };
      const context = { address: request.ip, requestId: request.id, caller: { userId } };
      await this.audit.record({ action: 'logged_in', subject: { path: 'users', id: userId }, details, context }, tx);
      return issued;
    });
    if (breakGlass)
      this.logger.warn(`User ${userId} has signed in with a password, which LOCAL_LOGIN_USERS lets them.`);
    const answer = {
      expires_at: expiresAt,
      user: await this.userOf(userId),
      ...(enrolOnly && { enrol: true as const }),
    };
    if (!inBrowser) return { access_token: token, token_type: 'Bearer', ...answer };
    this.tokens.forget();
    this.sessions.give(request, reply, token, ends);
    return { session: (await this.tokens.sessionOf(id))!, ...answer };
  }

  private async userOf(id: number): Promise<Record<string, unknown>> {
    const user = { ...(await this.users.repository.show(id)) };
    for (const { name } of registry.get('users').links) delete user[name];
    return user;
  }
}
