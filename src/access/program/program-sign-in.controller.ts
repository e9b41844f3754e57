/**
 * How the command line signs in, whatever the way people do (identity 6): by a browser on the same machine, which brings a code to a
 * port of loopback (RFC 8252, with PKCE), or by any browser, in which a person types a code (RFC 8628).
 */
import { createHash } from 'node:crypto';
import { Controller, Get, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditEvents } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { Authenticated, Public } from '../../core/http/access.js';
import { contextOf } from '../../core/http/caller.js';
import { RequestBody } from '../../core/http/dto.js';
import { ApiError, DetailedError, unauthenticated } from '../../core/http/errors.js';
import { Database } from '../../database/database.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { StepUp } from '../factor/step-up.js';
import { FairSemaphore } from '../fair-semaphore.js';
import { LoginThrottle } from '../login-throttle.js';
import { SignedInGuard } from '../named-tokens.service.js';
import type { Identified } from '../sign-in/identified.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { SignIns, type LoggedIn } from '../sign-in/sign-ins.js';
import { DeviceCodes, INTERVAL, LIFE } from './device-codes.js';
import { ChallengeDto, ConfirmDto, DeviceCodeDto, NewDeviceDto, VerifierDto } from './program-sign-in.dto.js';

/** Seconds that a code of loopback is worth something. */
const CODE_LIFE = 60;
/** Under which wrong codes of an address are counted, apart from its wrong passwords. */
const TYPED_CODES = 'codes of programs';

/** Codes that are looked up at the same time, and that wait for it. */
const [AT_ONCE, WAITING] = [8, 100];

/** A program gets a token, and never the session of a browser. */
const TOKEN = { inBrowser: false, remember: false } as const;

/** A program that waits, as the page shows it. Times are ISO. */
interface ShownProgram {
  client: string | null;
  address: string | null;
  expires_at: string;
}

@Controller('api/login')
export class ProgramSignInController {
  /** Looking a code up is quick, and waits behind no password. */
  private readonly turns = new FairSemaphore(AT_ONCE, WAITING);

  constructor(
    private readonly devices: DeviceCodes,
    private readonly codes: SigninCodes,
    private readonly signIns: SignIns,
    private readonly throttle: LoginThrottle,
    private readonly stepUp: StepUp,
    private readonly audit: AuditEvents,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A code of loopback for a program that has sent this browser, and whose person is signed in here. */
  @Post('cli')
  @Authenticated()
  @UseGuards(SignedInGuard)
  @WithoutKey()
  @HttpCode(200)
  async allow(
    @Req() request: FastifyRequest,
    @RequestBody() { code_challenge: challenge }: ChallengeDto,
  ): Promise<{ code: string; expires_in: number }> {
    const context = contextOf(request);
    await this.stepUp.require(context);
    const { tokenId } = context.caller;
    return { code: await this.codes.make({ tokenId }, boundTo(challenge), CODE_LIFE), expires_in: CODE_LIFE };
  }

  /** The token for such a code: once, and for whoever has what its challenge was made of. */
  @Post('cli/token')
  @Public()
  @WithoutKey()
  @HttpCode(200)
  async exchange(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestBody() { code, code_verifier: verifier }: VerifierDto,
  ): Promise<LoggedIn> {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const said = (await this.codes.take(code, boundTo(challenge))) as { tokenId: number } | undefined;
    if (!said) throw unauthenticated('credentials');
    return this.letIn(said.tokenId, request, reply);
  }

  /** Codes for a program that waits. */
  @Post('device')
  @Public()
  @WithoutKey()
  @HttpCode(200)
  async begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestBody() { client_name: client }: NewDeviceDto,
  ): Promise<Record<string, string | number>> {
    const { deviceCode, userCode } = await this.devices.make(client, request.ip);
    const page = `${this.config.publicUrl ?? `${request.protocol}://${request.host}`}/login/device`;
    void reply.header('cache-control', 'no-store');
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: LIFE,
      interval: INTERVAL,
    };
  }

  /** Which program waits with a code that a person has typed. */
  @Get('device')
  @Authenticated()
  async show(@Req() request: FastifyRequest): Promise<ShownProgram> {
    const { user_code: userCode } = request.query as { user_code?: unknown };
    if (typeof userCode !== 'string' || !userCode) throw new ApiError(400, 'wantsText', { name: 'user_code' });
    const { id: _, ...shown } = await this.waiting(userCode, request);
    return shown;
  }

  /** A person says yes or no to the program that waits with a code. */
  @Post('device/confirm')
  @Authenticated()
  @UseGuards(SignedInGuard)
  @WithoutKey()
  @HttpCode(200)
  async confirm(
    @Req() request: FastifyRequest,
    @RequestBody() { user_code: userCode, allow }: ConfirmDto,
  ): Promise<never[]> {
    const { id } = await this.waiting(userCode, request);
    const context = contextOf(request);
    // It is a token like any other.
    if (allow) await this.stepUp.require(context);
    const { tokenId, userId } = context.caller;
    if (!(await this.devices.answer(id, allow ? tokenId : undefined))) throw new ApiError(404, 'noProgram');
    const details = { way: 'device', reason: 'denied' };
    const subject = { path: 'users', id: userId };
    if (!allow) await this.audit.record({ action: 'login_refused', subject, details, context });
    return [];
  }

  /** A program asks whether it is let in. */
  @Post('device/token')
  @Public()
  @WithoutKey()
  @HttpCode(200)
  async poll(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @RequestBody() { device_code: code }: DeviceCodeDto,
  ): Promise<LoggedIn> {
    const polled = await this.devices.poll(code);
    if ('error' in polled) throw new DetailedError(400, `device.${polled.error}`, {}, polled);
    return this.letIn(polled.tokenId, request, reply);
  }

  /** Throws 404 where no program waits with a code; who tries many is stopped. */
  private async waiting(userCode: string, request: FastifyRequest): Promise<ShownProgram & { id: number }> {
    const find = () => this.devices.waiting(userCode);
    const gone = (): boolean => request.raw.socket.destroyed;
    const found = await this.throttle.guard(TYPED_CODES, request.ip, find, gone, this.turns, 2);
    if (!found) throw new ApiError(404, 'noProgram');
    return found;
  }

  /** A token for a program, while the sign-in goes on that stands behind it. */
  private async letIn(tokenId: number, request: FastifyRequest, reply: FastifyReply): Promise<LoggedIn> {
    const sql =
      'SELECT user_id, identity_id, provider_session, confirmed_at FROM own_tokens ' +
      'WHERE id = ? AND name IS NULL AND enrol_only = 0 AND expires_at > ?';
    const [row] = await this.database.all(sql, [tokenId, this.database.clock.toStored(Date.now())]);
    if (!row) throw unauthenticated('credentials');
    const [identityId, providerSession] = [
      row['identity_id'] as number | null,
      row['provider_session'] as string | null,
    ];
    const who: Identified = {
      userId: row['user_id'] as number,
      way: 'device',
      confirmedAt: Date.parse(this.database.clock.toApi((row['confirmed_at'] ?? '') as string) ?? '') || undefined,
      ...(identityId !== null && { identityId }),
      ...(providerSession !== null && { providerSession }),
    };
    // Whatever else a sign-in is asked for, the person in the browser was asked for it.
    return this.signIns.give(who, TOKEN, request, reply);
  }
}

/** No code of the provider's way back is bound to such a text. */
const boundTo = (challenge: string): string => `program ${challenge}`;
