import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_saved_maps
  id ubigint increment
  name varchar(255)
  description text null
  state json
  is_public bool default 0
  user_id uint null -> users set null
  created_at timestamp null
  updated_at timestamp null
  index idx_own_own_saved_maps_name (name)
  index fk_own_saved_maps_user_id (user_id)
`;

/** Add saved maps. */
export class AddSavedMaps1795420001000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.3.0';
  static readonly additive = true;
  readonly name = 'AddSavedMaps1795420001000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
