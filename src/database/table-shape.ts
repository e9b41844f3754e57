/** The shape of a table, in words that both engines know, and the short text in which migrations write it down. */

/** A column type; `dialect.ts` turns it into DDL. `key(n)` is text that is compared byte by byte. */
export type SqlType =
  | 'uint'
  | 'ubigint'
  | 'int'
  | 'utinyint'
  | 'tinyint'
  | 'usmallint'
  | 'bool'
  | 'text'
  | 'longtext'
  | 'json'
  | 'date'
  | 'datetime'
  | 'timestamp'
  | 'decimal(12,2)'
  | `varchar(${number})`
  | `char(${number})`
  | `key(${number})`;

/** What happens to a row when the row it points to is physically deleted. */
export type OnDelete = 'CASCADE' | 'RESTRICT' | 'SET NULL' | 'NO ACTION';

export interface ColumnShape {
  name: string;
  type: SqlType;
  nullable: boolean;
  increment: boolean;
  default?: string;
  /** May be added to a table of an existing database; `ours`: of a map of our own alone. */
  additive: boolean | 'ours';
  references?: { table: string; onDelete: OnDelete };
}

export interface IndexShape {
  name: string;
  columns: string[];
  unique: boolean;
}

export interface TableShape {
  name: string;
  columns: ColumnShape[];
  primaryKey: string[];
  indexes: IndexShape[];
}

/** Indexes with this prefix are added to existing tables as well. */
export const OWN_INDEX = 'idx_own';

const MAX_NAME = 64;

/** The name of an index or constraint; one that is too long for MariaDB is shortened, and stays unique. */
export function shapeName(prefix: string, table: string, column: string): string {
  const name = `${prefix}_${table}_${column}`;
  if (name.length <= MAX_NAME) return name;
  let hash = 5381;
  for (const letter of name) hash = ((hash * 33) ^ letter.charCodeAt(0)) >>> 0;
  return `${name.slice(0, MAX_NAME - 9)}_${hash.toString(16).padStart(8, '0')}`;
}

/** The name of the index over the live objects of a table. */
export const liveIndexOf = (table: string): string => shapeName(OWN_INDEX, table, 'live');

/** What stands before a column that may be added later: `~` where only a map of our own gets it. */
const markOf = ({ additive }: ColumnShape): string => (additive === 'ours' ? '~ ' : additive ? '+ ' : '');

/** Writes a table as text: its name, then one line per column and key. The opposite of `parseTables`. */
export function printTable(table: TableShape): string {
  const columns = table.columns.map((column) =>
    [
      `${markOf(column)}${column.name} ${column.type}`,
      column.increment && 'increment',
      column.nullable && 'null',
      column.default !== undefined && `default ${column.default}`,
      column.references && `-> ${column.references.table} ${column.references.onDelete.toLowerCase()}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  const primary = table.columns.some((column) => column.increment) ? [] : table.primaryKey;
  const keys = [
    ...(primary.length ? [`primary (${primary.join(', ')})`] : []),
    ...table.indexes.map(
      ({ unique, name, columns: on }) => `${unique ? 'unique' : 'index'} ${name} (${on.join(', ')})`,
    ),
  ];
  return [`table ${table.name}`, ...[...columns, ...keys].map((line) => `  ${line}`)].join('\n');
}

/**
 * Reads tables from the text of a migration, where several columns may stand in one line, separated by `; `.
 * Throws a sentence naming what it cannot read.
 */
export function parseTables(text: string): TableShape[] {
  const tables: TableShape[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('table ')) tables.push({ name: line.slice(6), columns: [], primaryKey: [], indexes: [] });
    else if (line) for (const part of line.split('; ')) parsePart(part, tables.at(-1)!);
  }
  return tables;
}

function parsePart(line: string, table: TableShape): void {
  const key = /^(primary|index|unique) ?(\w*) \((.+)\)$/.exec(line);
  if (key) {
    const columns = key[3]!.split(', ');
    if (key[1] === 'primary') table.primaryKey = columns;
    else table.indexes.push({ name: key[2]!, columns, unique: key[1] === 'unique' });
    return;
  }
  const column = /^([+~] )?(\w+) (\S+)( increment)?( null)?(?: default (\S+))?(?: -> (\w+) ([a-z ]+))?$/.exec(line);
  if (!column) throw new Error(`Cannot read '${line}' of table ${table.name}.`);
  const [, mark, name, type, increment, nullable, value, target, onDelete] = column;
  table.columns.push({
    name: name!,
    type: type as SqlType,
    nullable: Boolean(nullable),
    increment: Boolean(increment),
    additive: mark === '~ ' ? 'ours' : Boolean(mark),
    ...(value !== undefined && { default: value }),
    ...(target && { references: { table: target, onDelete: onDelete!.toUpperCase() as OnDelete } }),
  });
  if (increment) table.primaryKey = [name!];
}
