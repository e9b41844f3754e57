/** What the engine tells the journal of changes; `audit/` writes it down (contract 6: in the same transaction). */
import type { RequestContext } from '../../common/caller.js';
import type { Row, Transaction } from '../../database/database.js';
import type { Resource } from '../model.js';

/** One object that was changed. `before` and `after` hold what differs: columns as stored, link sets as ids. */
export interface JournalEntry {
  resource: Resource;
  id: number;
  action: 'created' | 'updated' | 'deleted' | 'restored';
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Where changes are recorded. */
export abstract class Journal {
  /** Records entries within the transaction of the change; one statement, however many there are. */
  abstract record(
    tx: Transaction,
    entries: readonly JournalEntry[],
    context: RequestContext,
    now: string,
  ): Promise<void>;
}

/** The visible part of a stored row, without what every row has: for entries of created and deleted objects. */
export function visible(resource: Resource, row: Row): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const { name, hidden, kind } of resource.fields) {
    const stamp = name === 'created_at' || name === 'updated_at' || name === 'deleted_at';
    if (!hidden && !stamp && kind !== 'id' && row[name] !== null && row[name] !== undefined) entry[name] = row[name];
  }
  return entry;
}
