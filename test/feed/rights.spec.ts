/** Every route of feeding with and without each right, and what its answers tell to whom (feeding 10 and 17). @seconds 15 */
import { ENGINES } from '../support/engines.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';
import type { Json } from './support/json.js';

const FEED = ['feed_access', 'feed_show', 'feed_create', 'feed_edit', 'feed_delete'];
const SITES = ['site_access', 'site_show', 'site_create', 'site_edit', 'site_delete'];
/** A name that nobody without the right may ever read. */
const SECRET = 'Secret cellar';

describe.each(ENGINES)('rights of feeding on %s', (engine) => {
  let server: TestServer;
  let run = 0;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await putSource(server, 'RIGHTS');
    const { body } = await server.post('/api/feed/runs', document('first'));
    run = body.data.id;
  });
  afterAll(() => server.stop());

  const document = (name: string, more: Json = {}): Json => ({
    ...{ feed: 1, source: 'RIGHTS' },
    items: [{ type: 'sites', ref: name, set: { name } }],
    ...more,
  });
  const feeds = async (...users: Array<{ id: number }>): Promise<unknown> =>
    server.put('/api/feed/sources/RIGHTS', { feeders: users.map(({ id }) => id) });
  const planned = async (name: string): Promise<string> =>
    (await server.post('/api/feed/plans', document(name))).body.data.id;

  /** Each route with the abilities that it needs, and what it answers to whoever has just these. */
  const routes: Array<
    [what: string, path: () => Promise<string> | string, needs: string[], status: number, body?: () => Json]
  > = [
    ['GET plans', () => 'plans', ['feed_access'], 200],
    ['GET runs', () => 'runs', ['feed_access'], 200],
    ['GET sources', () => 'sources', ['feed_access'], 200],
    ['GET runs/{id}', () => `runs/${run}`, ['feed_show'], 200],
    ['GET runs/{id}/changes', () => `runs/${run}/changes`, ['feed_show'], 200],
    ['GET runs/{id}/findings', () => `runs/${run}/findings`, ['feed_show'], 200],
    ['GET plans/{id}', async () => `plans/${await planned('shown')}`, ['feed_show'], 200],
    ['GET plans/{id}/changes', async () => `plans/${await planned('shown')}/changes`, ['feed_show'], 200],
    ['GET plans/{id}/findings', async () => `plans/${await planned('shown')}/findings`, ['feed_show'], 200],
    ['POST plans', () => 'plans', ['feed_show', 'site_access'], 201, () => document('planned by one')],
    ['POST runs?dry_run=1', () => 'runs?dry_run=1', ['feed_create', 'site_access'], 200, () => document('never')],
    ['POST runs', () => 'runs', ['feed_create', 'site_access', 'site_create'], 200, () => document('run by one')],
    [
      'POST plans/{id}/apply',
      async () => `plans/${await planned('applied by one')}/apply`,
      ['feed_create', 'site_create'],
      200,
    ],
    ['DELETE plans/{id}', async () => `plans/${await planned('discarded')}`, ['feed_show', 'feed_delete'], 204],
  ];
  it.each(routes)('%s', async (...[what, path, needs, status, body]) => {
    const [method] = what.split(' ') as [string];
    const send = async (options: RequestOptions): Promise<TestAnswer> =>
      server.request(method, `/api/feed/${await path()}`, { ...options, ...(body && { body: body() }) });
    const all = [...FEED, ...SITES];
    for (const one of needs) {
      const without = await server.userWith(all.filter((ability) => ability !== one));
      await feeds(without);
      expect([one, (await send({ token: without.token })).status]).toEqual([one, 403]);
    }
    expect((await send({ token: null })).status).toBe(401);
    const just = await server.userWith(needs);
    if (needs.includes('feed_create') || method === 'POST') {
      await feeds();
      expect((await send({ token: just.token })).status).toBe(403);
      await feeds(just);
    }
    const answer = await send({ token: just.token });
    expect([answer.status, answer.status < 300 ? '' : answer.body]).toEqual([status, '']);
  });

  it('a token that only reads makes nothing', async () => {
    const { body } = await server.post('/api/tokens', { name: 'reads', read_only: true, password: 'Correct-horse-9' });
    const token = body.token ?? body.access_token ?? body.data?.token;
    expect(token).toEqual(expect.any(String));
    const id = await planned('read only');
    expect((await server.get('/api/feed/plans', { token })).status).toBe(200);
    for (const path of ['plans', 'runs', 'runs?dry_run=1'])
      expect([path, (await server.post(`/api/feed/${path}`, document('x'), { token })).status]).toEqual([path, 403]);
    expect((await server.post(`/api/feed/plans/${id}/apply`, undefined, { token })).status).toBe(403);
    expect((await server.delete(`/api/feed/plans/${id}`, { token })).status).toBe(403);
  });

  it('a plan of one’s own is discarded without feed_delete, one of another not', async () => {
    const user = await server.userWith(['feed_show', 'site_access']);
    await feeds(user);
    const { body } = await server.post('/api/feed/plans', document('own'), { token: user.token });
    expect((await server.delete(`/api/feed/plans/${await planned('not own')}`, { token: user.token })).status).toBe(
      403,
    );
    expect((await server.delete(`/api/feed/plans/${body.data.id}`, { token: user.token })).status).toBe(204);
  });

  it('403 before anything is sought, the same for what there is and what there is not', async () => {
    await server.post('/api/sites', { name: SECRET });
    const { body: building } = await server.post('/api/buildings', { name: 'Open house' });
    const user = await server.userWith([...FEED, 'building_access', 'building_create', 'building_edit']);
    await feeds(user);
    const send = (route: string, items: Json[], options: Json = {}): Promise<TestAnswer> =>
      server.post(`/api/feed/${route}`, { feed: 1, source: 'RIGHTS', options, items }, { token: user.token });
    const item = (set: Json, more: Json = {}): Json => ({
      type: 'buildings',
      ref: 'b',
      ...more,
      set: { name: 'Open house', ...set },
    });
    const asks = (of: string): Json[][] => [
      [{ type: 'sites', set: { name: of } }],
      [{ type: 'sites', id: of === SECRET ? 1 : 4711, set: {} }],
      [item({ site: of })],
      [item({ site_id: { name: of } })],
      [item({ site_id: { id: of === SECRET ? 1 : 4711 } })],
      [item({ site: { match: { name: of } } })],
      [item({ site: { ref: of } })],
      [item({ site: { source: 'OTHER', ref: of } })],
      [item({}, { initial: { site: of } })],
      [item({ 'site[]': of })],
      [item({ id: of })].concat([item({ site: of }, { ref: 'c' })]),
      [item({ site: null })],
    ];
    for (const route of ['plans', 'runs', 'runs?dry_run=1']) {
      for (const options of [{}, { errors: 'skip' }, { pointers: 'drop' }, { pointers: 'create' }]) {
        const there = asks(SECRET);
        const not = asks('Nowhere');
        for (const [i, items] of there.entries()) {
          const [one, other] = [await send(route, items, options), await send(route, not[i]!, options)];
          expect([route, options, i, one.status]).toEqual([route, options, i, 403]);
          expect([other.status, other.body]).toEqual([one.status, { ...one.body, instance: other.body.instance }]);
        }
      }
    }
    expect(building.id).toBeGreaterThan(0);
  });

  it('of the types that may stand at an end, the right on that which is named', async () => {
    const user = await server.userWith([...FEED, 'physical_link_access', 'physical_server_access']);
    await feeds(user);
    const send = (dest: Json | null): Promise<TestAnswer> => {
      const set = { source: { type: 'physical-servers', ref: 'a' }, dest };
      const server1 = { type: 'physical-servers', ref: 'a', set: { name: 'End' } };
      const items = [server1, { type: 'physical-links', ref: 'l', set }];
      return server.post('/api/feed/plans', { feed: 1, source: 'RIGHTS', items }, { token: user.token });
    };
    expect((await send({ type: 'physical-servers', name: 'End' })).status).toBe(201);
    for (const dest of [{ type: 'peripherals', name: 'End' }, { type: 'planets', name: 'End' }, { name: 'End' }, null])
      expect([dest, (await send(dest)).status]).toEqual([dest, 403]);
  });

  it('nothing that is told names what its reader may not list', async () => {
    await feeds();
    const site = (await server.post('/api/sites', { name: `${SECRET} 2` })).body.id;
    const house = (await server.post('/api/buildings', { name: 'House', site_id: site })).body.id;
    // A value by hand that is kept, a site that is made, a building that moves, an error, and a warning.
    const items = [
      { type: 'sites', ref: 'secret', set: { name: `${SECRET} 3`, description: 'x', nonsense: 1 } },
      { type: 'sites', ref: 'secret2', set: { name: `${SECRET} 2`, description: SECRET } },
      { type: 'buildings', ref: 'house', set: { name: 'House', site: { ref: 'secret' } } },
      { type: 'buildings', ref: 'new', set: { name: 'New house', site: `${SECRET} 2` } },
    ];
    const wrong = [{ type: 'buildings', ref: 'wrong', set: { name: 'Wrong', site: `${SECRET} that is not there` } }];
    const user = await server.userWith([
      ...FEED,
      'building_access',
      'building_show',
      'building_create',
      'building_edit',
      'site_create',
      'site_edit',
    ]);
    const ready = (
      await server.post('/api/feed/plans', { feed: 1, source: 'RIGHTS', options: { existing: 'take' }, items })
    ).body.data;
    const blocked = (await server.post('/api/feed/plans', { feed: 1, source: 'RIGHTS', items: [...items, ...wrong] }))
      .body.data;
    const told = async (paths: string[]): Promise<void> => {
      for (const path of paths) {
        for (const accept of ['application/json', 'text/plain']) {
          const { status, body } = await server.get(`/api/feed/${path}`, {
            token: user.token,
            headers: { accept },
            documented: accept === 'application/json',
          });
          expect([path, status]).toEqual([path, 200]);
          expect([path, accept, JSON.stringify(body).includes(SECRET)]).toEqual([path, accept, false]);
          expect([path, accept, JSON.stringify(body).includes('"secret')]).toEqual([path, accept, false]);
        }
      }
    };
    const ofPlan = (id: string): string[] => [
      `plans/${id}`,
      `plans/${id}/changes`,
      `plans/${id}/findings`,
      `plans/${id}/changes?type=sites`,
    ];
    expect([ready.state, blocked.state]).toEqual(['ready', 'blocked']);
    await told([...ofPlan(ready.id), ...ofPlan(blocked.id), 'plans', 'runs']);
    const seen = (await server.get(`/api/feed/plans/${ready.id}`, { token: user.token })).body.data;
    expect([seen.changes.length, seen.hidden > 0]).toEqual([2, true]);
    // What has moved neither, of a plan that somebody else made.
    await server.put('/api/feed/sources/RIGHTS', { feeders: [user.id] });
    const again = (
      await server.post('/api/feed/plans', { feed: 1, source: 'RIGHTS', options: { existing: 'take' }, items })
    ).body.data;
    await server.patch(`/api/sites/${site}`, { description: `${SECRET} moved` });
    const other = (await server.post('/api/sites', { name: `${SECRET} 4` })).body.id;
    await server.patch(`/api/buildings/${house}`, { site_id: other });
    const moved = await server.post(`/api/feed/plans/${again.id}/apply`, undefined, { token: user.token });
    expect([moved.status, JSON.stringify(moved.body).includes(SECRET)]).toEqual([409, false]);
    expect(moved.body.moved.map(({ type }: Json) => type)).toEqual(['buildings']);
    expect(JSON.stringify(moved.body.moved)).not.toContain(String(other));
    await told([`plans/${again.id}`]);
    const ran = (
      await server.post('/api/feed/runs', { feed: 1, source: 'RIGHTS', options: { existing: 'take' }, items })
    ).body.data;
    await told([`runs/${ran.id}`, `runs/${ran.id}/changes`, `runs/${ran.id}/findings`, 'runs']);
  });

  it('what goes missing is told as findings that count for nothing, of kinds that the reader may list', async () => {
    await putSource(server, 'GONE', { guard: { percent: 100 } });
    const items = [
      { type: 'sites', ref: 'away', set: { name: `${SECRET} gone` } },
      { type: 'clusters', ref: 'away', set: { name: 'Cluster that goes' } },
    ];
    const here = { type: 'clusters', ref: 'here', set: { name: 'Cluster that stays' } };
    const whole = { feed: 1, source: 'GONE', mode: 'full' };
    expect((await server.post('/api/feed/runs', { ...whole, items: [...items, here] })).status).toBe(200);
    const { data } = (await server.post('/api/feed/plans', { ...whole, items: [here] })).body;
    expect([data.state, data.counts.missing, data.counts.kept, data.counts.warnings]).toEqual(['ready', 2, 0, 0]);
    const told = (refs: Json[]): unknown => refs.map(({ level, code, type, name }) => [level, code, type, name]);
    const both = [
      ['note', 'missing', 'clusters', 'Cluster that goes'],
      ['note', 'missing', 'sites', `${SECRET} gone`],
    ];
    expect([data.changes, (told(data.findings) as string[][]).sort()]).toEqual([[], both]);
    const user = await server.userWith([...FEED, 'cluster_access']);
    const seen = (await server.get(`/api/feed/plans/${data.id}`, { token: user.token })).body.data;
    expect([told(seen.findings), seen.hidden]).toEqual([[both[0]], 1]);
    // The same on the same map is the same plan; what is applied tells it too, and then nothing more.
    const again = await server.post('/api/feed/plans', { ...whole, items: [here] });
    expect([again.status, again.body.data.id]).toEqual([200, data.id]);
    const run = (await server.post(`/api/feed/plans/${data.id}/apply`, undefined)).body.data;
    expect((told(run.findings) as string[][]).sort()).toEqual(both);
    const page = await server.get(`/api/feed/runs/${run.id}/findings?level=note&page[size]=1`);
    expect([page.body.length, page.headers.get('link')]).toEqual([1, expect.stringContaining('rel="next"')]);
    const text = await server.get(`/api/feed/runs/${run.id}`, { headers: { accept: 'text/plain' } });
    expect(text.body).toMatch(/^\? clusters {2}Cluster that goes #\d+ +away {2}missing$/m);
    const last = (await server.post('/api/feed/runs', { ...whole, items: [here] })).body.data;
    expect([last.counts.missing, last.findings]).toEqual([0, []]);
  });

  it('delegations give nothing', async () => {
    const application = (await server.post('/api/applications', { name: 'Delegated' })).body.id;
    const user = await server.userWith([...FEED]);
    await server.post('/api/cartographers', {
      user_id: user.id,
      cartographiable_type: 'App\\Models\\Application',
      cartographiable_id: application,
    });
    await feeds(user);
    const items = [{ type: 'applications', id: application, set: { description: 'x' } }];
    const answer = await server.post('/api/feed/runs', { feed: 1, source: 'RIGHTS', items }, { token: user.token });
    expect(answer.status).toBe(403);
  });

  it('tells nobody which objects of a hidden type fit a pointer', async () => {
    await putSource(server, 'HIDDEN');
    const ids: number[] = [];
    for (const name of ['twin 1', 'twin 2'])
      ids.push((await server.post('/api/sites', { name, description: 'twins' })).body.id);
    const { status, body } = await server.post('/api/feed/plans', {
      ...{ feed: 1, source: 'HIDDEN' },
      items: [{ type: 'buildings', ref: 'b', set: { name: 'b', site_id: { match: { description: 'twins' } } } }],
    });
    expect([status, body.data.findings]).toMatchObject([201, [{ code: 'ambiguous', candidates: ids, of: 'sites' }]]);
    // By the names that they have, and not those of buildings.
    expect(body.data.findings[0].message).toContain('twin 1');
    const { token } = await server.userWith([...FEED, 'building_access']);
    const { body: findings } = await server.get(`/api/feed/plans/${body.data.id}/findings`, { token });
    expect(findings).toMatchObject([{ code: 'ambiguous', said: { hidden: true } }]);
    expect(findings[0]).not.toHaveProperty('candidates');
    expect(findings[0].message).not.toMatch(/#/);
  });

  it('tells nobody what stands in an object of a hidden type that shares a key', async () => {
    await putSource(server, 'SCAN');
    const keys = { mac: ['52:54:00:1a:00:04'], serial: 'SERIALSECRET', fqdn: 'secret.example' };
    const guess = { type: 'logical-servers', ref: 'g', guess: true, keys, set: { name: 'secret.example' } };
    expect((await server.post('/api/feed/runs', { feed: 1, source: 'SCAN', items: [guess] })).status).toBe(200);
    const user = await server.userWith([...FEED, 'workstation_access', 'workstation_create']);
    await server.put('/api/feed/sources/SCAN', { feeders: [user.id] });
    const item = { type: 'workstations', ref: 'w', keys: { mac: keys.mac, serial: 'MINE' }, set: { name: 'mine' } };
    const document = { feed: 1, source: 'SCAN', items: [item] };
    const all = await server.post('/api/feed/plans', document);
    expect(all.body.data.findings).toMatchObject([{ code: 'not-the-same', of: 'logical-servers' }]);
    expect(all.body.data.findings[0].message).toContain('SERIALSECRET');
    for (const { status, body } of [
      await server.post('/api/feed/plans', document, { token: user.token }),
      await server.get(`/api/feed/plans/${all.body.data.id}`, { token: user.token }),
    ]) {
      expect([status < 300, body.data.findings]).toEqual([true, []]);
      expect(body.data.hidden).toBe(body.data.id === all.body.data.id ? 1 : 0);
      expect(JSON.stringify(body)).not.toMatch(/secret|logical/i);
    }
  });

  it('finds nothing by what objects of a hidden type hold, so that nobody learns of it by trying', async () => {
    await putSource(server, 'HOLDS');
    const hidden = {
      type: 'physical-servers',
      ref: 'h',
      keys: { serial: 'HELD777' },
      set: { name: 'held', address_ip: '10.7.7.1' },
    };
    expect((await server.post('/api/feed/runs', { feed: 1, source: 'HOLDS', items: [hidden] })).status).toBe(200);
    const kinds = ['workstation', 'peripheral'].flatMap((key) =>
      ['access', 'show', 'create', 'edit', 'delete'].map((verb) => `${key}_${verb}`),
    );
    const user = await server.userWith([...FEED, ...kinds]);
    for (const name of ['KNOWS', 'GUESSES']) {
      await putSource(server, name);
      await server.put(`/api/feed/sources/${name}`, { feeders: [user.id] });
    }
    const sent = (path: string, source: string, item: Json): Promise<TestAnswer> =>
      server.post(`/api/feed/${path}`, { feed: 1, source, items: [item] }, { token: user.token });
    const outcomeOf = async (address: string, serial: string): Promise<unknown> => {
      const known = {
        type: 'workstations',
        ref: address,
        keys: { serial: `of ${serial}` },
        set: { name: address, address_ip: address },
      };
      const scanned = { type: 'peripherals', ref: serial, guess: true, keys: { serial }, set: { name: serial } };
      for (const answer of [await sent('runs', 'KNOWS', known), await sent('runs', 'GUESSES', scanned)])
        expect(answer.status).toBe(200);
      const guess = {
        type: 'peripherals',
        ref: address,
        guess: true,
        weak: true,
        keys: {},
        set: { name: address, address_ip: address },
        identify: ['ip'],
      };
      const named = { type: 'workstations', ref: serial, keys: { serial }, set: { name: serial } };
      return [await sent('plans', 'GUESSES', guess), await sent('plans', 'KNOWS', named)].map(({ status, body }) => {
        const { counts, findings } = body.data as { counts: unknown; findings: Array<{ code: string }> };
        return [status, counts, findings.map(({ code }) => code)];
      });
    };
    const free = await outcomeOf('10.7.7.2', 'FREE777');
    expect(JSON.stringify(free)).toMatch(/known-as.*replaces/);
    expect(await outcomeOf('10.7.7.1', 'HELD777')).toEqual(free);
  });
});
