/** Many clients at one server for minutes, more of them than it can serve, and what more servers change. */
import { join } from 'node:path';
import type { Program } from '../../existing-database/processes.js';
import { Proxy } from '../cluster/proxy.js';
import { Client } from '../support/http.js';
import { Mariadb } from '../support/mariadb.js';
import { ADMIN, Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { MARIADB, need, NGINX, NGINX_STREAM } from '../support/tools.js';
import { freePorts, pause, until } from '../support/waiting.js';
import { connectionsAt, hold } from './many.js';
import { press, within, type Pressed, type Request } from './press.js';

/** Length of the long run in seconds; LOAD_SECONDS of the environment instead of 300. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 300);
const CONNECTIONS = 1000;
const WRITERS = 200;
const NEWCOMERS = 100;
/** Growth of memory from the second quarter of the run to the last, in MiB, that is no leak. */
const STEADY = 60;
const CROWD = 3000;
/** Half of the refusals come within so many milliseconds, where clients and server share a busy machine. */
const SOON = 5000;
const DATABASE = 'meridian_load';

let program: Program;
let folder: string;
let mariadb: Mariadb;
let ports: number[];
const servers: Meridian[] = [];
beforeAll(async () => {
  need(MARIADB, NGINX, NGINX_STREAM);
  program = makeProgram();
  folder = makeFolder();
  ports = await freePorts(8);
  mariadb = Mariadb.make(join(folder, 'mariadb'), ports[0]!);
  await mariadb.up();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(async () => {
  await mariadb.kill();
  program.remove();
  removeFolder(folder);
});

/** A server on a map of its own; `name` tells it from others. */
async function serverOn(
  url: string,
  name: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Meridian> {
  const documents = join(folder, `${name}-documents`);
  const all = { DATABASE_URL: url, DOCUMENTS_DIR: documents, ...settings };
  const server = new Meridian({ program, port, log: join(folder, `${name}.log`), settings: all });
  servers.push(server);
  await server.up();
  return server;
}

async function tokenOf(url: string): Promise<string> {
  const client = new Client(url);
  await client.signIn(ADMIN.login, ADMIN.password);
  client.close();
  return client.token;
}

const emptyDatabase = async (): Promise<string> => {
  await mariadb.rows(`DROP DATABASE IF EXISTS ${DATABASE}; CREATE DATABASE ${DATABASE}`);
  return mariadb.url(DATABASE);
};

/** What a writer sends: an object is made, changed several times, and deleted. */
function writing(): (client: number, last: unknown) => Request {
  const states = new Map<number, { id?: number; step: number }>();
  let count = 0;
  return (client, last) => {
    const state = states.get(client) ?? { step: 0 };
    states.set(client, state);
    state.step = (state.step + 1) % 6;
    if (state.step === 1) {
      delete state.id;
      return ['POST', '/api/applications', { body: { name: `Load ${client} ${++count}`, description: 'under load' } }];
    }
    if (state.step === 2) state.id = idIn(last);
    if (state.step === 0) return ['DELETE', `/api/applications/${state.id}`];
    return ['PATCH', `/api/applications/${state.id}`, { body: { description: `change ${++count}` } }];
  };
}

const idIn = (body: unknown): number => {
  const { id, data } = body as { id?: number; data?: { id: number } };
  return (id ?? data?.id)!;
};

const rate = ({ statuses, seconds }: Pressed): number =>
  Math.round(Object.values(statuses).reduce((sum, count) => sum + count, 0) / seconds);

describe.each(['sqlite', 'mariadb'])('one process on %s', (engine) => {
  const url = async (name: string): Promise<string> =>
    engine === 'sqlite' ? `sqlite:${join(folder, `${name}.sqlite`)}` : emptyDatabase();

  it(`holds ${CONNECTIONS} connections and ${WRITERS} writers with steady memory and without an error`, async () => {
    const server = await serverOn(await url('long'), `${engine}-long`, ports[1]!);
    const token = await tokenOf(server.url);
    const idle = hold(server.url, token, CONNECTIONS - WRITERS);
    // Of the clients that read now and then all are there before the writers come.
    await until('they are connected', 60_000, async () => connectionsAt(ports[1]!) >= CONNECTIONS - WRITERS);
    const memory: number[] = [];
    const open: number[] = [];
    const watch = setInterval(
      () => {
        open.push(connectionsAt(ports[1]!));
        void server.memory().then((size) => memory.push(size));
      },
      (SECONDS * 1000) / 60,
    );
    const pressed = await press(server.url, token, WRITERS, SECONDS, writing());
    clearInterval(watch);
    await idle.end();
    const part = (from: number, to: number): number =>
      median(memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)));
    const [early, late] = [part(0.25, 0.5), part(0.75, 1)];
    const all = pressed.times.get(200);
    console.log(
      `${engine}: ${SECONDS} s, ${median(open)} connections, ${rate(pressed)} writes a second, answers by status ` +
        `${JSON.stringify(pressed.statuses)}, half within ${within(all, 0.5)} ms, 99 % within ${within(all, 0.99)} ms; ` +
        `memory ${Math.round(early)} MiB in the second quarter, ${Math.round(late)} MiB in the last`,
    );
    expect(idle.bad).toEqual([]);
    expect(pressed.first).toEqual({});
    expect(median(open)).toBeGreaterThanOrEqual(CONNECTIONS);
    expect(late - early).toBeLessThan(STEADY);
  });

  it('lets new clients in while others press', async () => {
    const server = await serverOn(await url('door'), `${engine}-door`, ports[2]!);
    const token = await tokenOf(server.url);
    const pressing = press(server.url, token, WRITERS, 25, writing());
    await pause(5000);
    const newcomers = Array.from({ length: NEWCOMERS }, () => new Client(server.url, 1));
    const answers = await Promise.all(
      newcomers.map((client) => client.send('GET', '/api/vlans?page[size]=5', { token })),
    );
    for (const client of newcomers) client.close();
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    console.log(
      `${engine}: ${NEWCOMERS} new clients beside ${WRITERS} writers, the last answered after ${slowest | 0} ms`,
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // One connection in each turn of the event loop, and turns as long as all requests together, would take half a minute.
    expect(slowest).toBeLessThan(10_000);
    expect((await pressing).first).toEqual({});
  });

  it('contract 10: more than it can do is refused with 503 soon, and it recovers', async () => {
    // The limits that it has unless told otherwise.
    const settings = { OVERLOAD_LAG_MS: '1000', OVERLOAD_QUEUE: '1000' };
    const server = await serverOn(await url('crowd'), `${engine}-crowd`, ports[2]!, settings);
    const token = await tokenOf(server.url);
    let count = 0;
    const pressed = await press(server.url, token, CROWD, 10, (client) => [
      'POST',
      '/api/applications',
      { body: { name: `Crowd ${client} ${++count}` } },
    ]);
    const refused = pressed.times.get(503);
    console.log(
      `${engine}: ${CROWD} clients at once, answers by status ${JSON.stringify(pressed.statuses)}; half of the ` +
        `refusals within ${within(refused, 0.5)} ms, 99 % within ${within(refused, 0.99)} ms`,
    );
    expect(Object.keys(pressed.first).filter((status) => status !== '503')).toEqual([]);
    // The embedded engine ends one request before the next is read, so that few are under way: the others wait outside.
    if (engine === 'mariadb') expect(pressed.statuses[503]).toBeGreaterThan(0);
    expect(within(refused, 0.5)).toBeLessThan(SOON);
    await pause(2000);
    const client = new Client(server.url);
    client.token = token;
    for (let at = 0; at < 20; at++) expect((await client.send('GET', '/api/vlans')).status).toBe(200);
    client.close();
  });
});

it('three replicas behind nginx against one', async () => {
  const url = await emptyDatabase();
  const replicas = ports.slice(1, 4);
  for (const port of replicas) await serverOn(url, `replica-${port}`, port);
  const rates: string[] = [];
  for (const [at, count] of [1, 3].entries()) {
    const way = { http: ports[4 + at]!, once: ports[6 + at]!, ways: [], nodes: [], replicas: replicas.slice(0, count) };
    const proxy = new Proxy(join(folder, `nginx-${count}`), way);
    await proxy.up();
    const token = await tokenOf(proxy.url);
    const client = new Client(proxy.url);
    client.token = token;
    const items = Array.from({ length: 1000 }, (_, item) => ({ name: `Listed ${count} ${item}` }));
    expect((await client.send('POST', '/api/buildings/mass-store', { body: { items } })).status).toBe(201);
    const reads = await press(proxy.url, token, 64, 15, () => ['GET', '/api/buildings?page[size]=50']);
    const writes = await press(proxy.url, token, 64, 15, writing());
    expect([reads.first, writes.first]).toEqual([{}, {}]);
    rates.push(`${count}: ${rate(reads)} pages of 50 read and ${rate(writes)} writes a second`);
    client.close();
    await proxy.end();
  }
  console.log(`replicas behind nginx, with the clients and one MariaDB on the same machine — ${rates.join('; ')}`);
});

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
