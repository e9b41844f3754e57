/** Writes the journal of changes into `audit_logs`, in the transaction of the change (contract 6). */
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../core/http/caller.js';
import { Database, type Rows, type Transaction } from '../database/database.js';
import { Journal, type JournalEntry } from '../engine/index.js';
import { COLUMNS, propertiesText, tokenIn, valuesOf } from './audit-row.js';

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
    const { before, after } = entry.differences();
    yield valuesOf({
      description: entry.action,
      subjectId: entry.id,
      subjectType: entry.resource.polymorphicType,
      userId: context.caller.userId || null,
      properties: propertiesText({
        ...{ before, after, request_id: context.requestId },
        ...tokenIn(context),
        ...context.noted,
      }),
      host: context.address,
      now,
    });
  }
}
