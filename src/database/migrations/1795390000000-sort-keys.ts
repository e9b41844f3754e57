import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqliteDialect } from '../sqlite/dialect.js';
import { oneLine } from '../migration-watch.js';

/** Indexes over live objects by their label as it is stored, made before they were over its key. */
const OLD = `
  SELECT m.name AS name, m.tbl_name AS table_name, i.name AS label
  FROM sqlite_master m JOIN pragma_index_info(m.name) i ON i.seqno = 1
  WHERE m.type = 'index' AND m.name = 'idx_own_' || m.tbl_name || '_live' AND i.name IS NOT NULL
  ORDER BY m.tbl_name
`;

/**
 * The embedded engine: live objects by the key that their labels are compared by, so that lists and reports in the order of
 * names are read from an index (docs/decisions/texts.md). New maps have it from the start. MariaDB and MySQL compare so by themselves.
 */
export class SortKeys1795390000000 implements MigrationInterface {
  static readonly schema = '';
  static readonly release = '0.2.0';
  // Its indexes need a function that 0.1.0 lacks, so that 0.1.0 could not write.
  static readonly additive = false;
  readonly name = 'SortKeys1795390000000';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'better-sqlite3') return;
    const old = (await runner.query(oneLine(OLD))) as Array<{ name: string; table_name: string; label: string }>;
    for (const { name, table_name: table, label } of old) {
      await runner.query(`DROP INDEX \`${name}\``);
      await runner.query(sqliteDialect.createIndex(table, { name, columns: ['deleted_at', label], unique: false }));
    }
  }

  async down(): Promise<void> {
    throw new Error('There is no way back from this migration: restore a backup.');
  }
}
