/**
 * History: an object is set back to what it was at each of some moments, a dry run says what then happens, the difference of two
 * moments is the difference of what was answered, and what one request did is taken back. EVENTS_SEED repeats a run. @seconds 20
 */
import { RandomMap } from '../../events/random-map.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { dumpOf, type Dump } from './dumps.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const SEED = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
const WRITES = Number(process.env['EVENTS_WRITES'] ?? 60);
console.log(`EVENTS_SEED=${SEED}`);

const TIMES = new Set(['id', 'created_at', 'updated_at', 'deleted_at']);

const objectsOf = ({ objects }: Dump): Map<string, Json> =>
  new Map([...objects].map(([subject, text]) => [subject, JSON.parse(text).data]));

/** Without times of rows, which change with any write. */
const content = (object: Json): Json =>
  Object.fromEntries(Object.entries<Json>(object).filter(([name]) => name === 'id' || !TIMES.has(name)));

describe.each(ENGINES)('history: the way back on %s', (engine) => {
  let server: TestServer;
  let map: RandomMap;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    map = new RandomMap(server, SEED);
    for (const resource of map.kinds) await map.create(resource);
  });
  afterAll(() => server.stop());

  it('tells the difference of two moments, and sets objects back to either', async () => {
    const from = await dumpOf(server, map);
    for (let i = 0; i < WRITES; i++) await map.write();
    const to = await dumpOf(server, map);
    const [was, is] = [objectsOf(from), objectsOf(to)];
    const rows = (await server.get(`/api/diff?from=${from.at}&to=${to.at}`)).body as Json[];
    const expected = [...new Set([...was.keys(), ...is.keys()])].filter((subject) => {
      const [one, other] = [was.get(subject), is.get(subject)];
      return !one || !other || JSON.stringify(content(one)) !== JSON.stringify(content(other));
    });
    expect(rows.map(({ resource, id }) => `${resource}/${id}`).sort()).toEqual(expected.sort());
    for (const { resource, id, action, changes, links } of rows) {
      const [one, other] = [was, is].map((objects) => objects.get(`${resource}/${id}`));
      expect(action === 'updated').toBe(Boolean(one && other));
      for (const [name, [before, after]] of Object.entries<Json>(changes))
        expect([before, after]).toEqual([one?.[name] ?? null, other?.[name] ?? null]);
      for (const [name, { added, removed }] of Object.entries<Json>(links)) {
        const left = ((one?.[name] ?? []) as Json[]).map((each) => JSON.stringify(each));
        const gone = removed.map((each: Json) => JSON.stringify(each));
        const come = added.map((each: Json) => JSON.stringify(each));
        const now = ((other?.[name] ?? []) as Json[]).map((each) => JSON.stringify(each));
        expect([...left.filter((each) => !gone.includes(each)), ...come].sort()).toEqual(now.sort());
      }
    }
    const pages: Json[] = [];
    for (let next = `/api/diff?from=${from.cursor}&to=${to.cursor}&page[size]=7`; next;) {
      const answer = await server.get(next);
      pages.push(...answer.body);
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(pages).toEqual(rows);
    const counts = (await server.get(`/api/diff?from=${from.at}&to=${to.at}&summary=1`)).body as Json[];
    expect(
      counts.reduce((sum, { created, updated, deleted, restored }) => sum + created + updated + deleted + restored, 0),
    ).toBe(rows.length);

    let restored = 0;
    for (const [subject, then] of [...was].filter((_, i) => i % 3 === 0)) {
      const body = { as_of: from.at };
      const plan = await server.post(`/api/${subject}/restore?dry_run=1`, body);
      const before = (await server.get(`/api/${subject}`)).body.data;
      const answer = await server.post(`/api/${subject}/restore`, body);
      if (plan.status !== 200 || Object.keys(plan.body.errors).length) {
        expect([404, 409, 422]).toContain(answer.status);
        continue;
      }
      expect([subject, answer.status]).toEqual([subject, 200]);
      restored++;
      const now = (await server.get(`/api/${subject}`)).body.data;
      const leftOut = new Set(plan.body.left_out.map(({ field }: Json) => field));
      for (const [name, value] of Object.entries(content(then)))
        if (!leftOut.has(name)) expect([subject, name, now[name]]).toEqual([subject, name, value]);
      for (const [name, [old, after]] of Object.entries<Json>(plan.body.changes))
        expect([old, after]).toEqual([before?.[name] ?? null, now[name] ?? null]);
    }
    expect(restored).toBeGreaterThan(3);
  });

  it('takes back what one request did, and leaves what was changed since', async () => {
    const [one, other, third] = await Promise.all(
      ['undo-1', 'undo-2', 'undo-3'].map(
        async (name) => (await server.post('/api/applications', { name, rto: 60 })).body.id,
      ),
    );
    const before = (await server.get(`/api/applications/${one}`)).body.data;
    const items = [one, other].map((id: number) => ({ id, rto: 30, description: `<p>${id}</p>` }));
    const answer = await server.put(
      '/api/applications/mass-update',
      { items },
      { headers: { 'x-request-id': 'night-import' } },
    );
    expect(answer.status).toBe(200);
    await server.patch(`/api/applications/${other}`, { rto: 15 });
    const refused = await server.post('/api/changes/undo', { request_id: 'night-import' });
    expect([refused.status, refused.body.conflicts]).toEqual([
      409,
      [{ resource: 'applications', id: other, name: 'undo-2', action: 'updated', fields: ['rto'] }],
    ]);
    const body = { request_id: 'night-import', conflicts: 'skip' };
    const plan = await server.post('/api/changes/undo?dry_run=1', body);
    expect((await server.get(`/api/applications/${one}`)).body.data.rto).toBe(30);
    const undone = await server.post('/api/changes/undo', body);
    expect([undone.status, undone.body]).toEqual([200, plan.body]);
    const now = (await server.get(`/api/applications/${one}`)).body.data;
    expect(content(now)).toEqual(content(before));
    expect((await server.get(`/api/applications/${other}`)).body.data.rto).toBe(15);
    const [newest] = (await server.get(`/api/applications/${one}/history`)).body;
    expect(newest.data).toMatchObject({ by: { via: 'undo' }, changes: { rto: [30, 60] } });

    // Changes are taken back in any order in which each finds what it left, whatever came between.
    const edit = (rto: number, id: string) =>
      server.patch(`/api/applications/${other}`, { rto }, { headers: { 'x-request-id': id } });
    const undo = async (request: string): Promise<number> =>
      (await server.post('/api/changes/undo', { request_id: request })).status;
    await edit(5, 'lifo-1');
    await edit(6, 'lifo-2');
    expect(await undo('lifo-1')).toBe(409);
    expect([await undo('lifo-2'), await undo('lifo-1')]).toEqual([200, 200]);
    expect((await server.get(`/api/applications/${other}`)).body.data.rto).toBe(15);
    await edit(7, 'lifo-3');
    await server.delete(`/api/applications/${other}`);
    await server.post(`/api/applications/${other}/restore`, {});
    expect(await undo('lifo-3')).toBe(200);
    const link = (databases: number[], id: string) =>
      server.patch(`/api/applications/${other}`, { databases }, { headers: { 'x-request-id': id } });
    const pair = (await server.post('/api/databases', { name: 'undo-pair' })).body.id;
    await link([pair], 'pair-1');
    await link([], 'pair-2');
    expect(await undo('pair-1')).toBe(409);
    expect([await undo('pair-2'), await undo('pair-1')]).toEqual([200, 200]);
    expect((await server.get(`/api/applications/${other}`)).body.data.databases).toEqual([]);

    // What was made goes, what was deleted comes back with its links.
    const made = await server.post('/api/databases', { name: 'undo-db', applications: [third] });
    await server.request('DELETE', '/api/applications/mass-destroy', { body: { ids: [third] } });
    const [gone] = (await server.get(`/api/applications/${third}/history`)).body;
    expect((await server.post('/api/changes/undo', { transaction: gone.data.transaction })).status).toBe(200);
    expect((await server.get(`/api/applications/${third}`)).body.data.databases).toEqual([made.body.id]);
    const [create] = (await server.get(`/api/databases/${made.body.id}/history`)).body.slice(-1);
    const stale = await server.post('/api/changes/undo', { transaction: create.data.transaction });
    expect(stale.status).toBe(409);
  });

  it('refuses what it cannot answer, naming it', async () => {
    const query = '/api/applications?as_of=';
    const now = new Date().toISOString();
    for (const [path, name] of [
      [`${query}yesterday`, 'as_of'],
      [`${query}2999-01-01`, 'as_of'],
      [`${query}2001-01-01`, 'as_of'],
      [`${query}${now}&include=databases`, 'include'],
      [`${query}${now}&sort=name`, 'sort'],
      [`${query}${now}&page[number]=2`, 'page[number]'],
      [`${query}${now}&filter[search]=x`, 'filter[search]'],
      [`${query}${now}&filter[databases.name]=x`, 'filter[databases.name]'],
      [`${query}${now}&filter[trashed]=only`, 'filter[trashed]'],
      [`/api/audit-logs?as_of=${now}`, 'as_of'],
      [`/api/summary?as_of=${now}`, 'as_of'],
      [`/api/graph/statistics?as_of=${now}`, 'as_of'],
      [`/api/graph/pictures/landscape.svg?as_of=${now}`, 'as_of'],
      [`/api/applications/export?as_of=${now}`, 'as_of'],
      [`/api/diff?from=${now}&to=2026-01-01`, 'to'],
    ]) {
      const { status, body } = await server.get(path!, { documented: false });
      expect([path, status, body.message.includes(name!)]).toEqual([path, 400, true]);
    }
    expect((await server.post(`/api/applications?as_of=${now}`, { name: 'x' }, { documented: false })).status).toBe(
      400,
    );
    expect((await server.get(`${query}cursor:zzzzzz.AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(410);
    const answer = await server.get(`${query}${now}&page[size]=1&filter[rto_gte]=1`);
    expect([answer.status, answer.headers.get('x-as-of')]).toEqual([200, now]);
  });
});
