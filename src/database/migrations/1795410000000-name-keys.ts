import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MAX_KEY_LENGTH, shortened } from '../../core/text/name-key.js';
import { inWords } from '../migration-watch.js';

interface Claim {
  scope: string;
  name_key: string;
  object_id: number;
}

/**
 * The embedded engine: keys of names that are longer than their column says, which it does not mind, become as short as
 * MariaDB and MySQL want them (docs/decisions/unique-names.md). There none was ever stored.
 */
export class NameKeys1795410000000 implements MigrationInterface {
  static readonly schema = '';
  readonly name = 'NameKeys1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'better-sqlite3') return;
    const long = (await runner.query(`SELECT * FROM own_names WHERE length(name_key) > ${MAX_KEY_LENGTH}`)) as Claim[];
    if (!long.length) return;
    await inWords(runner, `The keys of ${long.length} names are shortened.`, async () => {
      for (const { scope, name_key: key } of long) {
        const sql = 'UPDATE OR REPLACE own_names SET name_key = ? WHERE scope = ? AND name_key = ?';
        await runner.query(sql, [shortened(key), scope, key]);
      }
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations only add. To go back, restore a backup.');
  }
}
