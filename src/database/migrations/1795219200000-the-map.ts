import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
import { seedPermissions } from '../seed/grant.js';
import { BUSINESS } from './the-map/business.js';
import { LINKS } from './the-map/links.js';
import { LOGICAL } from './the-map/logical.js';
import { PHYSICAL } from './the-map/physical.js';
import { REST } from './the-map/rest.js';

const SCHEMA = [BUSINESS, LOGICAL, PHYSICAL, LINKS, REST].join('\n');

/** The first release: all tables of a new map, and what an existing one lacks of them. */
export class TheMap1795219200000 implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '0.1.0';
  // The first release: there is none to go back to.
  static readonly additive = false;
  readonly name = 'TheMap1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
    // On MariaDB and MySQL making tables ended the transaction; the rights are given all at once, or not at all.
    if (runner.connection.options.type !== 'better-sqlite3') await runner.query('START TRANSACTION');
    await seedPermissions(runner);
  }

  async down(): Promise<void> {
    throw new Error('There is no way back from this migration: restore a backup.');
  }
}
