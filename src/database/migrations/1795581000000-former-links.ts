import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_audit_head
  id int
  + former_until ubigint default 0
  + former_key char(8) null
  + former_proof char(43) null
`;

/** What the links of the journal were that were made under another TOKEN_SECRET. */
export class FormerLinks1795581000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'FormerLinks1795581000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
