import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { addOwnRights } from '../seed/grant.js';

const SCHEMA = `
table own_perimeters
  id uint increment
  name varchar(255)
  description text null
  roots json null
  rules json null
  created_at timestamp null
  updated_at timestamp null
  index idx_own_own_perimeters_name (name)
table own_perimeter_role
  perimeter_id uint
  role_id uint
  primary (role_id, perimeter_id)
  index fk_own_perimeter_role_perimeter_id (perimeter_id)
  index fk_own_perimeter_role_role_id (role_id)
table own_perimeter_places
  perimeter_id uint
  kind key(16)
  place_id uint
  depth utinyint
  root utinyint
  primary (perimeter_id, kind, place_id, depth, root)
table own_tokens
  id ubigint increment
  + perimeters varchar(1024) null
`;

/** Perimeters: named parts of the map, to which roles and tokens are kept (identity 9). */
export class Perimeters1795570000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Perimeters1795570000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    await addOwnRights(runner, 'perimeter', 10_026);
    // Tables that were made before 0.4.0 hold kinds of readers that are shorter.
    if (runner.connection.options.type === 'better-sqlite3') return;
    const short: unknown[] = await runner.query(
      "SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'own_event_reach' " +
        "AND column_name = 'kind' AND character_maximum_length = 8",
    );
    if (short.length)
      await runner.query(
        'ALTER TABLE own_event_reach MODIFY kind varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL',
      );
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
