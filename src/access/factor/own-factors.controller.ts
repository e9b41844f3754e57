/** The caller's own second factors, and the confirmation that it is still them (identity 5b). */
import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents, type AuditAction } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Authenticated, WhileEnrolling } from '../../core/http/access.js';
import { contextOf, type RequestContext } from '../../core/http/caller.js';
import { ApiError, fieldError, notFound, unauthenticated, type KindName } from '../../core/http/errors.js';
import { readObject, scalarToString } from '../../core/http/request-body.js';
import { Database, type Transaction } from '../../database/database.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { LoginService } from '../login.service.js';
import { LoginThrottle } from '../login-throttle.js';
import { SignedInGuard } from '../named-tokens.service.js';
import { Sealer } from '../sealed.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { requireStill, TokenService } from '../token.service.js';
import { tokenSecret } from '../token.strategy.js';
import { FactorCheck, proofIn } from './factor-check.js';
import { FactorRules } from './factor-rules.js';
import { Passkeys, type PasskeyOptions } from './passkeys.js';
import { SecondFactors, type FactorAnswer, type Taken } from './second-factors.js';
import { CONFIRMED_S, StepUp } from './step-up.js';
import { newSecret, plainCode, stepOf, type NewSecret } from './totp.js';

export const FACTORS: KindName = {
  path: 'factors',
  titles: { en: ['Second factor', 'Second factors'], fr: ['Second facteur', 'Seconds facteurs'] },
};
/** Most factors of a user, and letters of a name. */
const [MOST, MAX_NAME] = [20, 255];
/** Seconds that somebody may take to set an app up. */
const SETUP_S = 900;
const KINDS = ['totp', 'passkey', 'recovery'];

/** An app that is being set up: nothing is stored until it has shown a code. */
interface Setup {
  userId: number;
  secret: string;
  at: number;
}

export interface FactorsAnswer {
  factors: FactorAnswer[];
  /** How many recovery codes are left. */
  recovery_codes: number;
  /** The settings require a second factor of this user. */
  required: boolean;
  taken?: Taken;
}

interface Made {
  factor: FactorAnswer;
  /** With the first factor: shown this once. */
  recovery_codes?: string[];
}

@Controller('api/me')
@WhileEnrolling()
export class OwnFactorsController {
  private readonly sealer: Sealer;

  constructor(
    private readonly factors: SecondFactors,
    private readonly rules: FactorRules,
    private readonly check: FactorCheck,
    private readonly passkeys: Passkeys,
    private readonly stepUp: StepUp,
    private readonly logins: LoginService,
    private readonly throttle: LoginThrottle,
    private readonly codes: SigninCodes,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.sealer = new Sealer(tokenSecret(config), 'setting up an app');
  }

  @Get('factors')
  @Authenticated()
  async list(@Req() request: FastifyRequest): Promise<FactorsAnswer> {
    const { userId } = contextOf(request).caller;
    const taken = await this.factors.taken(userId);
    return {
      factors: await this.factors.of(userId),
      recovery_codes: await this.factors.codesLeft(userId),
      required: await this.rules.isRequiredOf(userId),
      ...(taken && { taken }),
    };
  }

