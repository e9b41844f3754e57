/**
 * Says the root of the chain once a day: in the log, and as an entry of the journal, which goes wherever the journal is told. Whoever keeps
 * it can prove later that nothing of what came before was changed.
 */
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { ScheduledTasks, type ScheduledTask } from '../../operations/maintenance/maintenance.js';
import { AuditEvents } from '../audit-events.js';
import { Chaining } from './chaining.js';
import { ChainVerifier } from './verify.js';

@Injectable()
export class DailyRoots implements ScheduledTask {
  readonly name = 'root of the journal';
  private readonly logger = new Logger('Audit');

  constructor(
    tasks: ScheduledTasks,
    private readonly database: Database,
    private readonly chaining: Chaining,
    private readonly verifier: ChainVerifier,
    private readonly audit: AuditEvents,
  ) {
    tasks.add(this);
  }

  async batch(): Promise<boolean> {
    const today = new Date().toISOString().slice(0, 10);
    const [head] = await this.database.all('SELECT `rooted_on` FROM `own_audit_head` WHERE `id` = 1');
    if (head?.['rooted_on'] === today) return false;
    await this.chaining.upToDate();
    const root = await this.verifier.root();
    const context = { address: 'maintenance', requestId: '' };
    await this.database.transaction(async (tx) => {
      await tx.run('UPDATE `own_audit_head` SET `rooted_on` = ? WHERE `id` = 1', [today]);
      await this.audit.record({ action: 'journal_root', details: { ...root }, context }, tx);
    });
    this.logger.log(`The root of the journal is ${JSON.stringify(root)}.`);
    return false;
  }
}
