/** Compares what the entity files say with what the migrations say. */
import { OTHER_TABLES } from '../../database/own-tables.js';
import { parseTables, printTable, type TableShape } from '../../database/table-shape.js';
import type { Resource } from './model.js';
import { tablesOf } from './schema.js';

/** A migration, as far as its text matters. */
interface WithSchema {
  schema: string;
}

/** The text of the tables, columns and keys that no migration makes yet; empty when there are none. */
export function missingSchema(resources: Resource[], migrations: readonly WithSchema[]): string {
  const made = madeBy(migrations);
  const wanted = [...tablesOf(resources), ...parseTables(OTHER_TABLES)];
  return wanted
    .map((table) => missingPart(table, made.get(table.name)))
    .filter(Boolean)
    .join('\n');
}

function missingPart(wanted: TableShape, made: string[] | undefined): string {
  const [heading, ...lines] = printTable(wanted).split('\n');
  if (!made) return [heading, ...lines].join('\n');
  const missing = lines.filter((line) => !made.includes(plain(line)));
  return missing.length
    ? [heading, ...missing.map((line) => line.replace(/^ {2}(?![+~] |index |unique )/, '  + '))].join('\n')
    : '';
}

/** A line without the mark that says whether it may be added later. */
const plain = (line: string): string => line.replace(/^ {2}[+~] /, '  ');

/** All lines of every table, over all migrations. */
function madeBy(migrations: readonly WithSchema[]): Map<string, string[]> {
  const made = new Map<string, string[]>();
  for (const table of migrations.flatMap(({ schema }) => parseTables(schema))) {
    const lines = printTable(table).split('\n').slice(1).map(plain);
    made.set(table.name, [...(made.get(table.name) ?? []), ...lines]);
  }
  return made;
}
