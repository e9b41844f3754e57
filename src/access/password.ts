/** Passwords: bcrypt, off the event loop; in log-ins, where a wrong one takes as long for everybody, and in bodies of users (contract 2, 9). */
import { compare, hash } from 'bcrypt';
import { Inject, Injectable } from '@nestjs/common';
import { Message } from '../core/i18n/messages.js';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import type { FairSemaphore } from './fair-semaphore.js';
import { ApiError } from '../core/http/errors.js';

const MIN_CHARACTERS = 8;
/** What comes after these bytes would not count: bcrypt does not read it. */
const MAX_BYTES = 72;

/** What is wrong with a new password: 8 characters to 72 bytes, no NUL (contract 2). Undefined if nothing is. */
export function passwordProblem(password: string): Message | undefined {
  if (password.includes('\0') || !password.isWellFormed()) return new Message('characters');
  if ([...password].length < MIN_CHARACTERS) return new Message('minText', { min: MIN_CHARACTERS });
  return Buffer.byteLength(password) > MAX_BYTES ? new Message('maxBytes', { max: MAX_BYTES }) : undefined;
}

/** The hash of a password, under the prefix that the older application takes too. `cost`: 4 to 15; each step doubles the time. */
export const hashPassword = async (password: string, cost: number): Promise<string> =>
  (await hash(password, cost)).replace(/^\$2b\$/, '$2y$');

/** Returns true if a password fits a stored hash; false for a hash that is none. `$2y$` is what others call `$2b$`. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (!/^\$2[aby]\$\d\d\$.{53}$/.test(stored)) return false;
  return compare(password, stored.replace(/^\$2y\$/, '$2b$'));
}

/** For how long the highest cost is remembered. */
const REMEMBERED = 60_000;
const LOWEST_COST = 4;
/** Hashes of a higher cost are not ours: nobody shall wait for minutes because of one. */
const HIGHEST_COST = 15;

/** A hash that no password has. */
const decoyOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

/** The cost of a hash; undefined for what is none. Each step doubles the work. */
const costOf = (hash: string): number | undefined => {
  const cost = /^\$2[aby]\$(\d\d)\$/.exec(hash)?.[1];
  return cost === undefined ? undefined : Number(cost);
};

@Injectable()
export class PasswordWork {
  private highest: { cost: number; until: number } | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Hashes until as much work was done as the costliest stored hash takes. An unknown login then takes as long as a
   * user of the older application, whose hashes have lower costs than new ones.
   * @param hashes those that the password was compared with already
   */
  async fillUp(password: string, hashes: readonly string[]): Promise<void> {
    const done = hashes.map(costOf).reduce<number>((sum, cost) => sum + (cost === undefined ? 0 : 2 ** cost), 0);
    for (let left = 2 ** (await this.highestCost()) - done; left >= 2 ** LOWEST_COST;) {
      const cost = Math.floor(Math.log2(left));
      await verifyPassword(password, decoyOf(cost));
      left -= 2 ** cost;
    }
  }

  /** The highest cost among stored hashes; the one of new hashes where none is stored. */
  private async highestCost(): Promise<number> {
    if (this.highest && this.highest.until > Date.now()) return this.highest.cost;
    const [row] = await this.database.all(
      "SELECT MAX(SUBSTR(password, 5, 2)) AS cost FROM users WHERE deleted_at IS NULL AND password LIKE '$2_$__$%'",
    );
    const stored = Number(row?.['cost'] ?? NaN);
    const cost = Number.isInteger(stored) ? stored : this.config.bcryptCost;
    this.highest = { cost: Math.min(Math.max(cost, LOWEST_COST), HIGHEST_COST), until: Date.now() + REMEMBERED };
    return this.highest.cost;
  }
}

type Body = Record<string, unknown>;

const SPELLINGS = ['password', 'password[]'];

/** What stands for the hash of a password that is not stored. */
const NO_HASH = `$2y$10$${'.'.repeat(53)}`;

/** How passwords are hashed. */
export interface Hashing {
  cost: number;
  turns: FairSemaphore;
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
  return turns.runLowPriority(() => hashPassword(text, cost));
}

/** Returns true if a password is to be set. */
export const hasPassword = (body: Body): boolean =>
  SPELLINGS.some((name) => body[name] !== undefined && body[name] !== null && body[name] !== '');

/** An empty password leaves the stored one as it is. */
export function withoutEmptyPassword(body: Body): Body {
  const empty = SPELLINGS.filter((name) => body[name] === null || body[name] === '');
  return empty.length ? Object.fromEntries(Object.entries(body).filter(([name]) => !empty.includes(name))) : body;
}
