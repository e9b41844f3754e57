import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_feed_keys
  record_id ubigint -> own_feed_records cascade
  rule key(16)
  value key(190)
  primary (record_id, rule, value)
  index idx_own_feed_keys_value (rule, value)
table own_feed_refs
  source_id ubigint -> own_feed_sources cascade
  type key(64)
  ref key(255)
  record_id ubigint -> own_feed_records cascade
  primary (source_id, type, ref)
  index fk_own_feed_refs_record_id (record_id)
table own_merges
  entry ubigint
  type key(64)
  into_id ubigint
  kept longtext
  primary (entry)
  index idx_own_merges_into (type, into_id)
table own_merged
  type key(64)
  object_id ubigint
  into_id ubigint
  entry ubigint
  primary (type, object_id)
  index idx_own_merged_entry (entry)
`;

/**
 * What machines are known by beside their fields, as sources say it: ids, serial numbers, hardware addresses, full names; which
 * objects became one, and what it takes to take that back.
 */
export class EvidenceAndMerges1795460000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'EvidenceAndMerges1795460000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
