import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold } from '../../core/text/fold.js';
import { MAX_KEY_LENGTH, nameKey, shortened } from '../../core/text/name-key.js';
import { quote } from '../dialect.js';
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
  static readonly release = '0.3.0';
  static readonly additive = true;
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

  /** Keys are as long again as the release before makes and looks for them: it would else take a name for free that is taken. */
  async down(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'better-sqlite3') return;
    const short = (await runner.query("SELECT * FROM own_names WHERE name_key LIKE '%SHA256:%'")) as Claim[];
    for (const { scope, name_key: key, object_id: id } of short) {
      const [table, column] = scope.split('.') as [string, string];
      const [row] = await runner.query(`SELECT ${quote(column)} AS name FROM ${quote(table)} WHERE id = ?`, [id]);
      if (typeof row?.name !== 'string' || nameKey(row.name) !== key || fold(row.name) === key) continue;
      const sql = 'UPDATE OR REPLACE own_names SET name_key = ? WHERE scope = ? AND name_key = ?';
      await runner.query(sql, [fold(row.name), scope, key]);
    }
  }
}
