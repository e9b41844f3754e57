import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_tokens
  id ubigint increment
  + browser bool default 0
  + ends_at datetime null
  + last_used_at datetime null
  + last_address varchar(45) null
`;

/** Sessions of people in a browser, which end when they are not used, and from where each token was last used (identity 2, 5a). */
export class BrowserSessions1795480000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'BrowserSessions1795480000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
