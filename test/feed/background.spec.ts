/** Runs and plans in the background, and feeds that are sent again under their key (feeding 5 and 7). @seconds 12 */
import { setTimeout as pause } from 'node:timers/promises';
import { Maintenance } from '../../src/operations/maintenance/maintenance.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';
import { putSource } from './support/source.js';

const LATER = { headers: { prefer: 'respond-async' } };
const LINES = { 'content-type': 'application/x-ndjson' };

const documentOf = (source: string, count: number): object => ({
  ...{ feed: 1, source },
  items: Array.from({ length: count }, (_, i) => ({
    ...{ type: 'logical-servers', ref: `vm-${i}`, set: { name: `${source} ${i}`, memory: String(i) } },
  })),
});

describe.each(ENGINES)('feeding in the background on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await putSource(server, 'LATE');
  });
  afterAll(() => server.stop());

  /** Asks until the work is done; all that was answered on the way. */
  async function followed(path: string): Promise<TestAnswer[]> {
    const answers: TestAnswer[] = [];
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
      const answer = await server.get(path);
      answers.push(answer);
      if (answer.body.data?.state !== 'working') return answers;
    }
    throw new Error(`${path} is not done within a minute`);
  }

  it('a run tells how far it is, and then what it stored', async () => {
    const begun = await server.post('/api/feed/runs', documentOf('LATE', 4000), LATER);
    expect([begun.status, begun.body.data.state]).toEqual([202, 'working']);
    const path = begun.headers.get('location')!;
    const answers = await followed(path);
    const under = answers.slice(0, -1).map(({ body }) => body.data.progress);
    expect(under.length).toBeGreaterThan(0);
    for (const { phase, done } of under) {
      expect(['planning', 'applying']).toContain(phase);
      expect(done).toBeGreaterThanOrEqual(0);
    }
    const { state, counts, progress } = answers.at(-1)!.body.data;
    expect([state, counts.create, progress]).toEqual(['applied', 4000, undefined]);
  });

  it('a plan leads to the one that it became', async () => {
    const begun = await server.post('/api/feed/plans', documentOf('LATE', 5), LATER);
    expect([begun.status, begun.body.data.state]).toEqual([202, 'working']);
    const plan = (await followed(begun.headers.get('location')!)).at(-1)!.body.data;
    expect([plan.state, plan.id]).toEqual(['ready', expect.stringMatching(/^pl_[a-z2-7]{26}$/)]);
    expect((await server.post('/api/feed/plans', documentOf('LATE', 5))).body.data.id).toBe(plan.id);
  });

  describe('applying a plan', () => {
    const plan = async (document: object): Promise<string> =>
      (await server.post('/api/feed/plans', document)).body.data.id as string;
    const apply = (id: string, options = LATER): Promise<TestAnswer> =>
      server.post(`/api/feed/plans/${id}/apply`, undefined, options);
    const vm = (name: string, set: object = {}): object => ({
      ...{ feed: 1, source: 'LATE' },
      items: [{ type: 'logical-servers', ref: name, set: { name: `${engine} ${name}`, ...set } }],
    });
    const idOf = async (name: string): Promise<number> =>
      (await server.get(`/api/logical-servers?filter[name]=${engine} ${name}`)).body[0].id as number;

    it('tells how far it is, and then what it stored; asked by many at once it is one run', async () => {
      await putSource(server, 'KEPT');
      const id = await plan(documentOf('KEPT', 4000));
      const all = await Promise.all([1, 2, 3, 4].map(() => apply(id)));
      expect(new Set(all.map(({ status, body }) => `${status} ${body.data.state} ${body.data.plan}`))).toEqual(
        new Set([`202 working ${id}`]),
      );
      const [path, ...others] = new Set(all.map(({ headers }) => headers.get('location')));
      expect([path, others]).toEqual([expect.stringMatching(/^\/api\/feed\/runs\/\d+$/), []]);
      const answers = await followed(path!);
      for (const { body } of answers.slice(0, -1))
        expect(body.data).toMatchObject({ state: 'working', progress: { phase: 'applying' } });
      expect(answers.length).toBeGreaterThan(1);
      const { data } = answers.at(-1)!.body;
      expect(data).toMatchObject({ state: 'applied', plan: id, counts: { create: 4000 } });
      expect(data.progress).toBeUndefined();
      expect((await server.get(`/api/feed/plans/${id}`)).body.data).toMatchObject({ state: 'applied', run: data.id });
      for (const options of [LATER, {} as typeof LATER]) {
        const again = await apply(id, options);
        expect([again.status, again.body.data.id, again.body.data.state]).toEqual([200, data.id, 'applied']);
      }
      const { body: runs } = await server.get('/api/feed/runs?source=KEPT');
      expect(runs).toHaveLength(1);
    });

    it('one that the map has left behind is refused with what has moved', async () => {
      await server.post('/api/feed/runs', vm('moves', { cpu: '1' }));
      const id = await plan(vm('moves', { cpu: '2' }));
      await server.patch(`/api/logical-servers/${await idOf('moves')}`, { cpu: '7' });
      const begun = await apply(id);
      expect(begun.status).toBe(202);
      const { data } = (await followed(begun.headers.get('location')!)).at(-1)!.body;
      const moved = [{ type: 'logical-servers', field: 'cpu', expected: '1', stored: '7' }];
      expect(data).toMatchObject({ state: 'refused', plan: id, message: expect.stringContaining('moved on'), moved });
      expect((await server.get(`/api/feed/plans/${id}`)).body.data).toMatchObject({ state: 'stale', moved });
      const again = await apply(id);
      expect([again.status, again.body.moved]).toEqual([409, data.moved]);
      const reader = await server.userWith(['feed_show']);
      const { body } = await server.get(`/api/feed/runs/${data.id}`, reader);
      expect([body.data.state, body.data.moved]).toEqual(['refused', []]);
    });

    it('what is known beforehand is answered at once, and begins no run', async () => {
      const runs = async (): Promise<number> =>
        Number((await server.database.all('SELECT COUNT(*) AS n FROM own_feed_runs'))[0]!['n']);
      const id = await plan(vm('rights'));
      const blocked = await plan(vm('blocked', { memory: 'x'.repeat(300) }));
      const before = await runs();
      expect((await apply(blocked)).status).toBe(422);
      expect((await apply('pl_none')).status).toBe(404);
      const lacks = await server.userWith(['feed_create', 'logical_server_access']);
      expect((await apply(id, { ...LATER, ...lacks })).status).toBe(403);
      expect(await runs()).toBe(before);
    });

    it('a plan that somebody applies first says by which run', async () => {
      const id = await plan(vm('first'));
      const { database } = server;
      // The turn is taken: whoever comes now waits.
      const [source] = await database.all("SELECT id FROM own_feed_sources WHERE name = 'LATE'");
      const at = (from: number): string => database.clock.toStored(Date.now() + from);
      await database.run(
        'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, ' +
          "expires_at) VALUES ('run_other', ?, '', 'delta', 'working', '{}', '{}', '', ?, ?, ?)",
        [source!['id']!, at(20_000), at(0), at(60_000)],
      );
      const begun = await apply(id);
      const path = begun.headers.get('location')!;
      expect((await server.get(path)).body.data).toMatchObject({
        ...{ state: 'working', progress: { phase: 'applying', done: 0, of: null } },
      });
      const number = 4711;
      await database.run("UPDATE own_feed_plans SET state = 'applied', run_id = ? WHERE id = ?", [number, id]);
      await database.run(
        'INSERT INTO own_feed_runs (id, source, scope, mode, plan_id, state, counts, started_at) ' +
          "VALUES (?, 'LATE', '', 'delta', ?, 'applied', ?, ?)",
        [number, id, '{"counts":{},"changes":{},"findings":{},"blocked":[],"precedence":50}', at(0)],
      );
      await database.run("DELETE FROM own_feed_plans WHERE id = 'run_other'");
      const { data } = (await followed(path)).at(-1)!.body;
      expect(data).toMatchObject({ state: 'refused', message: `The plan was applied meanwhile, by run ${number}.` });
    });
  });

  it('what is sent again under its key is answered with what was begun, also when it is done', async () => {
    const options = { headers: { ...LATER.headers, 'idempotency-key': `${engine} later` } };
    const first = await server.post('/api/feed/runs', documentOf('LATE', 3), options);
    expect(first.status).toBe(202);
    const done = (await followed(first.headers.get('location')!)).at(-1)!.body.data;
    const again = await server.post('/api/feed/runs', documentOf('LATE', 3), options);
    expect([again.status, again.body, again.headers.get('location')]).toEqual([
      ...[202, first.body, first.headers.get('location')],
    ]);
    expect([done.state, again.headers.get('idempotency-replayed')]).toEqual(['applied', 'true']);
  });

  it('a run that was broken off says so, and its turn is free', async () => {
    const { database } = server;
    const [source] = await database.all("SELECT id FROM own_feed_sources WHERE name = 'LATE'");
    const old = database.clock.toStored(Date.now() - 120_000);
    const { insertId } = await database.run(
      'INSERT INTO own_feed_runs (source, scope, mode, plan_id, state, counts, started_at) ' +
        "VALUES ('LATE', '', 'delta', '', 'working', ?, ?)",
      ['{"counts":{},"changes":{},"findings":{},"blocked":[],"precedence":0}', old],
    );
    await database.run(
      'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, ' +
        "expires_at, run_id) VALUES ('run_gone', ?, '', 'delta', 'working', '{}', '{}', '', ?, ?, ?, ?)",
      [source!['id']!, old, old, database.clock.toStored(Date.now() + 60_000), insertId],
    );
    const { body } = await server.get(`/api/feed/runs/${insertId}`);
    expect([body.data.state, body.data.message]).toEqual(['failed', expect.stringContaining('broken off')]);
    // Lists tell so as well, once the house is kept.
    expect(await server.server.app.get(Maintenance, { strict: false }).run()).toBe(true);
    const [listed] = (await server.get('/api/feed/runs?source=LATE&state=failed')).body;
    expect(listed).toMatchObject({ id: insertId, message: body.data.message, finished_at: expect.any(String) });
    expect((await server.get('/api/feed/runs?source=LATE&state=working')).body).toEqual([]);
    expect((await server.post('/api/feed/runs', documentOf('LATE', 1))).status).toBe(200);
  });

  it('documents that differ in what is unchanged alone have plans of their own', async () => {
    await server.post('/api/feed/runs', documentOf('LATE', 20));
    const ids = new Set<string>();
    for (const count of [3, 7, 20]) {
      for (let turn = 0; turn < 2; turn++) {
        const { data } = (await server.post('/api/feed/plans', documentOf('LATE', count))).body;
        expect([data.counts.items, data.counts.unchanged]).toEqual([count, count]);
        ids.add(data.id);
      }
    }
    expect(ids.size).toBe(3);
  });

  it('a mapping comes along with its file, in the form or in the address', async () => {
    const map = 'rows:\n  - type: sites\n    ref: ${Code}\n    set: { name: "${Site}" }\n';
    const form = (mapping: string | Blob = map): FormData => {
      const made = new FormData();
      made.append('map', mapping);
      made.append('file', new Blob(['Code;Site\nN;North hall\nS;South hall\n']), 'sites.csv');
      return made;
    };
    const query = '/api/feed/plans?as=csv&source=LATE';
    const sent = await server.post(query, form());
    expect([sent.status, sent.body.data?.counts.create]).toEqual([201, 2]);
    const raw = await server.post(
      `${query}&opt[map]=${encodeURIComponent(map)}`,
      'Code;Site\nN;North hall\nS;South hall\n',
      {
        headers: { 'content-type': 'text/csv' },
      },
    );
    expect([raw.status, raw.body.data.id]).toEqual([200, sent.body.data.id]);
    const rows = [{ type: 'sites', ref: '${Code}', set: { name: '${Site}' } }];
    const asJson = await server.post(query, form(JSON.stringify({ rows })));
    expect([asJson.status, asJson.body.data?.id]).toEqual([200, sent.body.data.id]);
    const twice = await server.post(query, form(`{ "rows": [],\n"rows": ${JSON.stringify(rows)} }`));
    expect([twice.status, twice.body.message]).toEqual([422, expect.stringMatching(/rows.*2/)]);
    const odd = await server.post(
      query,
      form(new Blob([map.replace('North', ''), new Uint8Array([0x22, 0xe9, 0x22])])),
    );
    expect([odd.status, odd.body.message]).toEqual([422, expect.stringContaining('UTF-8')]);
    const asFile = await server.post(query, form(new Blob([map])));
    expect([asFile.status, asFile.body.data?.id]).toEqual([200, sent.body.data.id]);
    const large = await server.post(query, form(new Blob(['#'.repeat(500_000)])));
    expect([large.status, Object.keys(large.body.errors)]).toEqual([422, ['map']]);
    // What else the address may say the form may say as well.
    const full = form();
    full.append('mode', 'full');
    full.append('scope', 'north');
    const inForm = await server.post(query, full);
    expect(inForm.body.data).toMatchObject({ mode: 'full', scope: 'north' });
    const other = form();
    other.append('mode', 'full');
    expect((await server.post(`${query}&mode=delta`, other)).status).toBe(422);
    const unknown = form();
    unknown.append('observed', 'x');
    expect((await server.post(query, unknown)).body.errors).toHaveProperty('observed');
    const wrong = await server.post(`${query}&opt[map]=${encodeURIComponent('{rows: [')}`, 'A\n', {
      headers: { 'content-type': 'text/csv', 'accept-language': 'en' },
    });
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('neither JSON nor YAML')]);
  });

  it('what of a file no item came of is told with the plan, in the language of its reader', async () => {
    await putSource(server, 'CYCLONEDX');
    const component = { name: `Portal ${engine}`, version: '1' };
    const parts = { metadata: { component }, services: [{ name: 'a' }, { name: 'b' }] };
    const file = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', ...parts });
    const { body } = await server.post('/api/feed/plans?as=cyclonedx', file, {
      headers: { 'content-type': 'application/octet-stream', 'accept-language': 'fr' },
    });
    const finding = { level: 'note', code: 'left-out' };
    expect([body.data.state, body.data.findings]).toEqual([
      'ready',
      [{ ...finding, message: 'Laissé de côté : des services (2).' }],
    ]);
    const later = await server.post('/api/feed/runs?as=cyclonedx', file, {
      headers: { 'content-type': 'application/octet-stream', ...LATER.headers },
    });
    const run = (await followed(later.headers.get('location')!)).at(-1)!.body.data;
    expect([run.state, run.findings]).toEqual(['applied', [{ ...finding, message: 'Left out: services (2).' }]]);
  });

  it('plans and runs are read as text', async () => {
    const { body } = await server.post('/api/feed/plans', documentOf('LATE', 4001));
    const run = (await server.post(`/api/feed/plans/${body.data.id}/apply`, undefined)).body.data;
    for (const path of [`/api/feed/plans/${body.data.id}`, `/api/feed/runs/${run.id}`]) {
      const text = await server.get(path, { headers: { accept: 'text/plain', 'accept-language': 'en' } });
      expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(text.body).toMatch(
        /^Source LATE \(50\), delta.*\n\+ logical-servers {2}LATE 4000[^]*4,001 items: 1 created,/,
      );
    }
  });

  it('a feed under a key is carried out once, and one that is refused unread is answered at once', async () => {
    const text = (name: string, source = 'LATE'): string =>
      `{"feed":1,"source":"${source}"}\n{"type":"sites","ref":"${name}","set":{"name":"${name}"}}\n{"end":1}\n`;
    const send = (body: string, key: string): Promise<TestAnswer> =>
      server.post('/api/feed/runs', body, { headers: { ...LINES, 'idempotency-key': key } });
    const [first, again] = [await send(text('North'), `${engine} 1`), await send(text('North'), `${engine} 1`)];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await send(text('South'), `${engine} 1`)).status).toBe(422);
    const long = `${text('Nowhere', 'NOBODY')}${'\n'.repeat(100_000)}`;
    for (let turn = 0; turn < 2; turn++) expect((await send(long, `${engine} 2`)).status).toBe(404);
    expect((await send(text('Else', 'NOBODY'), `${engine} 2`)).status).toBe(422);
  });
});

