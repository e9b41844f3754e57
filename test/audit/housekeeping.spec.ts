/** @seconds 6 */
import { type ScheduledTask, ScheduledTasks, Maintenance } from '../../src/operations/maintenance/maintenance.js';
import { Lease } from '../../src/operations/maintenance/lease.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const DAY = 24 * 3600_000;

describe.each(ENGINES)('housekeeping on %s', (engine) => {
  let first: TestServer;
  let second: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    first = await TestServer.start(engine, { AUDIT_RETENTION_DAYS: '30' }, files);
    second = await TestServer.start(engine, {}, files);
  });
  afterAll(async () => {
    await second.stop(true);
    await first.stop();
  });

  const run = (server: TestServer): Promise<boolean> => server.server.app.get(Maintenance).run();
  const ago = (ms: number): string => first.database.clock.toStored(Date.now() - ms);
  const count = async (table: string, where = 'true'): Promise<number> =>
    Number((await first.database.all(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]!['n']);

  it('contract 2: expired tokens and old failures are removed, what still counts stays', async () => {
    const { database } = first;
    const token = 'INSERT INTO own_tokens (user_id, hash, expires_at, created_at) VALUES (1, ?, ?, ?)';
    await database.run(token, ['a'.repeat(64), ago(1000), ago(DAY)]);
    await database.run(token, ['b'.repeat(64), ago(-DAY), ago(DAY)]);
    const failure = 'INSERT INTO own_login_failures (subject, failed_at) VALUES (?, ?)';
    for (const age of [30_000, DAY]) await database.run(failure, ['s', ago(age)]);
    expect(await run(first)).toBe(true);
    expect(await count('own_tokens', `hash = '${'a'.repeat(64)}'`)).toBe(0);
    expect(await count('own_tokens', `hash = '${'b'.repeat(64)}'`)).toBe(1);
    expect(await count('own_login_failures')).toBe(1);
  });
  it('contract 11: kept answers are removed after 24 hours', async () => {
    const sql = 'INSERT INTO own_idempotency_keys (scope, owner, created_at) VALUES (?, ?, ?)';
    await first.database.run(sql, ['old', 'x', ago(DAY + 60_000)]);
    await first.database.run(sql, ['new', 'x', ago(DAY - 60_000)]);
    await run(first);
    expect(await first.database.all('SELECT scope FROM own_idempotency_keys')).toEqual([{ scope: 'new' }]);
  });
  it('contract 13: the journal goes after AUDIT_RETENTION_DAYS, in batches; without it, it stays', async () => {
    const rows = Array.from({ length: 1200 }, () => ['old', ago(31 * DAY)]);
    const sql = first.database.dialect.insertRows('audit_logs', ['description', 'created_at']);
    await first.database.transaction((tx) => first.database.write(tx, sql, rows));
    await run(second);
    expect(await count('audit_logs', "description = 'old'")).toBe(1200);
    const kept = await count('audit_logs', "description <> 'old'");
    const statements = await first.statements(() => run(first));
    expect(await count('audit_logs', "description = 'old'")).toBe(0);
    expect(await count('audit_logs')).toBe(kept);
    expect(statements.filter((text) => text.startsWith('DELETE FROM audit_logs'))).toHaveLength(3);
  });
  it('one replica at a time does the chores; the other one may afterwards', async () => {
    let [running, most] = [0, 0];
    const slow: ScheduledTask = {
      name: 'slow',
      batch: async () => {
        most = Math.max(most, ++running);
        await new Promise((wake) => setTimeout(wake, 150));
        running--;
        return false;
      },
    };
    for (const server of [first, second]) server.server.app.get(ScheduledTasks).add(slow);
    const outcomes = await Promise.all([run(first), run(second), run(first)]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(most).toBe(1);
    expect(await run(second)).toBe(true);
  });
  it('a chore that fails holds up no other one', async () => {
    const done: string[] = [];
    const chore = (name: string, work: () => Promise<boolean>): ScheduledTask => ({ name, batch: work });
    const chores = first.server.app.get(ScheduledTasks);
    chores.add(chore('broken', () => Promise.reject(new Error('no space'))));
    chores.add(
      chore('next', async () => {
        done.push('next');
        return done.length < 3;
      }),
    );
    expect(await run(first)).toBe(true);
    expect(done).toEqual(['next', 'next', 'next']);
  });
  it('of many who want a lease one gets it, and one that was not renewed is free', async () => {
    const leases = Array.from({ length: 10 }, (_, i) => new Lease((i % 2 ? first : second).database, 'test', 400));
    const taken = await Promise.all(leases.map((lease) => lease.take()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const holder = leases[taken.indexOf(true)]!;
    const other = leases[taken.indexOf(false)]!;
    expect([await holder.renew(), await other.take()]).toEqual([true, false]);
    await new Promise((wake) => setTimeout(wake, 500));
    expect(await other.take()).toBe(true);
    expect(await holder.renew()).toBe(false);
  });
});

it('a server that stops ends the chores after the batch under way', async () => {
  const server = await TestServer.start('sqlite');
  let batches = 0;
  server.server.app.get(ScheduledTasks).add({
    name: 'endless',
    batch: async () => {
      batches++;
      await new Promise((wake) => setTimeout(wake, 50));
      return true;
    },
  });
  const running = server.server.app.get(Maintenance).run();
  await new Promise((wake) => setTimeout(wake, 120));
  await server.stop();
  await running;
  const ended = batches;
  await new Promise((wake) => setTimeout(wake, 120));
  expect(batches).toBe(ended);
  expect(batches).toBeLessThan(6);
});
