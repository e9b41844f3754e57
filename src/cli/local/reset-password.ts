/** `admin:reset-password`: a way in for whoever may use the server's machine. */
import { liveAdmins, resetPassword as storePassword, type Person } from '../../access/password-reset.js';
import { loadConfig } from '../../config.js';
import { onDatabase } from '../../database/admin-connection.js';
import { UsageError } from '../errors.js';
import { passwordFromInput, say } from '../terminal.js';

interface ResetOptions {
  login?: string | undefined;
  admin?: boolean | undefined;
  passwordStdin?: boolean | undefined;
  factors?: boolean | undefined;
}

/** Sets a password, or lists the administrators where nobody is named. Throws a sentence if it cannot. */
export async function resetPassword({
  login,
  admin = false,
  passwordStdin,
  factors = false,
}: ResetOptions): Promise<void> {
  if (login === undefined && (admin || passwordStdin || factors))
    throw new UsageError('Whose password? The login is missing.');
  const config = await loadConfig('administer');
  if (login === undefined) return listAdmins(await onDatabase(config, liveAdmins));
  const given = passwordStdin ? await passwordFromInput() : undefined;
  const request = { who: login, password: given, admin, factors, bcryptCost: config.bcryptCost };
  const { person, password } = await onDatabase(config, (database) => storePassword(database, request));
  say(`${describe(person)} has a new password, and is signed out everywhere.`);
  if (admin) say('They are an administrator.');
  if (factors) say('Their second factors are taken away, and wrong ones forgotten.');
  if (given === undefined) say(`Password: ${password}\nIt is shown only once.`);
}

function listAdmins(admins: readonly Person[]): void {
  say(admins.length ? 'Administrators:' : 'There is no live administrator; the server makes one when it starts.');
  for (const person of admins) say(`  ${describe(person)}`);
  if (admins.length) say('\nA new password for one of them: admin:reset-password LOGIN');
}

const describe = ({ id, login, name, email }: Person): string => {
  const more = [name, email].filter((text) => text && text !== login).join(', ');
  return `${login} (id:${id}${more && `, ${more}`})`;
};
