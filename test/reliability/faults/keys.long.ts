/** A server that is killed while it carries out requests with keys: sent again, each of them is carried out once (contract 11). */
import { join } from 'node:path';
import { newSeed, randomBelow } from '../../core/text/seeded.js';
import type { Program } from '../../existing-database/processes.js';
import { Client, upload, type Answer, type Sending } from '../support/http.js';
import { Mariadb } from '../support/mariadb.js';
import { ADMIN, Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { askMariadb, askSqlite, type Ask } from '../support/rows.js';
import { MARIADB, need } from '../support/tools.js';
import { freePorts, pause, until } from '../support/waiting.js';

/** How often the server is killed; KILLS of the environment instead of 12. */
const KILLS = Number(process.env['KILLS'] ?? 12);
/** Requests of each kind under way at a kill. */
const EACH = 3;
/** Most milliseconds from the answer that the kill waits for to the kill. */
const LATEST = 20;
const DATABASE = 'meridian_keys';
const FORM = 'multipart/form-data; boundary=b';

/** A request with a key; `table` and `names` say what it makes. */
interface Keyed {
  path: string;
  sending: Sending;
  table: string;
  names: string[];
}

const keyed = (key: string, { headers, ...more }: Sending): Sending => ({
  ...more,
  headers: { ...headers, 'idempotency-key': key },
});

/** Requests of all kinds; each makes objects with names of its own. */
function requestsOf(round: number, site: number): Keyed[] {
  return Array.from({ length: EACH }, (_, at) => {
    const name = `k${round}-${at}`;
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="v.csv"\r\n\r\nid,name\r\n,${name}\r\n--b--\r\n`;
    const items = [{ name: `${name}-1` }, { name: `${name}-2` }];
    const file = upload(Buffer.from(`bytes of ${name}`), name);
    const all: Array<[path: string, table: string, names: string[], sending: Sending]> = [
      ['/api/applications', 'applications', [name], { body: { name } }],
      ['/api/buildings', 'buildings', [name], { body: { name, site_id: site } }],
      ['/api/bays/mass-store', 'bays', items.map((item) => item.name), { body: { items } }],
      ['/api/vlans/import', 'vlans', [name], { body: Buffer.from(form), headers: { 'content-type': FORM } }],
      ['/api/documents', 'documents', [name], file],
    ];
    return all.map(([path, table, names, sending]) => ({
      ...{ path, table, names },
      sending: keyed(`${path} ${name}`, sending),
    }));
  }).flat();
}

let program: Program;
beforeAll(() => {
  need(MARIADB);
  program = makeProgram();
});
afterAll(() => program.remove());

describe.each(['sqlite', 'mariadb'])('a server that is killed in the middle of requests with keys, on %s', (engine) => {
  let folder: string;
  let mariadb: Mariadb | undefined;
  let server: Meridian;
  let client: Client;
  let ask: Ask;
  beforeAll(async () => {
    folder = makeFolder();
    const [port, databasePort] = await freePorts(2);
    const file = join(folder, 'map.sqlite');
    if (engine === 'mariadb') {
      mariadb = Mariadb.make(join(folder, 'mariadb'), databasePort!);
      await mariadb.up();
      await mariadb.rows(`CREATE DATABASE ${DATABASE}`);
    }
    const settings = {
      DATABASE_URL: mariadb?.url(DATABASE) ?? `sqlite:${file}`,
      DOCUMENTS_DIR: join(folder, 'documents'),
    };
    server = new Meridian({ program, port: port!, log: join(folder, 'meridian.log'), settings });
    await server.up();
    ask = mariadb ? askMariadb(mariadb, DATABASE) : askSqlite(file);
    client = new Client(server.url);
    await client.signIn(ADMIN.login, ADMIN.password);
  });
  afterAll(async () => {
    client?.close();
    await server?.kill();
    await mariadb?.kill();
    removeFolder(folder);
  });

  /** How many objects have this name. */
  async function count({ table, names }: Keyed): Promise<number[]> {
    const column = table === 'documents' ? 'filename' : 'name';
    const counts: number[] = [];
    for (const name of names) {
      const [row] = await ask(`SELECT COUNT(*) AS n FROM ${table} WHERE ${column} = '${name}'`);
      counts.push(Number(row!['n']));
    }
    return counts;
  }

  it('contract 11: sent again until it is answered, each request is carried out once', async () => {
    const below = randomBelow(newSeed(`keys on ${engine}`));
    const site = (await client.send('POST', '/api/sites', { body: { name: 'Site' } })).body.id as number;
    const seen = { requests: 0, answered: 0, stored: 0, replayed: 0, waited: 0 };
    const wrong: unknown[] = [];
    for (let round = 0; round < KILLS; round++) {
      const requests = requestsOf(round, site);
      let heard = 0;
      const sending = requests.map(({ path, sending: each }) =>
        client.send('POST', path, each).then(
          (answer) => (heard++, answer),
          () => undefined,
        ),
      );
      const some = below(requests.length);
      await until('some requests are answered', 20_000, async () => heard >= some);
      await pause(below(LATEST));
      await server.kill();
      const answers = await Promise.all(sending);
      await server.up();
      // What is running, as far as the row can tell, is left to the next who asks after five minutes.
      const stored = await Promise.all(requests.map(count));
      const waiting = new Date(Date.now() - 6 * 60_000).toISOString().slice(0, 19).replace('T', ' ');
      for (const [at, request] of requests.entries()) {
        const first = answers[at];
        let again = await client.send('POST', request.path, request.sending);
        if (again.status === 409 && again.headers['retry-after']) {
          seen.waited++;
          if (stored[at]!.some((n) => n > 0)) wrong.push([request.path, 'stored, and yet said to be running']);
          await rewind(waiting);
          again = await client.send('POST', request.path, request.sending);
        }
        wrong.push(...judged(request, first, again), ...wrongCounts(request, await count(request)));
        seen.requests++;
        if (first) seen.answered++;
        else if (stored[at]!.some((n) => n > 0)) seen.stored++;
        if (again.headers['idempotency-replayed']) seen.replayed++;
      }
    }
    console.log(
      `${engine}: ${KILLS} kills, ${seen.requests} requests under way or waiting, of these ${seen.answered} answered, ` +
        `${seen.stored} stored without an answer, ${seen.waited} claimed and not stored; ${seen.replayed} were answered ` +
        `again from what was kept, the others carried out when they were sent again`,
    );
    expect(wrong).toEqual([]);
    // Otherwise no kill met a request.
    expect(seen.answered).toBeLessThan(seen.requests);
  });

  /** Lets the time pass after which a claim without a write may be taken over. */
  async function rewind(to: string): Promise<void> {
    const sql = `UPDATE own_idempotency_keys SET created_at = '${to}' WHERE status IS NULL`;
    if (mariadb) return void (await mariadb.rows(sql, DATABASE));
    const SqliteFile = (await import('better-sqlite3')).default;
    const file = new SqliteFile(join(folder, 'map.sqlite'));
    file.pragma('busy_timeout = 5000');
    file.exec(sql);
    file.close();
  }
});

/** What is wrong with the second answer: it succeeds, and is the first one where that was heard. */
function judged({ path }: Keyed, first: Answer | undefined, again: Answer): unknown[] {
  if (again.status !== 200 && again.status !== 201) return [[path, again.status, again.body]];
  if (!first) return [];
  const same = JSON.stringify([first.status, first.body]) === JSON.stringify([again.status, again.body]);
  return same && again.headers['idempotency-replayed'] ? [] : [[path, first.body, again.body]];
}

const wrongCounts = ({ path, names }: Keyed, counts: number[]): unknown[] =>
  counts.every((n) => n === 1) ? [] : [[path, names, counts]];
