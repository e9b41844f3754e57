/** The command `backup`: the whole map in one file. */
import 'reflect-metadata';
import { makeBackup } from '../backup/backup.js';
import { backupTables } from '../backup/tables.js';
import { amount, some } from '../backup/words.js';
import { loadConfig } from '../config.js';
import '../map/index.js';
import { registry } from '../engine/index.js';
import { UsageError, type Terminal } from './terminal.js';

export const BACKUP_USAGE = `backup FILE

Writes the whole map into a file: objects, also deleted ones, links, users, roles, named tokens, the journal, imported
vulnerabilities and the bytes of documents, all as they are at one moment. Servers may go on working meanwhile. The file holds
the hashes of passwords; only its owner may read it. 'restore' brings it back, on any engine.`;

/** Makes a backup of the database and the documents of the settings. Throws a sentence if it cannot. */
export async function backupCommand(args: string[], { say }: Terminal): Promise<void> {
  const [path, unknown] = [
    args.find((arg) => !arg.startsWith('-')),
    args.find((arg) => arg.startsWith('-')) ?? args[1],
  ];
  if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.\n\n${BACKUP_USAGE}`);
  if (path === undefined) throw new UsageError(`Into which file? Its name is missing.\n\n${BACKUP_USAGE}`);
  const made = await makeBackup(path, loadConfig('administer'), backupTables(registry.all()), say);
  if (made.unknown.length) say(`Not in the backup, since Meridian does not know it: ${some(made.unknown)}.`);
  if (made.missing.length) {
    say(`Documents whose bytes are missing: ${some(made.missing.map(String))}. Their rows are in the backup.`);
  }
  const dangling = Object.entries(made.dangling).map(([reference, count]) => `${reference} (${count})`);
  if (dangling.length) say(`References that point nowhere in this database already: ${some(dangling)}.`);
  say(`${amount(made)} are in ${path}. Whoever reads it knows the hashes of all passwords.`);
}
