import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_idempotency_keys
  scope char(64); owner char(36); body_hash char(64) null; status int null; headers text null; body longtext null; created_at datetime
  primary (scope); index idx_own_idempotency_keys_created_at (created_at)
table own_cve_records
  cve_id key(32); source varchar(32); state varchar(32); published datetime null; modified datetime null
  title varchar(1000) null; description longtext null; score decimal(12,2) null; severity varchar(32) null
  cvss_version varchar(8) null; vector varchar(255) null; refs longtext null; imported_at datetime
  primary (cve_id)
table own_cve_affects
  id ubigint increment; cve_id key(32); part varchar(1) null; vendor key(255); product key(255); status varchar(16)
  exact varchar(255) null; start_incl varchar(255) null; start_excl varchar(255) null; end_incl varchar(255) null
  end_excl varchar(255) null; index idx_own_cve_affects_product (vendor, product, cve_id)
  index idx_own_cve_affects_cve_id (cve_id)
table own_cve_sources
  source key(190); last_modified datetime null; imported_at datetime; records int; sha256 char(64) null
  primary (source)
table own_cve_cache
  vendor key(255); product key(255); fetched_at datetime; source key(190); records int; primary (vendor, product)
`;

/** Tables of the server's own: answers kept for repeated requests, and known vulnerabilities. */
export class AnswersAndVulnerabilities1795305600000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.2.0';
  static readonly additive = true;
  readonly name = 'AnswersAndVulnerabilities1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
