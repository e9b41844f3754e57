// Starts and stops the servers under test as child processes on free ports of this machine.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';
import { memoryMb, send } from './measure.mjs';

const START_SECONDS = 120;
const PROFILER = join(import.meta.dirname, 'profiler.mjs');
const PASSWORD = randomBytes(12).toString('hex');
const SECRET = randomBytes(32).toString('hex');

const stops = new Set();

async function start(script, environment, isProfiled = false) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const { PATH, HOME, TZ } = process.env;
  const env = { PATH, HOME, ...(TZ && { TZ }), HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' };
  const profile = join(folder, 'cpu.json');
  const child = spawn(process.execPath, [...(isProfiled ? ['--import', PROFILER] : []), resolve(script)], {
    env: { ...env, DOCUMENTS_DIR: folder, BENCH_PROFILE: profile, ...environment },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => (output = (output + part).slice(-2000)));
  }
  const ended = once(child, 'exit');
  const stop = async () => {
    stops.delete(stop);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 8000);
    await ended;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };
  stops.add(stop);
  const begun = performance.now();
  while (performance.now() - begun < START_SECONDS * 1000) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await send({ port }, { method: 'GET', path: '/health/live' }).catch(() => undefined);
    if (answer?.status === 200) {
      return {
        port,
        pid: child.pid,
        profile,
        ready: performance.now() - begun,
        idle: memoryMb(child.pid, 'VmRSS'),
        stop,
      };
    }
    await sleep(20);
  }
  await stop();
  throw new Error(`${script} did not start: ${output}`);
}

/** Starts the limit of an engine on its database. */
export function startLimit(engine, url, isProfiled) {
  const script = engine === 'mariadb' ? 'limit.mjs' : 'limit-sqlite.mjs';
  return start(join(import.meta.dirname, script), { DATABASE_URL: url }, isProfiled);
}

/** Starts the limit of the graph on a database of either engine. */
export const startGraphLimit = (url) => start(join(import.meta.dirname, 'limit-graph.mjs'), { DATABASE_URL: url });

/** Starts the limit of feeding on a database of either engine. */
export const startFeedLimit = (url) => start(join(import.meta.dirname, 'limit-feed.mjs'), { DATABASE_URL: url });

/** Starts the server under test on its database and logs in; `settings` come on top of the usual ones. */
export async function startServer(script, url, isProfiled, settings = {}) {
  const environment = {
    ...{ DATABASE_URL: url, ADMIN_LOGIN: 'bench', ADMIN_PASSWORD: PASSWORD, TOKEN_SECRET: SECRET },
    ...{ RATE_LIMIT: '0', LOGIN_RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...settings },
  };
  const side = await start(script, environment, isProfiled);
  const token = await signIn(side, 'bench', PASSWORD);
  return { ...side, token, idle: memoryMb(side.pid, 'VmRSS') };
}

/** The token of somebody who signs in with a password. */
export async function signIn(side, login, password) {
  const { status, text } = await send(side, { method: 'POST', path: '/api/login', body: { login, password } });
  if (status !== 200) throw new Error(`login answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).access_token;
}

/** Stops every server that is still running. */
export async function stopAll() {
  for (const stop of stops) await stop();
}
