/** What else there is of objects that become one: each room moves what it keeps of them. */
import type { RequestContext } from '../../core/http/caller.js';
import type { Message } from '../../core/i18n/messages.js';
import type { Transaction } from '../../database/database.js';
import type { AccessScope } from '../access-scope.js';
import type { Resource } from '../schema/model.js';

/** Objects of a resource become one, within a transaction. */
export interface Merge {
  readonly resource: Resource;
  /** The object that stays. */
  readonly into: number;
  /** Those that are deleted. */
  readonly from: readonly number[];
  readonly tx: Transaction;
  readonly context: RequestContext;
  /** What the caller sees. */
  readonly access: AccessScope;
}

/** What is no longer as a merge left it. */
export interface ChangedSince {
  /** What it is called in the list of the answer. */
  readonly name: string;
  /** A sentence that says what it is by now, and what to do about it. */
  readonly phrase: Message;
}

/** A room that keeps something of objects beside their rows and links: it moves to the survivor, and back. */
export interface MergeFollower {
  /** Moves what there is of the others; returns what is needed to take it back, as JSON. */
  merge(merge: Merge): Promise<object>;
  /** What keeps a merge from being taken back; `went`: what `merge` returned. */
  changed?(merge: Merge, went: object): Promise<readonly ChangedSince[]>;
  /** Moves it back, where nothing has changed; `went`: what `merge` returned. */
  unmerge(merge: Merge, went: object): Promise<void>;
}
