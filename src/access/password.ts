/** Passwords: bcrypt, off the event loop; hashes of the older application verify as well (contract 2). */
import { compare, hash } from 'bcrypt';
import { Phrase } from '../core/i18n/messages.js';

const FEWEST_CHARACTERS = 8;
/** What comes after these bytes would not count: bcrypt does not read it. */
const MOST_BYTES = 72;

/** What is wrong with a new password: 8 characters to 72 bytes, no NUL (contract 2). Undefined if nothing is. */
export function passwordProblem(password: string): Phrase | undefined {
  if (password.includes('\0') || !password.isWellFormed()) return new Phrase('characters');
  if ([...password].length < FEWEST_CHARACTERS) return new Phrase('minText', { min: FEWEST_CHARACTERS });
  return Buffer.byteLength(password) > MOST_BYTES ? new Phrase('maxBytes', { max: MOST_BYTES }) : undefined;
}

/** The hash of a password, under the prefix that the older application takes too. `cost`: 4 to 15; each step doubles the time. */
export const hashPassword = async (password: string, cost: number): Promise<string> =>
  (await hash(password, cost)).replace(/^\$2b\$/, '$2y$');

/** Whether a password fits a stored hash; false for a hash that is none. `$2y$` is what others call `$2b$`. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (!/^\$2[aby]\$\d\d\$.{53}$/.test(stored)) return false;
  return compare(password, stored.replace(/^\$2y\$/, '$2b$'));
}
