/** Passwords: bcrypt, off the event loop; hashes of the older application verify as well (contract 2). */
import { compare, hash } from 'bcrypt';

/** The hash of a password. `cost`: 4 to 15; each step doubles the time. */
export const hashPassword = (password: string, cost: number): Promise<string> => hash(password, cost);

/** Whether a password fits a stored hash; false for a hash that is none. `$2y$` is what others call `$2b$`. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (!/^\$2[aby]\$\d\d\$.{53}$/.test(stored)) return false;
  return compare(password, stored.replace(/^\$2y\$/, '$2b$'));
}
