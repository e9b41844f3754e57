import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_watches
  id ubigint increment
  user_id uint -> users cascade
  href text
  name varchar(190)
  created_at datetime
  index fk_own_watches_user_id (user_id)
table own_letters
  user_id uint -> users cascade
  every varchar(8)
  seen_at datetime
  place varchar(128) null
  next_at ubigint
  failing_since ubigint null
  error varchar(255) null
  sent_at datetime null
  primary (user_id)
  index idx_own_letters_next_at (next_at)
`;

/** What people watch, and the letters that they get (checks 6). */
export class Letters1795620000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Letters1795620000000';

  async up(runner: QueryRunner): Promise<void> {
    // A former shape of them, which nothing was ever written into.
    if (await runner.hasColumn('own_watches', 'letters'))
      for (const table of ['own_letters', 'own_watches']) await runner.query(`DROP TABLE ${table}`);
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
