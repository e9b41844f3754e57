/** What the demo tells whoever starts it: where it is, how to sign in, and first requests. */
import type { Database } from '#meridian/database/database.js';
import { databaseLocation } from '#meridian/operations/start-up.js';
import type { Demo } from './start.js';
import { PURPOSES } from './map/access.js';
import { loginsFile } from './logins.js';

/** Where to look first, if it is still there. */
const SHOWPIECE = 'Clarté';

/** The lines to be printed once the demo listens at `url`. */
export async function welcome(demo: Demo, url: string): Promise<string[]> {
  return [
    `Meridian serves the demo, the Centre hospitalier de Valmarais, at ${url}/api`,
    `In the browser: ${url} — the explorer of the API: ${url}/docs`,
    ...about(demo),
    '',
    ...signIn(demo),
    '',
    'First requests:',
    ...(await requests(demo, url)).map((line) => `  ${line}`),
  ];
}

function about({ config, filled }: Demo): string[] {
  const [{ database }, where] = [config, databaseLocation(config)];
  if (filled) return [`${filled} objects were stored in ${where}; the next start serves them again.`];
  const afresh = database.engine === 'sqlite' ? `rm ${quoted(database.path)}*` : 'empty the database';
  return [`It is the map of an earlier start, kept in ${where}. To begin afresh: ${afresh}`];
}

function signIn({ config, logins }: Demo): string[] {
  const file = loginsFile(config);
  if (!logins.size) {
    return [
      `The passwords were kept in ${file}, which is gone. Sign in with one that you know, or begin afresh;`,
      'ADMIN_PASSWORD sets the password of the administrator when the map is first filled.',
    ];
  }
  const width = Math.max(...[...logins].map(([login]) => login.length));
  return [
    `Sign in as (passwords as first set, kept in ${file}):`,
    ...[...logins].map(
      ([login, password]) =>
        `  ${login.padEnd(width)}  ${password}  ${PURPOSES[login] ?? 'administrator: every right'}`,
    ),
  ];
}

/** Lines for a shell; they work as they are printed. */
export async function requests({ config, logins, database }: Demo, url: string): Promise<string[]> {
  const [login, password] = logins.entries().next().value ?? [config.adminLogin, 'YOUR-PASSWORD'];
  const body = [`login=${login}`, `password=${password}`].map((part) => `--data-urlencode ${quoted(part)}`).join(' ');
  const get = (path: string): string => `curl -s -g -H "Authorization: Bearer $TOKEN" ${quoted(url + path)}`;
  return [
    `TOKEN=$(curl -s ${quoted(`${url}/api/login`)} ${body} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    get('/api/me'),
    get('/api/certificates?sort=end_validity&fields=name,end_validity'),
    get(`/api/applications${await showpiece(database)}?include=logicalServers,processes`),
  ];
}

async function showpiece(database: Database): Promise<string> {
  const [row] = await database.all('SELECT id FROM applications WHERE name = ? AND deleted_at IS NULL', [SHOWPIECE]);
  return row ? `/${row['id']}` : '';
}

/** A word for a shell, whatever stands in it. */
const quoted = (word: string): string => (/^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
