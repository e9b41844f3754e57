/** Lists by what sources know: `fed_by`, `missing_from`, `last_seen_before` (feeding 9). @seconds 12 */
import { registry } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { StoredFeed } from './support/stored.js';

describe.each(ENGINES)('lists by what sources know on %s', (engine) => {
  let server: TestServer;
  let feed: StoredFeed;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    server = await TestServer.start(engine);
    feed = new StoredFeed(server);
    for (const name of ['GLPI', 'VCENTER', 'NONE', 'FULL']) await feed.source(name);
    for (const name of ['both', 'glpi', 'missing', 'nobody', 'full', 'late', 'deleted', 'moved']) {
      ids[name] = (await server.post('/api/sites', { name })).body.id as number;
    }
    const record = (source: string, name: string, more: object = {}): Promise<void> =>
      feed.record({ source, type: 'sites', id: ids[name]!, ref: `${name} ${source}`, ...more });
    await record('GLPI', 'both', { lastSeen: '2026-01-01 12:00:00' });
    await record('VCENTER', 'both', { lastSeen: '2026-01-05 12:00:00' });
    await record('GLPI', 'glpi', { lastSeen: '2026-01-01 12:00:00' });
    await record('GLPI', 'missing', { lastSeen: '2026-01-02 12:00:00', missingSince: '2026-01-04 12:00:00' });
    await record('VCENTER', 'missing', { lastSeen: '2026-01-03 12:00:00' });
    await record('GLPI', 'deleted', { lastSeen: '2026-01-01 12:00:00' });
    // What a full run saw is written to its scope; that of a missing one moves on without it.
    await feed.run('FULL', '2026-01-06 12:00:00', { scope: 'paris' });
    await feed.run('FULL', '2026-01-02 12:00:00', { scope: 'a "b" é\\' });
    await record('FULL', 'full', { lastSeen: null, scopes: ['a "b" é\\', 'paris'] });
    await record('FULL', 'late', { lastSeen: null, scopes: ['a "b" é\\'] });
    await record('FULL', 'moved', { lastSeen: null, scopes: ['paris'], missingSince: '2026-01-03 12:00:00' });
    // The same numbers of another type.
    await feed.record({ source: 'NONE', type: 'buildings', id: ids['nobody']!, ref: 'x' });
    await server.delete(`/api/sites/${ids['deleted']}`);
  });
  afterAll(() => server.stop());

  const list = async (filter: string, path = 'sites'): Promise<string[]> => {
    const { status, body } = await server.get(`/api/${path}?${filter}`);
    expect([filter, status]).toEqual([filter, 200]);
    return (body as Array<{ name: string }>).map(({ name }) => name);
  };

  it.each<[string, string[]]>([
    ['filter[fed_by]=GLPI', ['both', 'glpi', 'missing']],
    ['filter[fed_by]=VCENTER', ['both', 'missing']],
    ['filter[fed_by]=VCENTER,FULL', ['both', 'missing', 'full', 'late', 'moved']],
    ['filter[fed_by][]=VCENTER&filter[fed_by][]=NONE', ['both', 'missing']],
    ['filter[fed_by]=VCENTER&filter[fed_by]=NONE', ['both', 'missing']],
    ['filter[fed_by]=none', ['nobody']],
    ['filter[fed_by]=NONE', []],
    ['filter[fed_by]=UNKNOWN', []],
    ['filter[fed_by]=', ['both', 'glpi', 'missing', 'nobody', 'full', 'late', 'moved']],
    ['filter[fed_by]=GLPI&filter[trashed]=with', ['both', 'glpi', 'missing', 'deleted']],
    ['filter[fed_by]=GLPI&filter[name]=i&sort=-name', ['missing', 'glpi']],
    ['filter[fed_by]=GLPI&page[size]=2', ['both', 'glpi']],
    ['filter[missing_from]=GLPI', ['missing']],
    ['filter[missing_from]=VCENTER', []],
    ['filter[missing_from]=VCENTER,FULL,GLPI', ['missing', 'moved']],
    ['filter[last_seen_before]=2025-12-31', []],
    ['filter[last_seen_before]=2026-01-01', ['glpi']],
    ['filter[last_seen_before]=2026-01-01T11:59:59Z', []],
    ['filter[last_seen_before]=2026-01-02', ['glpi', 'late']],
    ['filter[last_seen_before]=2026-01-03', ['glpi', 'missing', 'late', 'moved']],
    ['filter[last_seen_before]=2026-01-05', ['both', 'glpi', 'missing', 'late', 'moved']],
    ['filter[last_seen_before]=2026-01-06', ['both', 'glpi', 'missing', 'full', 'late', 'moved']],
    ['filter[last_seen_before]=2026-01-05&filter[fed_by]=VCENTER', ['both', 'missing']],
  ])('%s', async (filter, names) => {
    expect((await list(filter)).sort()).toEqual([...names].sort());
  });

  it('counts pages, and orders as any filter does', async () => {
    const { headers, body } = await server.get('/api/sites?filter[fed_by]=GLPI&page[number]=2&page[size]=2&sort=name');
    expect([headers.get('x-total-count'), body.map(({ name }: { name: string }) => name)]).toEqual(['3', ['missing']]);
  });

  it.each([
    ['filter[fed_by]=glpi', 'The parameter filter[fed_by] must be names of sources, separated by commas, or none.'],
    [
      'filter[fed_by]=GLPI,none',
      'The parameter filter[fed_by] must be names of sources, separated by commas, or none.',
    ],
    ['filter[missing_from]=none', 'The parameter filter[missing_from] must be names of sources, separated by commas.'],
    [
      'filter[last_seen_before]=soon',
      'The parameter filter[last_seen_before] must be a date, such as 2026-01-31 or 2026-01-31T08:00:00Z, or counted from now: today, now, 30d, -2w, 6m, -1y, -12h.',
    ],
    ['filter[last_seen_before]=2026-01-01,2026-01-02', 'The parameter filter[last_seen_before] takes one value.'],
    [
      `filter[fed_by]=${Array(1001).fill('A').join()}`,
      'The parameter filter[fed_by] must be a text, or a list of at most 1000.',
    ],
  ])('%s is 400', async (filter, message) => {
    const answer = await server.get(`/api/sites?${filter}`);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('what was no filter before is told of as it was, and exports and related lists know none of them', async () => {
    const unknown = async (query: string): Promise<string> => {
      const { status, body } = await server.get(query);
      expect([query, status]).toEqual([query, 400]);
      return body.message as string;
    };
    expect(await unknown('/api/sites?filter[nothing]=1')).not.toContain('fed_by');
    for (const name of ['fed_by', 'missing_from', 'last_seen_before']) {
      const told = await unknown(`/api/sites/export?filter[${name}]=GLPI`);
      expect(told).toContain(`filter[${name}]`);
      await unknown(`/api/buildings?filter[site.${name}]=GLPI`);
      await unknown(`/api/users?filter[${name}]=GLPI`);
    }
  });

  it('they need the right on sources', async () => {
    const [reader, allowed] = [
      await server.userWith(['site_access']),
      await server.userWith(['site_access', 'feed_access']),
    ];
    for (const filter of ['fed_by]=GLPI', 'missing_from]=GLPI', 'last_seen_before]=2026-01-01']) {
      expect((await server.get(`/api/sites?filter[${filter}`, reader)).status).toBe(403);
      expect((await server.get(`/api/sites?filter[${filter}`, allowed)).status).toBe(200);
    }
    expect((await server.get('/api/sites?filter[fed_by]=', reader)).status).toBe(200);
  });

  it('every type that can be fed takes them', async () => {
    for (const { path } of registry.all().filter(({ identity }) => identity.length)) {
      expect([path, await list('filter[fed_by]=none&filter[missing_from]=GLPI', path)]).toEqual([path, []]);
      expect([path, await list('filter[last_seen_before]=2026-01-01&page[number]=1', path)]).toEqual([
        path,
        path === 'sites' ? ['glpi'] : [],
      ]);
    }
  });
});
