/** Texts that only this server can read: enciphered under the key of tokens (AES-256-GCM), a key of its own for each purpose. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [IV, TAG] = [12, 16];

export class Sealer {
  private readonly key: Buffer;

  /** `secret`: that of tokens; what is sealed for one `purpose` cannot be opened for another. */
  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', `meridian ${purpose}`, 32));
  }

  seal(value: unknown): string {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** What was sealed; undefined for anything else, such as what was sealed under another secret. */
  open<T>(sealed: string): T | undefined {
    try {
      const bytes = Buffer.from(sealed, 'base64url');
      const tag = bytes.subarray(IV, IV + TAG);
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV), { authTagLength: TAG });
      decipher.setAuthTag(tag);
      const text = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
      return JSON.parse(text.toString('utf8')) as T;
    } catch {
      return undefined;
    }
  }
}
