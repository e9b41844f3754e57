import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';

const SCHEMA = `
table graphs
  id uint increment
  class int null
  name varchar(255)
  type varchar(255) null
  content longtext null
  created_at timestamp null
  updated_at timestamp null
  deleted_at timestamp null
  index idx_own_graphs_name (name)
  index idx_own_graphs_live (deleted_at, name)
`;

/** Diagrams of the older application: their rights are there since the first migration, and its own databases have the table. */
export class Graphs1795640000000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.4.0';
  static readonly additive = true;
  readonly name = 'Graphs1795640000000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
