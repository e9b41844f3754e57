/** `migrate`: brings the database up to date, or steps aside; with `--dry-run` it only says what that would take. */
import { engineOf } from '../../backup/engine.js';
import { loadConfig } from '../../config.js';
import { bringUpToDate, stepAsideOn } from '../../database/admin-connection.js';
import { newerNotice, REHEARSED, UP_TO_DATE } from '../../database/migrate.js';
import { say } from '../terminal.js';

interface MigrateOptions {
  dryRun?: boolean | undefined;
  stepAside?: boolean | undefined;
  withoutCopy?: boolean | undefined;
}

const STEPPED_ASIDE =
  'Meridian has stepped aside. Upgrade the older application now, and start Meridian afterwards: it brings everything back.';

/** Migrates the database of the settings. Throws a sentence if it cannot. */
export async function migrate({ dryRun = false, stepAside, withoutCopy = false }: MigrateOptions): Promise<void> {
  const config = await loadConfig('administer');
  if (!stepAside) {
    const notice = newerNotice(await bringUpToDate(config, say, dryRun, { withoutCopy }));
    if (!dryRun) say(notice ?? UP_TO_DATE);
    return;
  }
  // Whoever works on the database meanwhile would find columns gone, and write what nobody keeps.
  if (!dryRun) await engineOf(config.database).requireUnused();
  await stepAsideOn(config, say, dryRun);
  say(dryRun ? REHEARSED : STEPPED_ASIDE);
}
