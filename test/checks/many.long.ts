/** Very many: of checks, of what one finds, of parents in a circle. All is bounded and told, and nobody else waits (checks 8, 6). */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const [MAX_CHECKS, MAX_FINDINGS, MAX_EVIDENCE] = [300, 200_000, 20];
const DUPLICATES = Number(process.env['DUPLICATES'] ?? 100_000);
const CIRCLE = 2000;
/** Milliseconds that a read beside a run may take, on a machine that is busy with other things. */
const PATIENCE = 1500;

describe.each(ENGINES)('checks 8, 6: very many on %s', (engine) => {
  let server: TestServer;
  const right = { titles: { en: 'Many' }, severity: 'low' };
  const make = async (key: string, body: object): Promise<number> => {
    const made = await server.post('/api/checks', { key, ...right, ...body });
    expect([key, made.status, made.body.errors]).toEqual([key, 201, undefined]);
    return made.body.id as number;
  };
  /** Runs checks to the end; meanwhile others read. */
  const run = async (...keys: string[]): Promise<Record<string, unknown>> => {
    const asked = await server.post('/api/checks/run', keys.length ? { checks: keys } : {});
    expect(asked.status).toBe(202);
    let slowest = 0;
    for (;;) {
      const began = performance.now();
      expect((await server.get('/api/sites')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - began);
      const { body } = await server.get(`/api/checks/runs/${asked.body.run}`);
      if (body.data.state === 'done' || body.data.state === 'failed') {
        expect([keys, Math.round(slowest), slowest < PATIENCE]).toEqual([keys, Math.round(slowest), true]);
        return body.data as Record<string, unknown>;
      }
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  const write = (table: string, columns: string[], rows: unknown[][]): Promise<void> =>
    server.database.transaction(async (tx) => {
      const { dialect } = server.database;
      for (let i = 0; i < rows.length; i += 5000)
        await server.database.write(tx, dialect.insertRows(table, columns), rows.slice(i, i + 5000) as never);
    });

  beforeAll(async () => {
    server = await TestServer.start(engine, { CHECKS_AFTER: '0', CHECK_TIME_LIMIT: '60' });
    await write(
      'applications',
      ['id', 'name'],
      Array.from({ length: DUPLICATES }, (_, i) => [i + 1, 'The same name']),
    );
  }, 120_000);
  afterAll(() => server.stop());

  it(`${DUPLICATES} duplicates are found, each with ${MAX_EVIDENCE} of the others and their number`, async () => {
    await make('same', { rule: 'duplicate', type: 'applications', options: { by: ['name'] } });
    expect(await run('same')).toMatchObject({ state: 'done', failed: 0, opened: DUPLICATES });
    const page = await server.get('/api/findings?filter[check]=same&page[size]=50&page[number]=1');
    expect(page.headers.get('x-total-count')).toBe(String(DUPLICATES));
    for (const { evidence } of page.body) {
      expect(evidence.objects.length).toBeLessThanOrEqual(MAX_EVIDENCE);
      expect(evidence.total.objects).toBe(DUPLICATES - 1);
    }
    const began = performance.now();
    expect((await server.get('/api/findings/summary')).status).toBe(200);
    expect((await server.get('/api/checks')).status).toBe(200);
    expect((await server.get('/api/applications?filter[finding]=same&page[size]=10')).body).toHaveLength(10);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await run('same')).toMatchObject({ opened: 0, gone: 0 });
  }, 300_000);

  it('more than are kept are cut, and that is told', async () => {
    await write(
      'applications',
      ['id', 'name'],
      Array.from({ length: MAX_FINDINGS + 1000 - DUPLICATES }, (_, i) => [DUPLICATES + i + 1, `one ${i}`]),
    );
    await make('cut', { type: 'applications', filter: { rto_null: true } });
    expect(await run('cut')).toMatchObject({ state: 'done', opened: MAX_FINDINGS });
    const [{ open, last_error: error }] = (await server.get('/api/checks?filter[key]=cut')).body;
    expect([open, error]).toEqual([MAX_FINDINGS, expect.stringMatching(/200[,.\u202f ]?000/)]);
    const { id } = (await server.get('/api/checks?filter[key]=cut')).body[0];
    expect((await server.delete(`/api/checks/${id}`)).status).toBe(200);
  }, 300_000);

  it('parents in a circle, and one that is its own, end', async () => {
    await write(
      'entities',
      ['id', 'name', 'parent_entity_id'],
      Array.from({ length: CIRCLE }, (_, i) => [i + 1, `entity ${i}`, null]),
    );
    await server.database.run(
      `UPDATE entities SET parent_entity_id = CASE WHEN id = ${CIRCLE} THEN id ELSE (id % ${CIRCLE - 1}) + 1 END`,
    );
    await make('round', { rule: 'cycle' });
    await make('depth', { type: 'entities', query: `FROM entities FIELDS ${'parent_entity.'.repeat(3)}name` });
    expect(await run('round', 'depth')).toMatchObject({ state: 'done', failed: 0 });
    const found = await server.get('/api/findings?filter[check]=round&page[size]=10&page[number]=1');
    expect(Number(found.headers.get('x-total-count'))).toBe(CIRCLE);
    for (const { evidence } of found.body) expect((evidence.objects ?? []).length).toBeLessThanOrEqual(MAX_EVIDENCE);
  }, 120_000);

  it(`there are ${MAX_CHECKS} checks at most; heavy ones end in time or say why, and what waits is bounded`, async () => {
    const text = `%${'a%'.repeat(60)}`;
    const heavy = [
      { type: 'applications', filter: { name_like: text, description_like: text } },
      {
        type: 'applications',
        query: { from: 'applications', fields: ['name'], filters: [{ field: 'name', operator: 'like', value: text }] },
      },
      { rule: 'single-point' },
      { type: 'applications', filter: { finding: 'any' } },
      { rule: 'orphan' },
    ];
    const { body: before } = await server.get('/api/checks');
    for (let i = before.length as number; i < MAX_CHECKS; i++) {
      const made = await server.post('/api/checks', {
        key: `heavy-${i}`,
        ...right,
        ...heavy[i % heavy.length],
        enabled: i % 10 === 0,
      });
      // Filters of findings are none of a check.
      if (made.status === 422) await make(`heavy-${i}`, { ...heavy[0], enabled: false });
      else expect(made.status).toBe(201);
    }
    expect((await server.post('/api/checks', { key: 'one-more', ...right, ...heavy[0] })).status).toBe(409);
    const statements = await server.statements(() => server.get('/api/checks'));
    expect(statements.length).toBeLessThan(15);
    expect(await run()).toMatchObject({ state: 'done' });
    const { body: checks } = await server.get('/api/checks?filter[enabled]=1');
    for (const { key, last_run_at: at, last_run_ms: ms } of checks)
      expect([key, at !== null, ms < 61_000]).toEqual([key, true, true]);
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, i) => server.post('/api/checks/run', { checks: [`heavy-${60 + i}`] })),
    );
    const statuses = asked.map(({ status }) => status);
    expect(statuses.every((one) => one === 202 || one === 409)).toBe(true);
    expect(statuses).toContain(409);
  }, 900_000);
});
