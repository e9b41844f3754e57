/** Second factors as the pages speak of them; what browsers do with passkeys is fetched when it is needed. */
import { t } from '../i18n/index.js';

export type FactorKind = 'passkey' | 'totp';

/** What is shown to the server. */
export type Proof = { code: string } | { passkey: unknown } | { password: string };

/** Browsers take passkeys only where the page has a name, and https, or on localhost. */
export const arePasskeysOffered = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** The reader gave up, or the browser: not what the server refused. */
export class PasskeyFailed extends Error {
  constructor() {
    super(t('factor.passkey.failed'));
  }
}

/** Makes a passkey, as the server asks for it. Throws PasskeyFailed. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return attempt(() =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );
}

/** Shows a passkey, as the server asks for it. Throws PasskeyFailed. */
export async function showPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return attempt(() =>
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] }),
  );
}

async function attempt(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch {
    throw new PasskeyFailed();
  }
}
