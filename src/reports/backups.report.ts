/** What is backed up where, how often, and for how long. */
import { sortKey } from '../core/text/order.js';
import type { Row } from '../database/database.js';
import { BACKUP_CYCLE, BACKUP_FREQUENCY } from '../engine/index.js';
import { list, number, word } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { inBatches } from './rows.js';
import { sql } from './sql.js';

type Codes = typeof BACKUP_CYCLE;

export const backups: Report = {
  name: 'backups',
  file: 'backups',
  about: 'Backup plans: servers, storage, frequency, cycle and retention.',
  roots: ['backups'],
  async tables(run) {
    const servers = list('Servers', await run.names('backups.logical_servers'));
    const storage = list('Storage', await run.names('backups.storage_devices'));
    const columns = [
      servers,
      storage,
      word('Frequency', (row) => wordOf(BACKUP_FREQUENCY, row['backup_frequency'])),
      word('Cycle', (row) => wordOf(BACKUP_CYCLE, row['backup_cycle'])),
      number('Retention (days)', 'backup_retention'),
    ];
    const plans: Row[] = [];
    const statement = sql`
      SELECT b.id, b.backup_frequency, b.backup_cycle, b.backup_retention FROM backups b
      WHERE ${run.shown('backups', 'b')} ORDER BY ${run.order('b')}`;
    for await (const rows of run.rows(statement)) plans.push(...rows);
    // A map has few plans, and only the names of what they are about tell their order.
    const keys = new Map(
      plans.map((row) => [row, [servers, storage].map(({ value }) => sortKey(String(value(row) ?? '')))]),
    );
    plans.sort((a, b) => compare(keys.get(a)!, keys.get(b)!));
    return [table('Backups', columns, inBatches(plans))];
  },
};

const compare = ([a, c]: string[], [b, d]: string[]): number =>
  a! < b! ? -1 : a! > b! ? 1 : c! < d! ? -1 : c! > d! ? 1 : 0;

function wordOf(codes: Codes, code: unknown): string | null {
  const word = codes.labels.get(Number(code));
  return word ? word.charAt(0).toUpperCase() + word.slice(1) : null;
}
