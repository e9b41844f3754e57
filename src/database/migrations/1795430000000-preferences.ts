import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_preferences
  user_id uint -> users cascade; preferences longtext; updated_at datetime
  primary (user_id)
`;

/** What pages remember for users. */
export class Preferences1795430000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'Preferences1795430000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
