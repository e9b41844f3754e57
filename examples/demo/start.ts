/** Starts a server on the map of the demo, which is filled where it is empty. */
import { readConfig, type Config } from '#meridian/config.js';
import { createServer, type Server } from '#meridian/server.js';
import { fillDemo, stateOf } from './fill.js';
import { keepLogins, loginsFile, makeUpPassword, readLogins, type Logins } from './logins.js';
import { USERS } from './map/access.js';

/** The demo, ready to listen. */
export interface Demo extends Server {
  config: Config;
  /** The passwords that are known; none of an administrator who was there before. */
  logins: Logins;
  /** How many objects were stored by this start; 0 if it serves what an earlier one stored. */
  filled: number;
}

const OWN_DATABASE = './data/demo.sqlite';
const OWN_DOCUMENTS = './data/demo-documents';

/** The settings of the demo: those given, but where they name the places of the real map the demo has its own. */
export function demoConfig(config: Config): Config {
  const usual = readConfig({});
  const isUsual = JSON.stringify(config.database) === JSON.stringify(usual.database);
  return Object.freeze<Config>({
    ...config,
    database: isUsual ? { engine: 'sqlite', path: OWN_DATABASE } : config.database,
    documentsDir: config.documentsDir === usual.documentsDir ? OWN_DOCUMENTS : config.documentsDir,
    // The bucket of the settings belongs to the map of the settings.
    s3: isUsual ? undefined : config.s3,
  });
}

/**
 * Opens the database of `given` (see `demoConfig`), fills it if it is empty, and builds the server; does not listen yet.
 * @param report hears how the filling goes on
 * @throws a sentence if the database holds anything else: the demo never mixes with another map
 */
export async function startDemo(given: Config, report: (line: string) => void = () => undefined): Promise<Demo> {
  const config = demoConfig(given);
  const file = loginsFile(config);
  const kept = readLogins(file);
  const adminPassword = config.adminPassword ?? makeUpPassword();
  const server = await createServer({ ...config, adminPassword });
  try {
    const state = await stateOf(server);
    if (state === 'demo') return { ...server, config, logins: kept, filled: 0 };
    if (state === 'other') throw new Error(refusal(config));
    const logins = new Map(USERS.map(({ login }): [string, string] => [login as string, makeUpPassword()]));
    // The first start tells that it made an administrator; otherwise there was one, whose password is not known here.
    const all = server.notices.length ? new Map([[config.adminLogin, adminPassword], ...logins]) : logins;
    keepLogins(file, all);
    return { ...server, config, logins: all, filled: await fill(server, logins, report) };
  } catch (error) {
    await server.app.close();
    await server.database.close();
    throw error;
  }
}

async function fill(server: Server, logins: Logins, report: (line: string) => void): Promise<number> {
  const began = Date.now();
  const counts = await fillDemo(server, {
    passwordOf: (login) => logins.get(login)!,
    progress: (path, count) => {
      if (Date.now() - began > SLOW) report(`  ${count} ${path}`);
    },
  });
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Milliseconds after which the filling is worth telling about. */
const SLOW = 2000;

function refusal({ database }: Config): string {
  const where = database.engine === 'sqlite' ? database.path : database.database;
  return (
    `${where} holds objects that are not the demo, or a demo whose filling broke off. The demo fills empty databases ` +
    'only: name another one in DATABASE_URL, or delete this one if nobody needs it.'
  );
}
