/** What is stored and told: ranges of flows that are none, names that mean nothing (contract 15). */
import { isRangeOrHost } from '../../src/core/text/addresses.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe('ends of rules', () => {
  it.each([
    ...['10.0.0.1', '10.0.0.0/24', '10.0.0.1-10.0.0.9', '10.0.0.0/255.255.255.0', 'fd00::/8', 'any', '*', 'SRV-EHR-01'],
    ...['srv.chv.local', '3com-switch', '10.0.0.1, 10.0.0.2; DMZ', '10.0.0.1 - 10.0.0.9', 'Réseau_invités'],
  ])('%s can be one', (text) => expect(isRangeOrHost(text)).toBe(true));
  it.each(['10.0.0.300', '10.0.0', '10.0.0.0/33', '10.0.0.1-10.0.0.300', '-', 'a..b', '10.0.0.1, 1.2.3.4.5', ' ; '])(
    '%s is none',
    (text) => expect(isRangeOrHost(text)).toBe(false),
  );
});

describe.each(ENGINES)('what is stored and told on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());
  const told = (headers: Headers): unknown => JSON.parse(headers.get('x-warnings') ?? 'null');

  it('tells ranges of flows that are none, in the language of the request, in ASCII, and stores them', async () => {
    const ends = { source_ip_range: '10.0.0.300', dest_ip_range: 'any' };
    const made = await server.post('/api/logical-flows', { name: 'F', ...ends });
    expect([made.status, told(made.headers)]).toEqual([
      201,
      { source_ip_range: '10.0.0.300 is no address, range, network or name of a host.' },
    ]);
    const path = `/api/logical-flows/${made.body.id}`;
    expect((await server.get(path)).body.data.source_ip_range).toBe('10.0.0.300');
    const french = await server.put(path, { dest_ip_range: '10.0.0.0/33' }, { headers: { 'accept-language': 'fr' } });
    expect(french.headers.get('x-warnings')).toMatch(/^[\x20-\x7e]+$/);
    expect(told(french.headers)).toEqual({
      dest_ip_range: '10.0.0.0/33 n’est ni une adresse, ni une plage, ni un réseau, ni un nom d’hôte.',
    });
    const fine = await server.put(path, { source_ip_range: '10.0.0.0/8', dest_ip_range: '' });
    expect([fine.status, told(fine.headers)]).toEqual([200, null]);
  });

  it('names the item of a mass action, 20 at most', async () => {
    const items = Array.from({ length: 60 }, (_, i) => ({
      name: `F${i}`,
      source_ip_range: i % 2 ? 'any' : '1.2.3.4.5',
    }));
    const { status, headers } = await server.post('/api/logical-flows/mass-store', { items });
    expect(status).toBe(201);
    const names = Object.keys(told(headers) as object);
    expect(names.slice(0, 2)).toEqual(['items.0.source_ip_range', 'items.2.source_ip_range']);
    expect(names.length).toBeLessThanOrEqual(20);
    expect(headers.get('x-warnings')!.length).toBeLessThanOrEqual(2000);
  });

  it('refuses names that mean nothing where the request prefers it strict', async () => {
    const body = { name: 'Strict', colour: 'red' };
    const loose = await server.post('/api/sites', body);
    expect([loose.status, loose.headers.get('x-ignored-fields')]).toEqual([201, 'colour']);
    for (const prefer of ['handling=strict', 'respond-async, handling="strict"']) {
      const { status, body: problem } = await server.post(
        '/api/sites',
        { ...body, name: 'Other' },
        { headers: { prefer } },
      );
      expect([status, Object.keys(problem.errors)]).toEqual([422, ['colour']]);
    }
    const lenient = { headers: { prefer: 'handling=lenient' } };
    expect((await server.post('/api/sites', { ...body, name: 'Lenient' }, lenient)).status).toBe(201);
  });

  it('lists stored queries as CSV with their text', async () => {
    await server.post('/api/queries', { name: 'Q', query: 'FROM sites FIELDS name', is_public: true });
    const { body, headers } = await server.get('/api/queries?format=csv');
    // What is answered depends on it.
    expect(headers.get('vary')).toMatch(/^Accept(,|$)/);
    expect((await server.get('/api/sites')).headers.get('vary')).toMatch(/^Accept(,|$)/);
    expect(String(body).split('\n')[0]).toContain('query_text');
    expect(String(body)).toContain('FROM sites');
  });
});
