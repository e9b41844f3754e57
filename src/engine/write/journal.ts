/** What the engine reports to the journal of changes; `audit/` writes it down (contract 6: in the same transaction). */
import type { RequestContext } from '../../core/http/caller.js';
import type { Row, Scalar, Transaction } from '../../database/database.js';
import { answerOfSet, type LinkSet } from '../plan/plan.js';
import type { Link, Resource } from '../schema/model.js';
import type { Change } from './change.js';

/** What differs in an object: columns as stored, link sets as ids. */
export interface Differences {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  beside?: Beside;
}

/** What an entry holds beside what differs, so that the object can be told and worked out as it was. */
export interface Beside {
  /** Before and after, as stored; null where there is none, or where it is not known. */
  updated_at?: readonly [Scalar, Scalar];
  /** Of an object that goes or comes back, as stored. */
  created_at?: Scalar;
  /** Of an object that comes back: its visible columns, as stored. */
  row?: Record<string, unknown>;
  /** Of an object that goes or comes back: the sets of its links. */
  links?: Record<string, unknown>;
  /** Of what others wrote: when that was, as far as it is known, between which looks it was seen, and what names it. */
  at?: number;
  between?: readonly [string, string];
  transaction?: string;
}

/** One object that was changed. */
export interface JournalEntry {
  resource: Resource;
  id: number;
  action: 'created' | 'updated' | 'deleted' | 'restored' | 'merged' | 'unmerged';
  /** Worked out when it is written down: a mass write has thousands of entries. */
  differences(): Differences;
}

/** Acts within the transaction of changes, once they are recorded. */
export type JournalFollower = (tx: Transaction, entries: readonly JournalEntry[]) => Promise<void>;

/** Where changes are recorded. */
export abstract class Journal {
  private readonly followers: JournalFollower[] = [];

  /** Adds who follows changes of objects, whatever wrote them. */
  follow(follower: JournalFollower): void {
    this.followers.push(follower);
  }

  /** Records entries within the transaction of the change. */
  async record(tx: Transaction, entries: readonly JournalEntry[], context: RequestContext, now: string): Promise<void> {
    await this.store(tx, entries, context, now);
    for (const follower of this.followers) await follower(tx, entries);
  }

  /** Stores entries; one statement, however many there are. */
  protected abstract store(
    tx: Transaction,
    entries: readonly JournalEntry[],
    context: RequestContext,
    now: string,
  ): Promise<void>;
}

/** What a change does to its object; hidden columns are never part of it. */
export function differences(resource: Resource, change: Change, action: JournalEntry['action']): Differences {
  const found: Differences = { before: {}, after: {} };
  if (action === 'created') found.after = visible(resource, change.after);
  if (action === 'deleted') found.before = visible(resource, change.before!);
  if (action !== 'created' && action !== 'deleted') {
    for (const { name, hidden } of change.changed()) {
      if (hidden || name === 'updated_at' || name === 'deleted_at') continue;
      if (change.before![name] === change.after[name]) continue;
      found.before[name] = change.before![name];
      found.after[name] = change.after[name];
    }
  }
  for (const { link, before, after } of change.links) {
    if (change.before) found.before[link.name] = setOf(link, before);
    found.after[link.name] = setOf(link, after);
  }
  found.beside = beside(resource, change, action);
  return found;
}

/** Returns true if changes of its objects are recorded: those of the map, and what belongs to people. */
export const isRecorded = ({ audited, owner }: Resource): boolean => audited || owner !== undefined;

function beside(resource: Resource, { before, after, linkSets }: Change, action: JournalEntry['action']): Beside {
  const isGone = action === 'deleted' && !resource.softDelete;
  const found: Beside = {
    updated_at: [before?.['updated_at'] ?? null, isGone ? null : (after['updated_at'] ?? null)],
  };
  if (action !== 'deleted' && action !== 'restored') return found;
  found.created_at = before!['created_at'] ?? null;
  if (action === 'restored') found.row = visible(resource, after);
  if (linkSets?.size)
    found.links = Object.fromEntries([...linkSets].map(([link, set]) => [link.name, setOf(link, set)]));
  return found;
}

const setOf = (link: Link, set: LinkSet): unknown => (link.numbers ? answerOfSet(link, set) : set);

/** The visible part of a stored row, without what every row has. */
function visible(resource: Resource, row: Row): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const { name, hidden, kind, type } of resource.fields) {
    const value = row[name];
    if (!hidden && type !== 'timestamp' && kind !== 'id' && value !== null && value !== undefined) entry[name] = value;
  }
  return entry;
}
