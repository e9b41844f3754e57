/** A piece of work that one replica at a time does; kept in `own_settings`, since clusters know no locks by name. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.js';

const TABLE = 'own_settings';

interface LeaseHolder {
  owner: string;
  /** Milliseconds since 1970. */
  until: number;
}

export class Lease {
  private readonly owner = randomUUID();
  private held = '';

  /** `name`: the name of the setting; `length`: milliseconds after which a lease that was not renewed is free. */
  constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly length: number,
  ) {}

  /** Returns true if it is ours now. Of several who ask at once, one gets true. */
  async take(): Promise<boolean> {
    const found = (await this.found()) ?? (await this.made());
    if (heldIn(found).until > Date.now()) return false;
    return this.replace(found, { owner: this.owner, until: Date.now() + this.length });
  }

  /** Holds on to it; false if it was lost, and must not be acted upon any more. */
  renew(): Promise<boolean> {
    return this.replace(this.held, { owner: this.owner, until: Date.now() + this.length });
  }

  /** Releases it. */
  async release(): Promise<void> {
    await this.replace(this.held, { owner: this.owner, until: 0 });
  }

  private async found(): Promise<string | undefined> {
    const [row] = await this.database.all(`SELECT value FROM ${TABLE} WHERE name = ?`, [this.name]);
    return row && String(row['value'] ?? '');
  }

  private async made(): Promise<string> {
    await this.database.run(this.database.dialect.insertOneMissing(TABLE, ['name', 'value']), [this.name, '']);
    return (await this.found()) ?? '';
  }

  /** Compares and sets, in one statement. */
  private async replace(found: string, held: LeaseHolder): Promise<boolean> {
    const text = JSON.stringify(held);
    if (text === found) return true;
    const sql = `UPDATE ${TABLE} SET value = ? WHERE name = ? AND value = ?`;
    const { changes } = await this.database.run(sql, [text, this.name, found]);
    if (changes) this.held = text;
    return changes > 0;
  }
}

function heldIn(text: string): LeaseHolder {
  try {
    return { owner: '', until: 0, ...(JSON.parse(text) as object) };
  } catch {
    return { owner: '', until: 0 };
  }
}
