import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_factors
  id ubigint increment
  user_id uint -> users cascade
  kind key(8)
  name varchar(255)
  secret text
  credential char(64) null
  details text null
  counter ubigint default 0
  created_at datetime
  last_used_at datetime null
  unique uq_own_factors_credential (credential)
  index fk_own_factors_user_id (user_id)
table own_recovery_codes
  id ubigint increment
  user_id uint -> users cascade
  hash char(64)
  created_at datetime
  unique uq_own_recovery_codes_hash (hash)
  index fk_own_recovery_codes_user_id (user_id)
table own_factor_failures
  id ubigint increment
  user_id uint -> users cascade
  failed_at datetime
  index idx_own_factor_failures_user_id (user_id, failed_at)
table own_tokens
  id ubigint increment
  + enrol_only bool default 0
  + confirmed_at datetime null
`;

/** What users sign in with beside a password, wrong ones of the last hour, and when a session was last confirmed (identity 5b). */
export class SecondFactors1795510000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'SecondFactors1795510000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
