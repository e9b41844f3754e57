/** `backup` and `restore`: the whole map in one file, and back. */
import 'reflect-metadata';
import { makeBackup } from '../../backup/backup.js';
import { restoreBackup } from '../../backup/restore.js';
import { backupTables } from '../../backup/tables.js';
import { amount, some } from '../../backup/format.js';
import { loadConfig } from '../../config.js';
import '../../map/index.js';
import { registry } from '../../engine/index.js';
import { say } from '../terminal.js';

/** Makes a backup of the database and the documents of the settings. Throws a sentence if it cannot. */
export async function backup({ file }: { file: string }): Promise<void> {
  const made = await makeBackup(file, await loadConfig('administer'), backupTables(registry.all()), say);
  if (made.unknown.length) say(`Not in the backup, since Meridian does not know it: ${some(made.unknown)}.`);
  if (made.missing.length) {
    say(`Documents whose bytes are missing: ${some(made.missing.map(String))}. Their rows are in the backup.`);
  }
  const dangling = Object.entries(made.dangling).map(([reference, count]) => `${reference} (${count})`);
  if (dangling.length) say(`References that point nowhere in this database already: ${some(dangling)}.`);
  say(`${amount(made)} are in ${file}. Whoever reads it knows the hashes of all passwords.`);
}

/** Restores a backup. Throws a sentence if it cannot; the map is as it was then. */
export async function restore({ file, force }: { file: string; force?: boolean | undefined }): Promise<void> {
  const request = { path: file, force: force ?? false };
  const restored = await restoreBackup(request, await loadConfig('administer'), registry.all(), say);
  if (restored.broken.length) {
    say(`Documents whose bytes were broken in the backup already: ${some(restored.broken.map(String))}.`);
  }
  if (restored.newRights.length) {
    say(`Rights that the backup did not know, which only administrators have now: ${some(restored.newRights)}.`);
  }
  if (restored.foreignStore) {
    say(
      'The store of documents carries the mark of another database: nothing in it is cleared away. See docs/backup.md.',
    );
  }
  say(`${amount(restored)} are restored, as they were at ${restored.madeAt}. Everybody signs in anew.`);
}
