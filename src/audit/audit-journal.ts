/** Writes the journal of changes into `audit_logs`, in the transaction of the change (contract 6). */
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../common/caller.js';
import { Database, type Rows, type Transaction } from '../database/database.js';
import { Journal, type JournalEntry } from '../resource/index.js';

const COLUMNS = [
  'description',
  'subject_id',
  'subject_type',
  'user_id',
  'properties',
  'host',
  'created_at',
  'updated_at',
] as const;

/** The column takes 65,535 bytes; a character is three of them at most in what JSON leaves as it is. */
const MOST_CHARACTERS = 20_000;
const LONGEST_VALUE = 500;

@Injectable()
export class AuditJournal extends Journal {
  constructor(private readonly database: Database) {
    super();
  }

  async record(tx: Transaction, entries: readonly JournalEntry[], context: RequestContext, now: string): Promise<void> {
    await this.database.write(
      tx,
      this.database.dialect.insertRows('audit_logs', COLUMNS),
      rowsOf(entries, context, now),
    );
  }
}

/** Rows one by one: the texts of thousands of entries need not be there together. */
function* rowsOf(entries: readonly JournalEntry[], context: RequestContext, now: string): Rows {
  for (const entry of entries) {
    const { action, id, resource } = entry;
    const host = context.address.slice(0, 45);
    const properties = propertiesOf(entry, context);
    yield [action, id, resource.morphClass, context.caller.userId, properties, host, now, now];
  }
}

function propertiesOf(entry: JournalEntry, { requestId }: RequestContext): string {
  const { before, after } = entry.differences();
  const text = JSON.stringify({ before, after, request_id: requestId });
  if (text.length <= MOST_CHARACTERS) return text;
  // Too large for the column: long values are cut, so that what is kept stays JSON.
  const cut = (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortened(value)]));
  return JSON.stringify({ before: cut(before), after: cut(after), request_id: requestId, shortened: true });
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_VALUE)
    return `${value.slice(0, LONGEST_VALUE).toWellFormed()}…`;
  if (Array.isArray(value) && value.length > LONGEST_VALUE / 10) return [...value.slice(0, LONGEST_VALUE / 10), '…'];
  return value;
}
