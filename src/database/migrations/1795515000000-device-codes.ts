import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_device_codes
  id ubigint increment
  device_hash char(64)
  user_hash char(64)
  client varchar(100) null
  address varchar(45) null
  network varchar(45) null
  token_id ubigint null
  is_denied bool default 0
  seconds_between int
  polled_at datetime null
  expires_at datetime
  unique uq_own_device_codes_device_hash (device_hash)
  unique uq_own_device_codes_user_hash (user_hash)
  index idx_own_device_codes_network (network)
  index idx_own_device_codes_expires_at (expires_at)
`;

/** Codes by which programs without a browser wait for a person to let them in (identity 6). */
export class DeviceCodes1795515000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'DeviceCodes1795515000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
