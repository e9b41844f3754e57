/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). */

const PERIOD_S = 30;
/** What the app shows beside the login. */
const ISSUER = 'Meridian';

/** A new secret: as text, as the address that apps take, and that as a picture (SVG). */
export interface NewSecret {
  secret: string;
  uri: string;
  qr: string;
}

export async function newSecret(login: string): Promise<NewSecret> {
  const { generateSecret, generateURI, drawQr } = await import('./library.js');
  const secret = generateSecret();
  const uri = generateURI({ issuer: ISSUER, label: login.replaceAll(':', ' '), secret });
  return { secret, uri, qr: await drawQr(uri, { type: 'svg', margin: 2 }) };
}

/**
 * The step of time for which an app with this secret shows this code; undefined where it is wrong. The clock of the app may be a step
 * off, to either side. `at`: milliseconds since 1970.
 */
export async function stepOf(secret: string, code: string, at = Date.now()): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const { verifySync } = await import('./library.js');
  const options = { secret, token: code, epoch: Math.floor(at / 1000), epochTolerance: PERIOD_S };
  const found = verifySync(options) as { valid: boolean; timeStep?: number };
  return found.valid ? found.timeStep : undefined;
}

/** The code as it is compared: people type the blank that apps show in its middle. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();
