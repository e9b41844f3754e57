/** Makes a wrong password take the same time whoever it was tried for, so that nobody learns which logins exist. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { verifyPassword } from './password.js';

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
