/**
 * A connection of its own for a thread that reads much: whole tables, in one snapshot, without a row that crosses threads.
 * What it needs to know travels to the thread as plain data.
 */
import type { Param, Scalar } from './statement.js';

/** A row by the places of its columns. */
export type Row = readonly Scalar[];

/** Runs a statement and hands on its rows one by one; each is there only while `take` runs. */
export type Each = (sql: string, params: readonly Param[], take: (row: Row) => void) => Promise<void>;

/**
 * The values of each of some columns, all of them in one order of rows. For whoever needs whole columns this costs half as much as
 * rows do, and leaves less behind.
 * @param columns what is selected
 * @param from all that follows in the statement
 */
export type Lists = (columns: readonly string[], from: string, params: readonly Param[]) => Promise<Scalar[][]>;

/** Reads, one piece of work after the other. */
export interface ThreadReader {
  /** A statement by itself: it sees all that was stored before it was asked. */
  readonly each: Each;
  /** Runs `work`, whose statements see the database as it is at the first of them. */
  snapshot<T>(work: (each: Each, lists: Lists) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
