/**
 * Columns that the older application called otherwise, or did without, from September 2026 on. Which of its names a table has is
 * looked at each time a database is opened: docs/decisions/mercator.md.
 */
import type { QueryRunner } from 'typeorm';
import type { Catalogue } from './migration-watch.js';

/** A column of one table, and what became of it. */
export interface LaterColumn {
  table: string;
  /** Its name until then: that of our migrations and entity files. */
  column: string;
  /** Its name since; none where it was dropped. */
  later?: string;
  /** `later` is what it was called before: it is the name for all but such databases. */
  former?: boolean;
  /** It was dropped: where this tag stands in a column, it would be true. */
  tag?: { column: string; word: string };
}

export const LATER_COLUMNS: readonly LaterColumn[] = [
  { table: 'entities', column: 'entity_type', later: 'type' },
  { table: 'entities', column: 'is_external', tag: { column: 'attributes', word: 'extern' } },
  { table: 'application_flows', column: 'nature', later: 'type' },
  { table: 'bays', column: 'room_id', later: 'building_id' },
  { table: 'perimeters', column: 'name', later: 'nom', former: true },
];

/** The column that says to which perimeter an object belongs, its home, where the older application has made it. */
export const HOME = 'perimeter_id';

/** The name of the setting that says whether homes count: `1`, or they do not. */
export const PERIMETERS_ON = 'perimeters_enabled';

/** The perimeter of everything that names no other one. */
export const FIRST = 1;

/** The note of the migration that makes homes in a map of our own: only where somebody asked for it. */
export const HOMES = 'Homes1795610000000';

/** Returns true if a map of our own has homes. */
export const hasOwnHomes = (tables: Catalogue): boolean =>
  !tables.has('migrations') && tables.get('roles')?.has(HOME) === true;

/** The table of the perimeters, and that of the roles, whose homes say where their rights count. */
export const [PERIMETERS, ROLES] = ['perimeters', 'roles'];

/** What is known of a column; undefined for nearly all of them. */
export const laterColumn = (table: string, column: string): LaterColumn | undefined =>
  LATER_COLUMNS.find((one) => one.table === table && one.column === column);

/** The table says by another column what this one said. Tables that are not there say nothing. */
export function isReplaced(tables: Catalogue, table: string, column: string): boolean {
  const [columns, known] = [tables.get(table), laterColumn(table, column)];
  if (!columns || !known || columns.has(column)) return false;
  // Only a table of the older application does without a column: any other is not the one that is meant.
  return columns.has(known.later ?? known.tag!.column) && tables.has('migrations');
}

/** Columns of which a table has both names. */
export const doubled = (tables: Catalogue): LaterColumn[] =>
  LATER_COLUMNS.filter(({ table, column, later }) => {
    const columns = tables.get(table);
    return later !== undefined && columns?.has(column) && columns.has(later);
  });

const KNOWN = LATER_COLUMNS.flatMap(({ table, column, later = column }) => [`${table}.${column}`, `${table}.${later}`]);

/** Reads the columns that differ between generations: `table_name`, `column_name`. */
export const SHAPE =
  'SELECT table_name AS table_name, column_name AS column_name FROM information_schema.columns WHERE table_schema = DATABASE() ' +
  `AND (column_name = '${HOME}' OR CONCAT(table_name, '.', column_name) IN ` +
  `(${[...KNOWN, 'entities.attributes', 'migrations.id'].map((name) => `'${name}'`).join(', ')})) ORDER BY table_name, column_name`;

/** The rows of `SHAPE` as a text. */
export const shapeText = (rows: ReadonlyArray<Record<string, unknown>>): string =>
  rows.map((row) => `${String(row['table_name'])}.${String(row['column_name'])}`).join(' ');

/** What rows of `SHAPE` show of the newest generation; undefined where they show nothing of it. */
export function newestIn(
  rows: ReadonlyArray<Record<string, unknown>>,
): { replaced: LaterColumn[]; homes: number } | undefined {
  const tables: Catalogue = new Map();
  for (const row of rows) {
    const [table, column] = [String(row['table_name']), String(row['column_name'])];
    // Tables of ours have perimeters of ours.
    if (!table.startsWith('own_')) tables.set(table, (tables.get(table) ?? new Set()).add(column));
  }
  const replaced = LATER_COLUMNS.filter(({ table, column }) => isReplaced(tables, table, column));
  const homes = tables.has('migrations') ? [...tables.values()].filter((columns) => columns.has(HOME)).length : 0;
  return replaced.length || homes ? { replaced, homes } : undefined;
}

/**
 * What a database of the older application's newest generation has that those before it had not, in a line; undefined for any
 * other one. Two statements at most.
 */
export async function generationIn(runner: QueryRunner): Promise<string | undefined> {
  if (runner.connection.options.type === 'better-sqlite3' || !(await runner.hasTable('migrations'))) return undefined;
  const found = newestIn(await runner.query(SHAPE));
  if (!found) return undefined;
  const { replaced, homes } = found;
  const names = replaced.map(({ table, column, later }) => `${table}.${later ?? `${column} (a tag)`}`);
  return `The newest generation of the older application: ${[await perimetersIn(runner, homes), ...names].filter(Boolean).join('; ')}.`;
}

async function perimetersIn(runner: QueryRunner, homes: number): Promise<string | undefined> {
  if (!homes) return undefined;
  const [found] = (await runner.query(
    "SELECT (SELECT COUNT(*) FROM perimeters) AS n, (SELECT MAX(value) FROM parameters WHERE name = 'perimeters_enabled') AS is_on",
  )) as Array<{ n: number; is_on: string | null }>;
  const count = Number(found!.n);
  return `${count} ${count === 1 ? 'perimeter' : 'perimeters'}, ${found!.is_on === '1' ? 'on' : 'off'}, of ${homes} tables`;
}
