import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { addOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_identities
  id ubigint increment
  user_id uint -> users cascade
  provider key(8)
  issuer key(255)
  subject key(255)
  name varchar(255) null
  made bool default 0
  group_keys longtext null
  last_sign_in datetime null
  created_at datetime
  unique uq_own_identities_subject (provider, issuer, subject)
  index fk_own_identities_user_id (user_id)
table own_group_roles
  id ubigint increment
  provider key(8)
  group_name varchar(1024)
  group_key char(64)
  role_id uint -> roles cascade
  created_at datetime
  unique uq_own_group_roles_group (provider, group_key, role_id)
  index fk_own_group_roles_role_id (role_id)
table own_user_states
  user_id uint -> users cascade
  disabled_at datetime
  primary (user_id)
table own_signin_codes
  id ubigint increment
  kind key(8)
  hash char(64)
  bound_to char(64) null
  says text null
  expires_at datetime
  unique uq_own_signin_codes_hash (kind, hash)
  index idx_own_signin_codes_expires_at (expires_at)
table own_tokens
  id ubigint increment
  + way varchar(16) null
  + networks varchar(1024) null
  + identity_id ubigint null
  + provider_session char(64) null
`;

/** Who people are with a directory or a provider, roles by their groups, and users who may not come in (identity 2). */
export class Identities1795500000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Identities1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await addOwnRights(runner, 'group_role', 10_016);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
