import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table own_perimeter_parts
  id uint
  description text null
  roots json null
  rules json null
  primary (id)
`;

/** What perimeters of the older application hold besides, by their ids: its own table gets no column (identity 9). */
export class PerimeterParts1795660000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'PerimeterParts1795660000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
