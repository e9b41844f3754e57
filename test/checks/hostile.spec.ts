/** What nobody should send: every answer is 4xx with the name of what is wrong, or right; never 500, and nothing is stored (checks 8, 6). @seconds 60 */
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { BODIES } from './hostile-bodies.js';

describe.each(ENGINES)('checks 8, 6: what is hostile on %s', (engine) => {
  let server: TestServer;
  let finding: number;
  const right = { titles: { en: 'Hostile' }, severity: 'low', type: 'applications', filter: { rto_null: true } };
  const run = async (...keys: string[]): Promise<Record<string, unknown>> => {
    const asked = await server.post('/api/checks/run', { checks: keys });
    expect(asked.status).toBe(202);
    for (;;) {
      const { body } = await server.get(`/api/checks/runs/${asked.body.run}`);
      if (body.data.state === 'done' || body.data.state === 'failed') return body.data as Record<string, unknown>;
      await new Promise((wake) => setTimeout(wake, 30));
    }
  };
  const count = async (table: string): Promise<number> =>
    Number((await server.database.all(`SELECT COUNT(*) AS n FROM ${table}`))[0]!['n']);
  /** Refused in words, with nothing of the inside of the server. */
  const expectRefused = (what: unknown, { status, body }: TestAnswer): void => {
    expect([what, status, status >= 400 && status < 500]).toEqual([what, status, true]);
    expect(JSON.stringify(body)).not.toMatch(/SQLITE|ER_[A-Z]|at \w+ \(|node_modules/);
  };

  beforeAll(async () => {
    server = await TestServer.start(engine, { CHECKS_AFTER: '0', CHECK_TIME_LIMIT: '20' });
    expect((await server.post('/api/applications', { name: 'one' })).status).toBe(201);
    expect((await server.post('/api/checks', { key: 'right', ...right })).status).toBe(201);
    await run('right');
    [{ id: finding }] = (await server.get('/api/findings?filter[check]=right')).body as [{ id: number }];
  });
  afterAll(() => server.stop());

  it(`${BODIES.length} bodies of checks are refused by the name of what is wrong, and none is stored`, async () => {
    const before = await count('own_checks');
    for (const [what, part, key] of BODIES) {
      const body = { key: 'hostile', ...right, ...part };
      const shown = [what, JSON.stringify(part)?.slice(0, 120)];
      const made = await server.post('/api/checks', body, { documented: false });
      expectRefused(shown, made);
      // What is nested without end is no body at all.
      if (made.status === 400) continue;
      const told = Object.keys(made.body.errors as object);
      expect([shown, told, told.every((one) => one.startsWith(key))]).toEqual([shown, told, true]);
    }
    expect(await count('own_checks')).toBe(before);
  });

  it('the same bodies change no check', async () => {
    const [before] = (await server.get('/api/checks?filter[key]=right')).body;
    for (const [what, part] of BODIES) {
      const shown = [what, JSON.stringify(part).slice(0, 120)];
      expectRefused(shown, await server.patch(`/api/checks/${before.id}`, part, { documented: false }));
    }
    expect((await server.get('/api/checks?filter[key]=right')).body).toEqual([before]);
  });

  it.each([
    ['/api/checks', 'POST'],
    ['/api/checks/run', 'POST'],
    ['/api/findings/accept', 'POST'],
    ['/api/me/letters', 'PUT'],
    ['/api/me/letters/watches', 'POST'],
  ])('%s takes no broken body', async (path, method) => {
    for (const body of [
      '{',
      'null',
      '[]',
      '"x"',
      '7',
      '[[',
      '\u0000',
      `{"a":${'['.repeat(50_000)}`,
      `{"filter":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`,
      `{"ids":"${'x'.repeat(3_000_000)}"}`,
    ]) {
      const answer = await server.request(method, path, {
        ...{ body, documented: false },
        headers: { 'content-type': 'application/json' },
      });
      // A run without a body, or with none of its members, is one of all checks.
      if (path.endsWith('/run') && answer.status === 202) continue;
      expectRefused([path, body.slice(0, 20)], answer);
    }
  });

  it('parameters of lists are refused, or mean what they say', async () => {
    const values = [
      '',
      "'",
      '"',
      '%00',
      '%ED%A0%80',
      '__proto__',
      '1;DROP TABLE users',
      '%0d%0aX: y',
      '-1',
      '1e9',
      '9'.repeat(40),
      'today',
      '99999y',
      'a'.repeat(5000),
    ];
    const parameters = [
      'filter',
      'filter[id]',
      'filter[id_in]',
      'filter[check]',
      'filter[check_like]',
      'filter[severity]',
      'filter[severity_between]',
      'filter[state]',
      'filter[state_not]',
      'filter[state_foo]',
      'filter[type]',
      'filter[object_id_gte]',
      'filter[first_seen_after]',
      'filter[gone_at_null]',
      'filter[accepted_until_lt]',
      'filter[day_between]',
      'filter[day]',
      'filter[reopened]',
      'filter[__proto__]',
      'filter[constructor]',
      'filter[a][b][c]',
      'filter[]',
      'sort',
      'fields',
      'fields[]',
      'page',
      'page[size]',
      'page[number]',
      'page[after]',
      'format',
      'by',
      'days',
      'bom',
    ];
    for (const path of [
      '/api/findings',
      '/api/checks',
      '/api/findings/summary',
      '/api/findings/trend',
      '/api/applications/1/findings',
    ])
      for (const parameter of parameters)
        for (const value of values) {
          const { status } = await server.get(`${path}?${parameter}=${value}`, { documented: false });
          expect([path, parameter, value.slice(0, 30), status < 500]).toEqual([
            path,
            parameter,
            value.slice(0, 30),
            true,
          ]);
        }
  }, 120_000);

  it('ids that are none are not found', async () => {
    const ids = [
      '0',
      '-1',
      '1.5',
      '1e3',
      '9'.repeat(30),
      '%00',
      "1'",
      '1%20OR%201=1',
      '__proto__',
      '..%2f1',
      '%E0%A4%A',
    ];
    for (const id of ids)
      for (const [method, path] of [
        ['GET', `/api/checks/${id}`],
        ['GET', `/api/checks/${id}/now`],
        ['PATCH', `/api/checks/${id}`],
        ['DELETE', `/api/checks/${id}`],
        ['GET', `/api/checks/runs/${id}`],
        ['GET', `/api/findings/${id}`],
        ['PATCH', `/api/findings/${id}`],
        ['GET', `/api/applications/${id}/findings`],
        ['DELETE', `/api/me/letters/watches/${id}`],
        ['POST', `/letters/${id}`],
        ['GET', `/calendar/${id}.ics`],
      ] as const) {
        const body = method === 'PATCH' ? { severity: 'low', accepted_until: '5d', reason: 'x' } : undefined;
        const answer = await server.request(method, path, { documented: false, ...(body && { body }) });
        expectRefused([method, path], answer);
      }
  });

  it('acceptances of nothing, of what there is not, and without end are refused whole', async () => {
    const until = { accepted_until: '5d', reason: 'x' };
    for (const body of [
      ...[[], {}, '1', null, [0], [-1], [1.5], ['x'], [null], [[finding]], [{ id: finding }], [finding, 4e9]].map(
        (ids) => ({ ids, ...until }),
      ),
      { ids: Array.from({ length: 1001 }, (_, i) => i + 1), ...until },
      ...['2026-02-30', '9999-12-31', '0000-00-00', '99999y', '-1d', 'now()', {}, [], 7, true, ''].map((day) => ({
        ids: [finding],
        accepted_until: day,
        reason: 'x',
      })),
      ...['', '  ', '\u0000', {}, [], 7, 'x'.repeat(2001)].map((reason) => ({
        ids: [finding],
        accepted_until: '5d',
        reason,
      })),
    ])
      expectRefused(
        JSON.stringify(body).slice(0, 100),
        await server.post('/api/findings/accept', body, { documented: false }),
      );
    expect((await server.get(`/api/findings/${finding}`)).body.data).toMatchObject({
      state: 'open',
      accepted_reason: null,
    });
  });

  it('filters and queries that are heavy or hold signs of SQL and patterns find what they say', async () => {
    const names = ["O'Neil; DROP TABLE users; --", '100%_\\%', '=cmd|x', '<img src=x onerror=alert(1)>'];
    for (const name of names) expect((await server.post('/api/applications', { name, rto: 5 })).status).toBe(201);
    for (const [i, name] of names.entries()) {
      const query = { from: 'applications', filters: [{ field: 'name', operator: '=', value: name }] };
      for (const [kind, found] of [
        ['filter', { filter: { name } }],
        ['query', { filter: undefined, query }],
      ] as const) {
        const key = `signs-${kind}-${i}`;
        const { status, body } = await server.post('/api/checks', { key, ...right, ...found });
        expect([key, status, body.errors]).toEqual([key, 201, undefined]);
        expect([name, await run(key)]).toMatchObject([name, { state: 'done', failed: 0, opened: 1 }]);
        expect((await server.get(`/api/findings?filter[check]=${key}`)).body).toMatchObject([{ name }]);
      }
    }
    const csv = (await server.get('/api/findings?filter[check]=signs-filter-2&format=csv&fields=name')).body as string;
    expect(csv).not.toMatch(/(^|,|\n)=cmd/);
    const heavy = { name_like: `%${'a%'.repeat(100)}`, description_like: `%${'_%'.repeat(100)}` };
    const made = await server.post('/api/checks', { key: 'heavy', ...right, filter: heavy }, { documented: false });
    expect(made.status < 500).toBe(true);
    if (made.status === 201) expect(await run('heavy')).toMatchObject({ state: 'done' });
  });
});
