/** What users have beside a password: rows of `own_factors` and of `own_recovery_codes` (identity 5b). */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Row, type Session, type Transaction } from '../../database/database.js';
import { Sealer } from '../sealed.js';
import { tokenSecret } from '../token.strategy.js';
import { ARE_FACTORS, TAKEN } from './factor-rows.js';
import { credentialOf, type Passkey } from './passkeys.js';
import { hashOfCode, newRecoveryCodes } from './recovery-codes.js';

export type FactorKind = 'passkey' | 'totp';

/** A factor as it is answered. Times are ISO. */
export interface FactorAnswer {
  id: number;
  kind: FactorKind;
  name: string;
  created_at: string | null;
  last_used_at: string | null;
}

/** An administrator took factors away: kept until the person has read it. */
export interface Taken {
  id: number;
  /** Who did; null: on the server's machine. */
  by: string | null;
  at: string | null;
}

/** An app: its secret is undefined where it was enciphered under another key of this server. */
export interface App {
  id: number;
  secret: string | undefined;
}

@Injectable()
export class SecondFactors {
  private readonly logger = new Logger('Sign-in');
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.sealer = new Sealer(tokenSecret(config), 'factor');
  }

  /** The factors of a user, the oldest first. */
  async of(userId: number, session: Session = this.database): Promise<FactorAnswer[]> {
    const sql = `SELECT id, kind, name, created_at, last_used_at FROM own_factors WHERE user_id = ? AND ${ARE_FACTORS} ORDER BY id`;
    return (await session.all(sql, [userId])).map((row) => this.answer(row));
  }

  /** Which kinds a user has, passkeys first: they are the ones that nobody can be talked out of. */
  async kindsOf(userId: number, session: Session = this.database): Promise<FactorKind[]> {
    const sql = `SELECT DISTINCT kind FROM own_factors WHERE user_id = ? AND ${ARE_FACTORS} ORDER BY kind`;
    const rows = await session.all(sql, [userId]);
    return rows.map(({ kind }) => kind as FactorKind);
  }

  /** Whether anybody has a passkey. */
  async hasPasskeys(): Promise<boolean> {
    return (await this.database.all("SELECT 1 FROM own_factors WHERE kind = 'passkey' LIMIT 1")).length > 0;
  }

  /** The authenticator apps of a user. */
  async appsOf(userId: number, session: Session): Promise<App[]> {
    const sql = "SELECT id, secret FROM own_factors WHERE user_id = ? AND kind = 'totp' ORDER BY id";
    return (await session.all(sql, [userId])).map((row) => {
      const secret = this.sealer.open<string>(row['secret'] as string);
      if (secret === undefined)
        this.logger.error(
          `The authenticator app of user ${userId} cannot be read: its secret was enciphered under another TOKEN_SECRET.`,
        );
      return { id: row['id'] as number, secret };
    });
  }

  /** The passkeys of a user. */
  async passkeysOf(userId: number): Promise<Passkey[]> {
    const sql = "SELECT * FROM own_factors WHERE user_id = ? AND kind = 'passkey' ORDER BY id";
    return (await this.database.all(sql, [userId])).map(passkeyOf);
  }

  /** The passkey with this id, and whose it is. */
  async passkey(id: string): Promise<{ factorId: number; userId: number; passkey: Passkey } | undefined> {
    const [row] = await this.database.all('SELECT * FROM own_factors WHERE credential = ?', [credentialOf(id)]);
    return row && { factorId: row['id'] as number, userId: row['user_id'] as number, passkey: passkeyOf(row) };
  }

  /** Adds an app, whose code for `step` was shown. */
  async addApp(userId: number, name: string, secret: string, step: number, tx: Transaction): Promise<FactorAnswer> {
    const values = { kind: 'totp', name, secret: this.sealer.seal(secret), counter: step };
    return (await this.add(userId, values, tx))!;
  }

  /** Adds a passkey; undefined where somebody has it already. */
  async addPasskey(
    userId: number,
    name: string,
    { id, publicKey, counter, transports }: Passkey,
    tx: Transaction,
  ): Promise<FactorAnswer | undefined> {
    const credential = credentialOf(id);
    const known = await tx.all('SELECT 1 FROM own_factors WHERE credential = ?', [credential]);
    if (known.length) return undefined;
    const details = JSON.stringify({ id, transports });
    return this.add(userId, { kind: 'passkey', name, secret: publicKey, credential, details, counter }, tx);
  }

  /** Takes a factor away; with the last one go the recovery codes. Gives what it was. */
  async remove(userId: number, id: number, tx: Transaction): Promise<FactorAnswer | undefined> {
    const all = await this.of(userId, tx);
    const found = all.find((one) => one.id === id);
    if (!found) return undefined;
    await tx.run('DELETE FROM own_factors WHERE id = ?', [id]);
    if (all.length === 1) await tx.run('DELETE FROM own_recovery_codes WHERE user_id = ?', [userId]);
    return found;
  }

  /** Takes factors away, and keeps that for the person to read; all of them with their recovery codes where no id is given. */
  async takeAway(userId: number, id: number | undefined, by: string | null, tx: Transaction): Promise<FactorAnswer[]> {
    const gone = (await this.of(userId, tx)).filter((one) => id === undefined || one.id === id);
    if (!gone.length) return [];
    for (const one of gone) await this.remove(userId, one.id, tx);
    await tx.run('DELETE FROM own_factor_failures WHERE user_id = ?', [userId]);
    await this.forgetTaken(userId, tx);
    await this.add(userId, { kind: TAKEN, name: by ?? '', secret: '' }, tx);
    return gone;
  }

  /** What an administrator took away, as long as nobody has read it. */
  async taken(userId: number, session: Session = this.database): Promise<Taken | undefined> {
    const sql = `SELECT id, name, created_at FROM own_factors WHERE user_id = ? AND NOT (${ARE_FACTORS})`;
    const [row] = await session.all(sql, [userId]);
    const at = row && this.database.clock.toApi(row['created_at'] as string);
    return row && { id: row['id'] as number, by: (row['name'] as string) || null, at: at! };
  }

  async forgetTaken(userId: number, session: Session): Promise<void> {
    await session.run(`DELETE FROM own_factors WHERE user_id = ? AND NOT (${ARE_FACTORS})`, [userId]);
  }

  /** New recovery codes; those that there were serve no more. */
  async renewCodes(userId: number, tx: Transaction): Promise<string[]> {
    const codes = newRecoveryCodes();
    const now = this.database.clock.toStored(Date.now());
    await tx.run('DELETE FROM own_recovery_codes WHERE user_id = ?', [userId]);
    for (const code of codes) {
      const sql = 'INSERT INTO own_recovery_codes (user_id, hash, created_at) VALUES (?, ?, ?)';
      await tx.run(sql, [userId, hashOfCode(userId, code), now]);
    }
    return codes;
  }

  /** How many recovery codes a user has left. */
  async codesLeft(userId: number): Promise<number> {
    const [row] = await this.database.all('SELECT COUNT(*) AS n FROM own_recovery_codes WHERE user_id = ?', [userId]);
    return Number(row!['n']);
  }

  /** Notes that the app showed its code for a step; false where that or a later one was shown before. */
  async useStep(id: number, step: number, tx: Session): Promise<boolean> {
    const now = this.database.clock.toStored(Date.now());
    const sql = 'UPDATE own_factors SET counter = ?, last_used_at = ? WHERE id = ? AND counter < ?';
    return (await tx.run(sql, [step, now, id, step])).changes > 0;
  }

  /** Notes the counter of a passkey; false where the device had it before. Devices without one say 0. */
  async useCounter(id: number, counter: number, tx: Session): Promise<boolean> {
    if (counter > 0) return this.useStep(id, counter, tx);
    await tx.run('UPDATE own_factors SET last_used_at = ? WHERE id = ?', [
      this.database.clock.toStored(Date.now()),
      id,
    ]);
    return true;
  }

  /** Uses a recovery code up; false where there is none like it. */
  async useCode(userId: number, code: string, tx: Session): Promise<boolean> {
    const sql = 'DELETE FROM own_recovery_codes WHERE user_id = ? AND hash = ?';
    return (await tx.run(sql, [userId, hashOfCode(userId, code)])).changes > 0;
  }

  private async add(
    userId: number,
    values: Record<string, string | number>,
    tx: Transaction,
  ): Promise<FactorAnswer | undefined> {
    const row = { user_id: userId, ...values, created_at: this.database.clock.toStored(Date.now()) };
    const names = Object.keys(row);
    const sql = `INSERT INTO own_factors (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const { insertId } = await tx.run(sql, Object.values(row));
    return (await this.of(userId, tx)).find(({ id }) => id === insertId);
  }

  private answer(row: Row): FactorAnswer {
    const { clock } = this.database;
    return {
      id: row['id'] as number,
      kind: row['kind'] as FactorKind,
      name: row['name'] as string,
      created_at: clock.toApi(row['created_at'] as string),
      last_used_at: clock.toApi((row['last_used_at'] ?? '') as string),
    };
  }
}

function passkeyOf(row: Row): Passkey {
  const { id, transports } = JSON.parse(row['details'] as string) as Pick<Passkey, 'id' | 'transports'>;
  return { id, transports, publicKey: row['secret'] as string, counter: row['counter'] as number };
}
