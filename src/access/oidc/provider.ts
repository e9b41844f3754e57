/** The OpenID provider: where people are sent, and who they are when they come back (identity 5). The libraries are loaded at first use. */
import { createPrivateKey } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Configuration, CustomFetch, IDToken, JsonValue, UserInfoResponse } from 'openid-client';
import { CONFIG, type Config } from '../../config.js';
import type { Person } from '../sign-in/identified.js';
import { boundedFetch } from './bounded-fetch.js';
import type { OidcSettings } from './settings.js';

/** Milliseconds that what the provider says of itself is believed, and seconds that an answer of it may take. */
const [BELIEVED, TIMEOUT_S] = [3_600_000, 10];
/** Seconds by which clocks may differ. */
const CLOCKS_S = 60;
/** Most groups that are looked at. */
const MAX_GROUPS = 1000;

/** What a browser keeps, sealed, between leaving for the provider and coming back. */
export interface Journey {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  /** The provider is asked to make sure anew who it is. */
  isFresh?: boolean;
  /** When they left; milliseconds since 1970. */
  at: number;
}

/** Somebody who came back. */
export interface Arrival {
  person: Person;
  /** Their session at the provider. */
  session: string | undefined;
  /** What the provider says it asked for. */
  factors: string[];
}

/** They did not come in: `denied`, by the provider or themselves; `provider`, it cannot be asked, or what it says is not right. */
export class NotArrived extends Error {
  constructor(
    readonly word: 'denied' | 'provider',
    message: string,
  ) {
    super(message);
  }
}

