/** `ldap:test`: asks the directory of the settings for somebody, and prints each step. */
import { Logger } from '@nestjs/common';
import { Directory } from '../../access/ldap/directory.js';
import type { Person } from '../../access/sign-in/identified.js';
import { loadConfig } from '../../config.js';
import { passwordFromInput, say } from '../terminal.js';

interface TestOptions {
  login?: string | undefined;
  passwordStdin?: boolean | undefined;
}

/** Looks somebody up, and tries their password where one is given. Nothing is stored. Throws a sentence if they would not be let in. */
export async function ldapTest({ login = '', passwordStdin }: TestOptions): Promise<void> {
  const { ldap } = await loadConfig('administer');
  if (!ldap) throw new Error('There is no directory in the settings: LDAP_URL is not set.');
  Logger.overrideLogger(false);
  for (const note of ldap.notes) say(note);
  const directory = new Directory({ ldap });
  const password = passwordStdin ? await passwordFromInput() : undefined;
  const asked = (): Promise<Person | undefined> =>
    password === undefined ? directory.lookUp(login, say) : directory.authenticate(login, password, say);
  const person = await asked().catch((error: Error) => {
    throw new Error(`No server of the directory could be asked: ${error.message}`);
  });
  if (!person) throw new Error(`'${login}' would not be let in.`);
  say(
    password === undefined ? 'They are found. With --password-stdin their password is tried too.' : 'They are let in.',
  );
}
