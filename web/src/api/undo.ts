/** Takes back what one request did: the server plans it, says what would happen, and does it. */
import { tried, type Answer } from './send.js';

/** What is to be taken back: a transaction, or one's own request. */
export type UndoTarget = { transaction: string } | { request_id: string };

/** What becomes of an object, or of which object it is told that it was changed since; of those the fields. */
export interface Outcome {
  resource: string;
  id: number;
  name: string | null;
  action: 'deleted' | 'restored' | 'updated';
  fields: readonly string[];
}

/** A link or a reference that leads to what is deleted by now. */
export interface LeftOut {
  resource: string;
  id: number;
  field: string;
  ids: readonly number[];
}

/** What was taken back, or would be. */
export interface Undone {
  transaction: string;
  objects: readonly Outcome[];
  conflicts: readonly Outcome[];
  left_out: readonly LeftOut[];
  errors: Readonly<Record<string, readonly string[]>>;
}

/** Says what would be taken back; the body of a success is `{data: Undone}`. */
export const planUndo = (target: UndoTarget): Promise<Pick<Answer, 'status' | 'body'>> =>
  tried({ method: 'POST', path: '/api/changes/undo?dry_run=1', body: target });

/** Takes it back; `skips` leaves what was changed since as it is, which is a refusal otherwise. */
export const undo = (target: UndoTarget, skips: boolean): Promise<Pick<Answer, 'status' | 'body'>> =>
  tried({ method: 'POST', path: '/api/changes/undo', body: { ...target, ...(skips && { conflicts: 'skip' }) } });
