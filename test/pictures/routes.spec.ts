/** The routes of pictures: what is answered, what is refused, and what nobody sees who may not. @seconds 21 */
import { registry } from '../../src/engine/index.js';
import { viewTitles } from '../../src/map/views.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { PICTURE_FORMATS } from '../../src/pictures/parameters.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, type TestAnswer, type TestServer } from '../support/server.js';
import { all, parseXml } from './xml.js';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const REQUESTS = Number(process.env['REQUESTS'] ?? 60);

/** What pictures of answers cannot do without. */
const LEAST: Readonly<Record<string, string>> = {
  object: 'of=bays_1&',
  path: 'from=bays_1&to=applications_1&',
  impact: 'of=sites_1&',
  dependencies: 'of=applications_1&',
};
/** Without a foot: that has the time of the state of the map. */
const asked = (name: string): string => `/${name}?foot=0&${LEAST[name] ?? ''}`;

/** What was drawn on the first engine, by name. */
const drawn = new Map<string, string>();

describe.each(ENGINES)('pictures on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startDemo(engine);
  }, 120_000);
  afterAll(() => server.stop());

  const get = (path: string, options: Parameters<TestServer['get']>[1] = {}): Promise<TestAnswer> =>
    server.get(`/api/graph/pictures${path}`, options);

  it.each(VIEWS.map(({ name }) => name))('%s is the same bytes on every engine', async (name) => {
    const { status, body } = await get(asked(name));
    expect(status).toBe(200);
    if (!drawn.has(name)) drawn.set(name, body as string);
    expect(body).toBe(drawn.get(name));
  });

  it('are listed in the language of the request', async () => {
    const { status, body } = await get('', { headers: { 'accept-language': 'fr' } });
    expect(status).toBe(200);
    expect(body.pictures.map(({ name }: { name: string }) => name)).toEqual(VIEWS.map(({ name }) => name));
    expect(body.pictures[0]).toMatchObject({ name: 'ecosystem', title: 'Écosystème', kinds: ['entities'] });
  });

  it.each(['en', 'fr'] as const)(
    'call kinds, connectors and views as the rest of the program does, in %s',
    async (language) => {
      const headers = { 'accept-language': language };
      const { body } = await get('/overview?format=json', { headers });
      type Box = Record<'id' | 'kind' | 'label', string>;
      const labels = (body.boxes as Box[]).map(({ id, label }) => [id, label]);
      const titles = (body.boxes as Box[]).map(({ id }) => {
        const name = id.replace(/^\w+:/, '');
        return [id, id.startsWith('kind:') ? registry.get(name).titles[language][0] : viewTitles(name)[language]];
      });
      expect(labels.length).toBeGreaterThan(50);
      expect(labels).toEqual(titles);
      const cables = await get('/object?of=physical-switches_1&connectors=nodes&depth=1&format=text', { headers });
      expect(cables.body).toContain(`${registry.get('physical-links').titles[language][0]} `);
    },
  );

  it.each(VIEWS.map(({ name }) => name))('%s comes in every format, with a tag that holds', async (name) => {
    for (const [format, type] of Object.entries(PICTURE_FORMATS)) {
      const first = await get(`${asked(name)}format=${format}`);
      expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const tag = first.headers.get('etag')!;
      if (format !== 'svg' && format !== 'text') continue;
      const again = await get(`${asked(name)}format=${format}`);
      expect(again.headers.get('etag')).toBe(tag);
      const same = await get(`${asked(name)}format=${format}`, { headers: { 'if-none-match': tag } });
      expect([same.status, same.headers.get('etag')]).toEqual([304, tag]);
      const any = await get(`${asked(name)}format=${format}`, { headers: { 'if-none-match': '*' } });
      expect([any.status, any.headers.get('etag')]).toEqual([304, tag]);
      expect(again.body).toBe(first.body);
    }
    const french = await get(asked(name), { headers: { 'accept-language': 'fr' } });
    expect(parseXml(french.body).attributes['lang']).toBe('fr');
  });

  it.each(['svg', 'png'])('come packed to whoever takes that, as %s', async (format) => {
    const as = (coding: string): Promise<TestAnswer> =>
      get(`/ecosystem?format=${format}`, { headers: { 'accept-encoding': coding } });
    const [packed, plain] = [await as('gzip'), await as('identity')];
    const told = [packed, plain].map(({ headers }) => ['content-encoding', 'vary'].map((name) => headers.get(name)));
    const vary = 'Accept-Language, accept-encoding';
    expect(told).toEqual([
      ['gzip', vary],
      [null, vary],
    ]);
    expect(packed.body).toEqual(plain.body);
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag')!.replace(/"$/, '-gzip"'));
  });

  it('change their tag with what is shown, and with nothing else', async () => {
    const tag = async (): Promise<string> => (await get('/physical-infrastructure?foot=0')).headers.get('etag')!;
    const before = await tag();
    await server.put('/api/applications/1', { rto: 4711 });
    expect(await tag()).toBe(before);
    await server.put('/api/sites/1', { name: 'Another site' });
    expect(await tag()).not.toBe(before);
    expect((await get('/physical-infrastructure')).body).toContain('Another site');
  });

  it('know every write and every right at once, however often they are asked for', async () => {
    const { token, roleId } = await server.userWith(['explore_access', 'site_access', 'building_access']);
    const drawn = async (own?: string): Promise<string> =>
      (await get('/physical-infrastructure?links=none', own ? { token: own } : {})).body;
    for (let round = 0; round < 12; round++) {
      const name = `site in round ${round}`;
      await server.put('/api/sites/1', { name });
      const pictures = [await drawn(), await drawn(token), await drawn(), await drawn(token)];
      expect(pictures.map((one) => one.includes(name))).toEqual([true, true, true, true]);
      expect(pictures.map((one) => one.includes('BAIE-A1'))).toEqual([true, false, true, false]);
    }
    const permissions = await server.database.all("SELECT id, title FROM permissions WHERE title LIKE '%_access'");
    const give = async (...titles: string[]): Promise<void> => {
      const ids = permissions.filter(({ title }) => titles.includes(title as string)).map(({ id }) => id);
      expect((await server.put(`/api/roles/${roleId}`, { permissions: ids })).status).toBe(200);
    };
    for (let round = 0; round < 3; round++) {
      await give('explore_access', 'site_access', 'building_access', 'bay_access');
      expect(await drawn(token)).toContain('BAIE-A1');
      await give('explore_access', 'site_access', 'building_access');
      expect(await drawn(token)).not.toContain('BAIE-A1');
    }
  });

  it('are narrowed by selectors', async () => {
    const { body } = await get('/physical-infrastructure?building=2&format=json');
    const { body: whole } = await get('/physical-infrastructure?format=json');
    expect(body.boxes.length).toBeGreaterThan(0);
    expect(body.boxes.length).toBeLessThan(whole.boxes.length);
    expect(body.boxes.map(({ id }: { id: string }) => id)).toContain('buildings_2');
  });

  it.each([
    ['/nothing', 404],
    ['/ecosystem?colour=red', 400],
    ['/ecosystem?format=gif', 400],
    ['/ecosystem?most=9', 400],
    ['/ecosystem?most=801', 400],
    ['/ecosystem?show=ip', 400],
    ['/ecosystem?perimeter=outer', 400],
    ['/ecosystem?theme=light&theme=dark', 400],
    ['/physical-infrastructure?site=x', 400],
    ['/physical-infrastructure?site=0', 400],
    ['/physical-infrastructure?site=999', 404],
    ['/physical-infrastructure?scale=5', 400],
    ['/overview?fold=none', 200],
    ['/impact?of=sites_1&most=10', 200],
    ['/object', 400],
    ['/object?of=bays_1&depth=6', 400],
    ['/object?of=bays_999', 404],
    ['/path?from=bays_1&to=nothing_1', 400],
    ['/path?from=bays_1&to=applications_1&tags=prod', 400],
    ['/impact?of=bays_1&tags=prod', 400],
    ['/overview?tags=prod', 400],
    ['/overview?show=ip', 400],
    ['/impact?of=bays_1&colour=red', 400],
  ])('%s is %i', async (path, status) => {
    const answer = await get(path, { documented: false });
    expect(answer.status).toBe(status);
    if (status === 400 && path.includes('=')) expect(answer.body.message).toContain(/.*[?&](\w+)=/.exec(path)![1]);
  });

  it('of an outage say what fails and why, by signs and words too', async () => {
    const { body } = await get('/impact?of=physical-servers_1&format=json');
    type Box = Record<'id' | 'state' | 'second', string> & { root?: true };
    const boxes = new Map((body.boxes as Box[]).map((box) => [box.id, box]));
    const states = Object.fromEntries([...boxes].map(([id, { state }]) => [id, state]));
    expect(states).toMatchObject({
      ...{ 'physical-servers_1': 'down', clusters_1: 'at_risk', 'logical-servers_1': 'at_risk' },
      ...{ applications_1: 'degraded', processes_1: 'degraded', entities_3: 'concerned' },
    });
    expect([...boxes.values()].filter(({ root }) => root).map(({ id }) => id)).toEqual(['physical-servers_1']);
    expect(boxes.get('clusters_1')!.second).toBe('Cluster · 1 of 2 left');
    expect(body.title).toBe('Impact of ESX-01');
    const drawn = (await get('/impact?of=physical-servers_1')).body as string;
    const said = [...drawn.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
    for (const [state, sign] of Object.entries({ down: '✕', degraded: '!', at_risk: '½' })) {
      // One more than there are boxes: the legend.
      const signs = Object.values(states).filter((one) => one === state).length + 1;
      expect([state, said.filter((text) => text === sign).length]).toEqual([state, signs]);
    }
    for (const words of ['Down: 1', /^Works worse: \d+$/, /^No reserve left: \d+$/, /^To be told: \d+$/])
      expect(said).toContainEqual(expect.stringMatching(words));
  });

  it('say at their foot whose map it is, what, when, for whom, and by which release', async () => {
    const own = await startDemo(engine === 'sqlite' ? 'sqlite' : engine, { ORGANISATION: 'Centre hospitalier & Cie' });
    try {
      const foot = async (path: string, token?: string): Promise<string> => {
        const { body } = await own.get(`/api/graph/pictures/${path}`, token ? { token } : {});
        return typeof body === 'string' ? body : JSON.stringify(body);
      };
      const said =
        /Centre hospitalier &(amp;)? Cie · Ecosystem · \d+ \w+ \d{4} at \d\d:\d\d \S+ · Meridian \d+\.\d+\.\d+/;
      for (const format of ['svg', 'drawio', 'text', 'json'])
        expect([format, await foot(`ecosystem?format=${format}`)]).toEqual([format, expect.stringMatching(said)]);
      expect(await foot('ecosystem')).toBe(await foot('ecosystem'));
      expect(await foot('ecosystem?foot=0')).not.toMatch(/Cie ·|Meridian \d/);
      const { token } = await own.userWith(['explore_access', 'entity_access']);
      const { body: me } = await own.get('/api/me', { token });
      expect(await foot('ecosystem?format=text', token)).toContain(`as seen by ${me.name ?? me.user?.name}`);
    } finally {
      await own.stop();
    }
  });

  it('need a token and the right to explore', async () => {
    expect((await get('/ecosystem', { token: null })).status).toBe(401);
    const token = await reader(['application_access', 'application_show']);
    expect((await get('/ecosystem', { token })).status).toBe(403);
  });

  it('show nothing of kinds that the caller may not list', async () => {
    const token = await reader(['explore_access', 'site_access', 'building_access']);
    const { status, body } = await get('/physical-infrastructure', { token });
    expect(status).toBe(200);
    const said = [...all(parseXml(body))].flatMap(({ attributes }) => attributes['aria-label'] ?? []).join('\n');
    expect(said).toContain('Building');
    expect(said).not.toMatch(/Workstation|Bay|server|Security zone/);
    const { body: names } = await server.get('/api/workstations');
    for (const { name } of names as Array<{ name: string }>) expect(body).not.toContain(name);
    expect((await get('/network-infrastructure?site=1', { token })).status).toBe(200);
    expect((await get('/applications?application=1', { token })).status).toBe(403);
    expect((await get('/applications?application=999', { token })).status).toBe(403);
    expect((await get('/applications', { token })).body).toContain('Nothing to show');
  });

  it('never make the server fail, whatever the parameters', async () => {
    let state = SEED + 1;
    const random = (n: number): number => (state = (state * 48271) % 0x7fffffff) % n;
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
    const NAMES = [
      'format',
      'scale',
      'show',
      'tags',
      'most',
      'fold',
      'theme',
      'links',
      'download',
      'group',
      'granularity',
      'site',
      'zone',
      'type',
      'application',
      '__proto__',
      'building',
    ];
    const VALUES = [
      'svg',
      'png',
      'json',
      'text',
      '1',
      '2',
      '4',
      '10',
      '300',
      'none',
      'auto',
      'ip',
      'tags,kinds',
      'dark',
      '',
      '%00',
      '%F0%9F%98%80',
      "'",
      '1,2',
      'sites_1',
      '9999999999999',
      '-1',
      'blocks',
      'a'.repeat(300),
    ];
    for (let i = 0; i < REQUESTS; i++) {
      const query = Array.from({ length: random(4) }, () => `${pick(NAMES)}=${pick(VALUES)}`).join('&');
      const path = `${asked(pick(VIEWS).name)}${query}`;
      const { status } = await get(path, { documented: false });
      expect([SEED, path, status < 500]).toEqual([SEED, path, true]);
    }
  }, 1_200_000);

  /** Somebody with these abilities alone. */
  async function reader(titles: string[]): Promise<string> {
    const { body: permissions } = await server.get('/api/permissions');
    const ids = (permissions as Array<{ id: number; title: string }>)
      .filter(({ title }) => titles.includes(title))
      .map(({ id }) => id);
    expect(ids).toHaveLength(titles.length);
    const name = `reader-${ids.join('-')}`;
    const role = await server.post('/api/roles', { title: name, permissions: ids });
    const made = await server.post('/api/users', {
      ...{ name, login: name, email: `${name}@example.org`, password: ADMIN.password, granularity: 3 },
      roles: [role.body.id],
    });
    expect([role.status, made.status]).toEqual([201, 201]);
    return server.login(name, ADMIN.password);
  }
});
