/** What is backed up where, how often, and for how long. */
import { sortKey } from '../core/text/order.js';
import type { Row } from '../database/database.js';
import { backupCycleWord, backupFrequencyWord } from './formatters/codes.js';
import { cell, list, number } from './formatters/columns.js';
import { inBatches, table, type Report } from './report.js';
import { sql } from './sql.js';

export const backups: Report = {
  name: 'backups',
  file: 'backups',
  titles: { en: 'Backup plans', fr: 'Plans de sauvegarde' },
  abouts: {
    en: 'Backup plans: servers, storage, frequency, cycle and retention.',
    fr: 'Les plans de sauvegarde\u00a0: serveurs, stockage, fréquence, cycle et rétention.',
  },
  roots: ['backups'],
  async tables(run) {
    const servers = list('servers', await run.names('backups.logical_servers'));
    const storage = list('storage', await run.names('backups.storage_devices'));
    const columns = [
      servers,
      storage,
      cell('frequency', (row, translate) => backupFrequencyWord(row['backup_frequency'], translate)),
      cell('cycle', (row, translate) => backupCycleWord(row['backup_cycle'], translate)),
      number('retentionDays', 'backup_retention'),
    ];
    const plans: Row[] = [];
    const statement = sql`
      SELECT b.id, b.backup_frequency, b.backup_cycle, b.backup_retention FROM backups b
      WHERE ${run.shown('backups', 'b')} ORDER BY ${run.order('b')}`;
    for await (const rows of run.rows(statement)) plans.push(...rows);
    // A map has few plans, and only the names of what they are about determine their order.
    const keys = new Map(
      plans.map((row) => [
        row,
        [servers, storage].map(({ value }) => sortKey(String(value(row, run.translate) ?? ''))),
      ]),
    );
    plans.sort((a, b) => compare(keys.get(a)!, keys.get(b)!));
    return [table(run, 'backups', columns, inBatches(plans))];
  },
};

const compare = ([a, c]: string[], [b, d]: string[]): number =>
  a! < b! ? -1 : a! > b! ? 1 : c! < d! ? -1 : c! > d! ? 1 : 0;
