/** The second step of signing in, and signing in by a passkey alone (identity 5b). */
import { createHash } from 'node:crypto';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Public } from '../../core/http/access.js';
import { fieldError, unauthenticated } from '../../core/http/errors.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { readObject, scalarToString } from '../../core/http/request-body.js';
import { Database } from '../../database/database.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { LoginThrottle } from '../login-throttle.js';
import { OidcProvider } from '../oidc/provider.js';
import type { Identified } from '../sign-in/identified.js';
import { isBreakGlass, mayUsePassword } from '../sign-in/settings.js';
import { SignIns, type LoggedIn } from '../sign-in/sign-ins.js';
import { FactorCheck, proofIn, type Proof } from './factor-check.js';
import { idIn, Passkeys, type PasskeyOptions } from './passkeys.js';
import { SecondFactors } from './second-factors.js';
import { Tickets, type Waiting } from './tickets.js';

/** Under which failures of an address are counted that name nobody, apart from its wrong passwords; so many people may share it. */
const [TICKETS, PASSKEYS, PEOPLE] = ['tickets', 'passkeys', 6];

/** What the question for a passkey is asked for. */
const ALONE = 'sign in';
const forTicket = (ticket: string): string => `ticket ${createHash('sha256').update(ticket).digest('hex')}`;

@Controller('api/login')
@Public()
export class LoginFactorController {
  constructor(
    private readonly tickets: Tickets,
    private readonly check: FactorCheck,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly throttle: LoginThrottle,
    private readonly signIns: SignIns,
    private readonly provider: OidcProvider,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The second factor, with the ticket that the password was answered with. */
  @Post('factor')
  @WithoutKey()
  @HttpCode(200)
  async factor(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoggedIn & { logout_url?: string }> {
    const body = await readObject(request);
    const [ticket, proof] = [ticketIn(body), proofIn(body)];
    if (!ticket) throw fieldError('ticket', 'required');
    if (!proof.code && proof.passkey === undefined) throw fieldError('code', 'required');
    const { waiting, wish } = await this.waiting(ticket, request);
    const { who, login } = waiting;
    const verify = () => this.check.check(who.userId, proof, forTicket(ticket), request);
    // Who comes from a provider has typed no login, and is counted alone all the same.
    const counted = login || `user ${who.userId}`;
    const shown = await this.throttle.guard(counted, request.ip, verify, () => request.raw.socket.destroyed);
    if (!shown) {
      await this.refuse(who.way, request, who.userId);
      throw unauthenticated('factorWrong');
    }
    if (!(await this.tickets.take(ticket, request.ip))) throw unauthenticated('ticketOver');
    const answer = await this.signIns.give({ ...who, shown }, wish, request, reply);
    const logoutUrl = who.way === 'oidc' ? await this.provider.logoutUrl() : undefined;
    return { ...answer, ...(logoutUrl !== undefined && { logout_url: logoutUrl }) };
  }

  /** What a browser asks for a passkey: with a ticket, one of its user; without, any that it has. */
  @Post('passkey/options')
  @WithoutKey()
  @HttpCode(200)
  async options(@Req() request: FastifyRequest): Promise<PasskeyOptions> {
    const ticket = ticketIn(await readObject(request));
    if (!ticket) return this.passkeys.optionsToShow(undefined, ALONE, request);
    const { waiting } = await this.waiting(ticket, request);
    const passkeys = await this.factors.passkeysOf(waiting.who.userId);
    return this.passkeys.optionsToShow(passkeys, forTicket(ticket), request);
  }

  /** A passkey alone: the device has made sure who it is. */
  @Post('passkey')
  @WithoutKey()
  @HttpCode(200)
  async passkey(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<LoggedIn> {
    const body = await readObject(request);
    const wish = this.signIns.wishOf(request, parseBoolean(scalarToString(body['remember'])) ?? false);
    const { passkey } = proofIn(body);
    if (passkey === undefined) throw fieldError('passkey', 'required');
    let known: number | undefined;
    const verify = async (): Promise<Identified | undefined> => {
      const found = await this.find(passkey);
      known = found?.userId;
      return found && (await this.isShown(found, passkey, request)) ? found.who : undefined;
    };
    const gone = (): boolean => request.raw.socket.destroyed;
    const who = await this.throttle.guard(PASSKEYS, request.ip, verify, gone, undefined, PEOPLE);
    if (who) return this.signIns.complete(who, wish, request, reply);
    await this.refuse('passkey', request, known);
    throw unauthenticated('factorWrong');
  }

  /** The user of a passkey, as far as they may come in by it: of those whom the directory decides of, it alone does. */
  private async find(
    answer: Proof['passkey'],
  ): Promise<(Awaited<ReturnType<SecondFactors['passkey']>> & { who: Identified }) | undefined> {
    const id = idIn(answer);
    const found = id === undefined ? undefined : await this.factors.passkey(id);
    if (!found) return undefined;
    const inDirectory = "(SELECT COUNT(*) FROM own_identities i WHERE i.user_id = u.id AND i.provider = 'ldap')";
    const sql = `SELECT u.login, ${inDirectory} AS in_directory FROM users u WHERE u.id = ? AND u.deleted_at IS NULL`;
    const [user] = await this.database.all(sql, [found.userId]);
    const { signIn } = this.config;
    if (!user || Number(user['in_directory']) > 0 || !mayUsePassword(signIn, user['login'] as string)) return undefined;
    const breakGlass = isBreakGlass(signIn, user['login'] as string) && { breakGlass: true };
    return { ...found, who: { userId: found.userId, way: 'passkey', shown: 'passkey', ...breakGlass } };
  }

  private async isShown(
    { factorId, passkey }: NonNullable<Awaited<ReturnType<SecondFactors['passkey']>>>,
    answer: unknown,
    request: FastifyRequest,
  ): Promise<boolean> {
    const counter = await this.passkeys.shown(answer, passkey, ALONE, true, request);
    return counter !== undefined && this.factors.useCounter(factorId, counter, this.database);
  }

  /** Who waits with a ticket, and what they wish for. Throws 401, and as `SignIns.wishOf`. */
  private async waiting(
    ticket: string,
    request: FastifyRequest,
  ): Promise<{ waiting: Waiting; wish: ReturnType<SignIns['wishOf']> }> {
    const read = () => this.tickets.read(ticket, request.ip);
    const gone = (): boolean => request.raw.socket.destroyed;
    const waiting = await this.throttle.guard(TICKETS, request.ip, read, gone, undefined, PEOPLE);
    if (!waiting) throw unauthenticated('ticketOver');
    return { waiting, wish: this.signIns.wishOf(request, waiting.remember) };
  }

  private refuse(way: string, request: FastifyRequest, userId?: number): Promise<void> {
    const subject = userId === undefined ? {} : { subject: { path: 'users', id: userId } };
    const context = { address: request.ip, requestId: request.id };
    return this.audit.record({ action: 'login_refused', ...subject, details: { way, reason: 'factor' }, context });
  }
}

const ticketIn = (body: Record<string, unknown>): string => scalarToString(body['ticket']).slice(0, 100);
