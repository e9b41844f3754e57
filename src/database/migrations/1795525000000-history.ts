import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_event_transactions
  id key(36)
  request_id key(128) null
  user_id ubigint null
  via key(16)
  first ubigint
  last ubigint
  entries int
  began_at ubigint
  ended_at ubigint
  spread_until ubigint null
  primary (id)
  index idx_own_event_transactions_request_id (request_id)
  index idx_own_event_transactions_last (last)
  index idx_own_event_transactions_spread_until (spread_until)
`;

/** Which entries of the journal were stored together: what one request did can be found, and moments never show a part of it. */
export class History1795525000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'History1795525000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
