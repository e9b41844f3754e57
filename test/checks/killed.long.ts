/**
 * A server that is killed within a run: the next run leaves what a run without a kill leaves (checks 8, 3). `MOMENTS` says how often,
 * 20 times where it is left out.
 */
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';

const MOMENTS = Number(process.env['MOMENTS'] ?? 20);
const OBJECTS = 3000;
const SECRET = 'a secret of the tests, 32 characters or more';

/** How a finding is after a whole run, by its object. */
type Life = Map<number, { gone: boolean; reopened: number }>;

describe.each(ENGINES)('checks 8, 3: runs that are killed on %s', (engine) => {
  let program: Program;
  let server: TestServer;
  let settings: Record<string, string>;

  beforeAll(async () => {
    program = buildProgram();
    const place = await makeMap(engine);
    // It looks into the database, and runs no check.
    server = await TestServer.start(engine, { CHECKS: 'false' }, place);
    settings = {
      ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents`, PORT: '0', RATE_LIMIT: '0' },
      ...{ BCRYPT_COST: '4', TOKEN_SECRET: SECRET, CHECKS_AFTER: '0', OUTSIDE_WRITES: 'off', OVERLOAD_LAG_MS: '0' },
    };
    const { database } = server;
    await database.transaction((tx) =>
      database.write(
        tx,
        database.dialect.insertRows('applications', ['id', 'name', 'rto']),
        Array.from({ length: OBJECTS }, (_, i) => [i + 1, `application ${i + 1}`, 0]),
      ),
    );
  });
  afterAll(async () => {
    await server.stop();
    program.remove();
  });

  it(`at ${MOMENTS} moments, the next one leaves what one without a kill leaves`, async () => {
    const { database } = server;
    const expected: Life = new Map();
    let child = await start();
    await ask(child, 'POST', '/api/checks', {
      ...{ key: 'killed', titles: { en: 'Killed' }, severity: 'low', type: 'applications', filter: { rto_gte: 1 } },
    });
    for (let moment = 0; moment < MOMENTS; moment++) {
      // Another third each time: some open, some go, some come back.
      await database.run('UPDATE applications SET rto = CASE WHEN id % 3 = ? THEN 0 ELSE 1 END', [moment % 3]);
      await ask(child, 'POST', '/api/checks/run', { checks: ['killed'] });
      await new Promise((wake) => setTimeout(wake, Math.random() * 120));
      await child.running.kill();
      // The lease of who was killed ends by itself; nobody waits for that here.
      await database.run("UPDATE own_settings SET value = '' WHERE name = 'checks'");
      child = await start();
      const { run } = (await ask(child, 'POST', '/api/checks/run', { checks: ['killed'] })) as { run: number };
      for (let state = ''; state !== 'done';) {
        ({ state } = ((await ask(child, 'GET', `/api/checks/runs/${run}`)) as { data: { state: string } }).data);
        if (state === 'failed') throw new Error('The run failed.');
        await new Promise((wake) => setTimeout(wake, 30));
      }
      for (let id = 1; id <= OBJECTS; id++) {
        const known = expected.get(id);
        const isFound = id % 3 !== moment % 3;
        if (!known && isFound) expected.set(id, { gone: false, reopened: 0 });
        if (known) expected.set(id, { gone: !isFound, reopened: known.reopened + Number(isFound && known.gone) });
      }
      const rows = await database.all('SELECT object_id, gone_at, reopened FROM own_findings ORDER BY object_id');
      const stored: Life = new Map(
        rows.map((row) => [
          Number(row['object_id']),
          { gone: row['gone_at'] !== null, reopened: Number(row['reopened']) },
        ]),
      );
      expect([moment, [...stored]]).toEqual([moment, [...expected].sort(([a], [b]) => a - b)]);
      const left = await database.all("SELECT COUNT(*) AS n FROM own_check_runs WHERE state IN ('running', 'waiting')");
      expect(Number(left[0]!['n'])).toBe(0);
    }
    await child.running.kill();
  });

  interface Started {
    running: Running;
    url: string;
    token: string;
  }

  async function start(): Promise<Started> {
    const running = Running.start(program, ['main.js'], settings);
    await running.says('Meridian serves');
    const url = /at (http:\S+)\/api/.exec(running.output)![1]!;
    const { access_token: token } = (await ask({ url, token: '' }, 'POST', '/api/login', {
      ...{ login: ADMIN.login, password: ADMIN.password },
    })) as { access_token: string };
    return { running, url, token };
  }

  async function ask(
    { url, token }: Pick<Started, 'url' | 'token'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
});
