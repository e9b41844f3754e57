import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_request_limits
  id ubigint increment; user_id uint null -> users cascade; token_id ubigint null -> own_tokens cascade; per_minute int
  unique uq_own_request_limits_user_id (user_id); unique uq_own_request_limits_token_id (token_id)
`;

/** Limits of requests of single users and named tokens (contract 11). */
export class RequestLimits1795420000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'RequestLimits1795420000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
