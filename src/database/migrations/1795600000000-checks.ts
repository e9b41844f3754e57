import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { addOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_checks
  id ubigint increment
  slug key(60)
  texts longtext
  severity varchar(8)
  enabled bool default 1
  type key(64) null
  definition longtext
  exceptions longtext null
  kinds longtext
  shipped bool default 0
  changed text null
  last_run_at datetime null
  last_run_ms int null
  last_error text null
  created_at datetime
  updated_at datetime
  unique uq_own_checks_slug (slug)
table own_check_runs
  id ubigint increment
  state varchar(8)
  reason varchar(8)
  checks longtext null
  done int default 0
  total int default 0
  opened int default 0
  gone int default 0
  failed int default 0
  user_id uint null -> users set null
  queued_at datetime
  started_at datetime null
  finished_at datetime null
  index fk_own_check_runs_user_id (user_id)
  index idx_own_check_runs_queued_at (queued_at)
table own_findings
  id ubigint increment
  check_id ubigint -> own_checks cascade
  type key(64)
  object_id ubigint
  said longtext
  objects longtext null
  first_seen datetime
  opened_at datetime
  gone_at datetime null
  reopened int default 0
  accepted_until date null
  accepted_reason text null
  accepted_by uint null -> users set null
  accepted_at datetime null
  unique uq_own_findings_object (check_id, type, object_id)
  index idx_own_findings_object (type, object_id)
  index idx_own_findings_opened_at (opened_at)
  index idx_own_findings_gone_at (gone_at)
  index fk_own_findings_accepted_by (accepted_by)
table own_finding_days
  day date
  severity key(8)
  open int
  primary (day, severity)
table own_cycles
  product key(64)
  cycle key(64)
  ends date null
  ended bool default 0
  imported_at datetime
  primary (product, cycle)
table own_calendar_keys
  user_id uint -> users cascade
  hash char(64)
  created_at datetime
  last_used_at datetime null
  primary (user_id)
  unique uq_own_calendar_keys_hash (hash)
`;

/** Checks of the map, what they found, and how people are told (checks 7). */
export class Checks1795600000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Checks1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await addOwnRights(runner, 'check', 10_006, ['check_access', 'check_show']);
    await addOwnRights(runner, 'finding', 10_011, ['finding_access']);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