  /**
   * Sets a factor up in two steps: without a proof the answer has what the app or the browser needs; with it the factor is stored. `recovery`:
   * new recovery codes, at once.
   */
  @Post('factors')
  @WithoutKey()
  @Authenticated()
  @UseGuards(SignedInGuard)
  async add(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Made | (NewSecret & { setup: string }) | { options: PasskeyOptions } | { recovery_codes: string[] }> {
    const body = await readObject(request);
    const kind = scalarToString(body['kind']);
    if (!KINDS.includes(kind)) throw fieldError('kind', 'oneOf', { allowed: KINDS.join(', ') });
    const context = contextOf(request);
    await this.stepUp.require(context, { always: true });
    const isBegun = kind === 'totp' ? body['setup'] !== undefined : body['passkey'] !== undefined;
    reply.code(isBegun || kind === 'recovery' ? 201 : 200);
    if (kind === 'recovery') return this.renewCodes(context);
    if (!isBegun) return this.begin(kind, context, request);
    const name = nameIn(body);
    return kind === 'totp' ? this.addApp(name, body, context) : this.addPasskey(name, body, context, request);
  }

  /** Removes a factor, or what is told of one that an administrator took away. */
  @Delete('factors/:id')
  @Authenticated()
  @UseGuards(SignedInGuard)
  @HttpCode(200)
  async remove(@Req() request: FastifyRequest): Promise<never[]> {
    const { id } = request.params as { id: string };
    const context = contextOf(request);
    const { userId } = context.caller;
    if ((await this.factors.taken(userId))?.id === Number(id)) {
      await this.factors.forgetTaken(userId, this.database);
      return [];
    }
    await this.stepUp.require(context, { always: true });
    const isRequired = await this.rules.isRequiredOf(userId);
    await this.write(context, async (tx) => {
      const found = /^[1-9][0-9]{0,14}$/.test(id) && (await this.factors.remove(userId, Number(id), tx));
      if (!found) throw notFound(FACTORS, id);
      if (isRequired && !(await this.factors.of(userId, tx)).length) throw new ApiError(409, 'lastFactor');
      await this.record('factor_removed', { kind: found.kind, name: found.name }, context, tx);
    });
    return [];
  }

  /** What a browser asks for a passkey, so that the session is confirmed. */
  @Post('confirm/options')
  @WithoutKey()
  @Authenticated()
  @UseGuards(SignedInGuard)
  @HttpCode(200)
  async confirmOptions(@Req() request: FastifyRequest): Promise<PasskeyOptions> {
    const { userId, tokenId } = contextOf(request).caller;
    return this.passkeys.optionsToShow(await this.factors.passkeysOf(userId), confirming(tokenId), request);
  }

  /** Confirms the session: by a factor, or by the password of whoever has none. */
  @Post('confirm')
  @WithoutKey()
  @Authenticated()
  @UseGuards(SignedInGuard)
  @HttpCode(200)
  async confirm(@Req() request: FastifyRequest): Promise<{ confirmed_until: string }> {
    const body = await readObject(request);
    const context = contextOf(request);
    const { userId, tokenId } = context.caller;
    const hasFactor = (await this.factors.kindsOf(userId)).length > 0;
    const by = hasFactor ? await this.byFactor(body, context, request) : await this.byPassword(body, context, request);
    await this.write(context, async (tx) => {
      await this.stepUp.note(tokenId, tx);
      await this.record('session_confirmed', { factor: by }, context, tx);
    });
    return { confirmed_until: new Date(Date.now() + CONFIRMED_S * 1000).toISOString() };
  }

  private async byFactor(
    body: Record<string, unknown>,
    context: RequestContext,
    request: FastifyRequest,
  ): Promise<string> {
    const proof = proofIn(body);
    if (!proof.code && proof.passkey === undefined) throw fieldError('code', 'required');
    const { userId, tokenId } = context.caller;
    const { login } = await this.nameOf(userId);
    const verify = () => this.check.check(userId, proof, confirming(tokenId), request);
    const shown = await this.throttle.guard(login, context.address, verify, context.gone);
    if (shown) return shown;
    await this.record('factor_refused', {}, context);
    throw fieldError(proof.passkey === undefined ? 'code' : 'passkey', 'factorWrong');
  }

  private async byPassword(
    body: Record<string, unknown>,
    { caller, address, requestId, gone }: RequestContext,
    request: FastifyRequest,
  ): Promise<string> {
    const password = body['password'];
    if (typeof password !== 'string' || !password) throw fieldError('password', 'required');
    const { login } = await this.nameOf(caller.userId);
    const who = await this.logins.check(login, password, { address, requestId }, gone).catch((error: unknown) => {
      // Their session is as good as ever: it is the password that is wrong.
      if (error instanceof ApiError && error.status === 401) return undefined;
      throw error;
    });
    if (who?.userId !== caller.userId || request.raw.socket.destroyed) throw fieldError('password', 'credentials');
    return 'password';
  }

  private async begin(
    kind: string,
    { caller: { userId, tokenId } }: RequestContext,
    request: FastifyRequest,
  ): Promise<(NewSecret & { setup: string }) | { options: PasskeyOptions }> {
    const { login, name } = await this.nameOf(userId);
    if (kind === 'totp') {
      const made = await newSecret(login);
      const setup: Setup = { userId, secret: made.secret, at: Date.now() };
      return { setup: this.sealer.seal(setup), ...made };
    }
    const existing = await this.factors.passkeysOf(userId);
    const user = { id: userId, login, name: name || login };
    return { options: await this.passkeys.optionsToMake(user, existing, enrolling(tokenId), request) };
  }

  private async addApp(name: string, body: Record<string, unknown>, context: RequestContext): Promise<Made> {
    const { userId } = context.caller;
    const setup = this.sealer.open<Setup>(scalarToString(body['setup']));
    if (setup?.userId !== userId || setup.at + SETUP_S * 1000 < Date.now()) throw fieldError('setup', 'selected');
    const step = await stepOf(setup.secret, plainCode(scalarToString(body['code'])));
    if (step === undefined) throw fieldError('code', 'factorWrong');
    // Two rows with one secret would let one code serve twice.
    if (!(await this.codes.isFirst(`app ${setup.secret}`, SETUP_S))) throw fieldError('setup', 'selected');
    return this.store(context, (tx) => this.factors.addApp(userId, name, setup.secret, step, tx));
  }

  private async addPasskey(
    name: string,
    body: Record<string, unknown>,
    context: RequestContext,
    request: FastifyRequest,
  ): Promise<Made> {
    const { userId, tokenId } = context.caller;
    const passkey = await this.passkeys.made(body['passkey'], enrolling(tokenId), request);
    if (!passkey) throw fieldError('passkey', 'factorWrong');
    return this.store(context, async (tx) => {
      const made = await this.factors.addPasskey(userId, name, passkey, tx);
      if (!made) throw fieldError('passkey', 'taken');
      return made;
    });
  }

  /** Stores a factor. The first one comes with recovery codes, and opens a session that served for getting it alone. */
  private async store(context: RequestContext, add: (tx: Transaction) => Promise<FactorAnswer>): Promise<Made> {
    const { userId, tokenId, enrolOnly } = context.caller;
    return this.write(context, async (tx) => {
      const before = await this.factors.of(userId, tx);
      // Somebody else was quicker: a password alone must not add to what they have.
      if (enrolOnly && before.length) throw unauthenticated();
      if (before.length >= MOST) throw fieldError('kind', 'ownMost', { max: MOST });
      const factor = await add(tx);
      await this.factors.forgetTaken(userId, tx);
      await this.record('factor_added', { kind: factor.kind, name: factor.name }, context, tx);
      if (before.length) return { factor };
      await tx.run('UPDATE own_tokens SET enrol_only = 0 WHERE id = ?', [tokenId]);
      await tx.run('DELETE FROM own_tokens WHERE user_id = ? AND enrol_only = 1', [userId]);
      await this.stepUp.note(tokenId, tx);
      return { factor, recovery_codes: await this.factors.renewCodes(userId, tx) };
    });
  }

  private renewCodes(context: RequestContext): Promise<{ recovery_codes: string[] }> {
    const { userId } = context.caller;
    return this.write(context, async (tx) => {
      if (!(await this.factors.of(userId, tx)).length) throw new ApiError(409, 'noFactorYet');
      await this.record('recovery_codes_made', {}, context, tx);
      return { recovery_codes: await this.factors.renewCodes(userId, tx) };
    });
  }

  private async write<T>(context: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      return work(tx);
    });
    this.tokens.forget();
    return done;
  }

  private record(action: AuditAction, details: object, context: RequestContext, tx?: Transaction): Promise<void> {
    const subject = { path: 'users', id: context.caller.userId };
    return this.audit.record({ action, subject, details: { ...details }, context }, tx);
  }

  private async nameOf(userId: number): Promise<{ login: string; name: string | null }> {
    const [row] = await this.database.all('SELECT login, name FROM users WHERE id = ?', [userId]);
    return row as { login: string; name: string | null };
  }
}

/** What questions for passkeys are asked for. */
const confirming = (tokenId: number): string => `confirm ${tokenId}`;
const enrolling = (tokenId: number): string => `enrol ${tokenId}`;

function nameIn(body: Record<string, unknown>): string {
  const name = scalarToString(body['name']).trim();
  if (!name) throw fieldError('name', 'required');
  if (name.includes('\0') || !name.isWellFormed()) throw fieldError('name', 'characters');
  if ([...name].length > MAX_NAME) throw fieldError('name', 'maxText', { max: MAX_NAME });
  return name;
}
