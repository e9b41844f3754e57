import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_outside_objects
  type key(64)
  object_id ubigint
  state longtext
  primary (type, object_id)
table own_outside_buckets
  type key(64)
  bucket ubigint
  checksum varchar(64)
  number ubigint
  primary (type, bucket)
`;

/** What the sweep for writes from outside saw last. */
export class OutsideWrites1795580000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'OutsideWrites1795580000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
