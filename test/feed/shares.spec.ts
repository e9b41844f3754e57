/** One user's documents hold up nobody else's: YAML, and runs and plans at work at a time (feeding 7). @seconds 60 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';

const ABILITIES = ['feed_show', 'feed_create', 'site_access', 'site_create', 'site_edit'];
/** YAML that its reader takes seconds for. */
const YAML = `apiVersion: v1\nkind: List\nitems:\n${'- {a: [b, c, d], e: {f: g}}\n'.repeat(60_000)}`;

describe.each(ENGINES)('shares of feeding, on %s', (engine) => {
  let server: TestServer;
  let busy: string;
  let other: string;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const users = [await server.userWith(ABILITIES), await server.userWith(ABILITIES)];
    [busy, other] = users.map(({ token }) => token) as [string, string];
    for (const name of ['ONE', 'TWO', 'K8S']) await putSource(server, name, { feeders: users.map(({ id }) => id) });
  });
  afterAll(() => server.stop());

  const plan = (source: string, token: string): Promise<TestAnswer> =>
    server.post('/api/feed/plans', { feed: 1, source, items: [] }, { token });

  it("a small mapping of JSON waits for nobody's YAML, which ends when its client leaves", async () => {
    const rows = [{ type: 'sites', ref: '${Code}', set: { name: '${Site}' } }];
    const csv = (mapping: string): Promise<TestAnswer> => {
      const form = new FormData();
      form.append('map', mapping);
      form.append('file', new Blob(['Code;Site\nN;North\n']), 'sites.csv');
      return server.post('/api/feed/plans?as=csv&source=TWO', form, { token: other });
    };
    const controller = new AbortController();
    const sent = Array.from({ length: 12 }, () =>
      fetch(`${server.url}/api/feed/plans?as=k8s&opt[cluster]=x`, {
        ...{ method: 'POST', body: YAML, signal: controller.signal },
        headers: { authorization: `Bearer ${busy}`, 'content-type': 'application/octet-stream' },
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await pause(1500);
    let began = performance.now();
    const { status, body } = await csv(JSON.stringify({ rows }));
    expect([status, body.data?.counts.create]).toEqual([201, 1]);
    expect(performance.now() - began).toBeLessThan(20_000);
    controller.abort();
    expect((await Promise.all(sent)).every((answered) => [0, 400, 413].includes(answered))).toBe(true);
    began = performance.now();
    // Of YAML, so that it needs the thread.
    expect((await csv('rows:\n  - { type: sites, ref: "${Code}", set: { name: "${Site}" } }\n')).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(20_000);
  }, 240_000);

  it('one user has two documents at work; more wait for these alone, and what is beyond is refused to that user', async () => {
    const { database } = server;
    const [source] = await database.all("SELECT id FROM own_feed_sources WHERE name = 'ONE'");
    await database.run(
      'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, expires_at) ' +
        "VALUES ('run_other', ?, '', 'delta', 'working', '{}', '{}', '', '2999-01-01 00:00:00', '2999-01-01 00:00:00', '2999-01-01 00:00:00')",
      [source!['id']!],
    );
    const run = (): Promise<TestAnswer> =>
      server.post('/api/feed/runs', { feed: 1, source: 'ONE', items: [] }, { token: busy });
    const working = [run(), run()];
    await pause(500);
    let done = 0;
    const more = Array.from({ length: 55 }, () => plan('TWO', busy).finally(() => done++));
    for (const until = Date.now() + 60_000; done < 5 && Date.now() < until;) await pause(100);
    await pause(500);
    // Five have no place to wait in, and all others wait.
    expect(done).toBe(5);
    expect((await plan('TWO', other)).status).toBeLessThan(202);
    await database.run("DELETE FROM own_feed_plans WHERE id = 'run_other'");
    expect((await Promise.all(working)).map(({ status }) => status)).toEqual([200, 200]);
    const answers = await Promise.all(more);
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, refused[0]!.headers.get('retry-after')]).toEqual([5, '10']);
    expect(answers.filter(({ status }) => status !== 429 && status > 201)).toEqual([]);
  }, 240_000);
});
