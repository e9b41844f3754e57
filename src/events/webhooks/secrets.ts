/** Secrets of hooks: made here, told once, kept enciphered; and the signatures made with them (Standard Webhooks 1.0). */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Sealer } from '../../access/sealed.js';

/** What a hook signs with, as base64: the bytes of its secret, and its private key (PKCS #8). */
interface KeyPair {
  secret: string;
  key: string;
}

/** What is kept of a hook's secrets. `former`: those before the last rotation, with which it signs until then as well. */
export interface HookSecrets extends KeyPair {
  former?: KeyPair & { until: number };
}

export type Signature = 'v1' | 'v1a';

/** Milliseconds for which a former secret signs as well. */
const BOTH = 24 * 3600 * 1000;
/** Bytes of a public key that are about what it is; the key stands behind them. */
const PREFIX = 12;

const newPair = (): KeyPair => ({
  secret: randomBytes(32).toString('base64'),
  key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
});

/** Seals and opens what a hook keeps to itself. */
export class HookSealer {
  private readonly sealer: Sealer;

  constructor(tokenSecret: string) {
    this.sealer = new Sealer(tokenSecret, 'webhook');
  }

  /** New secrets, and the text that their receiver gets. */
  make(): { sealed: string; secret: string } {
    const pair = newPair();
    return { sealed: this.sealer.seal(pair), secret: textOf(pair) };
  }

  /** Other secrets in place of these; `atOnce`: the former ones count no longer. */
  rotate(sealed: string, atOnce: boolean): { sealed: string; secret: string } {
    const before = this.open(sealed);
    const next: HookSecrets = newPair();
    if (before && !atOnce) next.former = { secret: before.secret, key: before.key, until: Date.now() + BOTH };
    return { sealed: this.sealer.seal(next), secret: textOf(next) };
  }

  /** Undefined where they were sealed under another token secret. */
  open(sealed: string): HookSecrets | undefined {
    return this.sealer.open<HookSecrets>(sealed);
  }

  sealHeaders(headers: Readonly<Record<string, string>>): string | null {
    return Object.keys(headers).length ? this.sealer.seal(headers) : null;
  }

  /** Undefined where they were sealed under another token secret. */
  openHeaders(sealed: string | null): Record<string, string> | undefined {
    return sealed === null ? {} : this.sealer.open<Record<string, string>>(sealed);
  }
}

const textOf = ({ secret }: KeyPair): string => `whsec_${secret}`;

/** The value of the header `webhook-signature`. `at`: seconds since 1970. */
export function signatures(kept: HookSecrets, kind: Signature, id: string, at: number, body: string): string {
  const text = `${id}.${at}.${body}`;
  const { former } = kept;
  const pairs: KeyPair[] = former && former.until > Date.now() ? [kept, former] : [kept];
  return pairs
    .map((pair) => `${kind},${(kind === 'v1' ? hmacOf(pair, text) : ed25519Of(pair, text)).toString('base64')}`)
    .join(' ');
}

const hmacOf = ({ secret }: KeyPair, text: string): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(text, 'utf8').digest();

const privateKeyOf = ({ key }: KeyPair) =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });

const ed25519Of = (pair: KeyPair, text: string): Buffer => sign(null, Buffer.from(text, 'utf8'), privateKeyOf(pair));

/** The public keys of a hook that signs with `v1a`: the one of now, and the former one as long as it signs as well. */
export function publicKeysOf(kept: HookSecrets): string[] {
  const { former } = kept;
  const pairs: KeyPair[] = former && former.until > Date.now() ? [kept, former] : [kept];
  return pairs.map((pair) => {
    const bytes = createPublicKey(privateKeyOf(pair)).export({ type: 'spki', format: 'der' });
    return `whpk_${bytes.subarray(PREFIX).toString('base64')}`;
  });
}
