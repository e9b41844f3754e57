/** The command `admin:reset-password`: a way in for whoever may use the server's machine. */
import { liveAdmins, resetPassword, type Person } from '../access/password-reset.js';
import { loadConfig } from '../config.js';
import { onDatabase } from '../database/maintenance.js';
import { UsageError, type Terminal } from './terminal.js';

const FLAGS = ['--admin', '--password-stdin'];

export const RESET_PASSWORD_USAGE = `admin:reset-password [LOGIN] [--admin] [--password-stdin]

Gives a live user a new password and signs them out everywhere. The password is made up and printed once.

  LOGIN              their login or e-mail, or id:7; left out: lists the administrators and changes nothing
  --admin            makes them an administrator as well
  --password-stdin   takes the password from the input instead of making one up`;

/** Sets a password, or lists the administrators. Throws a sentence if it cannot. */
export async function resetPasswordCommand(args: string[], terminal: Terminal): Promise<void> {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [who, more] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = flags.find((flag) => !FLAGS.includes(flag)) ?? more;
  if (unknown !== undefined) throw new UsageError(`Unknown argument '${unknown}'.\n\n${RESET_PASSWORD_USAGE}`);
  if (who !== undefined) return reset(who, flags, terminal);
  if (flags.length) throw new UsageError(`Whose password? The login is missing.\n\n${RESET_PASSWORD_USAGE}`);
  await list(terminal);
}

async function reset(who: string, flags: string[], { say, input }: Terminal): Promise<void> {
  const config = loadConfig('administer');
  const given = flags.includes('--password-stdin') ? (await input()).replace(/\r?\n$/, '') : undefined;
  const request = { who, password: given, admin: flags.includes('--admin'), bcryptCost: config.bcryptCost };
  const { person, password } = await onDatabase(config, (database) => resetPassword(database, request));
  say(`${describe(person)} has a new password, and is signed out everywhere.`);
  if (request.admin) say('They are an administrator.');
  if (given === undefined) say(`Password: ${password}\nIt is shown only once.`);
}

async function list({ say }: Terminal): Promise<void> {
  const admins = await onDatabase(loadConfig('administer'), liveAdmins);
  say(admins.length ? 'Administrators:' : 'There is no live administrator; the server makes one when it starts.');
  for (const person of admins) say(`  ${describe(person)}`);
  if (admins.length) say('\nA new password for one of them: admin:reset-password LOGIN');
}

const describe = ({ id, login, name, email }: Person): string => {
  const more = [name, email].filter((text) => text && text !== login).join(', ');
  return `${login} (id:${id}${more && `, ${more}`})`;
};
