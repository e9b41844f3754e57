/** Codes for the day on which the phone or the key is lost: each serves once, and only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { plainCode } from './totp.js';

export const RECOVERY_CODES = 10;
/** Without letters that are taken for digits (Crockford); 16 of them are 80 bits, which nobody guesses from a hash. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** New codes, in groups of four. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** The code in what was typed, in whatever case and groups, with letters that stand for digits; undefined where it cannot be one. */
export function recoveryCodeIn(typed: string): string | undefined {
  const code = plainCode(typed).replaceAll('o', '0').replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}

/** What is kept of a code of a user. */
export const hashOfCode = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${plainCode(code)}`)
    .digest('hex');
