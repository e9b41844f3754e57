/**
 * The server is killed at random moments of a run: all of it is stored, or nothing, and the next run completes (feeding 17).
 * `FEED_KILLS=50 FEED_ITEMS=20000` for the long form, `FEED_SEED` for the same moments. @seconds 25
 */
import SqliteFile from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareConnection } from '../../src/database/sqlite/connection.js';
import { Client } from '../reliability/support/http.js';
import { ADMIN, Meridian } from '../reliability/support/meridian.js';
import { makeProgram } from '../reliability/support/place.js';
import { freePorts, until } from '../reliability/support/waiting.js';
import { ENGINES, makeDatabase, nameOf, type Engine, type TestDatabase } from '../support/engines.js';
import type { Json } from './support/json.js';
import { randomOf, seed } from './support/rounds.js';

const KILLS = Number(process.env['FEED_KILLS'] ?? 2);
const ITEMS = Number(process.env['FEED_ITEMS'] ?? 2000);

/** Asks the database past the server; both may be at work. */
async function ask({ url, folder }: TestDatabase, engine: Engine, sql: string): Promise<Json[]> {
  if (engine === 'mariadb') {
    const connection = await createConnection(url);
    try {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? (rows as Json[]) : [];
    } finally {
      await connection.end();
    }
  }
  const file = new SqliteFile(`${folder}/map.sqlite`);
  prepareConnection(file);
  try {
    const statement = file.prepare(sql);
    return statement.reader ? (statement.all() as Json[]) : (statement.run(), []);
  } finally {
    file.close();
  }
}

/**
 * Waits until the database has done with what the server that was killed had sent it: it still takes back what was not committed,
 * and carries out a beat that was under way. Tells how many milliseconds that took.
 */
async function isIdle(place: TestDatabase, engine: Engine): Promise<number> {
  if (engine === 'sqlite') return 0;
  const began = performance.now();
  const others = `SELECT id FROM information_schema.processlist WHERE db = '${nameOf(place)}' AND id <> CONNECTION_ID()`;
  await until('the database is idle', 120_000, async () => !(await ask(place, engine, others)).length);
  return performance.now() - began;
}

