/** Events 3: what the feed of changes answers, and to whom. @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { follow } from './copy.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

describe.each(ENGINES)('events: the feed on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { PUBLIC_URL: 'https://map.example.org' });
  });
  afterAll(() => server.stop());

  const now = async (token?: string): Promise<string> =>
    (await server.get('/api/changes?since=now', token === undefined ? {} : { token })).body.cursor;
  const make = async (path: string, body: object): Promise<number> => (await server.post(`/api/${path}`, body)).body.id;
  const since = async (cursor: string, query = '', token?: string): Promise<Json[]> =>
    (await follow(server, cursor, query, token)).changes;

  it('tells each change as a CloudEvent: what was before and after, by whom, and why', async () => {
    const cursor = await now();
    const headers = {
      'x-change-reason': 'Migration%20%C3%A9t%C3%A9 <b>2026%E2%80%AE</b>',
      'x-request-id': 'request-7',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const { body: made } = await server.post('/api/sites', { name: 'North' }, { headers });
    const flags = await make('applications', { name: 'Patients', rto: 60 });
    await server.patch(`/api/applications/${flags}`, { rto: 30, description: '<p>new</p>' });
    await server.delete(`/api/applications/${flags}`);
    await server.post(`/api/applications/${flags}/restore`, {});
    const told = await since(cursor);
    expect(told.map(({ type, subject }) => `${type} ${subject}`)).toEqual([
      `meridian.sites.created sites/${made.id}`,
      ...['created', 'updated', 'deleted', 'restored'].map(
        (action) => `meridian.applications.${action} applications/${flags}`,
      ),
    ]);
    const { id, time, recordedtime, correlationid, data, dataschema: _, ...rest } = told[0];
    expect(rest).toEqual({
      ...{ specversion: '1.0', source: 'https://map.example.org', type: 'meridian.sites.created' },
      ...{ subject: `sites/${made.id}`, datacontenttype: 'application/json', authtype: 'user' },
      traceparent: headers.traceparent,
    });
    expect(id).toMatch(/^[a-z0-9]{6}\.[\w-]{22}$/);
    expect(time <= recordedtime).toBe(true);
    expect(data).toEqual({
      ...{ resource: 'sites', id: made.id, action: 'created', name: 'North', updated_at: made.updated_at },
      object: (await server.get(`/api/sites/${made.id}`)).body.data,
      by: { user_id: 1, via: 'api' },
      ...{ reason: 'Migration été 2026', request_id: 'request-7', transaction: correlationid, origin: null },
    });
    expect(told[2].data.changes).toEqual({ rto: [60, 30], description: [null, '<p>new</p>'] });
    const { body: restored } = await server.get(`/api/applications/${flags}`);
    expect(told[4].data.object).toEqual(restored.data);
    expect(told[3].data.object.rto).toBe(30);
  });

  it('tells the other ends of links, with where they come from', async () => {
    const [a, b] = [await make('applications', { name: 'One end' }), await make('databases', { name: 'Other end' })];
    const block = await make('application-blocks', { name: 'Block' });
    const cursor = await now();
    await server.patch(`/api/applications/${a}`, { databases: [b], application_block_id: block });
    await server.delete(`/api/databases/${b}`);
    await server.post(`/api/databases/${b}/restore`, {});
    const told = (await since(cursor)).map(({ subject, data }) => [
      subject,
      data.action,
      data.links ?? null,
      data.origin,
    ]);
    const origin = { resource: 'applications', id: a };
    const back = { resource: 'databases', id: b };
    expect(told).toEqual([
      [`applications/${a}`, 'updated', { databases: { added: [b], removed: [] } }, null],
      [`databases/${b}`, 'updated', { applications: { added: [a], removed: [] } }, origin],
      [`application-blocks/${block}`, 'updated', { applications: { added: [a], removed: [] } }, origin],
      [`databases/${b}`, 'deleted', null, null],
      [`applications/${a}`, 'updated', { databases: { added: [], removed: [b] } }, back],
      [`databases/${b}`, 'restored', null, null],
      [`applications/${a}`, 'updated', { databases: { added: [b], removed: [] } }, back],
    ]);
    expect((await since(cursor, '&direct=1')).map(({ data }) => data.origin)).toEqual([null, null, null]);
    expect(await since(cursor, `&resource=databases&id=${b}&action=updated`)).toHaveLength(1);
    expect(await since(cursor, '&field=application_block_id')).toHaveLength(1);
    expect(await since(cursor, '&resource=sites')).toEqual([]);
  });

  it('nothing is lost of long texts and of many links', async () => {
    const text = `<p>${'é😀'.repeat(20_000)}</p>`;
    const { body } = await server.post('/api/applications/mass-store', {
      items: Array.from({ length: 60 }, (_, i) => ({ name: `app ${i}` })),
    });
    const cursor = await now();
    const id = await make('databases', { name: 'Long', description: text, applications: body.ids });
    await server.patch(`/api/databases/${id}`, { description: null, applications: [] });
    const own = await since(cursor, '&resource=databases');
    expect(own[0].data.object.description).toBe(text);
    expect(own[0].data.object.applications).toEqual(body.ids);
    expect(own[1].data.changes.description).toEqual([text, null]);
    expect(own[1].data.links.applications.removed).toEqual(body.ids);
    const { body: entries } = await server.get(
      `/api/audit-logs?filter[subject_id]=${id}&filter[subject_type]=App\\Models\\Database`,
    );
    expect(entries[0].properties.shortened).toBe(true);
  });

  it('stored queries are told to whoever may see them, and journalled', async () => {
    const cursor = await now();
    const query = { from: 'applications', fields: ['name'] };
    const id = await make('queries', { name: 'Mine', query });
    const other = await server.userWith(['query_access', 'query_show']);
    expect((await since(cursor)).map(({ subject }) => subject)).toContain(`queries/${id}`);
    expect(await since(cursor, '', other.token)).toEqual([]);
  });

  it('is kept to the rights of the reader, as they are now', async () => {
    const cursor = await now();
    const site = await make('sites', { name: 'Secret site' });
    const application = await make('applications', { name: 'Seen' });
    const database = await make('databases', { name: 'Linked', applications: [application] });
    await server.patch(`/api/applications/${application}`, { rto: 5 });
    const lister = await server.userWith(['application_access']);
    const own = await since(cursor, '', lister.token);
    expect(JSON.stringify(own)).not.toContain('Secret site');
    expect(own.map(({ subject, data }) => [subject, data.action])).toEqual([
      [`applications/${application}`, 'created'],
      [`applications/${application}`, 'updated'],
    ]);
    // Links need the right to show, who did it the right on users.
    expect(own[0].data.object).not.toHaveProperty('databases');
    expect(own[0].data.by.user_id).toBeNull();
    expect(own[0].data.request_id).toBeNull();
    const shower = await server.userWith(['application_access', 'application_show', 'user_access']);
    const seen = await since(cursor, '', shower.token);
    expect(seen[1].data.links).toEqual({ databases: { added: [database], removed: [] } });
    expect(seen[0].data.by.user_id).toBe(1);
    const nobody = await server.userWith([]);
    expect(await since(cursor, '', nobody.token)).toEqual([]);
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'sites', cartographiable_id: site, user_id: nobody.id },
    });
    const { changes, resets } = await follow(server, cursor, '', nobody.token);
    expect(changes.map(({ subject }) => subject)).toEqual([`sites/${site}`]);
    expect(resets).toBe(1);
  });

  it('11a: tells a restricted reader no number, and not how much lies between', async () => {
    const reader = await server.userWith(['site_access']);
    const begin = await now(reader.token);
    const lengths: number[] = [];
    const answers: string[] = [];
    for (const hidden of [1, 300]) {
      const cursor = await now(reader.token);
      await server.post('/api/networks/mass-store', {
        items: Array.from({ length: hidden }, (_, i) => ({ name: `hidden ${hidden} ${i}` })),
      });
      await make('sites', { name: `seen ${hidden}` });
      const { body } = await server.get(`/api/changes?since=${cursor}&limit=1`, { token: reader.token });
      expect(body.changes).toHaveLength(1);
      expect(body.more).toBe(false);
      lengths.push(JSON.stringify(body).length - JSON.stringify(body.changes[0].data).length);
      answers.push(body.cursor, body.changes[0].id);
    }
    expect(lengths[0]).toBe(lengths[1]);
    // Nothing came behind the last change: its place is the cursor.
    expect(new Set([begin, ...answers]).size).toBe(3);
    for (const one of answers) {
      const bytes = Buffer.from(one.split('.')[1]!, 'base64url');
      expect(bytes).toHaveLength(16);
      // One block: none of it stays as it was.
      expect(bytes.equals(Buffer.from(begin.split('.')[1]!, 'base64url'))).toBe(false);
    }
  });

  it('11a: tells whom one object was delegated to nothing of what lies between', async () => {
    const site = await make('sites', { name: 'delegated' });
    const reader = await server.userWith([]);
    await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'sites', cartographiable_id: site, user_id: reader.id },
    });
    const lengths: number[] = [];
    for (const hidden of [1, 300]) {
      const cursor = await now(reader.token);
      await server.post('/api/sites/mass-store', {
        items: Array.from({ length: hidden }, (_, i) => ({ name: `also hidden ${hidden} ${i}` })),
      });
      await server.patch(`/api/sites/${site}`, { description: `<p>${hidden}</p>` });
      const { body } = await server.get(`/api/changes?since=${cursor}&limit=1`, { token: reader.token });
      expect([body.changes.map(({ subject }: Json) => subject), body.more]).toEqual([[`sites/${site}`], false]);
      expect(JSON.stringify(body)).not.toContain('also hidden');
      lengths.push(JSON.stringify({ ...body, changes: [{ ...body.changes[0], data: null }] }).length);
    }
    expect(lengths[0]).toBe(lengths[1]);
    const { body: history } = await server.get(`/api/sites/${site}/history`, { token: reader.token });
    expect(history).toHaveLength(3);
    expect(JSON.stringify(history)).not.toContain('also hidden');
  });

  it('a long poll ends with a change that the caller may see, and with no other', async () => {
    const reader = await server.userWith(['site_access']);
    const cursor = await now(reader.token);
    const begun = Date.now();
    const waiting = server.get(`/api/changes?since=${cursor}&wait=10`, { token: reader.token });
    await make('networks', { name: 'unseen by the waiting' });
    await new Promise((wake) => setTimeout(wake, 500));
    await make('sites', { name: 'awaited' });
    const { body } = await waiting;
    expect(body.changes.map(({ data }: Json) => data.name)).toEqual(['awaited']);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(500);
    const empty = await server.get(`/api/changes?since=${body.cursor}&wait=1`, { token: reader.token });
    expect([empty.status, empty.body.changes, empty.body.more]).toEqual([200, [], false]);
  });

  it('a dry run and what was rolled back are never told', async () => {
    const cursor = await now();
    await server.post('/api/sites?dry_run=1', { name: 'dry' });
    await server.post('/api/sites/mass-store', { items: [{ name: 'back' }, { name: null }] });
    expect(await since(cursor)).toEqual([]);
  });

  it('says between which places it can be read, and refuses cursors of other feeds with 410', async () => {
    const { status, body } = await server.get('/api/changes/info');
    expect(status).toBe(200);
    expect(body.newest).toBe(await now());
    expect(new Date(body.history_since).toISOString()).toBe(body.history_since);
    const feed = body.feed === 'aaaaaa' ? 'bbbbbb' : 'aaaaaa';
    const other = await server.get(`/api/changes?since=${feed}.${body.newest.split('.')[1]}`);
    expect([other.status, other.body.reason, other.body.oldest]).toEqual([410, 'gone', body.oldest]);
    // What retention removed.
    await server.database.run('UPDATE own_event_feed SET oldest = 3', []);
    const begun = body.oldest;
    expect((await server.get(`/api/changes?since=${begun}`)).status).toBe(410);
    expect((await server.get('/api/changes?since=beginning')).status).toBe(200);
    await server.database.run('UPDATE own_event_feed SET oldest = 0', []);
  });

  it('bad input is 400, and names what is wrong', async () => {
    const newest = await now();
    const bad = [
      'since=',
      'since=%00',
      `since=${newest}%00`,
      `since=${'x'.repeat(10_240)}`,
      `since=${newest.slice(0, -1)}`,
      `since=${newest.split('.')[0]}.${'A'.repeat(22)}`,
      'since[]=now',
      'since[a]=now',
      'since=now&since=beginning',
      'wait=1e9',
      'wait=61',
      'wait=-1',
      'wait=',
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit[]=1',
      'resource=nothing',
      'resource=',
      `resource=${'sites,'.repeat(200)}sites`,
      `resource=${'x'.repeat(9000)}`,
      'action=exploded',
      'id=1',
      'resource=sites&id=0',
      'resource=sites&id=1e3',
      'resource=sites&field=nothing',
      'resource=users&field=password',
      'direct=maybe',
      'unknown=1',
      '%00=1',
      '__proto__=1',
    ];
    for (const query of bad) {
      for (const path of query.startsWith('wait') || query.startsWith('limit') ? [''] : ['', '/stream']) {
        const { status, body } = await server.get(`/api/changes${path}?${query}`, { documented: false });
        expect([path, query.slice(0, 60), status, typeof body.message]).toEqual([
          path,
          query.slice(0, 60),
          400,
          'string',
        ]);
      }
    }
  });
});

describe('events: EVENTS=off', () => {
  it('there are no routes, and the journal goes on; what it holds is told once events are on', async () => {
    const server = await TestServer.start('sqlite', { EVENTS: 'off' });
    try {
      for (const path of ['', '/info', '/stream'])
        expect((await server.get(`/api/changes${path}`, { documented: false })).status).toBe(404);
      await server.post('/api/sites', { name: 'Meanwhile' });
      const { body } = await server.get('/api/audit-logs?filter[description]=created');
      expect(body[0].properties.after.name).toBe('Meanwhile');
    } finally {
      const on = await server.another();
      await server.stop(true);
      expect((await follow(on, 'beginning')).changes.map(({ data }) => data.name)).toContain('Meanwhile');
      await on.stop();
    }
  });
});
