import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_calendar_keys
  user_id uint
  + language varchar(2) null
table own_letters
  user_id uint
  + language varchar(2) null
`;

/** The language of the page on which people asked for a calendar or letters: it stands where they chose none (checks 6). */
export class Languages1795630000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Languages1795630000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
