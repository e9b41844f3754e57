// A checkout as a server under test: built, filled with the example map, started with a database of its own. Of the checkout
// nothing is known but `npm run build`, `npm run demo`, dist/main.js, the settings and the HTTP surface.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { openClock } from './clock.mjs';
import { freePort } from '../free-port.mjs';
import { send } from './client.mjs';

const START_SECONDS = 180;
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Of whoever signs in to the example map during a walk; the map is thrown away afterwards. */
const PASSWORD = 'Correct-horse-9';
const MARIADB = process.env.ANSWERS_MARIADB ?? 'mysql://root@127.0.0.1:3306';
const CLOCK = pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href;

/** Builds a checkout if its sources have changed. Throws if it does not compile. */
export function build(checkout) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--if-stale'], {
    cwd: checkout,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${checkout} could not be built.`);
}

/**
 * Starts the server of a built checkout on a fresh example map.
 * @param options.engine `sqlite` or `mariadb`
 * @param options.fill a shell command, run in the checkout with the settings of the server in its environment, that fills the
 *   empty database and ends, or goes on as a server, which is ended then; `npm run demo` if left out
 * @returns its address, the clock, the callers' tokens by login, and `stop`, which removes everything
 */
export async function startCheckout(checkout, { engine, fill = 'npm run --silent demo' }) {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const clock = openClock(join(folder, 'clock'));
  const database = await makeDatabase(engine, folder, checkout);
  const running = [];
  const stop = async () => {
    for (const name of ENDS) process.removeListener(name, interrupted);
    for (const program of running) await program.end();
    await database.drop();
    clock.close();
    rmSync(folder, { recursive: true, force: true });
  };
  // Who breaks off a walk leaves neither a server nor a database behind.
  const interrupted = () => void stop().finally(() => process.exit(130));
  for (const name of ENDS) process.once(name, interrupted);
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...settings(database, folder),
    NODE_OPTIONS: `--import=${CLOCK}`,
    ANSWERS_CLOCK: clock.path,
  };
  const start = async (command, given) => {
    const port = await freePort();
    const program = launch(command, given, { ...environment, PORT: String(port) }, join(folder, 'log'), checkout);
    running.push(program);
    return { ...program, url: `http://127.0.0.1:${port}` };
  };
  try {
    const filler = await start('/bin/sh', ['-c', fill]);
    await untilReady(filler, true);
    await filler.end();
    database.forget();
    const server = await start(process.execPath, [resolve(checkout, 'dist/main.js')]);
    await untilReady(server, false);
    return { url: server.url, clock, tokens: await signIn(server.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const settings = (database, folder) => ({
  NODE_ENV: 'production',
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  HOST: '127.0.0.1',
  DATABASE_URL: database.url,
  DB_TIMEZONE: 'UTC',
  DOCUMENTS_DIR: join(folder, 'documents'),
  ADMIN_LOGIN: 'admin',
  ADMIN_PASSWORD: PASSWORD,
  TOKEN_SECRET: 'a secret of walks, which has 32 characters or more',
  // Tokens are given at the beginning of a walk: it may take as long as it likes.
  TOKEN_TTL: '30d',
  BCRYPT_COST: '4',
  RATE_LIMIT: '0',
  LOGIN_RATE_LIMIT: '0',
  // What depends on how busy the machine is must not answer.
  OVERLOAD_LAG_MS: '0',
  OVERLOAD_QUEUE: '0',
  SLOW_REQUEST_MS: '0',
  LOG_LEVEL: 'error',
});

async function makeDatabase(engine, folder, checkout) {
  const none = () => undefined;
  if (engine === 'sqlite')
    return { url: `sqlite:${join(folder, 'map.sqlite')}`, drop: async () => none(), forget: none };
  const name = `${basename(resolve(checkout)).replace(/\W/g, '_')}_answers_${process.pid}_${Date.now() % 100000}`;
  const query = async (sql) => {
    const connection = await mysql.createConnection(MARIADB);
    await connection.query(sql).finally(() => connection.end());
  };
  await query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  return {
    url: `${MARIADB}/${name}`,
    drop: () => query(`DROP DATABASE IF EXISTS \`${name}\``),
    // The demo keeps its passwords beside the checkout's data; those of a thrown-away map are of no use.
    forget: () => rmSync(join(checkout, `data/demo-${name}.logins`), { force: true }),
  };
}

/** Starts a program in a group of its own, which is ended as a whole: npm and a shell may stand before the server. */
function launch(command, given, env, log, cwd) {
  const output = openSync(log, 'a');
  const child = spawn(command, given, { cwd, env, stdio: ['ignore', output, output], detached: true });
  closeSync(output);
  const ended = once(child, 'exit');
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended already.
    }
  };
  const end = async () => {
    signal('SIGTERM');
    const timer = setTimeout(() => signal('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  };
  return { child, end, log: () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-3000) : '') };
}

/** Waits until a program answers; one that `mayEnd` may also do so, successfully. */
async function untilReady({ child, url, log }, mayEnd) {
  for (const until = performance.now() + START_SECONDS * 1000; performance.now() < until; await sleep(50)) {
    if (child.exitCode === 0 && mayEnd) return;
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await send(url, { method: 'GET', path: '/health/ready' });
    if (answer.status === 200) return;
  }
  throw new Error(`It did not start:\n${log()}`);
}

/**
 * Signs everybody of the map in, so that a walk has callers of several roles: the administrator sets their passwords.
 * @returns tokens by login, the administrator's first
 */
export async function signIn(url, admin = { login: 'admin', password: PASSWORD }) {
  const tokens = new Map([[admin.login, await tokenOf(url, admin)]]);
  const authorization = `Bearer ${tokens.get(admin.login)}`;
  const users = await asked(url, { method: 'GET', path: '/api/users?page[size]=1000', headers: { authorization } });
  for (const { id, login } of users.filter((user) => user.login !== admin.login)) {
    const headers = { authorization, 'content-type': 'application/json' };
    await asked(url, {
      method: 'PUT',
      path: `/api/users/${id}`,
      headers,
      body: JSON.stringify({ password: PASSWORD }),
    });
    tokens.set(login, await tokenOf(url, { login, password: PASSWORD }));
  }
  return tokens;
}

const tokenOf = async (url, credentials) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(credentials);
  return (await asked(url, { method: 'POST', path: '/api/login', headers, body })).access_token;
};

async function asked(url, request) {
  // The journal keeps the id of a request: a random one would differ from walk to walk.
  const { status, bytes } = await send(url, { ...request, headers: { ...request.headers, 'x-request-id': 'sign-in' } });
  if (status !== 200) throw new Error(`${request.method} ${request.path} answered ${status}: ${bytes}`);
  return JSON.parse(bytes);
}
