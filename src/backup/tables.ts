/** The tables that a backup holds, and those that a restore only empties. */
import { OTHER_TABLES } from '../database/own-tables.js';
import { parseTables, type ColumnShape, type TableShape } from '../database/table-shape.js';
import type { ResourceModel } from '../engine/index.js';
import { tablesOf } from '../engine/schema/schema.js';

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
const EMPTIED = ['own_names', 'own_login_failures', 'own_idempotency_keys', 'own_request_counts', 'own_cve_cache'];
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
