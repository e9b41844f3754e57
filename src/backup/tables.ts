/** The tables that a backup holds, those that a restore only empties, how their values are translated, and what in them points nowhere. */
import { OTHER_TABLES } from '../database/own-tables.js';
import { type ColumnShape, parseTables, type TableShape } from '../database/table-shape.js';
import { tablesOf, type ResourceModel } from '../engine/index.js';
import type { Scalar, Session } from '../database/database.js';
import type { WallClock } from '../core/text/dates.js';
import { quote } from '../database/dialect.js';

/** A column; `zoneless`: its times are those of a clock on the wall, and stay as they stand. */
export type KeptColumn = ColumnShape & { zoneless?: boolean };

/** A table, and which of its rows are kept. */
export interface KeptTable {
  name: string;
  columns: readonly KeptColumn[];
  /** The indexed column by whose values rows are read in parts. */
  key: string;
  /** Part of a WHERE clause. */
  only?: string;
}

/** Names and columns of our own tables are never written by a request, so they stand in statements as they are. */
export interface BackupTables {
  kept: KeptTable[];
  /** Belong to the moment, or follow from what is kept: empty after a restore, or made anew. */
  emptied: string[];
}

/** Tokens of a log-in end with the map that they were given for; those of scripts are made to last. */
const ONLY: Record<string, string> = { own_tokens: '`name` IS NOT NULL' };

/** Claims of names follow from the rows: on a database of the older application they are not complete. */
const EMPTIED = [
  ...['own_names', 'own_login_failures', 'own_signin_codes', 'own_device_codes', 'own_factor_failures'],
  ...['own_idempotency_keys', 'own_request_counts', 'own_cve_cache'],
  // Whoever reads changes begins anew with a restored map.
  ...['own_event_feed', 'own_events', 'own_event_reach', 'own_event_transactions', 'own_audit_outlets'],
  // What was seen of the map before is none of the restored one.
  ...['own_outside_objects', 'own_outside_buckets'],
  ...['own_webhook_attempts', 'own_webhook_dead'],
  // Runs that are over.
  'own_check_runs',
];
/** Marks and leases of one database: they stay where they are. */
const LEFT_ALONE = ['own_settings'];

/** The tables of a map. */
export function backupTables(resources: ResourceModel[]): BackupTables {
  const all = [...tablesOf(resources), ...parseTables(OTHER_TABLES)];
  const kept = all.filter(({ name }) => !EMPTIED.includes(name) && !LEFT_ALONE.includes(name));
  const zoneless = new Set(
    resources.flatMap(({ table, fields }) =>
      fields.flatMap((field) => (field.zoneless ? `${table}.${field.name}` : [])),
    ),
  );
  return { kept: kept.map((table) => keptTable(table, zoneless)), emptied: EMPTIED };
}

/** Tables that are ours but not part of a map. */
export const isOurs = (table: string): boolean =>
  [...EMPTIED, ...LEFT_ALONE, 'own_migrations', 'sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'].includes(table);

function keptTable({ name, columns: shapes, primaryKey }: TableShape, zoneless: ReadonlySet<string>): KeptTable {
  const only = ONLY[name];
  const columns = shapes.map((shape) => (zoneless.has(`${name}.${shape.name}`) ? { ...shape, zoneless: true } : shape));
  return { name, columns, key: primaryKey[0] ?? columns[0]!.name, ...(only !== undefined && { only }) };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

type Translation = (value: Scalar) => Scalar;

const isTime = ({ type }: KeptColumn): boolean => type === 'timestamp' || type === 'datetime';

/** How the values of a column get into the file. What the clock cannot read stays as it is stored. */
export function toFile(column: KeptColumn, clock: WallClock): Translation | undefined {
  if (!isTime(column) || column.zoneless) return undefined;
  return (value) => (typeof value === 'string' ? (clock.toApi(value) ?? value) : value);
}

/** How they get out of it again. Files of former releases hold moments for times without a zone too. */
export function fromFile(column: KeptColumn, clock: WallClock): Translation | undefined {
  if (!isTime(column)) return undefined;
  return (value) =>
    typeof value === 'string' && MOMENT.test(value) ? clock.toStored(Date.parse(value.slice(0, 19) + 'Z')) : value;
}

/** How many there are, as `table.column`; references of which all find their row are left out. */
export async function danglingIn(
  session: Pick<Session, 'all'>,
  tables: readonly KeptTable[],
): Promise<Record<string, number>> {
  const dangling: Record<string, number> = {};
  for (const { name, columns, only } of tables) {
    for (const { name: column, references } of columns) {
      if (!references) continue;
      const missing = `SELECT 1 FROM ${quote(references.table)} p WHERE p.\`id\` = t.${quote(column)}`;
      const [row] = await session.all(
        `SELECT COUNT(*) AS n FROM ${quote(name)} t WHERE t.${quote(column)} IS NOT NULL AND NOT EXISTS (${missing})` +
          (only ? ` AND t.${only}` : ''),
      );
      if (row!['n']) dangling[`${name}.${column}`] = row!['n'] as number;
    }
  }
  return dangling;
}
