/**
 * Perimeters of ours in a database that the older application has upgraded to its newest generation, which has perimeters itself:
 * they go among these, before anybody is served, since the same number must not come to mean another part of the map. Each keeps
 * its id where that is free (docs/decisions/access.md).
 */
import type { QueryRunner } from 'typeorm';
import { nameKey } from '../core/text/name-key.js';
import { catalogueOf } from './complete-schema.js';
import { quote } from './dialect.js';
import { FIRST, isReplaced, laterColumn, PERIMETERS } from './later-columns.js';
import { watched, type Log } from './migration-watch.js';

/** Fewest and most characters of a name there. */
const [LEAST, MOST] = [2, 32];

interface OwnPerimeter {
  id: number;
  name: string;
}

/** A perimeter of ours, and what it is there. */
export interface Placed {
  from: OwnPerimeter;
  to: OwnPerimeter;
}

/** Returns true if there are perimeters of ours beside those of the older application. Two statements. */
export async function areBeside(runner: QueryRunner): Promise<boolean> {
  if (runner.connection.options.type === 'better-sqlite3') return false;
  const found: unknown[] = await runner.query(
    'SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() ' +
      `AND table_name IN ('migrations', '${PERIMETERS}', 'own_perimeters')`,
  );
  if (found.length < 3) return false;
  const rows: unknown[] = await runner.query('SELECT 1 FROM own_perimeters LIMIT 1');
  return rows.length > 0;
}

/** Puts them there, with what roles and tokens say of them, all of it or nothing. The caller has the turn to migrate. */
export async function bringTogether(runner: QueryRunner, log: Log, rehearsal = false): Promise<void> {
  if (!(await areBeside(runner))) return;
  log('The older application has perimeters of its own by now; those of Meridian go among them:');
  const isFormer = isReplaced(await catalogueOf(runner, false), PERIMETERS, 'name');
  const name = quote(isFormer ? laterColumn(PERIMETERS, 'name')!.later! : 'name');
  await watched(runner, { log, rehearsal }, async () => {
    const ours: OwnPerimeter[] = await runner.query('SELECT id, name FROM own_perimeters ORDER BY id');
    const theirs: OwnPerimeter[] = await runner.query(`SELECT id, ${name} AS name FROM ${PERIMETERS}`);
    const placed = placedAmong(ours, theirs);
    for (const { from, to } of placed)
      if (from.id !== to.id || from.name !== to.name)
        log(`Perimeter ${from.id} (${from.name}) is perimeter ${to.id} (${to.name}) from now on.`);
    await runner.query('START TRANSACTION');
    try {
      for (const one of placed) await bringOne(runner, one, name);
      await bringTokens(runner, new Map(placed.map(({ from, to }) => [from.id, to.id])));
      await runner.query("DELETE FROM own_names WHERE scope = 'own_perimeters.name'");
      await runner.query('DELETE FROM own_perimeters');
      await runner.query('COMMIT');
    } catch (error) {
      await runner.query('ROLLBACK');
      throw error;
    }
  });
}

/** Columns that hold the id of a perimeter. */
const NAMING = [
  ['own_perimeter_role', 'perimeter_id', ''],
  ['own_perimeter_places', 'perimeter_id', ''],
  ['own_event_reach', 'object_id', " AND kind = 'perimeter'"],
] as const;

async function bringOne(runner: QueryRunner, { from, to }: Placed, name: string): Promise<void> {
  await runner.query(
    `INSERT INTO ${PERIMETERS} (id, ${name}, created_at, updated_at) SELECT ?, ?, created_at, updated_at FROM own_perimeters WHERE id = ?`,
    [to.id, to.name, from.id],
  );
  await runner.query(
    'INSERT INTO own_perimeter_parts (id, description, roots, rules) SELECT ?, description, roots, rules FROM own_perimeters ' +
      'WHERE id = ? AND COALESCE(description, roots, rules) IS NOT NULL ' +
      'ON DUPLICATE KEY UPDATE description = VALUES(description), roots = VALUES(roots), rules = VALUES(rules)',
    [to.id, from.id],
  );
  if (from.id === to.id) return;
  for (const [table, column, only] of NAMING)
    await runner.query(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?${only}`, [to.id, from.id]);
}

async function bringTokens(runner: QueryRunner, ids: ReadonlyMap<number, number>): Promise<void> {
  const kept: Array<{ id: string | number; perimeters: string }> = await runner.query(
    'SELECT id, perimeters FROM own_tokens WHERE perimeters IS NOT NULL',
  );
  for (const { id, perimeters } of kept) {
    const before = JSON.parse(perimeters) as number[];
    const after = before.map((one) => ids.get(one) ?? one);
    if (JSON.stringify(before) !== JSON.stringify(after))
      await runner.query('UPDATE own_tokens SET perimeters = ? WHERE id = ?', [JSON.stringify(after), id]);
  }
}

/**
 * Each of ours under its own id and name where these are free, otherwise under an id behind all others and a name with a number.
 * What is behind all others is nobody's before: no id is given to one before another one has left it.
 */
export function placedAmong(ours: readonly OwnPerimeter[], theirs: readonly OwnPerimeter[]): Placed[] {
  const taken = new Set([FIRST, ...theirs.map(({ id }) => id)]);
  const names = new Set(theirs.map(({ name }) => nameKey(name)));
  let last = Math.max(...taken, ...ours.map(({ id }) => id));
  return ours.map((from) => {
    const name = freeName(from.name, names);
    names.add(nameKey(name));
    return { from, to: { id: taken.has(from.id) ? ++last : from.id, name } };
  });
}

/** The name, cut where it is too long, and with a number where it is too short or taken. */
function freeName(name: string, names: ReadonlySet<string>): string {
  const characters = [...name.trim()];
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const found = `${characters
      .slice(0, MOST - suffix.length)
      .join('')
      .trim()}${suffix}`;
    if ([...found].length >= LEAST && !names.has(nameKey(found))) return found;
  }
}
