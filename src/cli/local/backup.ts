/** `backup` and `restore`: the whole map in one file, and back. */
import 'reflect-metadata';
import { makeBackup } from '../../backup/backup.js';
import { restoreBackup } from '../../backup/restore.js';
import { amount, some } from '../../backup/format.js';
import { loadConfig } from '../../config.js';
import '../../map/index.js';
import { storeLocation } from '../../operations/start-up.js';
import { Incomplete } from '../errors.js';
import { note, say } from '../terminal.js';

interface BackupOptions {
  file: string;
  /** Missing documents are known, and no failure. */
  allowMissing?: boolean | undefined;
}

/** Makes a backup of the database and the documents of the settings. Throws a sentence if it cannot, or if documents are missing. */
export async function backup({ file, allowMissing = false }: BackupOptions): Promise<void> {
  const config = await loadConfig('administer');
  const made = await makeBackup(file, config, say);
  // First, since it may be that there is nothing else to read for a while.
  if (made.missing.length) {
    const missing = `Documents whose bytes are missing: ${some(made.missing.map(String))}. Their rows are in the backup.`;
    if (allowMissing) say(missing);
    else note(`THE BACKUP IS NOT COMPLETE. ${missing} They were looked for in ${storeLocation(config)}.`);
  }
  if (made.unknown.length) say(`Not in the backup, since Meridian does not know it: ${some(made.unknown)}.`);
  const dangling = Object.entries(made.dangling).map(([reference, count]) => `${reference} (${count})`);
  if (dangling.length) say(`References that point nowhere in this database already: ${some(dangling)}.`);
  say(`${amount(made)} are in ${file}. Whoever reads it knows the hashes of all passwords.`);
  if (made.missing.length && !allowMissing) throw new Incomplete(INCOMPLETE);
}

const INCOMPLETE =
  'Is that the right store of documents (DOCUMENTS_DIR, S3_BUCKET), and is its volume there? Where the bytes are lost and you ' +
  'know it, --allow-missing makes such a backup without this failure.';

/** Restores a backup. Throws a sentence if it cannot; the map is as it was then. */
export async function restore({ file, force }: { file: string; force?: boolean | undefined }): Promise<void> {
  const request = { path: file, force: force ?? false };
  const restored = await restoreBackup(request, await loadConfig('administer'), say);
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
