/**
 * The session of a browser: a cookie that all its tabs share and that no script can read. It counts for requests of our own
 * pages alone (identity 5a).
 */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { ApiError } from '../core/http/errors.js';

/** Browsers take the first from https alone, for the whole host and no other; the second is for plain http. */
const [SECURE, PLAIN] = ['__Host-meridian', 'meridian'] as const;

@Injectable()
export class BrowserSessions {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Whether a log-in asks for a session in place of a token.
   * @throws 400 for another kind of session, 403 where it does not come from our pages
   */
  isAskedFor(request: FastifyRequest): boolean {
    const kind = request.headers['x-meridian-session'];
    if (kind === undefined) return false;
    if (kind !== 'cookie') throw new ApiError(400, 'sessionKind');
    if (!this.isFromOurPages(request)) throw new ApiError(403, 'sessionOrigin');
    return true;
  }

  /** The token in the cookie of a request; null where there is none, or where it does not count. */
  tokenOf(request: FastifyRequest): string | null {
    const { cookie } = request.headers;
    if (cookie === undefined || !this.isFromOurPages(request)) return null;
    // On https a neighbour may have set the plain one: whoever can set a cookie for the domain can.
    const names =
      this.isSecure(request) || (this.config.publicUrl === undefined && isTrustworthy(request))
        ? [SECURE]
        : [SECURE, PLAIN];
    return names.map((name) => valueOf(cookie, name)).find((value) => value !== undefined) ?? null;
  }

  /** Gives a browser the token of its session. `ends`: milliseconds since 1970. */
  give(request: FastifyRequest, reply: FastifyReply, token: string, ends: number): void {
    this.set(request, reply, token, Math.ceil((ends - Date.now()) / 1000));
  }

  /** Takes it away. */
  takeAway(request: FastifyRequest, reply: FastifyReply): void {
    this.set(request, reply, '', 0);
  }

  /** The origin of our pages: that of the settings, else the one that the request was sent to. */
  originOf(request: FastifyRequest): string {
    const { origin } = request.headers;
    if (this.config.publicUrl !== undefined) return this.config.publicUrl;
    return this.isOurs(origin, request) ? origin! : `${request.protocol}://${request.host}`;
  }

  private set(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
    const isSecure = this.isSecure(request);
    const cookie = `${isSecure ? SECURE : PLAIN}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
  }

  /** Whether a browser says that a page of this server sent the request. A script of another page cannot say so. */
  private isFromOurPages(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin, referer } = request.headers;
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin !== undefined) return this.isOurs(origin, request);
    // On plain http browsers tell the page alone, and with some requests only by its whole address.
    return site !== undefined || (referer !== undefined && this.isOurs(originOf(referer), request));
  }

  private isOurs(origin: string | undefined, request: FastifyRequest): boolean {
    const { publicUrl } = this.config;
    if (publicUrl !== undefined) return origin === publicUrl;
    if (origin === undefined) return false;
    if (origin === originOf(`${request.protocol}://${request.host}`)) return true;
    // A proxy may have ended https without telling so, and the browser says that it is the same host.
    return request.headers['sec-fetch-site'] !== undefined && origin === originOf(`https://${request.host}`);
  }

  private isSecure({ headers: { origin }, protocol }: FastifyRequest): boolean {
    const { publicUrl } = this.config;
    if (publicUrl !== undefined) return publicUrl.startsWith('https:');
    return protocol === 'https' || origin?.startsWith('https:') === true;
  }
}

/**
 * Browsers say the site to https alone, and to the machine itself: behind a proxy that ended https without telling so, that is all that
 * requests say of it which only read.
 */
const isTrustworthy = ({ headers, host, protocol }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined &&
  headers.origin === undefined &&
  !LOOPBACK.test(originOf(`${protocol}://${host}`) ?? '');

const LOOPBACK = /^https?:\/\/([\w.-]*\blocalhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);

function valueOf(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=');
    if (cookie.slice(0, at).trim() === name) return cookie.slice(at + 1).trim();
  }
  return undefined;
}
