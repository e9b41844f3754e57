/** `migrate`: brings the database up to date, or steps aside; with `--dry-run` it only says what that would take. */
import { engineOf } from '../../backup/engine.js';
import { loadConfig } from '../../config.js';
import { bringUpToDate, makeHomesOn, stepAsideOn } from '../../database/admin-connection.js';
import { newerNotice, REHEARSED, UP_TO_DATE } from '../../database/migrate.js';
import { UsageError } from '../errors.js';
import { say } from '../terminal.js';

interface MigrateOptions {
  dryRun?: boolean | undefined;
  homes?: boolean | undefined;
  stepAside?: boolean | undefined;
  withoutCopy?: boolean | undefined;
}

const STEPPED_ASIDE =
  'Meridian has stepped aside. Upgrade the older application now, and start Meridian afterwards: it brings everything back.';

const HOMES_THERE = 'The map has homes already.';
const HOMES_MADE =
  'Everything belongs to the perimeter 1, and nobody is limited until homes are switched on: PUT /api/perimeters/switch.';

/** Migrates the database of the settings. Throws a sentence if it cannot. */
export async function migrate({
  dryRun = false,
  homes,
  stepAside,
  withoutCopy = false,
}: MigrateOptions): Promise<void> {
  if (homes && stepAside) throw new UsageError('--homes and --step-aside are two things: one after the other.');
  const config = await loadConfig('administer');
  if (homes) {
    // A server that goes on would not know them, and limit nobody.
    if (!dryRun) await engineOf(config.database).requireUnused();
    if (!(await makeHomesOn(config, say, dryRun))) say(HOMES_THERE);
    else say(dryRun ? REHEARSED : HOMES_MADE);
    return;
  }
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
