/** Users who may not come in: a flag of theirs, which ends all their tokens (identity 2). */
import { Injectable } from '@nestjs/common';
import { AuditEvents, type AuditContext } from '../../audit/audit-events.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { TokenService } from '../token.service.js';

@Injectable()
export class UserStates {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
  ) {}

  /** Whether a user may not come in. */
  async isDisabled(userId: number, session: Session = this.database): Promise<boolean> {
    return (await session.all('SELECT 1 FROM own_user_states WHERE user_id = ?', [userId])).length > 0;
  }

  /**
   * Disables or enables a user, with a row of the journal; nothing where they are so already. To be followed by `TokenService.forget` once it is
   * stored. `details`: what the journal says beside.
   * @returns whether it changed anything
   */
  async set(userId: number, disabled: boolean, context: AuditContext, tx: Transaction, details = {}): Promise<boolean> {
    // Whoever signs in meanwhile waits, and is refused then.
    await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [userId]);
    if ((await this.isDisabled(userId, tx)) === disabled) return false;
    if (disabled) {
      const now = this.database.clock.toStored(Date.now());
      await tx.run('INSERT INTO own_user_states (user_id, disabled_at) VALUES (?, ?)', [userId, now]);
      await tx.run('DELETE FROM own_tokens WHERE user_id = ?', [userId]);
      await tx.run('DELETE FROM own_calendar_keys WHERE user_id = ?', [userId]);
    } else await tx.run('DELETE FROM own_user_states WHERE user_id = ?', [userId]);
    const action = disabled ? 'user_disabled' : 'user_enabled';
    await this.audit.record({ action, subject: { path: 'users', id: userId }, details, context }, tx);
    return true;
  }

  /** Does so in a transaction of its own. */
  async change(userId: number, disabled: boolean, context: AuditContext, details = {}): Promise<boolean> {
    const changed = await this.database.transaction((tx) => this.set(userId, disabled, context, tx, details));
    if (changed) this.tokens.forget();
    return changed;
  }
}
