/**
 * Writes the journal of changes into `audit_logs`, in the transaction of the change (contract 6). The same rows are what the
 * feed of changes is told from and what the history of objects is worked out of, so nothing of a change is lost: entries that are
 * too long for their column stand whole in `own_audit_texts`.
 */
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../core/http/caller.js';
import { Database, type Rows, type Scalar, type Transaction } from '../database/database.js';
import { Journal, type JournalEntry } from '../engine/index.js';
import { changeText, COLUMNS, PENDING, tokenIn, UNPUBLISHED, valuesOf } from './audit-row.js';

/** Characters of a whole entry in one row: a packet of the database holds many more. */
const PART_CHARACTERS = 1 << 20;
export const TEXT_COLUMNS = ['id', 'n', 'body', 'created_at'];

@Injectable()
export class AuditJournal extends Journal {
  constructor(private readonly database: Database) {
    super();
  }

  protected async store(
    tx: Transaction,
    entries: readonly JournalEntry[],
    context: RequestContext,
    now: string,
  ): Promise<void> {
    const { database } = this;
    const { dialect } = database;
    const wholes: Array<[key: string, text: string]> = [];
    const facts = factsOf(tx, context);
    const rows = rowsOf(entries, context, facts, now, (text) => {
      const key = randomUUID();
      wholes.push([key, text]);
      return key;
    });
    await database.write(tx, dialect.insertRows('audit_logs', [...COLUMNS, PENDING]), rows);
    if (wholes.length)
      await database.write(tx, dialect.insertRows('own_audit_texts', TEXT_COLUMNS), partsOf(wholes, now));
  }
}

/** What is the same for all entries of a write. The rows that it changes are locked by now. */
function factsOf(tx: Transaction, { caller, via = 'api', reason, traceparent }: RequestContext): object {
  const auth = caller.userId ? (caller.way === 'token' ? 'api_key' : 'user') : 'system';
  return {
    ...{ at: Date.now(), via, transaction: tx.id, auth },
    ...(reason !== undefined && { reason }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Rows one by one: the texts of thousands of entries need not be there together. */
function* rowsOf(
  entries: readonly JournalEntry[],
  context: RequestContext,
  facts: object,
  now: string,
  keep: (whole: string) => string,
): Rows {
  for (const entry of entries) {
    const { before, after, beside = {} } = entry.differences();
    const { row, links, ...times } = beside;
    const properties = changeText(
      { before, after, request_id: context.requestId, ...tokenIn(context), ...context.noted },
      { ...facts, ...times },
      { ...(row && { row }), ...(links && { links }) },
      keep,
    );
    const values = valuesOf({
      description: entry.action,
      subjectId: entry.id,
      subjectType: entry.resource.polymorphicType,
      userId: context.caller.userId || null,
      properties,
      host: context.address,
      now,
    });
    yield [...values, UNPUBLISHED];
  }
}

/** The rows of entries that stand whole. */
export function* partsOf(wholes: ReadonlyArray<readonly [key: string, text: string]>, now: string | null): Rows {
  for (const [key, text] of wholes)
    for (let n = 0, at = 0; at < text.length; n++) {
      let end = at + PART_CHARACTERS;
      // A sign outside the basic plane is two units, which stay together.
      if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end++;
      yield [key, n, text.slice(at, end), now] satisfies Scalar[];
      at = end;
    }
}
