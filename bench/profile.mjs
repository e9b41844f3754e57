// Where the processor time of a server goes: CPU profiles of both sides during the same requests, added up by part.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { aligned, short } from './report.mjs';

/** Functions of the SQLite driver, whose time is that of the database. */
const SQLITE = /^(run|get|all|iterate|next|return|exec|prepare|transaction|pragma)$/;
/** Functions of Node written in C++, which have no file, by what they do. */
const NATIVE = [
  [/^(writeUtf8String|writeLatin1String|writeBuffer|writev|shutdown|readStart|readStop|onread|close)$/, 'sockets'],
  [/^(execute|consume|finish)$/, 'HTTP parser'],
];

/** The part of the program that a function belongs to; undefined while nothing runs. */
function partOf({ functionName, url }, engine) {
  // `dispatch` is the profiler's own work.
  if (['(idle)', '(root)', 'dispatch'].includes(functionName)) return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'Node and V8 themselves';
  const [, installed] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url) ?? [];
  if (installed) return installed;
  if (url.startsWith('node:')) return `Node's ${url.replace(/^node:(internal\/)?/, '').split(/[/_]/)[0]}`;
  const [, folder] = /\/dist\/([\w-]+)\//.exec(url) ?? [];
  if (folder) return `src/${folder}`;
  if (url) return url.includes('/bench/') ? 'by hand' : 'src';
  if (engine === 'sqlite' && SQLITE.test(functionName)) return 'SQLite';
  return NATIVE.find(([names]) => names.test(functionName))?.[1] ?? 'other native code';
}

/** The share of each part in the samples of a profile, the largest first. */
function sharesOf({ nodes, samples, timeDeltas }, engine) {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame, engine)]));
  const times = {};
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id);
    if (part) times[part] = (times[part] ?? 0) + timeDeltas[index];
  }
  const total = Object.values(times).reduce((sum, time) => sum + time, 0);
  return Object.fromEntries(Object.entries(times).map(([part, time]) => [part, time / total]));
}

/** Profiles a server while `work` runs, which gives its figures; gives µs of CPU per request by part. */
export async function profiled(side, engine, work) {
  process.kill(side.pid, 'SIGUSR2');
  await sleep(200);
  const { server } = await work();
  process.kill(side.pid, 'SIGUSR2');
  for (let tries = 0; tries < 200 && !existsSync(side.profile); tries++) await sleep(50);
  await sleep(500);
  const shares = sharesOf(JSON.parse(readFileSync(side.profile, 'utf8')), engine);
  rmSync(side.profile);
  return Object.fromEntries(Object.entries(shares).map(([part, share]) => [part, share * server * 1000]));
}

/** µs of CPU per request by part, of both sides, as a table; what is below a hundredth is one line. */
export function profileTable({ limit, server }) {
  const total = (times) => Object.values(times).reduce((sum, time) => sum + time, 0);
  const [ours, theirs] = [total(server), total(limit)];
  const names = [...new Set([...Object.keys(server), ...Object.keys(limit)])];
  const isSmall = (name) => (server[name] ?? 0) < ours / 100 && (limit[name] ?? 0) < theirs / 100;
  const rest = (times) => total(Object.fromEntries(Object.entries(times).filter(([name]) => isSmall(name))));
  const cell = (time) => (time ? short(time) : '');
  const rows = names
    .filter((name) => !isSmall(name))
    .sort((a, b) => (server[b] ?? 0) - (server[a] ?? 0))
    .map((name) => [name, cell(limit[name]), cell(server[name])]);
  return aligned([
    ['part', 'limit µs', 'Meridian µs'],
    ...rows,
    ['the rest', cell(rest(limit)), cell(rest(server))],
    ['together', short(theirs), short(ours)],
  ]);
}
