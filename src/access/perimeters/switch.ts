/** Whether homes count: one switch for all of a map, kept where the older application keeps its own if that is there (identity 9). */
import { Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import { recheckLate, type RequestContext } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { PERIMETERS_ON } from '../../database/later-columns.js';
import { StepUp } from '../factor/step-up.js';
import { TokenService } from '../token.service.js';
import { areTheirs, hasHomes, isOn } from './homes.js';

/** What is told of the switch. */
export interface SwitchState {
  /** Objects have a home here; otherwise there is nothing to switch. */
  homes: boolean;
  enabled: boolean;
}

@Injectable()
export class PerimeterSwitch {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditEvents,
    private readonly stepUp: StepUp,
    private readonly tokens: TokenService,
  ) {}

  /** How the switch stands. */
  async read(session: Pick<Session, 'all'> = this.database): Promise<SwitchState> {
    if (!hasHomes()) return { homes: false, enabled: false };
    const [row] = await session.all(`SELECT CASE WHEN ${isOn()} THEN 1 ELSE 0 END AS is_on`);
    return { homes: true, enabled: Number(row!['is_on']) === 1 };
  }

  /**
   * Switches homes on or off, for the next request on, on every server within a second; with a row in the journal if that changes
   * anything. Throws 403 for all but administrators, 409 where there are no homes.
   */
  async set(enabled: boolean, context: RequestContext): Promise<SwitchState> {
    if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
    if (!hasHomes()) throw new ApiError(409, 'noHomes');
    await this.database.transaction(async (tx) => {
      await this.stepUp.require(context, { session: tx });
      const before = await this.read(tx);
      if (before.enabled !== enabled) {
        await this.store(enabled, tx);
        const details = { before: before.enabled, after: enabled };
        await this.audit.recordForFeed(
          { action: 'perimeters_switched', subject: { path: 'perimeters' }, details, context },
          tx,
        );
      }
      await recheckLate(context, tx, true);
    });
    this.tokens.forget();
    return { homes: true, enabled };
  }

  private async store(enabled: boolean, tx: Transaction): Promise<void> {
    const value = enabled ? '1' : '0';
    const table = areTheirs() ? 'parameters' : 'own_settings';
    const now = this.database.clock.toStored(Date.now());
    // Locked by the row, or the gap: two who switch at once do so one after the other.
    const { changes } = await tx.run(
      `UPDATE ${table} SET value = ?${areTheirs() ? ', updated_at = ?' : ''} WHERE name = ?`,
      areTheirs() ? [value, now, PERIMETERS_ON] : [value, PERIMETERS_ON],
    );
    if (changes) return;
    if (areTheirs())
      await tx.run('INSERT INTO parameters (name, value, created_at, updated_at) VALUES (?, ?, ?, ?)', [
        ...[PERIMETERS_ON, value, now, now],
      ]);
    else await tx.run('INSERT INTO own_settings (name, value) VALUES (?, ?)', [PERIMETERS_ON, value]);
  }
}
