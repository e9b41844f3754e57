/** The command `restore`: a map out of a backup. */
import 'reflect-metadata';
import { restoreBackup } from '../backup/restore.js';
import { amount, some } from '../backup/words.js';
import { loadConfig } from '../config.js';
import '../map/index.js';
import { registry } from '../engine/index.js';
import { UsageError, type Terminal } from './terminal.js';

export const RESTORE_USAGE = `restore FILE [--force]

Brings the map of a backup into the database and the store of documents of the settings, on whichever engine the backup was
made. The database must be empty, or as the first start leaves it, and no server may use it meanwhile. The file is checked
first; then all of it is restored, or nothing.

  --force    replaces a map that is not empty, with all that is in it`;

/** Restores a backup. Throws a sentence if it cannot; the map is as it was then. */
export async function restoreCommand(args: string[], { say }: Terminal): Promise<void> {
  const [path, ...more] = args.filter((arg) => arg !== '--force');
  const unknown = path?.startsWith('-') ? path : more[0];
  if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.\n\n${RESTORE_USAGE}`);
  if (path === undefined) throw new UsageError(`Which backup? The name of its file is missing.\n\n${RESTORE_USAGE}`);
  const request = { path, force: args.includes('--force') };
  const restored = await restoreBackup(request, loadConfig('administer'), registry.all(), say);
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
