/**
 * What a browser keeps while somebody signs in at the provider: a cookie for each time they leave, sealed with the key of tokens,
 * so that any replica can answer when they come back (identity 5).
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { Sealer } from '../sealed.js';
import { tokenSecret } from '../token.strategy.js';
import type { Journey } from './provider.js';

/** What a cookie of this name is called: on https so that no other host of the domain can put one there. */
export const hostCookie = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl?.startsWith('https:') ? `__Host-${name}` : name;

/** A cookie that only `path` gets; on https, where its name is to stand for the host alone, browsers take it for all paths only. */
export const writtenCookie = (
  name: string,
  value: string,
  seconds: number,
  path: string,
  config: Pick<Config, 'publicUrl'>,
): string => {
  const whole = hostCookie(name, config);
  const isSecure = whole !== name;
  const cookie = `${whole}=${value}; Path=${isSecure ? '/' : path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  return isSecure ? `${cookie}; Secure` : cookie;
};

const PREFIX = 'meridian-oidc-';
/** Seconds that somebody may take, and how many times they may have left at once, such as in several tabs. */
const [LIFE_S, MOST] = [600, 5];

@Injectable()
export class Journeys {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.sealer = new Sealer(tokenSecret(config), 'oidc state');
  }

  /** Gives a browser what it keeps; the oldest goes where there are too many. */
  give(journey: Journey, request: FastifyRequest, reply: FastifyReply): void {
    const kept = this.all(request);
    const gone = kept.slice(0, Math.max(0, kept.length - MOST + 1)).map(({ name }) => this.cookie(name, '', 0));
    reply.header('set-cookie', [...gone, this.cookie(nameOf(journey.state), this.sealer.seal(journey), LIFE_S)]);
  }

  /** Takes back what a browser kept for this state, once. Undefined: it has none; `expired`: they took too long. */
  take(state: string, request: FastifyRequest, reply: FastifyReply): Journey | 'expired' | undefined {
    const found = this.all(request).find(({ name }) => name === nameOf(state))?.journey;
    if (found?.state !== state) return undefined;
    reply.header('set-cookie', this.cookie(nameOf(state), '', 0));
    return found.at + LIFE_S * 1000 < Date.now() ? 'expired' : found;
  }

  /** All that a browser keeps, what cannot be read first, then the oldest. */
  private all({ headers }: FastifyRequest): Array<{ name: string; journey: Journey | undefined }> {
    const prefix = hostCookie(PREFIX, this.config);
    return cookiesOf(headers.cookie)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ name: PREFIX + name.slice(prefix.length), journey: this.sealer.open<Journey>(value) }))
      .sort((a, b) => (a.journey?.at ?? 0) - (b.journey?.at ?? 0));
  }

  private cookie(name: string, value: string, seconds: number): string {
    return writtenCookie(name, value, seconds, '/login', this.config);
  }
}

/** The state itself stays in the sealed part. */
const nameOf = (state: string): string => PREFIX + createHash('sha256').update(state).digest('base64url').slice(0, 12);

/** The cookies of a header. */
export function cookiesOf(header: string | undefined): Array<[name: string, value: string]> {
  return (header ?? '').split(';').flatMap((cookie): Array<[string, string]> => {
    const at = cookie.indexOf('=');
    return at < 0 ? [] : [[cookie.slice(0, at).trim(), cookie.slice(at + 1).trim()]];
  });
}
