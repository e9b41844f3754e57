/** Whether the store of documents is that of the database: a start with another folder would serve a map without its files. */
import type { Database, Row } from '../database/database.js';
import { nameOf, olderNameOf, type DocumentStore } from './document-store.js';

/** Newest and oldest documents of a sample: a wrong folder has at most those that came in since. */
const EACH_END = 5;

const SAMPLE = (order: 'ASC' | 'DESC'): string =>
  `SELECT id, size, hash FROM documents WHERE deleted_at IS NULL ORDER BY id ${order} LIMIT ${EACH_END}`;

/** The name of the row that holds the mark of the database. */
export const MARK = 'documents_mark';

/** What a look at the store found. */
export interface SampleResult {
  /** Documents that were looked for, and those of them whose bytes are not there, by their ids. */
  size: number;
  missing: number[];
  /** The store carries the mark of another database. */
  foreign: boolean;
}

export class StoredSample {
  constructor(
    private readonly database: Database,
    private readonly files: DocumentStore,
  ) {}

  /** Looks for the bytes of the newest and the oldest live documents, and compares the marks. Throws where it cannot. */
  async look(): Promise<SampleResult> {
    const rows = new Map<number, Row>();
    for (const order of ['DESC', 'ASC'] as const)
      for (const row of await this.database.all(SAMPLE(order))) rows.set(row['id'] as number, row);
    const missing: number[] = [];
    for (const [id, row] of rows) if (!(await this.isThere(row)) && (await this.isStillMissing(id))) missing.push(id);
    return { size: rows.size, missing, foreign: await this.isForeign() };
  }

  /** A replacement or the end of a document takes its bytes away after the row was read. */
  private async isStillMissing(id: number): Promise<boolean> {
    const sql = 'SELECT id, size, hash FROM documents WHERE id = ? AND deleted_at IS NULL';
    const [row] = await this.database.all(sql, [id]);
    return row !== undefined && !(await this.isThere(row));
  }

  private async isThere({ id, size, hash }: Row): Promise<boolean> {
    for (const name of [nameOf(id as number, hash as string), olderNameOf(id as number)]) {
      const stored = await this.files.find(name);
      await stored?.close();
      if (stored?.size === size) return true;
    }
    return false;
  }

  /** A store without a mark is taken by the database that clears it first. */
  private async isForeign(): Promise<boolean> {
    const marked = await this.files.ownershipMarker();
    if (marked === undefined) return false;
    const [own] = await this.database.all('SELECT `value` FROM `own_settings` WHERE `name` = ?', [MARK]);
    return own?.['value'] !== marked;
  }
}
