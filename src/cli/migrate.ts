/** `npm run migrate`: brings the database up to date; with `--dry-run` it only says what that would take. */
import { loadConfig } from '../config.js';
import { bringUpToDate } from '../database/administer.js';
import { UP_TO_DATE } from '../database/migrate.js';
import { runCommand, UsageError, type Terminal } from './terminal.js';

const USAGE = `npm run migrate                 brings the database up to date
npm run migrate -- --dry-run    prints the statements that this would take, and changes nothing

The database is that of the settings (DATABASE_URL): an empty one, one of an earlier release, or one of the older
application. Tables, columns, indexes and rights are only added. The server does the same when it starts.`;

async function main(args: string[], { say }: Terminal): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return say(USAGE);
  const unknown = args.find((arg) => arg !== '--dry-run');
  if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.\n\n${USAGE}`);
  const rehearsal = args.includes('--dry-run');
  await bringUpToDate(loadConfig('administer'), say, rehearsal);
  if (!rehearsal) say(UP_TO_DATE);
}

runCommand(main);
