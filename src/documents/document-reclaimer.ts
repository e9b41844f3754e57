/** Removes bytes that no row needs any more, without taking them from somebody who is storing the same again. */
import type { Database, Row } from '../database/database.js';
import { idIn, type DocumentStore } from './document-store.js';

/** What the decision needs to know of a document, deleted or not. */
export type Owner = Pick<Row, 'id' | 'hash' | 'deleted_at'>;

const OWNERS = 'SELECT `id`, `hash`, `deleted_at` FROM `documents` WHERE ';

export class Release {
  constructor(
    private readonly database: Database,
    private readonly files: DocumentStore,
  ) {}

  /** Documents by id, deleted ones too. */
  async owners(ids: readonly number[]): Promise<Map<number, Owner>> {
    const rows = await this.database.all(OWNERS + this.database.dialect.isIn('`id`'), [[...ids]]);
    return new Map(rows.map((row) => [row['id'] as number, row as Owner]));
  }

  /** Removes the bytes under a name if `unneeded` says so of the row, which is locked meanwhile. Tells whether it did. */
  remove(name: string, unneeded: (owner: Owner | undefined) => boolean | Promise<boolean>): Promise<boolean> {
    const { database, files } = this;
    return database.transaction(async (tx) => {
      const [row] = await tx.all(`${OWNERS}\`id\` = ?${database.dialect.forUpdate}`, [idIn(name) ?? 0]);
      if (!(await unneeded(row as Owner | undefined))) return false;
      await files.remove(name);
      return true;
    });
  }
}
