/**
 * Takes what a person is called out of the journal: entries, texts that stand whole elsewhere, names of events, answers of receivers.
 * The salts of the entries go, so that nobody can guess what they said, and what is left of each is proved under the key of the chain.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, fieldError } from '../../core/http/errors.js';
import { Database, type Row, type Scalar, type Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { forgetSeen } from '../../events/outside/known-objects.js';
import { watchesOutside } from '../../events/settings.js';
import { Lease } from '../../operations/maintenance/lease.js';
import { AuditEvents } from '../audit-events.js';
import { partsOf, TEXT_COLUMNS } from '../audit-journal.js';
import { AuditChain, LINK_COLUMNS } from '../chain/chain.js';
import { Chaining } from '../chain/chaining.js';
import { contentColumns, contentOf, wholeKeyOf, wholeKeysOf } from '../chain/entry-content.js';
import { wholeTexts } from '../whole-texts.js';
import { Redactor, type Sought } from './redactor.js';

/** Entries that are looked at at a time. */
const BATCH = 500;
/** A replica that is gone holds up the others for this long. */
const LEASE_MS = 60_000;
/** Rows that are looked at at a time where they may be long. */
const LONG_BATCH = 50;
/** What beside the journal holds what it says, with what identifies the rows. */
const BESIDE = [
  { table: 'own_events', key: 'number', columns: ['name'], batch: BATCH },
  { table: 'own_event_transactions', key: 'id', columns: ['request_id'], batch: BATCH },
  { table: 'own_webhook_attempts', key: 'id', columns: ['answer'], batch: BATCH },
  // What would be answered to whoever sends the same request again.
  { table: 'own_idempotency_keys', key: 'scope', columns: ['body'], batch: LONG_BATCH },
  { table: 'own_findings', key: 'id', columns: ['said', 'accepted_reason'], batch: BATCH },
] as const;

/** Of whom, or what. */
export type RedactionRequest = { user_id: number } | { value: string };

/** What was taken out, or would be. */
export interface Redaction {
  /** Entries of the journal. */
  entries: number;
  /** What held it beside. */
  others: number;
}

@Injectable()
export class RedactionService {
  private readonly lease: Lease;

  constructor(
    private readonly database: Database,
    private readonly chain: AuditChain,
    private readonly chaining: Chaining,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new Lease(database, 'redaction', LEASE_MS);
  }

  /**
   * Throws 422 where nobody is known under the id, and for a reason that holds what is to be taken out; 429 where somebody
   * redacts just then.
   */
  async redact(
    request: RedactionRequest,
    dryRun: boolean,
    reason: string,
    context: RequestContext,
  ): Promise<Redaction> {
    if (!(await this.lease.take())) throw new ApiError(429, 'isRedacting', {}, { 'retry-after': '10' });
    try {
      await this.chaining.upToDate();
      const sought = 'value' in request ? { words: [], texts: [request.value] } : await this.soughtOf(request.user_id);
      const redactor = new Redactor(sought);
      if (redactor.finds(reason)) throw fieldError('reason', 'redactReason');
      const note = { ...('user_id' in request && { user_id: request.user_id }), reason };
      const entries = await this.journal(redactor, dryRun, note, context);
      const others = await this.beside(redactor, dryRun);
      // What was seen of objects holds it until they are looked at again, which nobody does here.
      if (!dryRun && !watchesOutside(this.config.events, this.database)) await forgetSeen(this.database);
      return { entries, others };
    } finally {
      await this.lease.release();
    }
  }

  /** What a user is called, and was called before, as far as the journal knows. */
  private async soughtOf(id: number): Promise<Sought> {
    const names = ['name', 'login', 'email'] as const;
    const [row] = await this.database.all('SELECT `name`, `login`, `email` FROM `users` WHERE `id` = ?', [id]);
    const entries = await this.database.all(
      'SELECT `properties` FROM `audit_logs` WHERE `subject_type` = ? AND `subject_id` = ?',
      [registry.get('users').polymorphicType, id],
    );
    const sides = entries.flatMap(({ properties }) => sidesOf(properties));
    const words = [row ?? {}, ...sides].flatMap((side) => names.map((name) => side[name]));
    const said = words.filter((word): word is string => typeof word === 'string' && word.trim() !== '');
    if (!said.length) throw fieldError('user_id', 'selected');
    return { words: [...new Set(said.map((word) => word.trim()))], texts: [] };
  }

  /** Walks the entries that are linked by now. Returns how many held any of it. */
  private async journal(redactor: Redactor, dryRun: boolean, note: object, context: RequestContext): Promise<number> {
    const { database } = this;
    const [head] = await database.all('SELECT `number` FROM `own_audit_head` WHERE `id` = 1');
    const links = LINK_COLUMNS.map((name) => `c.${quote(name)}`).join(', ');
    let count = 0;
    for (let after = 0; ;) {
      const rows = await database.all(
        `SELECT ${links}, ${contentColumns('a')} FROM \`own_audit_chain\` c JOIN \`audit_logs\` a ON a.\`id\` = c.\`entry\` ` +
          `WHERE c.\`number\` > ? AND c.\`number\` <= ? ORDER BY c.\`number\` LIMIT ${BATCH}`,
        [after, Number(head?.['number'] ?? 0)],
      );
      if (!rows.length) return count;
      after = Number(rows.at(-1)!['number']);
      const found = await this.foundIn(rows, redactor);
      count += found.length;
      if (dryRun || !found.length) continue;
      if (!(await this.lease.renew())) throw new ApiError(429, 'isRedacting', {}, { 'retry-after': '10' });
      await database.transaction(async (tx) => {
        await this.replace(found, tx);
        const details = { ...note, entries: found.map(({ row }) => Number(row['id'])) };
        await this.audit.record({ action: 'journal_redacted', details, context }, tx);
      });
    }
  }

