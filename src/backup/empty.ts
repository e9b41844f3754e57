/** Whether a map is empty: nothing is in it but what the first start makes. */
import type { Database } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { ResourceModel } from '../engine/index.js';

/** How many rows the first start makes: the rights, four roles, one administrator, and what they did. */
const MADE: Record<string, number> = { permissions: Infinity, roles: 4, users: 1, audit_logs: Infinity };

/** Throws a sentence that tells what is there. */
export async function requireEmpty(database: Database, resources: readonly ResourceModel[]): Promise<void> {
  const there = await whatIsThere(database, resources);
  if (there === undefined) return;
  throw new Error(
    `The map is not empty (${there}). Restore into an empty database, or replace this map, ` +
      'with all that is in it, by adding --force. Nothing was restored.',
  );
}

/** How many rows of which tables; undefined for an empty map. */
export async function whatIsThere(
  database: Database,
  resources: readonly ResourceModel[],
): Promise<string | undefined> {
  const found: string[] = [];
  for (const { table } of resources) {
    const [row] = await database.all(`SELECT COUNT(*) AS n FROM ${quote(table)}`);
    const count = row!['n'] as number;
    if (count > (MADE[table] ?? 0)) found.push(`${table}: ${count}`);
  }
  return found.length ? found.slice(0, 5).join(', ') + (found.length > 5 ? ' and more' : '') : undefined;
}
