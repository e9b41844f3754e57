import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { addOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_templates
  id ubigint increment
  owner_id uint null -> users set null
  name key(190)
  about text null
  kind varchar(8)
  type key(64) null
  lists longtext
  body longtext null
  content_type varchar(100)
  file_name varchar(190)
  shared bool default 0
  created_at datetime
  updated_at datetime
  unique uq_own_templates_name (owner_id, name)
`;

/** Templates that people fill from lists (templates 1); given to nobody. */
export class Templates1795610000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Templates1795610000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await addOwnRights(runner, 'template', 10_031);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
