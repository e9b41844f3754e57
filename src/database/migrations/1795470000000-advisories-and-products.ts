import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_products
  id ubigint increment
  type key(64)
  object_id ubigint
  purl varchar(2048) null
  cpe varchar(1024) null
  created_at timestamp null
  updated_at timestamp null
  index idx_own_products_object (type, object_id)
table own_advisory_packages
  id ubigint increment
  cve_id key(32)
  ecosystem key(255)
  name key(255)
  status varchar(16)
  exact varchar(255) null
  start_incl varchar(255) null
  start_excl varchar(255) null
  end_incl varchar(255) null
  end_excl varchar(255) null
  index idx_own_advisory_packages_package (name, ecosystem, cve_id)
  index idx_own_advisory_packages_cve_id (cve_id)
table own_advisory_aliases
  alias key(64)
  cve_id key(32)
  primary (alias, cve_id)
  index idx_own_advisory_aliases_cve_id (cve_id)
table own_kev
  cve_id key(32)
  added datetime null
  due datetime null
  ransomware bool
  action longtext null
  primary (cve_id)
table own_epss
  cve_id key(32)
  epss varchar(32)
  percentile varchar(32)
  scored_at datetime null
  primary (cve_id)
table own_vex
  id ubigint increment
  document key(190)
  advisory key(64)
  purl varchar(2048) null
  cpe varchar(1024) null
  ref varchar(1024) null
  status varchar(32)
  justification varchar(255) null
  statement longtext null
  stated_at datetime null
  index idx_own_vex_advisory (advisory)
  index idx_own_vex_document (document)
table own_vulnerabilities
  id ubigint increment
  type key(64)
  object_id ubigint
  advisory key(64)
  source_id key(32)
  identity varchar(2048)
  ranges longtext null
  first_seen datetime
  gone_at datetime null
  state varchar(16)
  reason longtext null
  justification varchar(255) null
  document varchar(190) null
  until datetime null
  user_id uint null -> users set null
  decided_at datetime null
  unique uq_own_vulnerabilities_object (type, object_id, advisory)
  index idx_own_vulnerabilities_advisory (advisory)
  index fk_own_vulnerabilities_user_id (user_id)
table own_cve_covers
  source key(190)
  kind varchar(64)
  data_at datetime null
  covers longtext null
  primary (source)
`;

/**
 * Packages and other ids of advisories, what is known to be exploited and how probable that is, what suppliers say of their products
 * (VEX), the products that objects are, what was found in them and what people decided of it.
 */
export class AdvisoriesAndProducts1795470000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'AdvisoriesAndProducts1795470000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
