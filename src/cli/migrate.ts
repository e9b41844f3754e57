/** `npm run migrate`: brings the database up to date, or steps aside; with `--dry-run` it only says what that would take. */
import { engineOf } from '../backup/open-engine.js';
import { loadConfig, type Config } from '../config.js';
import { bringUpToDate, giveWay } from '../database/maintenance.js';
import { REHEARSED, UP_TO_DATE } from '../database/migrate.js';
import { runCommand, UsageError, type Terminal } from './terminal.js';

const USAGE = `npm run migrate                    brings the database up to date
npm run migrate -- --step-aside    removes what Meridian added to the tables of the older application, so that this can be
                                   upgraded; the next start of Meridian brings it back, with all that was written into it
npm run migrate -- --dry-run       prints the statements that this would take, and changes nothing; also with --step-aside

The database is that of the settings (DATABASE_URL): an empty one, one of an earlier release, or one of the older
application. Tables, columns, indexes and rights are only added. The server does the same when it starts.`;

const OPTIONS = ['--dry-run', '--step-aside'];

async function main(args: string[], { say }: Terminal): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return say(USAGE);
  const unknown = args.find((arg) => !OPTIONS.includes(arg));
  if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.\n\n${USAGE}`);
  const rehearsal = args.includes('--dry-run');
  const config = loadConfig('administer');
  if (args.includes('--step-aside')) return aside(config, say, rehearsal);
  await bringUpToDate(config, say, rehearsal);
  if (!rehearsal) say(UP_TO_DATE);
}

async function aside(config: Config, say: Terminal['say'], rehearsal: boolean): Promise<void> {
  // Whoever works on the database meanwhile would find columns gone, and write what nobody keeps.
  if (!rehearsal) await (await engineOf(config.database)).requireUnused();
  await giveWay(config, say, rehearsal);
  say(rehearsal ? REHEARSED : STEPPED_ASIDE);
}

const STEPPED_ASIDE =
  'Meridian has stepped aside. Upgrade the older application now, and start Meridian afterwards: it brings everything back.';

runCommand(main);
