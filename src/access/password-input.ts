/** Passwords in the bodies of users: hashed before the transaction, which would hold up every other write (contract 9). */
import { hashPassword, passwordProblem } from './password.js';
import type { Turns } from './fair-semaphore.js';
import { ApiError } from '../core/http/errors.js';

type Body = Record<string, unknown>;

const SPELLINGS = ['password', 'password[]'];

/** What stands for the hash of a password that is not stored. */
const NO_HASH = `$2y$10$${'.'.repeat(53)}`;

/** How passwords are hashed. */
export interface Hashing {
  cost: number;
  turns: Turns;
  /** Nothing will be stored. */
  dryRun?: boolean | undefined;
  /** Whether the client went away. */
  gone?: (() => boolean) | undefined;
}

/** The bodies with hashes for passwords. One after the other, among those who sign in. Throws 503 once the client is gone. */
export async function withHashes(bodies: readonly Body[], hashing: Hashing): Promise<Body[]> {
  const hashed: Body[] = [];
  for (const body of bodies) {
    const { 'password[]': spelling, ...rest } = body;
    const password = rest['password'] ?? spelling;
    // Two spellings that differ are refused later on, as with every field.
    const contradictory = spelling !== undefined && spelling !== password;
    const kept = contradictory || password === undefined;
    hashed.push(kept ? body : { ...rest, password: await hashOrRefusable(password, hashing) });
  }
  return hashed;
}

/** The hash of an acceptable password; anything else in a form that the rules of the column refuse alike. */
async function hashOrRefusable(password: unknown, { cost, turns, dryRun, gone }: Hashing): Promise<unknown> {
  const text = typeof password === 'number' ? String(password) : password;
  if (typeof text !== 'string' || text === '') return text;
  // Tags would be stripped from a text before its length is judged.
  if (passwordProblem(text)) return text.replaceAll('<', 'x');
  if (dryRun) return NO_HASH;
  if (gone?.()) throw new ApiError(503, 'unavailable');
  return turns.takePatiently(() => hashPassword(text, cost));
}

/** Whether a password is to be set. */
export const hasPassword = (body: Body): boolean =>
  SPELLINGS.some((name) => body[name] !== undefined && body[name] !== null && body[name] !== '');

/** An empty password leaves the stored one as it is. */
export function withoutEmptyPassword(body: Body): Body {
  const empty = SPELLINGS.filter((name) => body[name] === null || body[name] === '');
  return empty.length ? Object.fromEntries(Object.entries(body).filter(([name]) => !empty.includes(name))) : body;
}
