/**
 * Removes entries of the journal whose time is over. Their links stay; before they go it is said under the key of the chain until when
 * entries are removed, so that one that is missing is told from one that was taken out.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Scalar } from '../../database/database.js';
import { ScheduledTasks, type ScheduledTask } from '../../operations/maintenance/maintenance.js';
import { CHAINED_CHANGE, PENDING } from '../audit-row.js';
import { AuditChain } from './chain.js';
import { Chaining } from './chaining.js';

const BATCH = 500;
const DAY = 24 * 3600 * 1000;

@Injectable()
export class JournalRetention implements ScheduledTask {
  readonly name = 'the journal';

  constructor(
    tasks: ScheduledTasks,
    private readonly database: Database,
    private readonly chain: AuditChain,
    private readonly chaining: Chaining,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    tasks.add(this);
  }

  async batch(): Promise<boolean> {
    const { auditRetentionDays: days } = this.config;
    if (!days) return false;
    // What is not linked yet would leave nothing.
    await this.chaining.upToDate();
    const { clock, dialect } = this.database;
    const before = Date.now() - days * DAY;
    // The keys first: a DELETE with a condition on a date would lock what lies between, and replicas take whole rows.
    const rows = await this.database.all(
      `SELECT \`id\` FROM \`audit_logs\` WHERE \`created_at\` < ? AND (\`${PENDING}\` IS NULL OR \`${PENDING}\` = ?) LIMIT ${BATCH}`,
      [clock.toStored(before), CHAINED_CHANGE],
    );
    if (!rows.length) return false;
    await this.note(before);
    await this.database.run(`DELETE FROM audit_logs WHERE ${dialect.isIn('id')}`, [
      rows.map(({ id }) => id as Scalar as number),
    ]);
    return rows.length === BATCH;
  }

  private async note(before: number): Promise<void> {
    const [row] = await this.database.all('SELECT `chain`, `removed_before` FROM `own_audit_head` WHERE `id` = 1');
    if (!row || Number(row['removed_before']) >= before) return;
    await this.database.run('UPDATE `own_audit_head` SET `removed_before` = ?, `removal` = ? WHERE `id` = 1', [
      before,
      this.chain.key.proof('removed', String(row['chain']), before),
    ]);
  }
}
