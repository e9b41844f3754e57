import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_audit_head
  id int
  chain key(16)
  number ubigint
  hash char(43)
  removed_before ubigint
  removal char(43) null
  rooted_on char(10) null
  primary (id)
table own_audit_chain
  number ubigint
  entry ubigint
  at ubigint
  salt char(22) null
  digest char(43)
  hash char(43)
  key_id char(8)
  redacted char(43) null
  primary (number)
  unique uq_own_audit_chain_entry (entry)
table own_audit_outlets
  name key(16)
  position ubigint
  sent_at ubigint null
  primary (name)
`;

/** The chain of the journal, and how far it was told elsewhere. */
export class AuditChain1795540000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'AuditChain1795540000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
