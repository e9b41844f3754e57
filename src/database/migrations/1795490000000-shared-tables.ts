import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_shared_tables
  id ubigint increment
  user_id uint null -> users set null
  kind key(64)
  name varchar(255)
  query text null
  created_at datetime
  index fk_own_shared_tables_user_id (user_id)
`;

/** Tables that people share with one another: filters, columns and order under a name. */
export class SharedTables1795490000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'SharedTables1795490000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