@Injectable()
export class OidcProvider {
  private readonly logger = new Logger('OpenID');
  private known: { configuration: Configuration; until: number } | undefined;
  private asking: Promise<Configuration> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    for (const note of config.oidc?.notes ?? []) this.logger.log(note);
  }

  get isSet(): boolean {
    return this.config.oidc !== undefined;
  }

  get settings(): OidcSettings {
    return this.config.oidc!;
  }

  private get redirectUri(): string {
    return `${this.config.publicUrl}/login/oidc/callback`;
  }

  /**
   * Where a browser is sent, and what it keeps meanwhile. `isFresh`: the provider is to ask who it is, also where it knows them already.
   * Throws NotArrived where the provider is away.
   */
  async begin(returnTo: string, isFresh = false): Promise<{ url: string; journey: Journey }> {
    const configuration = await this.configuration();
    const { openid } = await import('./library.js');
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const journey = { state, nonce, verifier, returnTo, at: Date.now(), ...(isFresh && { isFresh }) };
    const parameters = {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ state, nonce },
      ...(this.settings.acr.length && { acr_values: this.settings.acr.join(' ') }),
      // With `max_age` a provider must tell when it asked.
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    };
    const isPushed = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined;
    const url = isPushed
      ? await this.call(() => openid.buildAuthorizationUrlWithPAR(configuration, parameters))
      : openid.buildAuthorizationUrl(configuration, parameters);
    return { url: url.href, journey };
  }

  /** Who came back to the address of the callback with this query. Throws NotArrived. */
  async finish(query: string, { state, nonce, verifier, isFresh, at }: Journey): Promise<Arrival> {
    const configuration = await this.configuration();
    const { openid } = await import('./library.js');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await this.call(() =>
      openid.authorizationCodeGrant(configuration, new URL(`${this.redirectUri}?${query}`), checks),
    );
    const claims = tokens.claims()!;
    // The browser may have taken the wish out of the address: only the time at which the provider did ask says that it was heard.
    if (isFresh && !(typeof claims.auth_time === 'number' && claims.auth_time >= at / 1000 - CLOCKS_S))
      throw new NotArrived('provider', 'The provider was asked to ask who it is, and its auth_time does not say so.');
    const more = await this.userInfo(configuration, tokens.access_token, claims);
    const all = { ...more, ...claims };
    const factors = [claims['acr'], ...[claims['amr'] ?? []].flat()].filter((one) => typeof one === 'string');
    return { person: this.personOf(all), session: textOf(claims['sid']), factors };
  }

  /** The person of claims, whatever token they come from. */
  personOf(claims: Readonly<Record<string, unknown>>): Person {
    const { issuer, loginClaim, groupsClaim } = this.settings;
    const verified = claims['email_verified'];
    return {
      provider: 'oidc',
      issuer,
      subject: String(claims['sub']),
      login: textOf(claims[loginClaim]),
      name: textOf(claims['name']),
      email: textOf(claims['email']),
      emailVerified: verified === true || verified === 'true',
      groups: groupsIn(claims, groupsClaim),
    };
  }

  /** The page of the provider that ends the session there and leads back; undefined where it has none, or cannot be asked. */
  async logoutUrl(): Promise<string | undefined> {
    const configuration = await this.configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    const { openid } = await import('./library.js');
    const back = { post_logout_redirect_uri: `${this.config.publicUrl}/login` };
    return openid.buildEndSessionUrl(configuration, back).href;
  }

  /** Where the keys of the provider are. Throws NotArrived. */
  async keysAddress(): Promise<string> {
    const { jwks_uri: address } = (await this.configuration()).serverMetadata();
    if (!address) throw new NotArrived('provider', 'The provider names no keys.');
    return address;
  }

  /** What the provider says of itself: asked for at first use, and again every hour; while it is away, what it said before. */
  private async configuration(): Promise<Configuration> {
    if (this.known && this.known.until > Date.now()) return this.known.configuration;
    this.asking ??= this.call(() => this.discover()).finally(() => (this.asking = undefined));
    try {
      const configuration = await this.asking;
      this.known = { configuration, until: Date.now() + BELIEVED };
      return configuration;
    } catch (error) {
      if (this.known) return this.known.configuration;
      throw error;
    }
  }

  private async discover(): Promise<Configuration> {
    const { openid, importPKCS8 } = await import('./library.js');
    const { issuer, clientId, clientSecret, clientKey, clientKeyId } = this.settings;
    const isPlain = issuer.startsWith('http:');
    let authentication = openid.ClientSecretBasic(clientSecret);
    if (clientKey !== undefined) {
      const algorithm = algorithmOf(clientKey);
      const key = await importPKCS8(pkcs8Of(clientKey), algorithm);
      authentication = openid.PrivateKeyJwt(clientKeyId === undefined ? key : { key, kid: clientKeyId });
    }
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      { redirect_uris: [this.redirectUri] },
      authentication,
      {
        timeout: TIMEOUT_S,
        [openid.customFetch]: boundedFetch as CustomFetch,
        // The settings let plain http be that of the machine itself alone.
        execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
      },
    );
    const said = configuration.serverMetadata().issuer;
    if (said !== issuer) throw new Error(`It calls itself ${said}, and OIDC_ISSUER is ${issuer}.`);
    return configuration;
  }

  /** Claims that the ID token leaves out, such as groups, where the provider has them at another address. */
  private async userInfo(
    configuration: Configuration,
    token: string,
    claims: IDToken,
  ): Promise<UserInfoResponse | Record<string, JsonValue>> {
    const { loginClaim, groupsClaim } = this.settings;
    const isWhole = [loginClaim, 'name', 'email'].every((name) => claims[name] !== undefined);
    if (!configuration.serverMetadata().userinfo_endpoint || (isWhole && groupsIn(claims, groupsClaim))) return {};
    const { openid } = await import('./library.js');
    return this.call(() => openid.fetchUserInfo(configuration, token, claims.sub));
  }

  /** Work with the provider. What goes wrong is told in the log; nothing of it holds a secret, code or token. */
  private async call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotArrived) throw error;
      const { message, cause, ...rest } = error as Error & { error?: string; error_description?: string };
      const inner = cause instanceof Error ? cause.message : '';
      const detail = [message, rest.error, rest.error_description, inner].filter(Boolean).join('; ');
      this.logger.error(`The provider ${this.settings.issuer}: ${detail}`);
      throw new NotArrived(rest.error === 'access_denied' ? 'denied' : 'provider', detail);
    }
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined;

/** The groups that a claim names; dots in its name lead inwards. Undefined: it is not there, or there are too many of them to be sent. */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const names = claims['_claim_names'];
  if (typeof names === 'object' && names !== null && name in names) return undefined;
  let value: unknown = claims[name];
  if (value === undefined)
    value = name
      .split('.')
      .reduce<unknown>(
        (inner, part) =>
          typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[part] : undefined,
        claims,
      );
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((group) => typeof group === 'string').slice(0, MAX_GROUPS);
}

/** The key as the library takes it, whichever of the usual forms of PEM it has. */
const pkcs8Of = (pem: string): string =>
  createPrivateKey(pem.replaceAll('\\n', '\n')).export({ type: 'pkcs8', format: 'pem' }) as string;

function algorithmOf(pem: string): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem.replaceAll('\\n', '\n'));
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'ec') return { prime256v1: 'ES256', secp384r1: 'ES384' }[details?.namedCurve ?? ''] ?? 'ES256';
  return 'PS256';
}
