import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_request_counts
  subject char(64); taken int; ends_at ubigint
  primary (subject); index idx_own_request_counts_ends_at (ends_at)
`;

/** The requests of users and addresses, counted for all replicas together (contract 11, docs/decisions/rate-limits.md). */
export class RequestCounts1795400000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.2.0';
  static readonly additive = true;
  readonly name = 'RequestCounts1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
