/** Codes that are worth something once and for a short time: what signs somebody in who came back from the provider (identity 5). */
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** What a code is for: signing in; showing a second factor; or a message that is taken once. */
type Kind = 'code' | 'ticket' | 'message';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

@Injectable()
export class SigninCodes {
  constructor(private readonly database: Database) {}

  /** A new code that says something to whoever has also what it is bound to. Only hashes are kept. */
  async make(says: object, boundTo: string, seconds: number, kind: Kind = 'code'): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.store(kind, code, boundTo, JSON.stringify(says), seconds);
    return code;
  }

  /** What a code says; undefined where it is not there, or not any more, or not bound to this. It stays what it is. */
  async read(code: string, boundTo: string, kind: Kind = 'code'): Promise<unknown> {
    return (await this.find(code, boundTo, kind))?.says;
  }

  /** What a code says, once; undefined as of `read`. */
  async take(code: string, boundTo: string, kind: Kind = 'code'): Promise<unknown> {
    const found = await this.find(code, boundTo, kind);
    if (!found) return undefined;
    // Of two who come with it at once, one deletes it.
    const { changes } = await this.database.run('DELETE FROM own_signin_codes WHERE id = ?', [found.id]);
    return changes ? found.says : undefined;
  }

  private async find(code: string, boundTo: string, kind: Kind): Promise<{ id: number; says: unknown } | undefined> {
    const now = this.database.clock.toStored(Date.now());
    const sql = 'SELECT id, says FROM own_signin_codes WHERE kind = ? AND hash = ? AND bound_to = ? AND expires_at > ?';
    const [row] = await this.database.all(sql, [kind, hashOf(code), hashOf(boundTo), now]);
    return row && { id: row['id'] as number, says: JSON.parse(row['says'] as string) };
  }

  /** Notes a message, by the id that it has; false where it came before. */
  async isFirst(id: string, seconds: number): Promise<boolean> {
    return (await this.store('message', id, null, null, seconds)) > 0;
  }

  private async store(
    kind: Kind,
    code: string,
    boundTo: string | null,
    says: string | null,
    seconds: number,
  ): Promise<number> {
    const ends = this.database.clock.toStored(Date.now() + seconds * 1000);
    const columns = ['kind', 'hash', 'bound_to', 'says', 'expires_at'];
    const values = [kind, hashOf(code), boundTo === null ? null : hashOf(boundTo), says, ends];
    const sql = this.database.dialect.insertOneMissing('own_signin_codes', columns);
    return (await this.database.run(sql, values)).changes;
  }
}
