/** What is known of a migration beside its statements: static properties of its class, and what of them the database keeps. */
import type { MigrationInterface } from 'typeorm';
import { version } from '../core/version.js';

/** A migration of ours: every class in `migrations/` has these. */
export interface MigrationClass {
  new (): MigrationInterface;
  /** The tables that it makes or completes; text of `table-shape.ts`. */
  readonly schema: string;
  /** The release that brings it. */
  readonly release: string;
  /**
   * Releases that do not know the migration may go on, and start, on a database that has it: it only adds what they do not
   * look at, and nothing that they write makes wrong what it added. `down` takes back what would be in their way, if anything.
   */
  readonly additive: boolean;
}

/** Of a migration that is no class of ours, nothing is assumed. */
export function factsOf(migration: MigrationInterface): Pick<MigrationClass, 'release' | 'additive'> {
  const { release = version(), additive = false } = migration.constructor as Partial<MigrationClass>;
  return { release, additive };
}

const RELEASE = /^\d+\.\d+\.\d+$/;

/** Returns true for text such as `0.3.0`. */
export const isRelease = (text: string): boolean => RELEASE.test(text);

/** Below zero if release `a` is the earlier one, above zero if it is the later one. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((release) => release.split('.').map(Number));
  const at = left!.findIndex((part, i) => part !== right![i]);
  return at < 0 ? 0 : left![at]! - right![at]!;
}
