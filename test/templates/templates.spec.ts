/** Templates 1 and 2: kept, filled with the rights of whoever asks, and ended by their limits. @seconds 40 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const PATH = '/api/templates';
const NAMES = '{% for o in objects %}{{ o.name | line }}\n{% endfor %}';
const TEMPLATE = {
  ...{ name: 'Names', type: 'sites', sort: 'name', body: NAMES },
  ...{ content_type: 'text/plain', file_name: 'sites-{{ today }}.txt' },
};
const ALL = ['access', 'show', 'create', 'edit', 'delete'].map((word) => `template_${word}`);

describe.each(ENGINES)('templates on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  const store = (change: object = {}, who: { token?: string } = {}) =>
    server.post(PATH, { ...TEMPLATE, ...change }, who);
  const tried = (change: object, who: { token?: string } = {}) =>
    server.post(`${PATH}/try`, { type: 'sites', body: NAMES, ...change }, who);

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith([...ALL, 'site_access', 'building_access']);
    bob = await server.userWith(['template_access', 'template_show', 'template_edit', 'site_access']);
    for (const name of ['North', 'South', '=SUM(1)\nline']) await server.post('/api/sites', { name });
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    await server.database.run('DELETE FROM own_templates');
  });

  it('is kept, answered, changed and deleted; the journal says by whom', async () => {
    const made = await store({ about: 'For the porter', nonsense: 1 }, ann);
    expect([made.status, made.headers.get('x-ignored-fields'), made.body]).toEqual([
      201,
      'nonsense',
      {
        ...{ id: expect.any(Number), ...TEMPLATE, about: 'For the porter', kind: 'text', query: null, report: null },
        ...{ filter: {}, include: null },
        ...{ shared: false, shipped: false, owner: { id: ann.id, name: expect.any(String) } },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      },
    ]);
    const { id } = made.body;
    expect((await server.get(`${PATH}/${id}`, ann)).body).toEqual({ data: made.body });
    const { body: _, ...listed } = made.body;
    expect((await server.get(PATH, ann)).body[0]).toEqual(listed);
    expect((await store({}, ann)).body.errors).toEqual({ name: [expect.stringMatching(/taken/)] });
    const changed = await server.patch(`${PATH}/${id}`, { filter: { name: 'North' }, about: null }, ann);
    expect(changed.body).toMatchObject({ name: 'Names', filter: { name: 'North' }, about: null, sort: 'name' });
    expect((await server.get(`${PATH}/${id}/fill`, ann)).body).toBe('North\n');
    expect((await server.delete(`${PATH}/${id}`, ann)).status).toBe(200);
    expect((await server.get(`${PATH}/${id}`, ann)).status).toBe(404);
    const rows = await server.database.all(
      "SELECT description, user_id FROM audit_logs WHERE description LIKE 'template%' OR description = 'exported' ORDER BY id",
    );
    expect(rows.map(({ description }) => description)).toEqual([
      ...['template_created', 'template_changed', 'exported', 'template_deleted'],
    ]);
    expect(new Set(rows.map(({ user_id: user }) => user))).toEqual(new Set([ann.id]));
  });

  it('of others is not there until it is shared, and then is filled, not changed', async () => {
    const { id } = (await store({}, ann)).body;
    for (const path of ['', '/fill']) expect((await server.get(`${PATH}/${id}${path}`, bob)).status).toBe(404);
    expect((await server.patch(`${PATH}/${id}`, { shared: true }, bob)).status).toBe(404);
    await server.patch(`${PATH}/${id}`, { shared: true }, ann);
    expect((await server.get(`${PATH}/${id}/fill`, bob)).status).toBe(200);
    expect((await server.patch(`${PATH}/${id}`, { about: 'mine now' }, bob)).status).toBe(403);
    expect((await server.delete(`${PATH}/${id}`)).status).toBe(200);
  });

  it('one that came with the release is filled and read, and stays as it is', async () => {
    const { body } = await server.get(PATH, bob);
    expect(body.filter(({ shipped }: { shipped: boolean }) => shipped)).toHaveLength(10);
    expect((await server.get(`${PATH}/hosts-file`)).body.data).toMatchObject({ id: 'hosts-file', shipped: true });
    expect((await server.patch(`${PATH}/hosts-file`, { about: 'x' })).status).toBe(409);
    expect((await server.delete(`${PATH}/hosts-file`)).status).toBe(409);
    expect((await server.get(`${PATH}/hosts-file/fill`)).body).toMatch(/^# Made by Meridian/);
  });

  it('is filled as a file that no browser shows, with filters on top and an order of one’s own', async () => {
    const { id } = (await store({ filter: { name_not: 'South' } }, ann)).body;
    const filled = await server.get(`${PATH}/${id}/fill?sort=-name`, ann);
    expect([filled.status, filled.body]).toEqual([200, 'North\n=SUM(1) line\n']);
    expect(Object.fromEntries(filled.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="sites-\d{4}-\d\d-\d\d\.txt"$/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    // Both hold, of the same name as well.
    expect((await server.get(`${PATH}/${id}/fill?filter[name_not]=North`, ann)).body).toBe('=SUM(1) line\n');
    expect((await server.get(`${PATH}/${id}/fill?filter[name]=South`, ann)).body).toBe('');
    for (const query of ['filter[nothing]=1', 'page[size]=3', 'include=buildings', 'sort=nothing'])
      expect([query, (await server.get(`${PATH}/${id}/fill?${query}`, ann)).status]).toEqual([query, 400]);
  });

  it('holds nothing that whoever fills it may not list', async () => {
    const [north] = (await server.get('/api/sites?filter[name]=North')).body;
    await server.post('/api/buildings', { name: 'Hidden house', site_id: north.id });
    const body = '{% for o in objects %}{{ o.name | line }}:{{ o.buildings | names }};{% endfor %}';
    const { id } = (await store({ body, include: 'buildings', filter: { name: 'North' }, shared: true }, ann)).body;
    expect((await server.get(`${PATH}/${id}/fill`, ann)).body).toBe('North:Hidden house;');
    const refused = await server.get(`${PATH}/${id}/fill`, bob);
    expect([refused.status, refused.body.message]).toEqual([403, expect.not.stringContaining('Hidden')]);
    const nobody = await server.userWith(['template_access']);
    const none = await server.get(`${PATH}/${id}/fill`, nobody);
    expect(JSON.stringify(none.body)).not.toMatch(/North|Hidden/);
    // The same over what one sees, byte for byte.
    const lent = await server.userWith(['template_access']);
    const delegation = { cartographiable_type: 'sites', cartographiable_id: north.id, user_id: lent.id };
    await server.post('/api/cartographers', delegation);
    const plain = (await store({ name: 'Plain', shared: true }, ann)).body.id;
    expect((await server.get(`${PATH}/${plain}/fill`, lent)).body).toBe('North\n');
  });

  it('tries what is not stored, and keeps nothing', async () => {
    expect((await tried({ sort: '-name' }, bob)).body).toBe('South\nNorth\n=SUM(1) line\n');
    expect((await server.database.all('SELECT id FROM own_templates')).length).toBe(0);
    expect((await server.post(`${PATH}/try?dry_run`, { type: 'sites', body: NAMES })).status).toBe(400);
  });

  it.each([
    [{ type: 'nothing' }, 'type'],
    [{ type: 'users' }, 'type'],
    [{ filter: { nothing: 1 } }, 'filter'],
    [{ filter: { trashed: 'only' } }, 'filter'],
    [{ filter: 'name' }, 'filter'],
    [{ sort: 'nothing' }, 'sort'],
    [{ include: 'nothing' }, 'include'],
    [{ body: '' }, 'body'],
    [{ body: 7 }, 'body'],
    [{ body: 'x'.repeat(262_145) }, 'body'],
    [{ name: 'x'.repeat(191) }, 'name'],
    [{ kind: 'picture' }, 'kind'],
    [{ content_type: 'text/html' }, 'content_type'],
    [{ content_type: 'image/svg+xml' }, 'content_type'],
    [{ content_type: 'text/javascript' }, 'content_type'],
    [{ content_type: 'text/plain; charset=x' }, 'content_type'],
    [{ file_name: '../x.txt' }, 'file_name'],
    [{ file_name: 'x".txt' }, 'file_name'],
    [{ file_name: 'noextension' }, 'file_name'],
    [{ file_name: 'sites.HTML' }, 'file_name'],
    [{ file_name: 'set-up.txt.bat' }, 'file_name'],
    [{ shared: 'perhaps' }, 'shared'],
  ])('refuses %j by the name of the field', async (change, field) => {
    const { status, body } = await store(change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect((await server.database.all('SELECT id FROM own_templates')).length).toBe(0);
  });

  it('says where the text is wrong', async () => {
    const { status, body } = await store({ body: 'first\n  {% for o of %}' });
    expect([status, body.errors.body[0]]).toEqual([
      422,
      expect.stringMatching(/line 2, column \d+: .*\{% for o of %\}/),
    ]);
    for (const bad of [
      '{{ 1 | nope }}',
      '{% render "x" %}',
      '{% include "/etc/passwd" %}',
      '{% layout "x" %}',
      '{{ "a',
    ])
      expect([bad, (await store({ body: bad })).status]).toEqual([bad, 422]);
    expect((await tried({ body: '{{ nothing.at.all }}.' })).body).toBe('.');
  });

  it.each([
    ['counts without end', '{% for i in (1..1000000000) %}{% endfor %}'],
    ['doubles a text', '{% assign a = "x" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}'],
    [
      'a file too long',
      '{% capture a %}{% for i in (1..100000) %}0123456789{% endfor %}{% endcapture %}{% for i in (1..60) %}{{ a }}{% endfor %}',
    ],
    ...[
      '{% if a contains b %}x{% endif %}',
      '{{ a | replace: b, "" }}',
      '{{ a | split: b }}',
      '{{ a | remove_last: b }}',
    ].map((looks) => [
      `looks for a long text in a longer one: ${looks}`,
      `{% assign a = "a" %}{% for i in (1..24) %}{% assign a = a | append: a %}{% endfor %}` +
        `{% assign b = "a" %}{% for i in (1..20) %}{% assign b = b | append: b %}{% endfor %}{% assign b = "ab" | append: b %}${looks}`,
    ]),
    ['brackets', '{% if '.repeat(40_000)],
    ['deep brackets', `${'{% if true %}'.repeat(15_000)}`],
    ['deep values', `{{ a${'[a'.repeat(60_000)} }}`],
  ])('ends what goes too far: %s', async (_, body) => {
    const began = performance.now();
    const answer = await tried({ body });
    expect([answer.status, JSON.stringify(answer.body).length < 2000]).toEqual([422, true]);
    expect(performance.now() - began).toBeLessThan(14_000);
  });

  it('tells hosts without a number apart by their places', async () => {
    const body = '{% assign all = "1,2,x" | split: "," | with_hosts %}{% for one in all %}{{ one.host }};{% endfor %}';
    expect((await tried({ body })).body).toBe('unnamed;unnamed-2;unnamed-3;');
  });

  it('shows nothing of the process', async () => {
    const body = ['constructor', '__proto__', 'objects.constructor', 'objects.__proto__.constructor', 'count.toString']
      .map((name) => `{{ ${name} }}`)
      .concat(
        '{{ objects | map: "constructor" }}',
        '{{ process }}{{ globalThis }}{{ require }}',
        '{{ "" | where_has: "__proto__" }}',
      )
      .join('|');
    expect((await tried({ body })).body).toMatch(/^\|+$/);
  });

  // Ten seconds, once.
  (engine === 'sqlite' ? it : it.skip)('while one loops for its ten seconds others are served', async () => {
    const nest = '{% for i in (1..100000) %}'.repeat(3) + '{% endfor %}'.repeat(3);
    const slow = tried({ body: nest }, ann);
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      const began = performance.now();
      expect((await tried({ body: 'x' }, bob)).body).toBe('x');
      times.push(performance.now() - began);
    }
    expect(times.sort((a, b) => a - b)[10]).toBeLessThan(2000);
    expect((await slow).body.errors.body[0]).toMatch(/10 seconds/);
  });
});
