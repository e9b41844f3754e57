/** Who users are with a directory or a provider: rows of `own_identities`, found by issuer and subject alone (identity 1, 2). */
import { Injectable } from '@nestjs/common';
import { Database, type Row, type Session } from '../../database/database.js';
import type { Person, Provider } from './identified.js';

/** An identity as it is answered. Times are ISO. */
export interface IdentityAnswer {
  id: number;
  provider: Provider;
  issuer: string;
  subject: string;
  name: string | null;
  last_sign_in: string | null;
}

/** What finds an identity. */
export type IdentityKey = Pick<Person, 'provider' | 'issuer' | 'subject'>;

/** A linked user: whether they are live and may come in is told beside. */
export interface Linked {
  id: number;
  userId: number;
  deleted: boolean;
  disabled: boolean;
}

/** A new link; `made`: the user was made for it. */
export interface NewIdentity extends IdentityKey {
  userId: number;
  name: string | null;
  made: boolean;
  /** They sign in at this moment. */
  now?: boolean;
}

const KEY = 'i.provider = ? AND i.issuer = ? AND i.subject = ?';
const LINKED =
  'SELECT i.id, i.user_id, i.issuer, i.subject, u.deleted_at, s.disabled_at FROM own_identities i JOIN users u ON u.id = i.user_id ' +
  'LEFT JOIN own_user_states s ON s.user_id = i.user_id WHERE ';

@Injectable()
export class Identities {
  constructor(private readonly database: Database) {}

  /** The identities of a user, the oldest first. */
  async of(userId: number, session: Session = this.database): Promise<IdentityAnswer[]> {
    const sql =
      'SELECT id, provider, issuer, subject, name, last_sign_in FROM own_identities WHERE user_id = ? ORDER BY id';
    return (await session.all(sql, [userId])).map((row) => this.answer(row));
  }

  /** The user with this identity. */
  async find(
    { provider, issuer, subject }: IdentityKey,
    session: Session = this.database,
  ): Promise<Linked | undefined> {
    const [row] = await session.all(LINKED + KEY, [provider, issuer, subject]);
    // MariaDB takes no notice of blanks at the end.
    return row && row['issuer'] === issuer && row['subject'] === subject ? linkedOf(row) : undefined;
  }

  /** Adds an identity to a user. Gives its id; undefined where somebody has it already. */
  async link(identity: NewIdentity, tx: Session): Promise<number | undefined> {
    const { userId, provider, issuer, subject, name, made, now = false } = identity;
    if ((await tx.all(LINKED + KEY, [provider, issuer, subject])).length) return undefined;
    const at = this.database.clock.toStored(Date.now());
    const sql =
      'INSERT INTO own_identities (user_id, provider, issuer, subject, name, made, last_sign_in, created_at) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    const values = [userId, provider, issuer, subject, name, made ? 1 : 0, now ? at : null, at];
    return (await tx.run(sql, values)).insertId;
  }

  /** Takes an identity of a user away; gives what it was, undefined where they have none with this id. */
  async unlink(userId: number, id: number, tx: Session): Promise<IdentityAnswer | undefined> {
    const found = (await this.of(userId, tx)).find((identity) => identity.id === id);
    if (found) await tx.run('DELETE FROM own_identities WHERE id = ?', [id]);
    return found;
  }

  /** Notes that somebody signs in, and what they are called now. */
  async note(id: number, name: string | undefined, tx: Session): Promise<void> {
    const at = this.database.clock.toStored(Date.now());
    const sql = 'UPDATE own_identities SET last_sign_in = ?, name = COALESCE(?, name) WHERE id = ?';
    await tx.run(sql, [at, name ?? null, id]);
  }

  /** All linked users of a provider who are live and may come in, by identity. */
  async linkedWith(provider: Provider): Promise<Array<Linked & { subject: string }>> {
    const rows = await this.database.all(
      `${LINKED}i.provider = ? AND u.deleted_at IS NULL AND s.user_id IS NULL ORDER BY i.id`,
      [provider],
    );
    return rows.map((row) => ({ ...linkedOf(row), subject: row['subject'] as string }));
  }

  private answer(row: Row): IdentityAnswer {
    return {
      id: row['id'] as number,
      provider: row['provider'] as Provider,
      issuer: row['issuer'] as string,
      subject: row['subject'] as string,
      name: row['name'] as string | null,
      last_sign_in: this.database.clock.toApi((row['last_sign_in'] ?? '') as string),
    };
  }
}

const linkedOf = (row: Row): Linked => ({
  id: row['id'] as number,
  userId: row['user_id'] as number,
  deleted: row['deleted_at'] !== null,
  disabled: row['disabled_at'] !== null,
});