it.each(ENGINES)(
  'what a killed server left behind is told as such, and its source is free in seconds, on %s',
  async (engine) => {
    const place = await makeMap(engine);
    const killed = await TestServer.start(engine, {}, place);
    await putSource(killed, 'KILLED');
    const { database } = killed;
    const now = database.clock.toStored(Date.now());
    const runs: number[] = [];
    // One was at work, one waited for its turn, and their leases were renewed a moment ago.
    for (const row of ['run_gone', 'wait_gone']) {
      const { insertId } = await database.run(
        "INSERT INTO own_feed_runs (source, scope, mode, plan_id, state, counts, started_at) VALUES ('KILLED', '', 'delta', '', 'working', ?, ?)",
        ['{"counts":{},"changes":{},"findings":{},"groups":[],"blocked":[],"precedence":50}', now],
      );
      runs.push(insertId);
      await database.run(
        'INSERT INTO own_feed_plans (id, source_id, scope, mode, state, head, counts, versions, beat_at, created_at, expires_at, run_id) ' +
          `SELECT ?, id, '', 'delta', 'working', '{}', '{}', '', ${database.dialect.utc(0)}, ?, '2999-01-01 00:00:00', ? FROM own_feed_sources`,
        [row, now, insertId],
      );
      expect((await killed.get(`/api/feed/runs/${insertId}`)).body.data.state).toBe('working');
    }
    await killed.stop(true);
    const server = await TestServer.start(engine, {}, place);
    try {
      const began = performance.now();
      expect((await server.post('/api/feed/runs', { feed: 1, source: 'KILLED', items: [] })).status).toBe(200);
      // Half a minute before; the rest is for a machine that is busy.
      expect(performance.now() - began).toBeLessThan(10_000);
      for (const run of runs)
        expect((await server.get(`/api/feed/runs/${run}`)).body.data).toMatchObject({
          ...{ state: 'failed', message: expect.stringContaining('broken off') },
        });
      expect((await server.get('/api/feed/runs?state=working')).body).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  120_000,
);
