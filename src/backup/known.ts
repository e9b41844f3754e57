/** Whether this release knows everything that is in a backup. */
import { MIGRATIONS } from '../database/migrations/index.js';
import type { Head } from './format.js';
import type { BackupTables } from './tables.js';

/** Throws a sentence for a backup of a newer release: something of it would be lost. */
export function requireKnown({ release, migrations, tables }: Head, { kept }: BackupTables, path: string): void {
  const ours = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [
    ...migrations.filter((name) => !ours.has(name)).map((name) => `migration ${name}`),
    ...tables.flatMap(({ name, columns }) => {
      const table = kept.find((one) => one.name === name);
      if (!table) return [`table ${name}`];
      const known = new Set(table.columns.map((column) => column.name));
      return columns.filter((column) => !known.has(column)).map((column) => `column ${name}.${column}`);
    }),
  ];
  if (!unknown.length) return;
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : '';
  throw new Error(
    `${path} was made by the release ${release}, and holds what this one does not know: ` +
      `${unknown.slice(0, 3).join(', ')}${more}. Install that release, or a later one. Nothing was changed.`,
  );
}
