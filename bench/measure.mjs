// What a run of requests costs: processor time and memory of the processes from /proc, times seen by the client.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time of a process so far, user and system, in ms. */
export function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** A memory figure of a process in MB: `VmRSS` now, `VmHWM` the peak. */
export function memoryMb(pid, figure) {
  const text = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(text)[1]) / 1024;
}

/** Sends one request and reads the whole answer: status, entity tag, content and text where asked for, ms to the first byte and to the end. */
export function send(
  { port, token, agent },
  { method, path, body, type = 'application/json', accept = 'application/json', coding, tag },
  keep = true,
) {
  return new Promise((resolve, reject) => {
    const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers = { accept };
    if (coding) headers['accept-encoding'] = coding;
    if (tag) headers['if-none-match'] = tag;
    if (token) headers.authorization = `Bearer ${token}`;
    if (payload) Object.assign(headers, { 'content-type': type, 'content-length': payload.length });
    const start = performance.now();
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: 120000 }, (response) => {
      let first;
      const parts = [];
      response.on('data', (part) => {
        first ??= performance.now() - start;
        if (keep || response.statusCode >= 300) parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () => {
        const content = Buffer.concat(parts);
        const text = content.toString();
        const tag = response.headers.etag;
        resolve({ status: response.statusCode, tag, content, text, first, total: performance.now() - start });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within two minutes')));
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Processor time of the database once it is idle, so that what follows a commit counts for the run that caused it. */
async function settledCpuMs(pid) {
  if (!pid) return 0;
  for (let last = cpuMs(pid), tries = 0; ; tries++) {
    await sleep(100);
    const current = cpuMs(pid);
    if (current - last <= TICK_MS || tries === 30) return current;
    last = current;
  }
}

/** The value below which a part of sorted numbers lies. */
export const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Sends `count` requests, at most `seconds` long, and gives the costs per request of the server and the database. */
export async function measure(side, { requestOf, count, connections, seconds, databasePid }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers = [];
  let begun = 0;
  const before = { database: await settledCpuMs(databasePid), server: cpuMs(side.pid) };
  writeFileSync(`/proc/${side.pid}/clear_refs`, '5');
  const start = performance.now();
  const client = async () => {
    while (begun < count && performance.now() - start < seconds * 1000) {
      begun++;
      const request = requestOf();
      const answer = await send({ ...side, agent }, request, false);
      if (answer.status >= 300 && !(request.tag && answer.status === 304))
        throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      answers.push(answer);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    agent.destroy();
  }
  const elapsed = performance.now() - start;
  const done = answers.length;
  const server = (cpuMs(side.pid) - before.server) / done;
  const database = ((await settledCpuMs(databasePid)) - before.database) / done;
  const total = answers.map((a) => a.total).sort((a, b) => a - b);
  const first = answers.map((a) => a.first).sort((a, b) => a - b);
  return {
    ...{ server, database, cpu: server + database, rate: (done * 1000) / elapsed, first: quantile(first, 0.5) },
    ...{ p50: quantile(total, 0.5), p99: quantile(total, 0.99), peak: memoryMb(side.pid, 'VmHWM') - side.idle },
  };
}
