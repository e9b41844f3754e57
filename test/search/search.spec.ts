/** `GET /api/search`: what is found, in which order, for whom, and what is refused. @seconds 15 */
import { registry } from '../../src/engine/index.js';
import { SearchService } from '../../src/search/search.service.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

interface Result {
  kind: string;
  id: number;
  name: string;
  match: { how: string; field: string; value: string };
  where: { kind: string; id: number; name: string } | null;
  url: string;
}

describe.each(ENGINES)('the search on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const ask = (q: string, more = '', token = server.token): Promise<TestAnswer> =>
    server.get(`/api/search?q=${encodeURIComponent(q)}${more}`, { token });
  async function found(q: string, more = '', token = server.token): Promise<Result[]> {
    const { status, body } = await ask(q, more, token);
    expect([q, status]).toEqual([q, 200]);
    return body.results as Result[];
  }
  const names = async (q: string, more = '', token = server.token): Promise<string[]> =>
    (await found(q, more, token)).map(({ name }) => name);
  async function make(path: string, body: Record<string, unknown>): Promise<number> {
    const answer = await server.post(`/api/${path}`, body);
    expect([path, answer.status, answer.body]).toMatchObject([path, 201, {}]);
    return answer.body.id as number;
  }

  it('finds objects of all kinds, the best first: equal, begins, a word begins, contains; then kind, name, id', async () => {
    await make('sites', { name: 'Quincaille' });
    await make('applications', { name: 'La quincaille' });
    await make('applications', { name: 'Quincaille zen' });
    await make('applications', { name: 'Quincaillé alpha' });
    await make('databases', { name: 'maquincaille' });
    const results = await found('QUINCAILLE');
    expect(results.map(({ name, kind, match }) => [name, kind, match.how])).toEqual([
      ['Quincaille', 'sites', 'equal'],
      ['Quincaillé alpha', 'applications', 'begins'],
      ['Quincaille zen', 'applications', 'begins'],
      ['La quincaille', 'applications', 'word'],
      ['maquincaille', 'databases', 'contains'],
    ]);
    const [first] = results;
    expect(first).toEqual({
      ...{ kind: 'sites', id: first!.id, name: 'Quincaille', view: 'physical' },
      match: { how: 'equal', field: 'name', value: 'Quincaille' },
      ...{ where: null, url: `/api/sites/${first!.id}` },
    });
    expect(await names('ｑｕｉｎｃａｉｌｌé ＺＥＮ')).toEqual(['Quincaille zen']);
    expect(await names('zen quin')).toEqual(['Quincaille zen']);
    expect(await names('quincaille', '&kinds=databases,sites')).toEqual(['Quincaille', 'maquincaille']);
    const { body } = await ask('quincaille', '&limit=2');
    expect(body.results).toHaveLength(2);
    expect(body.meta).toEqual({
      ...{ total: 5, by_kind: { applications: 3, databases: 1, sites: 1 } },
      ...{ truncated: true, left_out: 3, hidden_kinds: [] },
    });
  });
  it('by addresses, IPv4 and IPv6 in any spelling, whatever the column is called', async () => {
    const body = { address_ip: '10.99.1.4, 2001:db8:99::4' };
    const server1 = await make('logical-servers', { name: 'addressed', ...body });
    const subnet = await make('subnetworks', { name: 'net 99', address: '10.99.1.0/24' });
    const flow = await make('logical-flows', {
      name: 'flow 99',
      source_ip_range: '10.99.1.40',
      dest_ip_range: '10.0.0.1',
    });
    const kinds = (results: Result[]) => results.map(({ kind, id, match }) => [kind, id, match.how, match.field]);
    expect(kinds(await found('10.99.1.4'))).toEqual([
      ['logical-servers', server1, 'equal', 'address_ip'],
      ['logical-flows', flow, 'begins', 'source_ip_range'],
    ]);
    for (const spelling of ['2001:db8:99::4', '2001:0DB8:0099::0004', '2001:db8:99:0:0:0:0:4']) {
      expect(kinds(await found(spelling))).toEqual([['logical-servers', server1, 'equal', 'address_ip']]);
    }
    expect(kinds(await found('10.99.1.0/24'))).toEqual([['subnetworks', subnet, 'equal', 'address']]);
  });
  it('by references: of other programs, serial and order numbers, hardware addresses', async () => {
    await make('workstations', { name: 'pc', serial_number: 'SN-4711-X', mac_address: '00:1b:44:99:3a:b7' });
    await make('applications', { name: 'referred', ext_refs: '{GLPI}471100|{VC}vm-4711' });
    const fields = async (q: string) => (await found(q)).map(({ name, match }) => [name, match.how, match.field]);
    expect(await fields('sn-4711-x')).toEqual([['pc', 'equal', 'serial_number']]);
    expect(await fields('00:1B:44:99:3A:B7')).toEqual([['pc', 'equal', 'mac_address']]);
    expect(await fields('{VC}vm-4711')).toEqual([['referred', 'equal', 'ext_refs']]);
    expect(await fields('471100')).toEqual([['referred', 'word', 'ext_refs']]);
  });
  it('where tells namesakes apart, and is of what the caller may list', async () => {
    const site = await make('sites', { name: 'Place north' });
    const building = await make('buildings', { name: 'Place house', site_id: site });
    const bay = await make('bays', { name: 'Place rack', room_id: building });
    const host = await make('physical-servers', {
      ...{ name: 'Placed host', site_id: site, building_id: building, bay_id: bay },
    });
    await make('logical-servers', { name: 'Placed guest', physical_servers: [host] });
    const where = async (q: string, token = server.token) => (await found(q, '', token))[0]!.where;
    expect(await where('Placed host')).toEqual({ kind: 'bays', id: bay, name: 'Place rack' });
    expect(await where('Placed guest')).toEqual({ kind: 'physical-servers', id: host, name: 'Placed host' });
    expect(await where('Place house')).toEqual({ kind: 'sites', id: site, name: 'Place north' });
    const { token } = await server.userWith(['physical_server_access', 'site_access']);
    expect(await where('Placed host', token)).toEqual({ kind: 'sites', id: site, name: 'Place north' });
  });
  it('knows every write before it: created, renamed, deleted, restored, in masses', async () => {
    const id = await make('sites', { name: 'Fresh one' });
    expect(await names('fresh one')).toEqual(['Fresh one']);
    await server.put(`/api/sites/${id}`, { name: 'Fresh two' });
    expect([await names('fresh one'), await names('fresh two')]).toEqual([[], ['Fresh two']]);
    await server.delete(`/api/sites/${id}`);
    expect(await names('fresh two')).toEqual([]);
    await server.post(`/api/sites/${id}/restore`, {});
    expect(await names('fresh two')).toEqual(['Fresh two']);
    const items = Array.from({ length: 30 }, (_, i) => ({ name: `Fresh lot ${i}` }));
    await server.post('/api/sites/mass-store', { items });
    expect((await ask('fresh lot')).body.meta.total).toBe(30);
  });
  it('shows nothing that is not so, though another program changed it and told nobody', async () => {
    const id = await make('sites', { name: 'Untold' });
    expect(await names('untold')).toEqual(['Untold']);
    await server.database.run('UPDATE sites SET name = ? WHERE id = ?', ['Otherwise', id]);
    expect(await names('untold')).toEqual([]);
    await server.database.run('UPDATE sites SET name = ?, deleted_at = created_at WHERE id = ?', ['Untold', id]);
    expect(await names('untold')).toEqual([]);
  });
  it('knows what the older application writes, and its journal tells', async () => {
    expect(await names('older hand')).toEqual([]);
    const { insertId: id } = await server.database.run('INSERT INTO sites (name) VALUES (?)', ['Older hand']);
    await server.database.run(
      'INSERT INTO audit_logs (description, subject_id, subject_type, properties, host) VALUES (?, ?, ?, ?, ?)',
      ['created', id, 'App\\Models\\Site', '{}', ''],
    );
    expect(await names('older hand')).toEqual(['Older hand']);
  });
  it('% and _ are letters, and one letter is enough', async () => {
    await make('sites', { name: 'Share 75%_done' });
    expect(await names('75%_d')).toEqual(['Share 75%_done']);
    expect(await names('75__d')).toEqual([]);
    expect(await names('75%d')).toEqual([]);
    expect((await found('%', '&kinds=sites')).map(({ name }) => name)).toEqual(['Share 75%_done']);
    const { body } = await ask('e', '&limit=100');
    expect(body.results).toHaveLength(Math.min(100, body.meta.total));
  });
  it('hidden kinds are not there: neither found nor counted nor named; to name one is 403', async () => {
    await make('databases', { name: 'Hidden base' });
    await make('sites', { name: 'Hidden place' });
    const { token } = await server.userWith(['site_access']);
    const { body } = await ask('hidden', '', token);
    expect(body.results.map(({ name }: Result) => name)).toEqual(['Hidden place']);
    expect(body.meta).toMatchObject({ total: 1, by_kind: { sites: 1 } });
    expect(body.meta.hidden_kinds).toContain('databases');
    expect(body.meta.hidden_kinds).not.toContain('sites');
    for (const kinds of ['databases', 'sites,databases']) {
      const answer = await ask('hidden', `&kinds=${kinds}`, token);
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('databases')]);
    }
    const nobody = await server.userWith([]);
    expect((await ask('hidden', '', nobody.token)).body).toMatchObject({ results: [], meta: { total: 0 } });
  });
  it('objects that were given one by one are found, and no others of their kind', async () => {
    const id = await make('applications', { name: 'Granted tool' });
    await make('applications', { name: 'Granted not' });
    const user = await server.userWith([]);
    const delegation = { cartographiable_type: 'applications', cartographiable_id: id, user_id: user.id };
    expect((await server.post('/api/cartographers', delegation)).status).toBe(201);
    const { body } = await ask('granted', '', user.token);
    expect(body.results.map(({ name }: Result) => name)).toEqual(['Granted tool']);
    expect(body.meta).toMatchObject({ total: 1, by_kind: { applications: 1 } });
    expect(body.meta.hidden_kinds).not.toContain('applications');
    await server.delete(`/api/applications/${id}`);
    expect(await names('granted', '', user.token)).toEqual([]);
  });
  it('takes as many statements for many objects as for one', async () => {
    const count = async (q: string, token = server.token): Promise<number> => {
      await found(q, '', token);
      return (await server.statements(() => found(q, '&limit=100', token))).length;
    };
    // Sites stand in nothing.
    expect(await count('fresh two')).toBe(1);
    expect(await count('placed guest')).toBe(2);
    expect(await count('e')).toBe(2);
    const { token } = await server.userWith(['site_access', 'building_access', 'application_access']);
    expect(await count('e', token)).toBeLessThanOrEqual(4);
  });
  it('answers objects of every searched kind at once', async () => {
    const searched = registry.all().filter(({ label, audited }) => label !== null && audited);
    expect(searched.length).toBeGreaterThan(50);
    for (const { table, path, label, fields } of searched) {
      if (['users', 'roles', 'documents'].includes(path)) continue;
      const needed = fields.filter(({ nullable, name, kind }) => !nullable && name !== label && kind !== 'id');
      if (needed.length) continue;
      await server.database.run(`INSERT INTO \`${table}\` (\`${label!}\`) VALUES (?)`, ['Omnipresent thing']);
    }
    // Rows that nobody told of are found once the index is read anew.
    await server.server.app.get(SearchService).onApplicationShutdown();
    const { body } = await ask('omnipresent', '&limit=100');
    expect(body.meta.total).toBeGreaterThan(40);
    expect(new Set(body.results.map(({ kind }: Result) => kind)).size).toBe(body.meta.total);
  });
  it('HEAD answers as GET does; without a token it is 401', async () => {
    const { status, headers } = await server.request('HEAD', '/api/search?q=a');
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await server.get('/api/search?q=a', { token: null })).status).toBe(401);
  });
  it.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20%20', 'q'],
    ['q=%E2%80%8B', 'q'],
    ['q=%00', 'q'],
    ['q[]=a', 'q'],
    ['q[a]=a', 'q'],
    ['q=a&q=b', 'q'],
    [`q=${'a'.repeat(256)}`, 'q'],
    ['q=1+2+3+4+5+6+7+8+9', 'q'],
    ['q=a&kinds=nonsense', 'kinds'],
    ['q=a&kinds=sites,permissions', 'kinds'],
    ['q=a&kinds=audit-logs', 'kinds'],
    ['q=a&kinds[]=sites', 'kinds'],
    ['q=a&kinds=__proto__', 'kinds'],
    ['q=a&limit=0', 'limit'],
    ['q=a&limit=101', 'limit'],
    ['q=a&limit=-1', 'limit'],
    ['q=a&limit=1.5', 'limit'],
    ['q=a&limit=ten', 'limit'],
    ['q=a&limit=1&limit=2', 'limit'],
    ['q=a&limit[]=5', 'limit'],
    ['q=a&limit=99999999999999999999', 'limit'],
    ['q=a&most=5', 'most'],
    ['q=a&search=a', 'search'],
    ['q=a&filter[name]=a', 'filter'],
    ['q=a&page[size]=5', 'page'],
    ['q=a&constructor=1', 'constructor'],
  ])('?%s is 400 and names %s', async (query, name) => {
    const { status, body } = await server.get(`/api/search?${query}`);
    expect([status, body.code, body.message]).toEqual([400, 400, expect.stringContaining(` ${name} `)]);
  });
  it('refusals are in the language of the request', async () => {
    const { body } = await server.get('/api/search?q=a&most=5', { headers: { 'accept-language': 'fr' } });
    expect(body.message).toBe('Il n’y a pas de paramètre most ici. Il y a : q, kinds, limit.');
  });
  it('no text makes it fail', async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    console.log(`seed ${seed}`);
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const ranges = [0x80, 0x250, 0x3000, 0xd7ff, 0xffff, 0x10ffff];
    const letter = (): string => {
      const point = random(ranges[random(ranges.length)]!);
      return point >= 0xd800 && point < 0xe000 ? '%ED%A0%80' : encodeURIComponent(String.fromCodePoint(point));
    };
    for (let i = 0; i < 300; i++) {
      const q = Array.from({ length: 1 + random(12) }, letter).join('');
      const { status } = await server.get(`/api/search?q=${q}`);
      expect([q, [200, 400].includes(status)]).toEqual([q, true]);
    }
  });
  it('kinds in which a perimeter holds nothing are looked at: they are listed, empty', async () => {
    await make('sites', { name: 'Kept place' });
    await make('databases', { name: 'Kept base' });
    const rules = [{ resource: 'sites', all: true }];
    const { body: perimeter } = await server.post('/api/perimeters', { name: 'Places', rules });
    const { body: made } = await server.post('/api/tokens', { name: 'places', perimeters: [perimeter.id] });
    const { body } = await ask('kept', '', made.token);
    expect(body.results.map(({ name }: Result) => name)).toEqual(['Kept place']);
    expect(body.meta).toMatchObject({ total: 1, by_kind: { sites: 1 }, hidden_kinds: [] });
    expect((await ask('kept', '&kinds=databases', made.token)).body.meta).toMatchObject({ total: 0, hidden_kinds: [] });
  });
});

