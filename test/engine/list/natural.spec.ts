/** Lists in natural order: the same on both engines, with pages of both kinds, in exports; bounded (contract 15). */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

type Server = { name: string; address_ip?: string | null; type?: string | null };

const SERVERS: readonly Server[] = [
  { name: 'srv-10', address_ip: '10.9.0.10', type: 'b' },
  { name: 'SRV-10b', address_ip: '10.9.0.2, 10.9.0.1', type: 'B' },
  { name: 'srv-2', address_ip: '9.9.9.9', type: 'b' },
  { name: 'Élan 3', address_ip: 'fd00::2', type: null },
  { name: 'elan 20', address_ip: null, type: 'a' },
  { name: 'srv-02', address_ip: '10.9.0.10', type: 'b' },
];

/** What is there beyond the rows that are sorted at once, so that the thread sorts them. */
const MANY = 2500;

describe.each(ENGINES)('natural order on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const { status } = await server.request('POST', '/api/logical-servers/mass-store', { body: { items: SERVERS } });
    expect(status).toBe(201);
    const { database } = server;
    await database.transaction((tx) =>
      database.insert(
        tx,
        'workstations',
        ['name', 'description'],
        Array.from({ length: MANY }, (_, i) => [`ws-${(i * 7) % MANY}`, i % 3 ? 'x' : null]),
      ),
    );
  });
  afterAll(() => server.stop());

  const names = async (query: string, path = 'logical-servers'): Promise<string[]> => {
    const { status, body } = await server.get(`/api/${path}?${query}`);
    expect([status, body.message]).toEqual([200, undefined]);
    return (body as Server[]).map(({ name }) => name);
  };
  const inOrder = ['Élan 3', 'elan 20', 'srv-02', 'srv-2', 'srv-10', 'SRV-10b'];

  it.each([
    ['of names', 'sort=name:natural', inOrder],
    ['downwards', 'sort=-name:natural', inOrder.toReversed()],
    ['of addresses', 'sort=address_ip:natural', ['elan 20', 'srv-2', 'SRV-10b', 'srv-10', 'srv-02', 'Élan 3']],
    [
      'downwards the id still counts upwards',
      'sort=-address_ip:natural',
      ['Élan 3', 'srv-10', 'srv-02', 'SRV-10b', 'srv-2', 'elan 20'],
    ],
    ['behind a plain column', 'sort=type,name:natural', ['Élan 3', 'elan 20', 'srv-02', 'srv-2', 'srv-10', 'SRV-10b']],
    [
      'before another one',
      'sort=address_ip:natural,-id',
      ['elan 20', 'srv-2', 'SRV-10b', 'srv-02', 'srv-10', 'Élan 3'],
    ],
    ['with a filter', 'sort=name:natural&filter[name]=srv&fields=name', inOrder.slice(2)],
    ['with related objects', 'sort=name:natural&include=applications,applicationsCount', inOrder],
    ['of what is not there', 'sort=name:natural&filter[name]=nobody', []],
  ])('%s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
    const { body } = await server.get(`/api/logical-servers?${query}&page[number]=2&page[size]=2`);
    expect((body as Server[]).map(({ name }) => name)).toEqual(expected.slice(2, 4));
    const walked: string[] = [];
    for (let path: string | undefined = `/api/logical-servers?${query}&page[after]=&page[size]=4`; path;) {
      const page = await server.get(path);
      walked.push(...(page.body as Server[]).map(({ name }) => name));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)?.[1];
    }
    expect(walked).toEqual(expected);
  });

  it('counts the pages', async () => {
    const { headers } = await server.get('/api/logical-servers?sort=name:natural&page[number]=1&page[size]=4');
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['6', expect.stringContaining('rel="next"')]);
  });

  it('goes on behind an object that is gone, and leaves it out', async () => {
    const first = await server.get('/api/logical-servers?sort=name:natural&page[after]=&page[size]=3');
    const id = (first.body as Array<{ id: number }>)[2]!.id;
    await server.request('DELETE', `/api/logical-servers/${id}`);
    const next = await server.get(/<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!);
    expect((next.body as Server[]).map(({ name }) => name)).toEqual(inOrder.slice(3));
    expect(await names('sort=name:natural')).not.toContain('srv-02');
    await server.request('POST', `/api/logical-servers/${id}/restore`);
  });

  it('is that of an export', async () => {
    const { body } = await server.get('/api/logical-servers/export?format=csv&sort=-name:natural');
    const [headings, ...lines] = (body as string).split('\r\n').map((line) => line.split(','));
    const at = headings!.indexOf('name');
    expect(lines.slice(0, -1).map((cells) => cells[at])).toEqual(inOrder.toReversed());
  });

  it('of many objects comes from a thread, whole and in pages', async () => {
    const all = await names('sort=name:natural&fields=name', 'workstations');
    expect(all).toEqual(Array.from({ length: MANY }, (_, i) => `ws-${i}`));
    expect(await names('sort=-name:natural&page[number]=3&page[size]=2', 'workstations')).toEqual([
      `ws-${MANY - 5}`,
      `ws-${MANY - 6}`,
    ]);
    const [first] = (await server.get('/api/workstations?sort=description:natural,name:natural&page[size]=1')).body;
    expect(first.description).toBeNull();
  });

  it.each([
    [
      'of a column of numbers',
      'sort=id:natural',
      /^The parameter sort asks for a natural order of id, which holds no texts/,
    ],
    ['of a column that there is not', 'sort=nam:natural', /Did you mean name\?/],
    ['in another way', 'sort=name:other', /sort/],
    [
      'behind a cursor of another order',
      `sort=name:natural&page[after]=${Buffer.from('["name,id","a",1]').toString('base64url')}`,
      /cursor/,
    ],
  ])('%s is refused', async (_, query, message) => {
    const { status, body } = await server.get(`/api/logical-servers?${query}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('of more than 100,000 objects is refused, and says what to do', async () => {
    const { database } = server;
    const rows = Array.from({ length: 317 }, (_, i) => [`v${i}`]);
    await database.transaction((tx) => database.insert(tx, 'vlans', ['name'], rows));
    await database.run('INSERT INTO vlans (name) SELECT a.name FROM vlans a CROSS JOIN vlans b');
    const { status, body } = await server.get('/api/vlans?sort=name:natural&page[size]=1');
    expect([status, body.message]).toEqual([400, expect.stringMatching(/more than 100000 objects\. Narrow the list/)]);
    // As many as it takes, however often their reading is interrupted.
    for (let i = 0; i < 3; i++)
      expect(await names('sort=-name:natural&filter[id_lte]=100000&page[size]=1&fields=name', 'vlans')).toEqual([
        'v316',
      ]);
    expect(await names('sort=name:natural&filter[name_starts]=v31&page[size]=1&fields=name', 'vlans')).toEqual(['v31']);
  });
});
