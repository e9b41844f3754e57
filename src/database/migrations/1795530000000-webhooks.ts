import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { addOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_webhooks
  id ubigint increment
  owner_id uint null -> users set null
  name key(190)
  url text
  settings longtext
  headers text null
  secret text
  secret_set_at datetime
  feed key(16)
  position ubigint
  batch_first ubigint null
  batch_last ubigint null
  version int default 0
  paused_reason varchar(16) null
  attempts int default 0
  refusals int default 0
  failing_since ubigint null
  next_at ubigint default 0
  last_success_at ubigint null
  last_error varchar(32) null
  lease_owner char(36) null
  lease_until ubigint default 0
  created_at datetime
  updated_at datetime
  unique uq_own_webhooks_name (owner_id, name)
table own_webhook_attempts
  id ubigint increment
  webhook_id ubigint -> own_webhooks cascade
  delivery varchar(96)
  events int
  status int null
  error varchar(16) null
  ms int
  answer text null
  at ubigint
  index idx_own_webhook_attempts_webhook_id (webhook_id, id)
  index idx_own_webhook_attempts_at (at)
table own_webhook_dead
  id ubigint increment
  webhook_id ubigint -> own_webhooks cascade
  first_number ubigint
  last_number ubigint
  events longtext
  reason varchar(16)
  status int null
  at ubigint
  index idx_own_webhook_dead_webhook_id (webhook_id, id)
  index idx_own_webhook_dead_at (at)
`;

/** Readers of the feed that are told of changes by requests, and what became of these (events 5). */
export class Webhooks1795530000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Webhooks1795530000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await addOwnRights(runner, 'webhook', 10_021);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
