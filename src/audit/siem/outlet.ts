/**
 * One receiver of the journal: everything is told to it in the order of the chain, at least once, from a remembered place on. While it is
 * away everything is kept: the journal itself is the queue.
 */
import type { Database } from '../../database/database.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { contentColumns, wholeKeyOf, wholeKeysOf } from '../chain/entry-content.js';
import { wholeTexts } from '../whole-texts.js';
import { ocsfOf } from './ocsf.js';
import type { SyslogEntry } from './syslog.js';

/** Sends messages; done when the receiver has them, and throws where it may not. */
export type Send = (messages: readonly SyslogEntry[]) => Promise<void>;

const BATCH = 200;
/** A replica that is gone holds up the others for this long. */
const LEASE_MS = 60_000;

export class Outlet {
  private readonly lease: Lease;
  private isHeld = false;
  private isBegun = false;

  constructor(
    private readonly database: Database,
    readonly name: string,
    private readonly send: Send,
  ) {
    this.lease = new Lease(database, `audit ${name}`, LEASE_MS);
  }

  /** Begins at the newest link: what came before the receiver was named is not told. */
  async begin(): Promise<void> {
    if (this.isBegun) return;
    const { dialect } = this.database;
    const [head] = await this.database.all('SELECT `number` FROM `own_audit_head` WHERE `id` = 1');
    const sql = dialect.insertOneMissing('own_audit_outlets', ['name', 'position', 'sent_at']);
    await this.database.run(sql, [this.name, Number(head?.['number'] ?? 0), Date.now()]);
    this.isBegun = true;
  }

  /** Tells the next entries. Returns true where there may be more; false also where another replica is at it. */
  async batch(): Promise<boolean> {
    this.isHeld = await (this.isHeld ? this.lease.renew() : this.lease.take());
    if (!this.isHeld) return false;
    const position = await this.position();
    const rows = await this.database.all(
      `SELECT c.\`number\`, c.\`at\`, ${contentColumns('a')} FROM \`own_audit_chain\` c ` +
        `LEFT JOIN \`audit_logs\` a ON a.\`id\` = c.\`entry\` WHERE c.\`number\` > ? ORDER BY c.\`number\` LIMIT ${BATCH}`,
      [position],
    );
    if (!rows.length) return false;
    const there = rows.filter(({ id }) => id !== null);
    const texts = await wholeTexts(wholeKeysOf(there), this.database, this.database.dialect);
    const messages = there.map((row): SyslogEntry => {
      const whole = texts.get(wholeKeyOf(row['properties']) ?? '');
      const [number, time] = [Number(row['number']), Number(row['at'])];
      const event = ocsfOf(whole === undefined ? row : { ...row, properties: whole }, number, time);
      const failed = event['status_id'] === 2;
      return { number, time, action: String(row['description']), failed, body: JSON.stringify(event) };
    });
    if (messages.length) await this.send(messages);
    const last = Number(rows.at(-1)!['number']);
    await this.database.run(
      'UPDATE `own_audit_outlets` SET `position` = ?, `sent_at` = ? WHERE `name` = ? AND `position` < ?',
      [...[last, Date.now(), this.name, last]],
    );
    return rows.length === BATCH;
  }

  /** Lets another replica go on. */
  async end(): Promise<void> {
    if (this.isHeld) await this.lease.release();
    this.isHeld = false;
  }

  private async position(): Promise<number> {
    const [row] = await this.database.all('SELECT `position` FROM `own_audit_outlets` WHERE `name` = ?', [this.name]);
    return Number(row?.['position'] ?? 0);
  }
}
