/**
 * Passkeys (WebAuthn): what a browser is asked, and whether what it answers is right. A question is sealed, so any replica can read it
 * when it comes back; it is worth something once, for five minutes, and for what it was asked for.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { ApiError } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { BrowserSessions } from '../browser-sessions.js';
import { Sealer } from '../sealed.js';
import { SigninCodes } from '../sign-in/signin-codes.js';
import { tokenSecret } from '../token.strategy.js';

/** Seconds that a question may take. */
const LIFE_S = 300;
/** Characters of what a browser answers that are looked at: keys are short, and statements about them are not asked for. */
const MAX_ANSWER = 20_000;
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** A passkey as it is kept. */
export interface Passkey {
  /** The id by which the device knows it. */
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

interface Question {
  purpose: string;
  at: number;
}

/** What a browser is asked, as it takes it. */
export type PasskeyOptions = Record<string, unknown>;

@Injectable()
export class Passkeys {
  private readonly sealer: Sealer;

  constructor(
    private readonly sessions: BrowserSessions,
    private readonly codes: SigninCodes,
    @Inject(CONFIG) config: Config,
  ) {
    this.sealer = new Sealer(tokenSecret(config), 'passkey question');
  }

  /** What is asked of a browser that is to make a passkey. Throws 409 where browsers make none. */
  async optionsToMake(
    user: { id: number; login: string; name: string },
    existing: readonly Passkey[],
    purpose: string,
    request: FastifyRequest,
  ): Promise<PasskeyOptions> {
    const { webauthn } = await import('./library.js');
    const options = await webauthn.generateRegistrationOptions({
      rpName: 'Meridian',
      rpID: this.placeOf(request).host,
      userID: Uint8Array.from(Buffer.from(`meridian ${user.id}`)),
      userName: user.login,
      userDisplayName: user.name,
      challenge: this.question(purpose),
      timeout: LIFE_S * 1000,
      excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    return { ...options };
  }

  /** The passkey that a browser made; undefined where the answer is not right. */
  async made(answer: unknown, purpose: string, request: FastifyRequest): Promise<Passkey | undefined> {
    if (!isAnswer(answer)) return undefined;
    const { origin, host } = this.placeOf(request);
    const { webauthn } = await import('./library.js');
    try {
      const { verified, registrationInfo } = await webauthn.verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => this.isAsked(challenge, purpose),
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: false,
      });
      if (!verified) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      const { transports } = answer['response'] as { transports?: unknown };
      return {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: Array.isArray(transports) ? transports.filter((one) => TRANSPORTS.has(one as string)) : [],
      };
    } catch {
      return undefined;
    }
  }

  /** What is asked of a browser that is to show a passkey: one of these, or any that it has for this server. Throws 409 as `optionsToMake`. */
  async optionsToShow(
    passkeys: readonly Passkey[] | undefined,
    purpose: string,
    request: FastifyRequest,
  ): Promise<PasskeyOptions> {
    const { webauthn } = await import('./library.js');
    const options = await webauthn.generateAuthenticationOptions({
      rpID: this.placeOf(request).host,
      challenge: this.question(purpose),
      timeout: LIFE_S * 1000,
      userVerification: passkeys ? 'preferred' : 'required',
      ...(passkeys && { allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })) }),
    });
    return { ...options };
  }

  /**
   * The counter of a passkey that a browser has shown; undefined where the answer is not right. `isAlone`: nothing else was shown, so the
   * device must have made sure who it is.
   */
  async shown(
    answer: unknown,
    passkey: Passkey,
    purpose: string,
    isAlone: boolean,
    request: FastifyRequest,
  ): Promise<number | undefined> {
    if (!isAnswer(answer)) return undefined;
    const { origin, host } = this.placeOf(request);
    const { webauthn } = await import('./library.js');
    try {
      const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => this.isAsked(challenge, purpose),
        expectedOrigin: origin,
        expectedRPID: host,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        requireUserVerification: isAlone,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined;
    }
  }

  private question(purpose: string): Uint8Array<ArrayBuffer> {
    const question: Question = { purpose, at: Date.now() };
    return Uint8Array.from(Buffer.from(this.sealer.seal(question), 'base64url'));
  }

  /** Whether we asked this, for this, lately, and nobody has answered it before. */
  private async isAsked(challenge: string, purpose: string): Promise<boolean> {
    const question = this.sealer.open<Question>(challenge);
    if (question?.purpose !== purpose || question.at + LIFE_S * 1000 < Date.now()) return false;
    return this.codes.isFirst(`passkey ${challenge}`, LIFE_S);
  }

  /** Where our pages are. Throws 409 where browsers take no passkeys: they do for a name alone, and off `localhost` with https. */
  private placeOf(request: FastifyRequest): { origin: string; host: string } {
    const origin = this.sessions.originOf(request);
    const { hostname: host, protocol } = new URL(origin);
    const isName = !/^[\d.]+$|[[\]]/.test(host);
    if (!isName || (protocol !== 'https:' && host !== 'localhost')) throw new ApiError(409, 'noPasskeysHere');
    return { origin, host };
  }
}

/** The id of a passkey in what a browser answers. */
export const idIn = (answer: unknown): string | undefined =>
  isAnswer(answer) && typeof answer['id'] === 'string' ? answer['id'] : undefined;

/** What is kept of that id to find it by. */
export const credentialOf = (id: string): string => createHash('sha256').update(id).digest('hex');

const isAnswer = (answer: unknown): answer is Record<string, unknown> =>
  isObject(answer) && isObject(answer['response']) && JSON.stringify(answer).length <= MAX_ANSWER;
