import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table audit_logs
  id uint increment
  + own_pending utinyint null default 2
  index idx_own_audit_logs_own_pending (own_pending)
table own_audit_texts
  id key(36)
  n int
  body longtext
  created_at timestamp null
  primary (id, n)
  index idx_own_audit_texts_created_at (created_at)
table own_event_feed
  id int
  feed key(16)
  secret char(32)
  number ubigint
  oldest ubigint
  history_since ubigint
  primary (id)
table own_events
  number ubigint
  entry ubigint
  type key(64)
  object_id ubigint
  action key(16)
  name varchar(255) null
  links longtext null
  recorded_at ubigint
  primary (number)
  index idx_own_events_object (type, object_id, number)
  index idx_own_events_recorded_at (recorded_at)
table own_event_reach
  kind key(16)
  object_id ubigint
  number ubigint
  primary (kind, object_id)
`;

/** The mark of entries of the journal that are to be published, what does not fit into them, and the feed of changes. */
export class Events1795520000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Events1795520000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