describe.each(ENGINES)('a server that is killed while it feeds, on %s', (engine) => {
  it(
    `${KILLS} times, with ${ITEMS} items (FEED_SEED=${seed})`,
    async () => {
      const random = randomOf(seed + engine.length);
      const program = makeProgram();
      const place = await makeDatabase(engine);
      const [port] = await freePorts(1);
      const server = new Meridian({
        program,
        port: port!,
        log: `${place.folder}/log`,
        settings: { DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, ADMIN_LOGIN: ADMIN.login },
      });
      // A run of so many items takes its time on a machine that is busy, and says nothing meanwhile.
      const client = new Client(server.url, Infinity, 600_000);
      const moments: string[] = [];
      const tell = (what: string): void => {
        moments.push(what);
        // The long form takes an hour: how far it is can be seen.
        if (KILLS > 10) process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
      };
      try {
        await server.up();
        await client.signIn(ADMIN.login, ADMIN.password);
        const send = (method: string, path: string, body?: unknown): ReturnType<Client['send']> =>
          client.send(method, path, { body });
        expect((await send('PUT', '/api/feed/sources/KILLED', {})).status).toBe(201);
        const documentOf = (name: string, size: number): object => ({
          ...{ feed: 1, source: 'KILLED', mode: 'full', scope: name, options: { pointers: 'create' } },
          items: Array.from({ length: size }, (_, i) => ({
            ...{ type: 'logical-servers', ref: `${name}-${i}` },
            set: { name: `${name} ${i}`, cpu: String(i), clusters: [`${name} cluster ${i % 10}`] },
          })),
        });
        const run = (name: string, size = ITEMS): ReturnType<Client['send']> =>
          send('POST', '/api/feed/runs', documentOf(name, size));
        /** Everything that is stored of a run. */
        const stored = async (name: string): Promise<Record<string, number>> => {
          const count = async (from: string): Promise<number> =>
            Number((await ask(place, engine, `SELECT COUNT(*) AS n FROM ${from}`))[0]!['n']);
          return {
            objects: await count(`logical_servers WHERE name LIKE '${name} %'`),
            clusters: await count(`clusters WHERE name LIKE '${name} cluster %'`),
            links: await count(
              `cluster_logical_server p JOIN logical_servers s ON s.id = p.logical_server_id WHERE s.name LIKE '${name} %'`,
            ),
            records: await count(`own_feed_records WHERE ref LIKE '${name}-%'`),
            runs: await count(`own_feed_runs WHERE scope = '${name}'`),
            scopes: await count(`own_feed_scopes WHERE scope = '${name}'`),
            journal: await count(`audit_logs WHERE properties LIKE '%${name} %'`),
          };
        };
        const from = performance.now();
        expect((await run('warm')).status).toBe(200);
        const whole = await stored('warm');
        expect(whole).toMatchObject({ objects: ITEMS, clusters: 10, links: ITEMS, records: ITEMS, runs: 1, scopes: 1 });
        expect(whole['journal']).toBeGreaterThanOrEqual(ITEMS);
        const nothing = Object.fromEntries(Object.keys(whole).map((key) => [key, 0]));
        const takes = performance.now() - from;
        tell(`a run takes ${Math.round(takes)} ms`);
        for (let nth = 0; nth < KILLS; nth++) {
          const name = `kill${nth}`;
          const answer = run(name).then(
            ({ status }) => status,
            () => 0,
          );
          const moment = (takes * (100 + random(1000))) / 1000;
          await Promise.race([pause(moment), answer]);
          await server.kill();
          const status = await answer;
          const idle = await isIdle(place, engine);
          const left = await stored(name);
          const isAll = left['objects'] === ITEMS;
          const what = `${status || 'no answer'}, ${isAll ? 'all' : 'nothing'}`;
          tell(`${nth + 1}. ${Math.round(moment)} ms: ${what}, taken back in ${Math.round(idle)} ms`);
          expect([name, left]).toEqual([name, isAll ? whole : nothing]);
          // Whatever was answered is stored.
          if (status) expect([status, isAll]).toEqual([200, true]);
          const up = await server.up();
          // The source is free within five seconds; the rest is what such a run takes on a machine that is busy.
          const one = await run('free', 1);
          expect([one.status, one.ms < 5000 + takes]).toEqual([200, true]);
          const again = await run(name);
          tell(`up in ${Math.round(up)} ms, again in ${Math.round(again.ms)} ms`);
          expect([name, again.status, (again.body as Json)['data']?.counts]).toEqual([
            name,
            200,
            expect.objectContaining(isAll ? { create: 0, update: 0 } : { create: ITEMS + 10 }),
          ]);
          expect(await stored(name)).toEqual({ ...whole, runs: isAll ? 2 : 1 });
          expect(await ask(place, engine, "SELECT id FROM own_feed_plans WHERE state = 'working'")).toEqual([]);
          // The map is as large for the last one as for the first.
          for (const rows of [
            "logical_servers WHERE name LIKE 'kill%'",
            "own_feed_records WHERE ref LIKE 'kill%'",
            'audit_logs',
          ])
            await ask(place, engine, `DELETE FROM ${rows}`);
        }
        // What came to nothing is told as such, and as soon: a run in the background, at work or waiting for its turn.
        const later = { body: documentOf('later', ITEMS), headers: { prefer: 'respond-async' } };
        const paths = [];
        for (let i = 0; i < 2; i++) paths.push((await client.send('POST', '/api/feed/runs', later)).headers.location!);
        await server.kill();
        await isIdle(place, engine);
        await server.up();
        await pause(engine === 'sqlite' ? 0 : 5000);
        for (const path of paths)
          expect(((await send('GET', path)).body as Json)['data']).toMatchObject({
            ...{ state: 'failed', message: expect.stringContaining('broken off') },
          });
        expect((await send('GET', '/api/feed/runs?state=working')).body).toEqual([]);
        // The turn of one that is gone is not free at once, and whoever waits is told to come again.
        await ask(
          place,
          engine,
          "INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, expires_at) SELECT 'run_gone', id, '', 'full', 'working', '{}', '{}', '', '2999-01-01 00:00:00', '2999-01-01 00:00:00', '2999-01-01 00:00:00' FROM own_feed_sources",
        );
        const waits = run('waits', 1);
        expect(await Promise.race([waits.then(() => 'done'), pause(1500, 'waits')])).toBe('waits');
        await ask(place, engine, "UPDATE own_feed_plans SET beat_at = '2026-01-01 00:00:00' WHERE id = 'run_gone'");
        expect((await waits).status).toBe(200);
      } finally {
        client.close();
        await server.kill();
        await place.drop();
        program.remove();
        console.log(`${engine}, FEED_SEED=${seed}: ${moments.join('; ')}`);
      }
    },
    120_000 + KILLS * (10_000 + ITEMS * 4),
  );
});
