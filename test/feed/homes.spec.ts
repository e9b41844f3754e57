/** Feeding by somebody whom homes limit: into their home, and without a word of what lies elsewhere (identity 9). @seconds 60 */
import { readConfig } from '../../src/config.js';
import { makeHomesOn } from '../../src/database/admin-connection.js';
import { homeOf, registry, type ResourceModel } from '../../src/engine/index.js';
import { textsOf } from '../access/perimeter-questions.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer, type TestAnswer } from '../support/server.js';

type Row = Record<string, unknown>;
const MARKER = 'Zauberwort';

describe.each(ENGINES)('feeding homes on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  const people: Record<string, { token: string; roleId: number; id: number }> = {};
  const homes: Record<string, number> = {};
  const as = (who: string): { token: string } => ({ token: people[who]!.token });
  /** Answers that somebody other than an administrator was given. */
  const told: string[] = [];

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
    await server.stop(true);
    const config = readConfig({ DATABASE_URL: place.url, TOKEN_SECRET: 'a secret of the tests, 32 characters' });
    await makeHomesOn(config, () => undefined, false);
    server = await TestServer.start(engine, {}, place);
    const titles = (await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL')).map(
      ({ title }) => title as string,
    );
    for (const who of ['alice', 'bruno']) {
      people[who] = await server.userWith(titles);
      homes[who] = (await server.post('/api/perimeters', { name: `Of ${who}` })).body.id as number;
      await server.patch(`/api/roles/${people[who].roleId}`, { perimeter_id: homes[who] });
    }
    await server.request('PUT', '/api/perimeters/switch', { body: { enabled: true } });
  });
  afterAll(async () => {
    expect(told.filter((text) => text.includes(MARKER))).toEqual([]);
    await server.stop();
    registry.fit(new Map());
  });

  const ask = async (who: string, method: string, path: string, body?: unknown): Promise<TestAnswer> => {
    const answer = await server.request(method, path, { ...as(who), ...(body !== undefined && { body }) });
    told.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  };
  const feed = (who: string, source: string, items: unknown[], more: object = {}): Promise<TestAnswer> =>
    ask(who, 'POST', '/api/feed/runs', { feed: 1, source, items, ...more });
  const seen = async (who: string, path: string): Promise<Row[]> =>
    (await ask(who, 'GET', `/api/${path}`)).body as Row[];
  const stored = (table: string, name: string): Promise<Row[]> =>
    server.database.all(`SELECT * FROM ${table} WHERE name = ? ORDER BY id`, [name]) as Promise<Row[]>;

  it('a source feeds the home of whoever makes it; what is new is at home there', async () => {
    const made = await ask('alice', 'PUT', '/api/feed/sources/ALICE', {});
    expect([made.status, made.body.settings]).toEqual([201, { perimeter_id: homes['alice'] }]);
    const run = await feed('alice', 'ALICE', [
      { type: 'logical-servers', ref: 'vm-1', set: { name: 'srv-1', domain: { name: 'corp', else: 'create' } } },
    ]);
    expect([run.status, run.body.data?.counts?.create]).toEqual([200, 2]);
    expect((await stored('logical_servers', 'srv-1')).map((row) => row['perimeter_id'])).toEqual([homes['alice']]);
    expect((await stored('domains', 'corp')).map((row) => row['perimeter_id'])).toEqual([homes['alice']]);
    const [entry] = await server.database.all(
      "SELECT properties FROM audit_logs WHERE subject_type LIKE '%LogicalServer' AND description LIKE '%creat%' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(String(entry!['properties']))).toMatchObject({ after: { perimeter_id: homes['alice'] } });
  });

  it('the same names are other objects in another home, found by nobody there', async () => {
    await ask('bruno', 'PUT', '/api/feed/sources/BRUNO', {});
    const hidden = await server.post('/api/logical-servers', {
      ...{ name: 'srv-2', description: MARKER, perimeter_id: homes['alice'], address_ip: '10.9.0.1' },
    });
    await server.post('/api/domains', { name: 'hidden.example', description: 'hidden', perimeter_id: homes['alice'] });
    const items = [
      { type: 'logical-servers', ref: 'vm-1', set: { name: 'srv-1' } },
      { type: 'logical-servers', ref: 'vm-2', set: { name: 'srv-2', description: 'mine' } },
    ];
    const run = await feed('bruno', 'BRUNO', items);
    expect([run.status, run.body.data?.counts]).toMatchObject([200, { create: 2, update: 0, kept: 0 }]);
    expect((await stored('logical_servers', 'srv-2')).map((row) => [row['perimeter_id'], row['description']])).toEqual([
      [homes['alice'], MARKER],
      [homes['bruno'], 'mine'],
    ]);
    const again = await feed('bruno', 'BRUNO', items);
    expect(again.body.data.counts).toMatchObject({ create: 0, update: 0, unchanged: 2 });
    // Pointers: what is hidden and what there is not are told alike, by name, id, match, ref and mark.
    const answers = [];
    for (const pointer of [
      { name: 'hidden.example' },
      { name: 'nowhere.example' },
      { match: { description: 'hidden' } },
      { match: { description: 'nothing' } },
    ]) {
      const { status, body } = await feed('bruno', 'BRUNO', [
        { type: 'logical-servers', ref: 'vm-3', set: { name: 'srv-3', domain: pointer } },
      ]);
      answers.push([status, body.findings?.map(({ code }: Row) => code)]);
    }
    expect(answers).toEqual(answers.map(() => [422, ['unresolved']]));
    for (const id of [hidden.body.id as number, 999_999]) {
      const item = { type: 'logical-servers', id, set: { description: 'taken over' } };
      const { status, body } = await feed('bruno', 'BRUNO', [item]);
      expect([status, body.findings.map(({ code }: Row) => code)]).toEqual([422, ['unresolved']]);
    }
    const other = { type: 'logical-servers', ref: 'vm-4', set: { name: 'srv-4', physical_servers: [] } };
    const pointing = { ...other, set: { name: 'srv-4', domain: { source: 'ALICE', ref: 'vm-1' } } };
    expect((await feed('bruno', 'BRUNO', [pointing])).status).toBe(422);
    expect(await stored('logical_servers', 'srv-4')).toEqual([]);
  });

  it('a name that counts over all homes is refused where another home has it, or fitted', async () => {
    await server.post('/api/backups', { name: 'nightly', perimeter_id: homes['alice'], description: MARKER });
    const items = [{ type: 'backups', ref: 'b-1', set: { name: 'Nightly' } }];
    const refused = await feed('bruno', 'BRUNO', items);
    expect([refused.status, refused.body.findings]).toMatchObject([422, [{ code: 'name-taken', ref: 'b-1' }]]);
    expect(refused.body.findings[0].with).toBeUndefined();
    const fitted = await feed('bruno', 'BRUNO', items, { options: { names: 'fit' } });
    expect([fitted.status, fitted.body.data?.counts]).toMatchObject([200, { create: 1 }]);
    expect(await stored('backups', 'nightly')).toHaveLength(1);
  });

  it('what somebody does not see of an object is kept, and told to nobody', async () => {
    const [far] = await stored('domains', 'hidden.example');
    const [own] = await stored('logical_servers', 'srv-1').then((rows) => rows.slice(-1));
    const app = await server.post('/api/applications', { name: MARKER, perimeter_id: homes['alice'] });
    await server.database.run('UPDATE logical_servers SET domain_id = ? WHERE id = ?', [
      far!['id'] as number,
      own!['id'] as number,
    ]);
    await server.patch(`/api/logical-servers/${String(own!['id'])}`, { applications: [app.body.id] });
    await ask('bruno', 'POST', '/api/domains', { name: 'mine.example' });
    await ask('bruno', 'POST', '/api/applications', { name: 'My app' });
    const document = [
      {
        ...{ type: 'logical-servers', ref: 'vm-1' },
        set: { name: 'srv-1', domain: 'mine.example', applications: ['My app'], description: 'fed' },
      },
    ];
    const plan = await ask('bruno', 'POST', '/api/feed/plans', { feed: 1, source: 'BRUNO', items: document });
    expect([plan.status, plan.body.data.counts]).toMatchObject([201, { update: 1, kept: 1 }]);
    const applied = await ask('bruno', 'POST', `/api/feed/plans/${plan.body.data.id}/apply`);
    expect([applied.status, applied.body.data?.state]).toEqual([200, 'applied']);
    const after = (await server.get(`/api/logical-servers/${String(own!['id'])}`)).body.data;
    expect([after.domain_id, after.description, after.applications]).toEqual([
      far!['id'],
      'fed',
      expect.arrayContaining([app.body.id]),
    ]);
    expect(after.applications).toHaveLength(2);
    const undone = await ask('bruno', 'POST', `/api/feed/runs/${applied.body.data.id}/undo`, {});
    expect(undone.status).toBe(200);
    const back = (await server.get(`/api/logical-servers/${String(own!['id'])}`)).body.data;
    expect([back.domain_id, back.description, back.applications]).toEqual([far!['id'], null, [app.body.id]]);
  });

  it('what moved elsewhere is left, is not made again, and does not go missing', async () => {
    await feed('bruno', 'BRUNO', [{ type: 'logical-servers', ref: 'vm-9', set: { name: 'srv-9', description: 'a' } }]);
    const [moved] = await stored('logical_servers', 'srv-9');
    await server.patch(`/api/logical-servers/${String(moved!['id'])}`, {
      ...{ perimeter_id: homes['alice'], description: MARKER },
    });
    const item = { type: 'logical-servers', ref: 'vm-9', set: { name: 'srv-9', description: 'b' } };
    const again = await feed('bruno', 'BRUNO', [item]);
    expect([again.status, again.body.data.findings.map(({ code }: Row) => code)]).toEqual([200, ['elsewhere']]);
    await ask('bruno', 'PUT', '/api/feed/sources/BRUNO', {
      missing: { do: 'mark', fields: { 'logical-servers': { active: 0 } } },
    });
    for (const items of [[item], [{ type: 'logical-servers', ref: 'vm-1', set: { name: 'srv-1' } }]])
      await feed('bruno', 'BRUNO', items, { mode: 'full', options: { allow: { missing: 9 } } });
    expect(await stored('logical_servers', 'srv-9')).toMatchObject([{ description: MARKER, active: null }]);
    const forget = (): Promise<TestAnswer> =>
      ask('bruno', 'DELETE', '/api/feed/sources/BRUNO/records?type=logical-servers&ref=vm-9');
    expect((await forget()).status).toBe(404);
    // Nor does it tell what becomes of it there.
    const place = { type: 'sites', ref: 's-9', set: { name: 'Place 9', description: 'a' } };
    await feed('bruno', 'BRUNO', [place]);
    const [site] = await stored('sites', 'Place 9');
    await server.patch(`/api/sites/${String(site!['id'])}`, { perimeter_id: homes['alice'] });
    await server.delete(`/api/sites/${String(site!['id'])}`);
    await server.delete(`/api/logical-servers/${String(moved!['id'])}`);
    for (const deleted of ['keep', 'restore'])
      for (const one of [
        item,
        { ...item, set: undefined, gone: true },
        place,
        { ...place, set: undefined, gone: true },
      ]) {
        const { status, body } = await feed('bruno', 'BRUNO', [one], { options: { deleted } });
        expect([deleted, status, body.data?.findings]).toMatchObject([deleted, 200, [{ code: 'elsewhere' }]]);
      }
    expect((await forget()).status).toBe(404);
  });

  it('what had moved when somebody else applied a plan is told without what stands there now', async () => {
    await feed('bruno', 'BRUNO', [{ type: 'logical-servers', ref: 'vm-8', set: { name: 'srv-8', cpu: '1' } }]);
    const [there] = await stored('logical_servers', 'srv-8');
    const item = { type: 'logical-servers', ref: 'vm-8', set: { name: 'srv-8', cpu: '2' } };
    const plan = await ask('bruno', 'POST', '/api/feed/plans', { feed: 1, source: 'BRUNO', items: [item] });
    const path = `/api/feed/plans/${plan.body.data.id}`;
    await server.patch(`/api/logical-servers/${String(there!['id'])}`, {
      ...{ perimeter_id: homes['alice'], cpu: MARKER },
    });
    const applied = await server.post(`${path}/apply`, {});
    expect([applied.status, applied.body.moved.map(({ stored: now }: Row) => now)]).toEqual([409, [MARKER]]);
    // Nor which object it was, which is elsewhere by now.
    expect((await ask('bruno', 'GET', path)).body.data).toMatchObject({ moved: [], hidden: 1 });
    expect((await ask('bruno', 'POST', `${path}/apply`, {})).body).toMatchObject({ code: 409, moved: [], hidden: 1 });
    // Of what is theirs still it says what.
    await server.patch(`/api/logical-servers/${String(there!['id'])}`, { perimeter_id: homes['bruno'], cpu: '7' });
    const moved = { field: 'cpu', expected: '1', stored: { hidden: true } };
    expect((await ask('bruno', 'GET', path)).body.data).toMatchObject({ moved: [moved], hidden: 0 });
    await server.patch(`/api/logical-servers/${String(there!['id'])}`, { perimeter_id: homes['alice'], cpu: MARKER });
  });

  it('kept plans and runs tell nothing of what has moved elsewhere since', async () => {
    const made = async (path: string, name: string): Promise<number> =>
      (await server.post(`/api/${path}`, { name, perimeter_id: homes['bruno'] })).body.id as number;
    const [one, other, domain, application] = [
      await made('logical-servers', 'srv-gone'),
      await made('logical-servers', 'srv-stays'),
      await made('domains', 'Domain gone'),
      await made('applications', 'App gone'),
    ];
    const set = { domain: { id: domain }, applications: [{ id: application }], cpu: '1' };
    const items = [
      { type: 'logical-servers', ref: 'k-1', id: one, set: { cpu: '2' } },
      { type: 'logical-servers', ref: 'k-2', id: other, set },
      { type: 'logical-servers', ref: 'k-3', set: { name: 'srv-new-gone' } },
    ];
    const plan = await ask('bruno', 'POST', '/api/feed/plans', { feed: 1, source: 'BRUNO', items });
    const run = await ask('bruno', 'POST', `/api/feed/plans/${plan.body.data.id}/apply`, {});
    expect([run.status, run.body.data.changes]).toMatchObject([200, { length: 3 }]);
    const [made3] = await stored('logical_servers', 'srv-new-gone');
    for (const [path, id] of [
      ...[['logical-servers', one] as const, ['logical-servers', Number(made3!['id'])] as const],
      ...[['domains', domain] as const, ['applications', application] as const],
    ])
      expect((await server.patch(`/api/${path}/${id}`, { perimeter_id: homes['alice'] })).status).toBe(200);
    for (const path of [
      ...[`plans/${plan.body.data.id}`, `plans/${plan.body.data.id}/changes`],
      ...[`runs/${run.body.data.id}`, `runs/${run.body.data.id}/changes`, `runs/${run.body.data.id}/findings`],
    ]) {
      const { status, body } = await ask('bruno', 'GET', `/api/feed/${path}`);
      expect([path, status, JSON.stringify(body).match(/gone/i)]).toEqual([path, 200, null]);
    }
    const { body } = await ask('bruno', 'GET', `/api/feed/runs/${run.body.data.id}/changes`);
    expect(body).toMatchObject([
      {
        ...{ id: other, name: 'srv-stays', set: { domain_id: [null, { hidden: true }], cpu: [null, '1'] } },
        links: { applications: { add: [{ hidden: true }], remove: [] } },
      },
    ]);
    expect((await server.get(`/api/feed/runs/${run.body.data.id}/changes`)).body).toHaveLength(3);
  });

  it('findings of kept plans name no object that has moved elsewhere since, nor what stood in it', async () => {
    const mac = '52:54:00:1a:00:44';
    const known = { type: 'logical-servers', ref: 'n-1', keys: { mac: [mac], serial: 'SERIALGONE' } };
    await feed('bruno', 'BRUNO', [{ ...known, set: { name: 'srv-known-gone' } }]);
    const like = { type: 'logical-servers', ref: 'n-2', keys: { mac: [mac], serial: 'SERIALOTHER' } };
    const items = [{ ...like, set: { name: 'srv-like' } }];
    const plan = await ask('bruno', 'POST', '/api/feed/plans', { feed: 1, source: 'BRUNO', items });
    expect(plan.body.data.findings).toMatchObject([{ code: 'not-the-same' }]);
    expect(plan.body.data.findings[0].message).toContain('SERIALGONE');
    const [there] = await stored('logical_servers', 'srv-known-gone');
    await server.patch(`/api/logical-servers/${String(there!['id'])}`, { perimeter_id: homes['alice'] });
    for (const path of ['', '/findings']) {
      const { status, body } = await ask('bruno', 'GET', `/api/feed/plans/${plan.body.data.id}${path}`);
      const text = JSON.stringify(path ? body : body.data.findings);
      expect([status, text.match(/gone|#/i), text.includes('not-the-same')]).toEqual([200, null, true]);
      expect(text).not.toContain('candidates');
    }
  });

  it('a run is not taken back of what moved elsewhere', async () => {
    const run = await feed('bruno', 'BRUNO', [
      { type: 'logical-servers', ref: 'vm-7', set: { name: 'srv-7', description: 'made' } },
    ]);
    const [made] = await stored('logical_servers', 'srv-7');
    await server.patch(`/api/logical-servers/${String(made!['id'])}`, {
      ...{ perimeter_id: homes['alice'], description: MARKER },
    });
    const undone = await ask('bruno', 'POST', `/api/feed/runs/${run.body.data.id}/undo`, {});
    expect([undone.status, undone.body.moved, undone.body.hidden]).toEqual([409, [], 1]);
    expect(await stored('logical_servers', 'srv-7')).toMatchObject([{ deleted_at: null, description: MARKER }]);
  });

  it('sources, plans and runs are those of the home, made by somebody who sees as much', async () => {
    const names = async (who: string): Promise<unknown[]> => (await seen(who, 'feed/sources')).map(({ name }) => name);
    expect([await names('alice'), await names('bruno')]).toEqual([['ALICE'], ['BRUNO']]);
    const { last_run: earlier, records } = (await ask('alice', 'GET', '/api/feed/sources/ALICE')).body.data;
    expect(earlier.id).toBeGreaterThan(0);
    // By an administrator, who sees more.
    const far = await server.post('/api/buildings', { name: 'Elsewhere', perimeter_id: 1 });
    const run = await server.post('/api/feed/runs', {
      ...{ feed: 1, source: 'ALICE', scope: MARKER },
      items: [
        { type: 'sites', ref: 's-1', set: { name: MARKER } },
        { type: 'buildings', ref: 'b-1', id: far.body.id, set: { description: MARKER } },
      ],
    });
    expect(run.body.data?.counts).toMatchObject({ create: 1, update: 1 });
    const after = (await server.get('/api/feed/sources/ALICE')).body.data;
    expect([after.records, after.last_run.id]).toEqual([records + 2, run.body.data.id]);
    const seenByAlice = await server.request('GET', '/api/feed/sources/ALICE', as('alice'));
    expect(seenByAlice.body.data).toMatchObject({ records: records + 1, last_run: { id: earlier.id } });
    expect(seenByAlice.body.data.scopes.map(({ scope }: Row) => scope)).toEqual(['']);
    const [id, plan] = [run.body.data.id as number, run.body.data.plan as string];
    for (const who of ['alice', 'bruno']) {
      for (const path of [`runs/${id}`, `runs/${id}/changes`, `plans/${plan}`])
        expect([who, path, (await ask(who, 'GET', `/api/feed/${path}`)).status]).toEqual([who, path, 404]);
      expect((await seen(who, 'feed/runs')).map((row) => row['id'])).not.toContain(id);
      expect((await ask(who, 'POST', `/api/feed/runs/${id}/undo`, {})).status).toBe(404);
    }
    expect((await ask('bruno', 'GET', '/api/feed/sources/ALICE')).status).toBe(404);
    expect((await ask('bruno', 'DELETE', '/api/feed/sources/ALICE')).status).toBe(404);
    expect((await ask('bruno', 'PUT', '/api/feed/sources/ALICE', { precedence: 9 })).status).toBe(403);
    expect((await feed('bruno', 'ALICE', [{ type: 'sites', ref: 'x', set: { name: 'x' } }])).status).toBe(404);
    const all = (await server.get('/api/feed/runs')).body as Row[];
    expect(all.length).toBeGreaterThan((await seen('bruno', 'feed/runs')).length);
    expect((await seen('bruno', 'feed/runs')).length).toBeGreaterThan(0);
    // Pages go from one shown run, or plan, to the next.
    for (const list of ['runs', 'plans']) {
      const ids: unknown[] = [];
      for (let path: string | undefined = `/api/feed/${list}?page[size]=1`; path;) {
        const page: TestAnswer = await ask('bruno', 'GET', path);
        expect((page.body as unknown as Row[]).length).toBe(1);
        ids.push((page.body as unknown as Row[])[0]!['id']);
        const next: string | undefined = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
        if (ids.length === (await seen('bruno', `feed/${list}`)).length) break;
        path = next && new URL(next, server.url).pathname + new URL(next, server.url).search;
      }
      expect(ids).toEqual((await seen('bruno', `feed/${list}`)).map(({ id }) => id));
    }
    expect((await ask('bruno', 'PUT', '/api/feed/sources/BRUNO', { perimeter_id: homes['alice'] })).status).toBe(422);
    expect((await server.put('/api/feed/sources/BRUNO', { perimeter_id: 4711 })).status).toBe(422);
    // A plan by somebody who sees more is not for others, nor is theirs the same one.
    const document = { feed: 1, source: 'BRUNO', items: [{ type: 'sites', ref: 's-2', set: { name: 'A place' } }] };
    const theirs = await server.post('/api/feed/plans', document);
    const own = await ask('bruno', 'POST', '/api/feed/plans', document);
    expect(own.body.data.id).not.toBe(theirs.body.data.id);
    expect((await ask('bruno', 'POST', `/api/feed/plans/${theirs.body.data.id}/apply`)).status).toBe(404);
    expect((await server.post(`/api/feed/plans/${own.body.data.id}/apply`, {})).status).toBe(200);
    expect(await stored('sites', 'A place')).toMatchObject([{ perimeter_id: homes['bruno'] }]);
  });

  it('an administrator’s source seeks in its home alone, and a perimeter that one feeds stays', async () => {
    await server.post('/api/sites', { name: 'Twin', perimeter_id: homes['alice'] });
    await server.put('/api/feed/sources/FIRST', {});
    const item = { type: 'sites', ref: 't', set: { name: 'Twin', description: 'of the first' } };
    const run = await server.post('/api/feed/runs', { feed: 1, source: 'FIRST', items: [item] });
    expect(run.body.data.counts).toMatchObject({ create: 1, update: 0 });
    expect((await stored('sites', 'Twin')).map((row) => row['perimeter_id'])).toEqual([homes['alice'], 1]);
    const { id } = (await server.post('/api/perimeters', { name: 'Fed' })).body as { id: number };
    await server.put('/api/feed/sources/FED', { perimeter_id: id });
    expect((await server.delete(`/api/perimeters/${id}`)).status).toBe(422);
    await server.delete('/api/feed/sources/FED');
    expect((await server.delete(`/api/perimeters/${id}`)).status).toBe(200);
  });

  it('every kind: what has its name, its mark or its keys elsewhere is neither found, changed nor told of', async () => {
    const kinds = registry.all().filter((kind) => kind.identity.length && homeOf(kind));
    expect(kinds.length).toBeGreaterThan(50);
    await ask('bruno', 'PUT', '/api/feed/sources/SCAN', { missing: { do: 'delete', runs: 1 } });
    const hidden = new Map<string, number>();
    const rows = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const { path, table } of kinds)
        found.push(
          JSON.stringify(await server.database.all(`SELECT * FROM \`${table}\` WHERE id = ${hidden.get(path)}`)),
        );
      return found;
    };
    const namesOf = ({ label }: ResourceModel): Record<string, string> =>
      label === null ? {} : { [label]: 'Same elsewhere' };
    for (const kind of kinds) {
      const { path, table, fields, label } = kind;
      const texts = textsOf(kind).filter((name) => name !== label && !/address|mac|ext_refs/.test(name));
      const marked = Object.fromEntries(texts.map((name) => [name, `${MARKER} ${name}`]));
      const needed = Object.fromEntries(
        fields.flatMap(({ name, ref, rules }) =>
          ref && rules.required && hidden.has(ref.target) ? [[name, hidden.get(ref.target)!]] : [],
        ),
      );
      const made = await objectOf(server, path, {
        ...{ ...marked, ...namesOf(kind), ...needed, perimeter_id: homes['alice'] },
        ...(fields.some(({ name }) => name === 'address_ip') && { address_ip: '10.77.0.1' }),
      });
      hidden.set(path, made.id);
      if (fields.some(({ name }) => name === 'ext_refs'))
        await server.database.run(`UPDATE \`${table}\` SET ext_refs = '{SCAN}x' WHERE id = ?`, [made.id]);
    }
    const before = await rows();
    const [refused, taken] = [new Set<string>(), new Set<string>()];
    for (const kind of kinds) {
      const { path, fields, links } = kind;
      const pointers = [
        ...fields.flatMap(({ name, ref }) => (ref && hidden.has(ref.target) ? [[name, ref.target] as const] : [])),
        ...links.flatMap(({ name, target, pivot }) => (pivot && hidden.has(target) ? [[name, target] as const] : [])),
      ];
      const set = {
        ...namesOf(kind),
        ...(fields.some(({ name }) => name === 'address_ip') && { address_ip: '10.77.0.1' }),
      };
      const ways = [
        set,
        ...[
          (target: string) => ({ name: 'Same elsewhere', target }),
          (target: string) => ({ id: hidden.get(target) }),
        ].map((way) => ({
          ...set,
          ...Object.fromEntries(
            pointers.map(([name, target]) => {
              const { target: _, ...pointer } = { target, ...way(target), else: 'drop' };
              return [name, links.some((link) => link.name === name) ? [pointer] : pointer];
            }),
          ),
        })),
      ];
      for (const [i, said] of ways.entries()) {
        const items = [
          { type: path, ref: i ? `x${i}` : 'x', set: i && kind.label ? { ...said, [kind.label]: `Own ${i}` } : said },
        ];
        const options = { existing: 'take', deleted: 'restore', errors: 'skip', allow: { missing: 99 } };
        for (const more of [{}, { mode: 'full', scope: path }]) {
          const { status, body } = await feed('bruno', 'SCAN', items, { options, ...more });
          if (status !== 200) refused.add(`${path} ${status}`);
          if ((body.data?.findings as Row[]).some(({ code }) => code === 'name-taken')) taken.add(path);
        }
        const plan = await ask('bruno', 'POST', '/api/feed/plans', { feed: 1, source: 'SCAN', items });
        if (plan.status >= 400) continue;
        const text = await server.request('GET', `/api/feed/plans/${plan.body.data.id}`, {
          ...{ ...as('bruno'), headers: { accept: 'text/plain' } },
        });
        told.push(JSON.stringify(text.body));
      }
    }
    // Over its names the table has a key of the older application's.
    expect([[...refused], [...taken]]).toEqual([[], ['backups']]);
    expect(await rows()).toEqual(before);
    const own = await seen('bruno', 'logical-servers?filter[fed_by]=SCAN');
    expect(own.map((row) => row['perimeter_id'])).toEqual(own.map(() => homes['bruno']));
    expect(own.length).toBeGreaterThan(0);
  });

  it('files are imported into the home, and doubles become one there alone', async () => {
    const upload = async (csv: string, query = ''): Promise<[number, string]> => {
      const form = new FormData();
      form.append('file', new Blob([csv], { type: 'text/csv' }), 'sites.csv');
      const response = await fetch(`${server.url}/api/sites/import${query}`, {
        ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${people['bruno']!.token}` } },
      });
      const text = await response.text();
      told.push(text);
      return [response.status, text];
    };
    const [hidden] = await stored('sites', 'Twin');
    const csv = 'name,description\nFrom a file,mine\nTwin,mine too\n';
    for (const query of ['?by=name&dry_run=1&rows=1', '?by=name&rows=1']) {
      const [status, text] = await upload(csv, query);
      expect([status, JSON.parse(text)]).toMatchObject([200, { inserted: 2, updated: 0 }]);
    }
    expect((await stored('sites', 'From a file')).map((row) => row['perimeter_id'])).toEqual([homes['bruno']]);
    const twins = await stored('sites', 'Twin');
    expect(twins.map((row) => row['perimeter_id'])).toEqual([homes['alice'], 1, homes['bruno']]);
    const [ofHidden, ofNone] = await Promise.all(
      [hidden!['id'], 999_999].map((id) => upload(`id,name\n${String(id)},Changed\n`, '?rows=1')),
    );
    const unnamed = ([status, text]: [number, string], id: unknown): unknown[] => [
      status,
      text.replaceAll(new RegExp(`\\b${String(id)}\\b`, 'g'), 'ID').replace(/"request_id":"[^"]*"/, ''),
    ];
    expect(unnamed(ofHidden!, hidden!['id'])).toEqual(unnamed(ofNone!, 999_999));
    expect(ofHidden![0]).toBe(422);
    const own = (await stored('sites', 'From a file'))[0]!['id'] as number;
    const merges = [];
    for (const other of [hidden!['id'], 999_999]) {
      const { status, body } = await ask('bruno', 'POST', `/api/sites/${own}/merge`, { from: [other] });
      merges.push([status, JSON.stringify(body.errors).replace(`#${String(other)}`, '#')]);
    }
    expect(merges[0]).toEqual(merges[1]);
    expect((await ask('bruno', 'POST', `/api/sites/${String(hidden!['id'])}/merge`, { from: [own] })).status).toBe(404);
    const mine = twins.at(-1)!['id'] as number;
    const merged = await ask('bruno', 'POST', `/api/sites/${own}/merge`, { from: [mine] });
    expect(merged.status).toBe(200);
    expect((await stored('sites', 'Twin')).map((row) => row['deleted_at'] === null)).toEqual([true, true, false]);
  });

  it('who said what of an object tells of nothing elsewhere, and counts none of it', async () => {
    const place = async (perimeter_id: number | undefined, name: string): Promise<number> =>
      (await server.post('/api/physical-servers', { name, perimeter_id })).body.id as number;
    const far = [await place(homes['alice'], `${MARKER} 1`), await place(homes['alice'], `${MARKER} 2`)];
    const near = await place(homes['bruno'], 'Near');
    const site = (await server.post('/api/sites', { name: `${MARKER} 9`, perimeter_id: homes['alice'] })).body
      .id as number;
    const made = await server.post('/api/logical-servers', { name: 'Told of', perimeter_id: homes['bruno'] });
    const host = await place(homes['bruno'], 'Host');
    await server.put('/api/feed/sources/TELLER', { perimeter_id: homes['bruno'] });
    const feeding = await server.post('/api/feed/runs', {
      ...{ feed: 1, source: 'TELLER' },
      items: [
        { type: 'physical-servers', ref: 't-2', id: host, set: { site: { id: site } } },
        {
          ...{ type: 'logical-servers', ref: 't-1', id: made.body.id },
          set: { physical_servers: [...far, near].map((id) => ({ id })), description: 'said' },
        },
      ],
    });
    expect([feeding.body.findings, feeding.body.data?.counts?.update]).toEqual([undefined, 2]);
    const all = (await server.get(`/api/logical-servers/${made.body.id}/sources`)).body.fields;
    expect(all.physical_servers.value).toHaveLength(3);
    const { fields } = (await ask('bruno', 'GET', `/api/logical-servers/${made.body.id}/sources`)).body;
    expect(Object.keys(fields)).toEqual(Object.keys(all));
    expect(fields.physical_servers).toEqual({
      ...{ value: [{ id: near, name: 'Near' }] },
      said: [{ source: 'TELLER', says: [{ id: near, name: 'Near' }] }],
    });
    expect((await server.get(`/api/physical-servers/${host}/sources`)).body.fields.site_id).toMatchObject({
      from: 'TELLER',
    });
    // Of what names nothing but objects elsewhere nothing is known here.
    const { body } = await ask('bruno', 'GET', `/api/physical-servers/${host}/sources`);
    expect([body.data.length, body.fields]).toEqual([1, {}]);
    // What stands there beside what a source said of one's own is as if nothing did.
    const house = (await server.post('/api/sites', { name: 'House', perimeter_id: homes['bruno'] })).body.id as number;
    const desk = await place(homes['bruno'], 'Desk');
    await server.post('/api/feed/runs', {
      ...{ feed: 1, source: 'TELLER' },
      items: [{ type: 'physical-servers', ref: 't-3', id: desk, set: { site: { id: house } } }],
    });
    const said = async (site_id: number | null): Promise<unknown> => {
      await server.patch(`/api/physical-servers/${desk}`, { site_id });
      return (await ask('bruno', 'GET', `/api/physical-servers/${desk}/sources`)).body.fields.site_id;
    };
    expect(await said(site)).toEqual({
      value: null,
      from: 'hand',
      said: [{ source: 'TELLER', says: expect.anything() }],
    });
    expect(await said(site)).toEqual(await said(null));
    // Nor once it is there no more.
    await server.patch(`/api/physical-servers/${host}`, { site_id: null });
    expect((await server.get(`/api/physical-servers/${host}/sources`)).body.fields).toHaveProperty('site_id');
    expect((await ask('bruno', 'GET', `/api/physical-servers/${host}/sources`)).body.fields).toEqual({});
  });
});