describe.each(ENGINES)('the search beside a program that tells nobody on %s', (engine) => {
  it('reads everything anew once it is too old, and goes on answering meanwhile', async () => {
    const server = await TestServer.start(engine, { GRAPH_MAX_AGE: '1' });
    try {
      const names = async (): Promise<string[]> => {
        const { status, body } = await server.get('/api/search?q=untold%20row');
        expect(status).toBe(200);
        return body.results.map(({ name }: Result) => name);
      };
      expect(await names()).toEqual([]);
      await server.database.run('INSERT INTO sites (name) VALUES (?)', ['Untold row']);
      const begun = Date.now();
      while (!(await names()).length) {
        expect(Date.now() - begun).toBeLessThan(20_000);
        await new Promise((wake) => setTimeout(wake, 100));
      }
      const items = Array.from({ length: 50 }, (_, i) => ({ name: `Told row ${i}` }));
      await server.post('/api/sites/mass-store', { items });
      const { body } = await server.get('/api/search?q=told%20row&limit=100');
      expect(body.meta.total).toBe(51);
    } finally {
      await server.stop();
    }
  }, 60_000);
});

describe.each(ENGINES)('the search and that of the graph on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startDemo(engine);
  }, 120_000);
  afterAll(() => server.stop());

  interface Node {
    id: string;
    where: string | null;
  }

  it.each(['srv', 'clarte', 'SI', 'esx-01', 'pavillon', 'a', 'santé', 'port', '10.', 'HP440-1177', 'port portail'])(
    'find the same objects by %s, in the same order, in the same places',
    async (text) => {
      const { nodes } = registry.graph();
      const query = `q=${encodeURIComponent(text)}&limit=100&kinds=${nodes.join(',')}`;
      const { results, meta } = (await server.get(`/api/search?${query}`)).body as TestAnswer['body'];
      const path = `/api/graph/objects?search=${encodeURIComponent(text)}&most=100`;
      const graph = (await server.get(path)).body;
      const found = graph.nodes as Node[];
      expect(results.length).toBeGreaterThan(0);
      expect(found.map(({ id }) => id)).toEqual((results as Result[]).map(({ kind, id }) => `${kind}_${id}`));
      expect(graph.meta.left_out).toBe(meta.left_out);
      // The graph goes along addresses and connectors as well, which lie in the families of networks and duties.
      const byLinks = new Set([
        'sites',
        'buildings',
        'bays',
        'application-blocks',
        'physical-servers',
        'logical-servers',
      ]);
      const differing = (results as Result[]).filter(
        ({ where }, place) => where !== null && byLinks.has(where.kind) && where.name !== found[place]!.where,
      );
      expect(differing).toEqual([]);
    },
  );
});
