/** The passwords of the demo: made up on its first start, and kept beside its database so that later starts can show them. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '#meridian/config.js';

/** Passwords by login. */
export type Logins = ReadonlyMap<string, string>;

/** Where the passwords of the demo in this database are kept. */
export const loginsFile = ({ database }: Config): string =>
  database.engine === 'sqlite' ? `${database.path}.logins` : `./data/demo-${database.database}.logins`;

/** The kept passwords; none if there is no file. A line holds a login, a tab and its password. */
export function readLogins(file: string): Logins {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line): [string, string] => split(line)));
}

/** Keeps passwords in a file that only its owner reads. They open a map of invented things and nothing else. */
export function keepLogins(file: string, logins: Logins): void {
  mkdirSync(dirname(file), { recursive: true });
  // A file that is there may be open to others: rights are set when one is made.
  rmSync(file, { force: true });
  writeFileSync(file, [...logins].map(([login, password]) => `${login}\t${password}\n`).join(''), {
    mode: 0o600,
    flag: 'wx',
  });
}

/** A password that nobody guesses and that needs no quoting. */
export const makeUpPassword = (): string => randomBytes(12).toString('base64url');

function split(line: string): [string, string] {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
}
