/** Checks, the life of what they find, and who sees it (checks 2, 4, 5). @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

describe.each(ENGINES)('checks on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const make = async (name: string, path: string, body: object = {}): Promise<number> => {
    const answer = await server.post(`/api/${path}`, { name, ...body });
    if (answer.status !== 201) throw new Error(`${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (ids[name] = answer.body.id as number);
  };
  const check = async (key: string, body: object): Promise<TestAnswer> =>
    server.post('/api/checks', { key, titles: { en: `Check ${key}` }, severity: 'medium', ...body });
  /** Runs some checks, or all, and waits for the end. */
  const run = async (...keys: string[]): Promise<Record<string, unknown>> => {
    const asked = await server.post('/api/checks/run', keys.length ? { checks: keys } : {});
    expect(asked.status).toBe(202);
    for (let i = 0; i < 600; i++) {
      const { body } = await server.get(`/api/checks/runs/${asked.body.run}`);
      if (body.data.state === 'done' || body.data.state === 'failed') return body.data as Record<string, unknown>;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('The run does not end.');
  };
  const findings = async (filter: string, token?: string): Promise<TestAnswer['body'][]> => {
    const { status, body } = await server.get(`/api/findings?${filter}`, token ? { token } : {});
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    return body;
  };
  const namesOf = (found: TestAnswer['body'][]): string[] => found.map(({ name }) => name as string).sort();

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await make('bare', 'applications');
    await make('owned', 'applications', { responsible: 'Ada' });
    await make('bare too', 'applications', { rto: 10 });
    await make('vm', 'logical-servers', { applications: [ids['bare']] });
  });
  afterAll(() => server.stop());

  it('checks 2: come with the release, and are brought back to it', async () => {
    const { body } = await server.get('/api/checks?filter[key]=certificates-end');
    expect(body).toHaveLength(1);
    const [shipped] = body;
    expect(shipped).toMatchObject({ shipped: true, severity: 'high', enabled: true, rule: 'ends', changed: [] });
    const changed = await server.patch(`/api/checks/${shipped.id}`, { severity: 'low', options: { within: '1y' } });
    expect([changed.status, changed.body.severity, changed.body.changed]).toEqual([
      200,
      'low',
      ['severity', 'definition'],
    ]);
    const fixed = await server.patch(`/api/checks/${shipped.id}`, { filter: { name: 'x' } });
    expect([fixed.status, Object.keys(fixed.body.errors)]).toEqual([422, ['filter']]);
    expect((await server.delete(`/api/checks/${shipped.id}`)).status).toBe(409);
    const reset = await server.patch(`/api/checks/${shipped.id}`, { reset: true });
    expect(reset.body).toMatchObject({ severity: 'high', options: { within: '30d', past: true }, changed: [] });
  });

  it.each([
    ['no key', { key: undefined }, ['key']],
    ['a key with capitals', { key: 'Ab' }, ['key']],
    ['no title', { titles: {} }, ['titles']],
    ['a language that there is not', { titles: { de: 'x', en: 'y' } }, ['titles.de']],
    ['a severity that there is not', { severity: 'huge' }, ['severity']],
    ['nothing that finds', { filter: undefined }, ['filter']],
    ['two that find', { rule: 'orphan' }, ['rule']],
    ['an unknown filter', { filter: { nothing: '1' } }, ['filter.nothing']],
    ['a filter of the wrong type', { filter: { rto: 'soon' } }, ['filter.rto']],
    ['a kind that there is not', { type: 'users' }, ['type']],
    ['an unknown rule', { filter: undefined, rule: 'none', type: undefined }, ['rule']],
    ['an unknown option', { filter: undefined, type: undefined, rule: 'ends', options: { x: 1 } }, ['options.x']],
    [
      'a wrong option',
      { filter: undefined, type: undefined, rule: 'ends', options: { within: '-3d' } },
      ['options.within'],
    ],
    ['options without a rule', { options: { level: 1 } }, ['options']],
    ['an unknown exception', { except: { nothing: '1' } }, ['except.nothing']],
    ['a query of another kind', { filter: undefined, query: 'FROM sites' }, ['query.from']],
    ['a query with a limit', { filter: undefined, query: 'FROM applications LIMIT 5' }, ['query.limit']],
    [
      'a query with an unknown column',
      { filter: undefined, query: 'FROM applications WHERE x = 1' },
      ['query.filters.0.field'],
    ],
  ])('checks 2: %s is 422', async (_, body, keys) => {
    const answer = await check('wrong', { type: 'applications', filter: { rto_null: true }, ...body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, keys]);
  });

  it('checks 4: finds, remembers, lets go and takes back', async () => {
    const made = await check('life', { type: 'applications', filter: { responsible_empty: true } });
    expect(made.status).toBe(201);
    expect(await run('life')).toMatchObject({ state: 'done', opened: 2, gone: 0, failed: 0, total: 1 });
    const [first] = await findings(`filter[check]=life&filter[object_id]=${ids['bare']}`);
    expect(first).toMatchObject({
      type: 'applications',
      name: 'bare',
      title: 'Check life',
      message: 'Check life',
      state: 'open',
      reopened: 0,
    });
    expect(await run('life')).toMatchObject({ opened: 0, gone: 0 });
    await server.patch(`/api/applications/${ids['bare']}`, { responsible: 'Bob' });
    expect(await run('life')).toMatchObject({ opened: 0, gone: 1 });
    expect(namesOf(await findings('filter[check]=life'))).toEqual(['bare too']);
    expect(namesOf(await findings('filter[check]=life&filter[state]=gone'))).toEqual(['bare']);
    await server.patch(`/api/applications/${ids['bare']}`, { responsible: null });
    expect(await run('life')).toMatchObject({ opened: 1, gone: 0 });
    const [again] = await findings(`filter[check]=life&filter[object_id]=${ids['bare']}`);
    expect(again).toMatchObject({ id: first!['id'], first_seen: first!['first_seen'], reopened: 1, gone_at: null });
  });

  it('checks 5: is accepted until a day, with a reason, and open again after it', async () => {
    const [finding] = await findings(`filter[check]=life&filter[object_id]=${ids['bare']}`);
    const path = `/api/findings/${finding!['id']}`;
    for (const [body, key] of [
      [{ reason: 'x' }, 'accepted_until'],
      [{ accepted_until: '90d' }, 'reason'],
      [{ accepted_until: '2y', reason: 'x' }, 'accepted_until'],
      [{ accepted_until: '-1d', reason: 'x' }, 'accepted_until'],
      [{ accepted_until: 'soon', reason: 'x' }, 'accepted_until'],
    ] as const) {
      const refused = await server.patch(path, body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [key]]);
    }
    const accepted = await server.patch(path, { accepted_until: '90d', reason: 'In spring' });
    expect([accepted.status, accepted.body.state, accepted.body.accepted_reason]).toEqual([
      200,
      'accepted',
      'In spring',
    ]);
    expect(namesOf(await findings('filter[check]=life'))).toEqual(['bare too']);
    // It stays so through a time in which it is gone.
    await server.patch(`/api/applications/${ids['bare']}`, { responsible: 'Bob' });
    await run('life');
    await server.patch(`/api/applications/${ids['bare']}`, { responsible: null });
    await run('life');
    expect(namesOf(await findings('filter[check]=life&filter[state]=accepted'))).toEqual(['bare']);
    await server.database.run("UPDATE own_findings SET accepted_until = '2020-01-01' WHERE id = ?", [finding!['id']]);
    expect(namesOf(await findings('filter[check]=life'))).toEqual(['bare', 'bare too']);
    const all = await findings('filter[check]=life');
    const many = await server.post('/api/findings/accept', {
      ids: all.map(({ id }) => id),
      accepted_until: '1m',
      reason: 'Both',
    });
    expect([many.status, many.body.count]).toEqual([200, 2]);
    const none = await server.post('/api/findings/accept', {
      ids: [all[0]!['id'], 4_000_000_000],
      accepted_until: null,
    });
    expect(none.status).toBe(404);
    expect(await findings('filter[check]=life')).toEqual([]);
    const back = await server.post('/api/findings/accept', { ids: all.map(({ id }) => id), accepted_until: null });
    expect(back.status).toBe(200);
    expect(await findings('filter[check]=life')).toHaveLength(2);
    const journal = await server.get('/api/audit-logs?filter[description]=finding_accepted');
    expect(journal.body.length).toBeGreaterThanOrEqual(3);
  });

  it('checks 5: ends with its object, and is looked at again where that comes back', async () => {
    const id = await make('passing', 'applications');
    await run('life');
    expect(await findings(`filter[check]=life&filter[object_id]=${id}`)).toHaveLength(1);
    await server.delete(`/api/applications/${id}`);
    expect(await findings(`filter[check]=life&filter[object_id]=${id}&filter[state]=all`)).toHaveLength(0);
    await server.post(`/api/applications/${id}/restore`, {});
    await run('life');
    expect(await findings(`filter[check]=life&filter[object_id]=${id}`)).toMatchObject([{ reopened: 1 }]);
    await server.delete(`/api/applications/${id}`);
  });

  it('checks 2: a query tells its fields, and exceptions are no findings', async () => {
    const query = 'FROM applications FIELDS name, logical_servers.name WHERE responsible IS NULL';
    expect((await check('asked', { type: 'applications', query, except: { name: 'too' } })).status).toBe(201);
    await run('asked');
    const found = await findings('filter[check]=asked');
    expect(namesOf(found)).toEqual(['bare']);
    expect(found[0]!['evidence']['rows']).toEqual({
      columns: ['name', 'logical_servers.name'],
      rows: [['bare', 'vm']],
      total: 1,
    });
  });

  it('checks 5: lists are filtered by findings', async () => {
    const names = async (filter: string): Promise<string[]> =>
      namesOf((await server.get(`/api/applications?${filter}&fields=name`)).body);
    expect(await names('filter[finding]=life')).toEqual(['bare', 'bare too']);
    expect(await names('filter[finding]=asked,nothing')).toEqual(['bare']);
    expect(await names('filter[finding]=none')).toEqual(['owned']);
    expect(await names('filter[finding]=any')).toEqual(['bare', 'bare too']);
    expect(await names('filter[finding_severity_gte]=high')).toEqual([]);
    expect(await names('filter[finding_severity_gte]=low')).toEqual(['bare', 'bare too']);
    expect((await server.get('/api/applications?filter[finding_severity_gte]=huge')).status).toBe(400);
  });

  it('checks 5: of one object, in numbers, and as files', async () => {
    const own = await server.get(`/api/applications/${ids['bare']}/findings`);
    expect(own.body.map((one: { check: string }) => one.check).sort()).toEqual(['asked', 'life']);
    expect((await server.get('/api/applications/4000000000/findings')).status).toBe(404);
    const { body: bySeverity } = await server.get('/api/findings/summary');
    expect(bySeverity).toEqual([{ by: 'medium', open: 3, new_7d: 3, gone_7d: 0, accepted: 0 }]);
    const { body: byView } = await server.get('/api/findings/summary?by=view');
    expect(byView).toMatchObject([{ by: 'application', open: 3 }]);
    expect((await server.get('/api/findings/summary?by=colour')).status).toBe(400);
    const csv = await server.get('/api/findings?format=csv&fields=check,name');
    expect(csv.body).toBe('id,check,name\r\n'.concat((csv.body as string).split('\r\n').slice(1).join('\r\n')));
    expect((csv.body as string).trim().split('\r\n')).toHaveLength(4);
    expect((await server.get('/api/findings?format=xlsx')).headers.get('content-type')).toMatch(/spreadsheetml/);
    expect((await server.get('/api/findings?format=pdf')).status).toBe(400);
    const page = await server.get('/api/findings?page[size]=2&sort=check,object_id');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([2, '3']);
    for (const wrong of [
      'filter[nothing]=1',
      'filter[severity]=huge',
      'filter[state]=lost',
      'filter[state][a]=open',
      'filter[state][0][b]=1',
      'filter[severity][a]=high',
      'filter[severity_in][a]=high',
      'sort=nothing',
      'fields=nothing',
    ])
      expect([wrong, (await server.get(`/api/findings?${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await server.get('/api/findings?filter[severity_gte]=medium')).body).toHaveLength(3);
    expect((await server.get('/api/findings?filter[severity_gte]=high')).body).toHaveLength(0);
  });

  it('checks 5: by day what is due comes first, and what has no day last, page by page', async () => {
    const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [20, -5, 3]) await make(`ends ${days}`, 'certificates', { end_validity: dayIn(days) });
    await run('certificates-end');
    const days = async (sort: string): Promise<Array<string | null>> => {
      const found: Array<string | null> = [];
      for (let after = ''; ;) {
        const { body, headers } = await server.get(`/api/findings?sort=${sort}&page[size]=1&page[after]=${after}`);
        found.push(...body.map(({ day }: { day: string | null }) => day));
        after = /[?&]page(?:%5B|\[)after(?:%5D|\])=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link')!)?.[1] ?? '';
        if (!after) return found;
      }
    };
    const ends = [-5, 3, 20].map(dayIn);
    const upwards = await days('day,id');
    expect(upwards.length).toBeGreaterThan(5);
    expect(upwards).toEqual([...ends, ...upwards.slice(3).map(() => null)]);
    expect((await findings('sort=day')).map(({ day }) => day)).toEqual(upwards);
    expect(await days('-day,id')).toEqual([...ends.toReversed(), ...upwards.slice(3).map(() => null)]);
    for (const days of [20, -5, 3]) await server.delete(`/api/certificates/${ids[`ends ${days}`]}`);
    await run('certificates-end');
  });

  it('checks 4: a check whose definition no longer holds says so, and keeps what it found', async () => {
    await server.database.run("UPDATE own_checks SET definition = ? WHERE slug = 'asked'", [
      JSON.stringify({
        kind: 'query',
        query: { from: 'applications', filters: [{ field: 'gone', operator: '=', value: 1 }] },
      }),
    ]);
    expect(await run('asked')).toMatchObject({ state: 'done', failed: 1, gone: 0 });
    const { body } = await server.get('/api/checks?filter[key]=asked');
    expect(body[0].last_error).toMatch(/gone/);
    expect(await findings('filter[check]=asked')).toHaveLength(1);
    expect((await server.get('/metrics')).body).toContain('meridian_check_failed{check="asked"} 1');
  });

  it('checks 4: a run over all writes little where nothing changed, and days are counted', async () => {
    await run();
    const statements: string[] = [];
    server.database.observer = (sql) => void (/^\s*(INSERT|UPDATE|DELETE|REPLACE)/i.test(sql) && statements.push(sql));
    expect(await run()).toMatchObject({ state: 'done', opened: 0, gone: 0 });
    server.database.observer = undefined;
    expect(statements.filter((sql) => !/own_tokens/.test(sql)).length).toBeLessThanOrEqual(10);
    const { status, body } = await server.get('/api/findings/trend?days=7');
    expect([status, body.length]).toEqual([200, 1]);
    expect(body[0].medium).toBeGreaterThanOrEqual(3);
  });

  it('checks 4: a run that was lost is given up, and the next one is carried out', async () => {
    const { database } = server;
    await database.run(
      "INSERT INTO own_check_runs (state, reason, queued_at, started_at) VALUES ('running', 'night', ?, ?)",
      [...[database.clock.toStored(Date.now()), database.clock.toStored(Date.now())]],
    );
    expect(await run('life')).toMatchObject({ state: 'done' });
    const lost = await database.all("SELECT 1 FROM own_check_runs WHERE state = 'running'");
    expect(lost).toEqual([]);
  });
});
