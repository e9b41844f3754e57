/** `downgrade`: makes an earlier release start on the database again; with `--dry-run` it only says what that would take. */
import { engineOf } from '../../backup/engine.js';
import { loadConfig } from '../../config.js';
import { downgradeOn } from '../../database/admin-connection.js';
import { UsageError } from '../errors.js';
import { say } from '../terminal.js';

interface DowngradeOptions {
  /** The release that is to start on the database. */
  to?: string | undefined;
  dryRun?: boolean | undefined;
}

/** Prepares the database of the settings for an earlier release. Throws a sentence if it cannot; nothing has changed then. */
export async function downgrade({ to, dryRun = false }: DowngradeOptions): Promise<void> {
  if (to === undefined) throw new UsageError('To which release? For instance: meridian downgrade --to 0.2.0');
  const config = await loadConfig('administer');
  // A server of this release needs what is taken back, and is not ready without it.
  if (!dryRun) await engineOf(config.database).requireUnused();
  await downgradeOn(config, to, say, dryRun);
}
