/** What a backup and a restore ask of an engine beyond reading and writing rows. */
import type { Database, Session, Transaction } from '../database/database.js';

type Reader = Pick<Session, 'all'>;

export interface BackupEngine {
  /** Throws a sentence if anybody else has the database open. Called before it is opened. */
  requireUnused(): Promise<void>;
  /** The tables that are there, with their columns. */
  catalogue(session: Reader): Promise<Map<string, string[]>>;
  /** The last id that each table gave out, where it is known. */
  lastIds(session: Reader): Promise<Map<string, number>>;
  /** As `Database.transaction`; references are not checked in it, since tables refer to each other in circles. */
  unguarded<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Makes tables give out ids behind these. Called after the rows were stored. */
  continueBehind(database: Database, lastIds: ReadonlyMap<string, number>): Promise<void>;
}
