/**
 * Events, acceptance 1: twenty writers for thirty seconds, three readers for each replica, of which one is killed every five seconds;
 * three replicas on MariaDB, one on SQLite. `npm run test:events`.
 */
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { NOTHING_WRONG, runTogether, wrongIn, type Replica } from './gap-free.js';

const SECONDS = Number(process.env['EVENTS_SECONDS'] ?? 30);
const ADMIN = { login: 'admin', password: 'Correct-horse-9' };

describe.each(ENGINES)('events: replicas are killed beside writers on %s', (engine) => {
  let program: Program;
  let place: TestDatabase;
  beforeAll(async () => {
    program = buildProgram();
    place = await makeDatabase(engine);
  });
  afterAll(async () => {
    await place.drop();
    program.remove();
  });

  interface Started extends Replica {
    process: Running;
  }
  async function start(): Promise<Started> {
    const process = Running.start(program, ['main.js'], {
      ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: place.folder, PORT: '0', BCRYPT_COST: '4', RATE_LIMIT: '0' },
      ...{ TOKEN_SECRET: 'a secret of the tests, 32 characters or more', OVERLOAD_LAG_MS: '0', OVERLOAD_QUEUE: '0' },
      ...{ ADMIN_LOGIN: ADMIN.login, ADMIN_PASSWORD: ADMIN.password },
    });
    await process.says('Meridian serves');
    return { process, url: /at (http:\S+)\/api/.exec(process.output)![1]! };
  }

  it('every answered write is met once, by all readers in one order', async () => {
    const replicas: Started[] = [await start()];
    while (engine === 'mariadb' && replicas.length < 3) replicas.push(await start());
    const login = await fetch(`${replicas[0]!.url}/api/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) },
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    let killed = 0;
    let restarting: Promise<void> = Promise.resolve();
    const killing = setInterval(() => {
      restarting = restarting.then(async () => {
        const replica = replicas[killed++ % replicas.length]!;
        await replica.process.kill();
        Object.assign(replica, await start());
      });
    }, 5000);
    const options = { writers: 20, readers: 3, milliseconds: SECONDS * 1000 };
    const outcome = await runTogether(replicas, token, options).finally(async () => {
      clearInterval(killing);
      await restarting;
      for (const { process } of replicas) await process.kill();
    });
    console.log(`${engine}: ${outcome.created.size} created, ${outcome.changes.length} changes, ${killed} killed`);
    expect(wrongIn(outcome)).toEqual(NOTHING_WRONG);
    expect(killed).toBeGreaterThan(SECONDS > 10 ? 2 : 0);
  });
});
