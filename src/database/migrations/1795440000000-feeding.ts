import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { seedOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_feed_sources
  id ubigint increment
  name key(32)
  settings longtext
  version int
  user_id uint null -> users set null
  created_at datetime
  updated_at datetime
  unique uq_own_feed_sources_name (name)
  index fk_own_feed_sources_user_id (user_id)
table own_feed_scopes
  source_id ubigint -> own_feed_sources cascade
  scope key(190)
  last_run ubigint null
  last_full_run ubigint null
  last_full_at datetime null
  observed_at varchar(32) null
  primary (source_id, scope)
table own_feed_records
  id ubigint increment
  source_id ubigint -> own_feed_sources cascade
  type key(64)
  ref key(255)
  object_id ubigint
  scopes longtext
  digest char(44)
  object_stamp timestamp null
  noted_at datetime null
  says longtext
  leaves longtext null
  kept longtext null
  marked longtext null
  created bool
  observed_at varchar(32) null
  first_seen datetime
  last_seen datetime null
  last_run ubigint
  missing_since datetime null
  missing_runs int default 0
  unique uq_own_feed_records_ref (source_id, type, ref)
  index idx_own_feed_records_object (type, object_id)
  index idx_own_feed_records_missing (source_id, missing_since)
table own_feed_marks
  type key(64)
  object_id ubigint
  field key(64)
  kind varchar(8)
  value longtext null
  user_id uint null -> users set null
  at datetime
  primary (type, object_id, field)
  index fk_own_feed_marks_user_id (user_id)
table own_feed_plans
  id key(32)
  source_id ubigint -> own_feed_sources cascade
  scope key(190)
  mode varchar(8)
  state varchar(16)
  head longtext
  counts longtext
  progress longtext null
  versions varchar(64)
  user_id uint null -> users set null
  beat_at datetime
  created_at datetime
  expires_at datetime
  run_id ubigint null
  primary (id)
  index idx_own_feed_plans_expires_at (expires_at)
  index fk_own_feed_plans_source_id (source_id)
  index fk_own_feed_plans_user_id (user_id)
table own_feed_runs
  id ubigint increment
  source varchar(32)
  scope varchar(190)
  mode varchar(8)
  plan_id varchar(32)
  state varchar(16)
  counts longtext
  user_id uint null -> users set null
  host varchar(45) null
  request_id varchar(255) null
  observed_at varchar(32) null
  started_at datetime
  finished_at datetime null
  index idx_own_feed_runs_source (source, id)
  index fk_own_feed_runs_user_id (user_id)
table own_feed_parts
  owner key(40)
  kind key(16)
  n int
  body longtext
  primary (owner, kind, n)
`;

/** Feeding from tools: sources, what they say of objects, plans and runs; and the rights on them. */
export class Feeding1795440000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'Feeding1795440000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await seedOwnRights(runner, 'feed');
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