  /** Entries that hold any of it, as they are to be. */
  private async foundIn(rows: readonly Row[], redactor: Redactor): Promise<Found[]> {
    const texts = await wholeTexts(wholeKeysOf(rows), this.database, this.database.dialect);
    return rows.flatMap((row): Found[] => {
      const said = String(row['properties'] ?? '');
      const key = wholeKeyOf(said);
      const whole = key === undefined ? undefined : texts.get(key);
      const [left, leftWhole] = [redactor.properties(said), whole && redactor.properties(whole)];
      if (left === undefined && leftWhole === undefined) return [];
      return [{ row: { ...row, properties: left ?? said }, key, whole: leftWhole ?? whole, isWhole: !!leftWhole }];
    });
  }

  /** Stores what is left of entries. As many statements for many as for a few. */
  private async replace(found: readonly Found[], tx: Transaction): Promise<void> {
    const { database, chain } = this;
    const { dialect, clock } = database;
    const properties = found.map(({ row }): Scalar[] => [row['properties']!, Number(row['id'])]);
    await database.writeUpdates(tx, 'audit_logs', [{ name: 'properties', type: 'text' }], properties);
    const wholes = found.filter(({ isWhole }) => isWhole);
    if (wholes.length) {
      await tx.defer(`DELETE FROM \`own_audit_texts\` WHERE ${dialect.isIn('`id`')}`, [wholes.map(({ key }) => key!)]);
      const parts = wholes.flatMap(({ row, key, whole }) => [
        ...partsOf([[key!, whole!]], row['created_at'] as string | null),
      ]);
      await database.write(tx, dialect.insertRows('own_audit_texts', TEXT_COLUMNS), parts);
    }
    await tx.defer(`DELETE FROM \`own_audit_chain\` WHERE ${dialect.isIn('`number`')}`, [
      found.map(({ row }) => Number(row['number'])),
    ]);
    const links = found.map(({ row, whole }): Scalar[] => {
      const proof = chain.key.proof(
        'redacted',
        Number(row['number']),
        String(row['hash']),
        contentOf(row, whole, clock),
      );
      return [...LINK_COLUMNS.map((name) => (name === 'salt' ? null : (row[name] as Scalar))), proof];
    });
    await database.write(tx, dialect.insertRows('own_audit_chain', [...LINK_COLUMNS, 'redacted']), links);
  }

  /**
   * What else holds it: names of events, ids that clients chose, answers, findings. Every row is looked at: databases compare
   * letters in their own ways.
   */
  private async beside(redactor: Redactor, dryRun: boolean): Promise<number> {
    const { database } = this;
    const { dialect } = database;
    let count = 0;
    for (const { table, key, columns, batch } of BESIDE)
      for await (const rows of this.portions(table, key, columns, batch))
        for (const column of columns) {
          const found = rows.flatMap((row): Array<[Scalar, string]> => {
            const left = row[column] === null ? undefined : redactor.left(String(row[column]));
            return left === undefined ? [] : [[row[key]!, left]];
          });
          count += found.length;
          if (dryRun || !found.length) continue;
          const cases = found.map(() => 'WHEN ? THEN ?').join(' ');
          await database.run(
            `UPDATE ${quote(table)} SET ${quote(column)} = CASE ${quote(key)} ${cases} END WHERE ${dialect.isIn(quote(key))}`,
            [...found.flat(), found.map(([id]) => id as string)],
          );
        }
    return count + (await this.merges(redactor, dryRun));
  }

  /** What merges keep to be taken back: those that hold it cannot be taken back any more. */
  private async merges(redactor: Redactor, dryRun: boolean): Promise<number> {
    const { database } = this;
    let count = 0;
    for await (const rows of this.portions('own_merges', 'entry', ['kept'], LONG_BATCH)) {
      const found = rows.filter(({ kept }) => redactor.left(String(kept)) !== undefined);
      count += found.length;
      if (dryRun || !found.length) continue;
      await database.run(`DELETE FROM \`own_merges\` WHERE ${database.dialect.isIn('`entry`')}`, [
        found.map(({ entry }) => entry as number),
      ]);
    }
    return count;
  }

  /** All rows of a table in portions, by their keys. */
  private async *portions(table: string, key: string, columns: readonly string[], batch: number): AsyncIterable<Row[]> {
    const names = [key, ...columns].map(quote).join(', ');
    let renewed = performance.now();
    for (let last: Scalar | undefined; ;) {
      const rows = await this.database.all(
        `SELECT ${names} FROM ${quote(table)} ${last === undefined ? '' : `WHERE ${quote(key)} > ?`} ORDER BY ${quote(key)} LIMIT ${batch}`,
        last === undefined ? [] : [last],
      );
      if (!rows.length) return;
      yield rows;
      if (performance.now() - renewed > LEASE_MS / 4) {
        if (!(await this.lease.renew())) throw new ApiError(429, 'isRedacting', {}, { 'retry-after': '10' });
        renewed = performance.now();
      }
      last = rows.at(-1)![key]!;
    }
  }
}

/** An entry as it is to be, and its whole where that stands elsewhere; `isWhole`: that is another one, too. */
interface Found {
  row: Row;
  key: string | undefined;
  whole: string | undefined;
  isWhole: boolean;
}

/** The values before and after of an entry. */
function sidesOf(properties: unknown): Array<Record<string, unknown>> {
  try {
    const { before, after, ...whole } = JSON.parse(String(properties)) as Record<
      string,
      Record<string, unknown> | undefined
    >;
    // The older application tells the whole row.
    return before || after ? [before ?? {}, after ?? {}] : [whole];
  } catch {
    return [];
  }
}
