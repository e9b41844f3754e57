/** Perimeters: what a role that is kept to some sees, writes and may not say (identity 9). @seconds 12 */
import { registry } from '../../src/engine/index.js';
import { describeWithOldDatabase, newestDatabase } from '../existing-database/old-database.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

describe.each(ENGINES)('perimeters on %s', (engine) => limiting(() => TestServer.start(engine)));

describeWithOldDatabase('perimeters on the newest generation of the older application', () =>
  limiting(async () => TestServer.start('mariadb', {}, await newestDatabase('bare'))),
);

interface Told {
  data: { resource: string };
}

function limiting(start: () => Promise<TestServer>): void {
  let server: TestServer;
  let token: string;
  let role: number;
  let user: number;
  const ids: Record<string, number> = {};
  const make = async (name: string, path: string, body: object, as?: string): Promise<number> => {
    const answer = await server.post(`/api/${path}`, { name, ...body }, as ? { token: as } : {});
    if (answer.status !== 201) throw new Error(`${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (ids[name] = answer.body.id as number);
  };
  const get = (path: string): Promise<TestAnswer> => server.get(`/api/${path}`, { token });
  const namesOf = ({ body }: TestAnswer): string[] => (body as Array<{ name: string }>).map(({ name }) => name).sort();

  beforeAll(async () => {
    server = await start();
    await make('Lyon', 'sites', {});
    await make('Paris', 'sites', {});
    await make('hall', 'buildings', { site_id: ids['Lyon'] });
    await make('room', 'buildings', { building_id: ids['hall'] });
    await make('rack', 'bays', { room_id: ids['room'] });
    await make('rack at Lyon', 'bays', { site_id: ids['Lyon'] });
    await make('attic', 'buildings', { site_id: ids['Paris'] });
    // Its room is at one site, and it says another: it lies in both.
    await make('rack in doubt', 'bays', { site_id: ids['Lyon'], room_id: ids['attic'] });
    await make('rack at Paris', 'bays', { site_id: ids['Paris'] });
    await make('host', 'physical-servers', { bay_id: ids['rack'] });
    await make('host at Lyon', 'physical-servers', { bay_id: ids['rack at Lyon'] });
    await make('far host', 'physical-servers', { site_id: ids['Paris'] });
    await make('vm', 'logical-servers', { physical_servers: [ids['host']] });
    await make('far vm', 'logical-servers', { physical_servers: [ids['far host']] });
    await make('base', 'databases', { logical_servers: [ids['vm']] });
    await make('files', 'applications', { logical_servers: [ids['vm'], ids['far vm']] });
    await make('mail', 'applications', { logical_servers: [ids['far vm']] });
    await make('HR pay', 'applications', {});
    await make('across', 'application-flows', {
      application_source_id: ids['files'],
      application_dest_id: ids['HR pay'],
    });
    await make('out', 'application-flows', { application_source_id: ids['files'], application_dest_id: ids['mail'] });
    await make('PX', 'perimeters', {
      roots: [{ resource: 'sites', id: ids['Lyon'], depth: 'applications' }],
      rules: [{ resource: 'applications', filter: { name_like: 'HR%' } }],
    });
    const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    const person = await server.userWith(titles.map(({ title }) => title as string));
    token = person.token;
    user = person.id;
    const { body } = await server.get(`/api/users/${person.id}`);
    role = body.data.roles[0];
    const given = await server.patch(`/api/roles/${role}`, { perimeters: [ids['PX']] });
    expect([given.status, given.body.perimeters]).toEqual([200, [ids['PX']]]);
  });
  afterAll(async () => {
    await server.stop();
    registry.fit(new Map());
  });

  it('hold what lies in their places, what runs on it and what rules find', async () => {
    const seen: Record<string, string[]> = {};
    for (const path of [
      ...['sites', 'buildings', 'bays', 'physical-servers', 'logical-servers', 'databases', 'applications'],
      ...['application-flows', 'networks'],
    ])
      seen[path] = namesOf(await get(path));
    expect(seen).toEqual({
      sites: ['Lyon'],
      buildings: ['hall', 'room'],
      bays: ['rack', 'rack at Lyon', 'rack in doubt'],
      'physical-servers': ['host', 'host at Lyon'],
      'logical-servers': ['vm'],
      databases: ['base'],
      applications: ['HR pay', 'files'],
      'application-flows': ['across'],
      networks: [],
    });
  });

  it('are all that there is: single reads, references, links, counts', async () => {
    for (const [path, name] of [
      ['sites', 'Paris'],
      ['applications', 'mail'],
      ['application-flows', 'out'],
    ] as const)
      expect([name, (await get(`${path}/${ids[name]}`)).status]).toEqual([name, 404]);
    expect((await get(`applications/${ids['files']}`)).body.data.logical_servers).toEqual([ids['vm']]);
    expect((await get(`logical-servers/${ids['vm']}?include=applications`)).body.data.applications).toHaveLength(1);
    expect((await get('buildings?page[number]=1')).headers.get('x-total-count')).toBe('2');
    expect(namesOf(await get('applications?filter[logical_servers.name]=far vm'))).toEqual([]);
  });
  it('a write keeps what is hidden, and is told nothing of it', async () => {
    const path = `/api/applications/${ids['files']}`;
    const written = await server.patch(path, { logical_servers: [], description: 'x' }, { token });
    // Without its server in reach it would lie nowhere.
    expect([written.status, written.body.message]).toEqual([
      403,
      'This would lie outside the perimeters in which you may do it.',
    ]);
    const whole = (await get(`applications/${ids['files']}`)).body.data;
    const put = await server.request('PUT', path, { body: { ...whole, description: 'y' }, token });
    expect(put.status).toBe(200);
    const { data } = (await server.get(path)).body;
    expect([data.description, data.logical_servers]).toEqual(['y', [ids['vm'], ids['far vm']]]);
    const guess = await server.patch(path, { logical_servers: [ids['vm'], ids['far vm']] }, { token });
    expect([guess.status, Object.keys(guess.body.errors)]).toEqual([422, ['logical_servers.1']]);
    // Whoever guesses right is told what whoever guesses wrong is, in the same order.
    const refusals = async (path: string, bodyOf: (id: number) => object, ids: readonly number[]): Promise<string[]> =>
      Promise.all(
        ids.map(async (id) => {
          const { status, body } = await server.request('PUT', `/api/${path}?dry_run=1`, { body: bodyOf(id), token });
          return JSON.stringify([status, body.errors, body.message]);
        }),
      );
    for (const sent of [
      (id: number) => ({ logical_servers: [id, id] }),
      (id: number) => ({ logical_servers: ['abc', id] }),
      (id: number) => ({ logical_servers: [987_653, id, 987_655], entities: [987_653] }),
      (id: number) => ({ entities: [987_653], logical_servers: [id] }),
    ]) {
      const [right, ...wrong] = await refusals(`applications/${ids['files']}`, sent, [
        ids['far vm']!,
        ids['far vm']! + 500_000,
      ]);
      expect([JSON.parse(right!)[0], wrong]).toEqual([422, [right]]);
    }
    const [own, ...others] = await refusals(
      'bays/mass-update',
      (id) => ({ items: [{ id: ids['rack'], room_id: 987_653 }, { id: ids['rack in doubt'], room_id: id }] }), // prettier-ignore
      [ids['attic']!, 987_654],
    );
    expect([JSON.parse(own!)[0], others]).toEqual([422, [own]]);
    // Nor by sending two values under the two names of a column, of which the stored one would say nothing.
    const told = await Promise.all(
      [ids['attic'], 987_654, ids['hall']].map(async (room_id) => {
        const sent = { room_id, building_id: null };
        const answer = await server.patch(`/api/bays/${ids['rack in doubt']}?dry_run=1`, sent, { token });
        return [answer.status, Object.keys(answer.body.errors ?? {})];
      }),
    );
    expect([told[0], told.map(([status]) => status)]).toEqual([told[1], [422, 422, 200]]);
    const flow = `/api/application-flows/${ids['across']}`;
    const moved = await server.patch(flow, { application_dest_id: ids['mail'] }, { token });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['application_dest_id']]);
  });
  it('an end of a flow that is hidden reads as none, and another one takes its place', async () => {
    const service = await make('a service', 'application-services', {});
    const ends = { application_source_id: ids['files'] };
    const flows = [
      await make('end hidden', 'application-flows', { ...ends, application_dest_id: ids['mail'] }),
      await make('end not there', 'application-flows', ends),
    ];
    const { body: perimeter } = await server.post('/api/perimeters', {
      name: 'Ends',
      rules: [
        { resource: 'applications', filter: { name_in: 'files' } },
        { resource: 'application-services', all: true },
        { resource: 'application-flows', filter: { name_like: 'end %' } },
      ],
    });
    const kept = (await server.post('/api/tokens', { name: 'ends', perimeters: [perimeter.id] })).body.token as string;
    const told = [];
    for (const flow of flows) {
      const patch = (service_dest_id: number): Promise<TestAnswer> =>
        server.patch(`/api/application-flows/${flow}`, { service_dest_id }, { token: kept });
      const refused = await patch(987_654);
      const stored = await patch(service);
      told.push([refused.status, refused.body.errors, stored.status, stored.body.application_dest_id]);
    }
    expect(told[0]).toEqual(told[1]);
    expect([told[0]![0], told[0]![2]]).toEqual([422, 200]);
    const { data } = (await server.get(`/api/application-flows/${flows[0]}`)).body;
    expect([data.application_dest_id, data.service_dest_id]).toEqual([null, service]);
  });
  it('a document that a hidden object has, too, is read, and neither changed nor deleted', async () => {
    const upload = async (name: string): Promise<number> => {
      const body = new FormData();
      body.set('file', new Blob([name]), `${name}.txt`);
      return (await server.post('/api/documents', body)).body.id as number;
    };
    const [shared, own] = [await upload('shared'), await upload('own')];
    await server.patch(`/api/logical-servers/${ids['far vm']}`, { documents: [shared] });
    await server.patch(`/api/logical-servers/${ids['vm']}`, { documents: [shared, own] });
    for (const [id, status] of [
      [shared, 404],
      [own, 200],
    ] as const) {
      expect([id, (await get(`documents/${id}`)).status]).toEqual([id, 200]);
      const changed = await server.patch(`/api/documents/${id}`, { filename: 'new.txt' }, { token });
      const deleted = await server.delete(`/api/documents/${id}`, { token });
      expect([id, changed.status, deleted.status]).toEqual([id, status, status === 200 ? deleted.status : 404]);
    }
    expect((await get(`documents/${own}`)).status).toBe(404);
    expect((await server.get(`/api/logical-servers/${ids['far vm']}`)).body.data.documents).toEqual([shared]);
  });
  it('nothing is made, moved or deleted outside', async () => {
    const post = (path: string, body: object): Promise<TestAnswer> => server.post(`/api/${path}`, body, { token });
    expect((await post('applications', { name: 'nowhere' })).status).toBe(403);
    expect((await post('applications', { name: 'nowhere too', logical_servers: [ids['far vm']] })).status).toBe(422);
    expect((await post('applications', { name: 'HR time' })).status).toBe(201);
    const floor = await post('buildings', { name: 'floor', site_id: ids['Lyon'] });
    expect(floor.status).toBe(201);
    expect((await post('bays', { name: 'new rack', room_id: floor.body.id })).status).toBe(201);
    const lost = await server.patch(`/api/buildings/${floor.body.id}`, { site_id: null }, { token });
    expect(lost.status).toBe(403);
    expect((await server.delete(`/api/applications/${ids['mail']}`, { token })).status).toBe(404);
    expect(namesOf(await get('buildings'))).toEqual(['floor', 'hall', 'room']);
  });
  it('one that a deleted role has stays: brought back, it would reach everything', async () => {
    const perimeter = await server.post('/api/perimeters', { name: 'Of a deleted role' });
    const kept = await server.post('/api/roles', { title: 'Deleted', perimeters: [perimeter.body.id] });
    expect((await server.delete(`/api/roles/${kept.body.id}`)).status).toBe(200);
    const refused = await server.delete(`/api/perimeters/${perimeter.body.id}`);
    expect([refused.status, refused.body.errors.id]).toEqual([
      422,
      ['Roles are kept to this perimeter: Deleted. Take it from them first.'],
    ]);
    // Not to whoever may list no roles.
    const { token: other } = await server.userWith(['perimeter_access', 'perimeter_delete']);
    const untold = await server.delete(`/api/perimeters/${perimeter.body.id}`, { token: other });
    // Whom homes limit deletes none.
    const { enabled } = (await server.get('/api/perimeters/switch')).body;
    expect([untold.status, untold.body.errors?.id]).toEqual(
      enabled ? [403, undefined] : [422, ['It is in use by what you may not list: ask an administrator.']],
    );
    expect(JSON.stringify(untold.body)).not.toContain('kept to');
  });
  it('of what a perimeter holds somebody limited counts what they see', async () => {
    const all = (await server.get(`/api/perimeters/${ids['PX']}/objects?resource=sites`)).body;
    const wide = await server.post('/api/perimeters', { name: 'All', rules: [{ resource: 'sites', all: true }] });
    const seen = await get(`perimeters/${wide.body.id}/objects`);
    expect([seen.status, seen.body]).toEqual([200, [{ resource: 'sites', count: all[0].count }]]);
    const listed = await get(`perimeters/${wide.body.id}/objects?resource=sites`);
    expect(listed.body[0].objects).toEqual(all[0].objects);
  });
  it('rules of a perimeter ask nothing of hidden objects for somebody limited who looks at it', async () => {
    const [seen] = (await get('applications?fields=name')).body as Array<{ id: number; name: string }>;
    const hidden = await make('vault', 'logical-servers', { applications: [seen!.id] });
    expect((await get(`logical-servers/${hidden}`)).status).toBe(404);
    const rule = { resource: 'applications', filter: { 'logical_servers.name_like': 'vau%' } };
    const asks = await make('Asks', 'perimeters', { rules: [rule] });
    const about = { resource: 'applications', id: seen!.id };
    const objects = `perimeters/${asks}/objects?resource=applications`;
    expect((await server.get(`/api/${objects}`)).body[0].count).toBe(1);
    expect((await server.post(`/api/perimeters/${asks}/check`, about)).body.inside).toBe(true);
    expect((await get(objects)).body[0].count).toBe(0);
    expect((await server.post(`/api/perimeters/${asks}/check`, about, { token })).body).toMatchObject({
      inside: false,
      rules: [],
    });
    for (const path of [`logical-servers/${hidden}`, `perimeters/${asks}`])
      expect((await server.delete(`/api/${path}`)).status).toBe(200);
    // A reference to what is hidden reads as null for a rule as well.
    const far = await make('Answers for it', 'entities', {});
    await server.patch(`/api/applications/${seen!.id}`, { entity_resp_id: far });
    const answers = await make('Answers', 'perimeters', {
      rules: [{ resource: 'applications', filter: { entity_resp_id: String(far) } }],
    });
    for (const [as, inside] of [
      [{}, true],
      [{ token }, false],
    ] as const) {
      const held = await server.get(`/api/perimeters/${answers}/objects?resource=applications`, as);
      const check = await server.post(`/api/perimeters/${answers}/check`, about, as);
      expect([held.body[0].count, held.body[0].objects.length, check.body.inside]).toEqual([
        ...[Number(inside), Number(inside), inside],
      ]);
    }
    // So do those of what has a document, and of the ends of a flow.
    const upload = new FormData();
    upload.set('file', new Blob(['seen']), 'seen.txt');
    const document = (await server.post('/api/documents', upload)).body.id as number;
    const domain = await make('Domain of it', 'domains', {});
    await server.patch(`/api/logical-servers/${ids['vm']}`, { documents: [document], domain_id: domain });
    const flow = await make('from it', 'application-flows', { application_source_id: seen!.id });
    const domains = { resource: 'logical-servers', filter: { domain_id: String(domain) } };
    const entities = { resource: 'applications', filter: { entity_resp_id: String(far) } };
    expect((await server.patch(`/api/perimeters/${answers}`, { rules: [domains, entities] })).status).toBe(200);
    for (const [resource, id] of [
      ['application-flows', flow],
      ['documents', document],
    ] as const)
      for (const [as, inside] of [
        [{}, true],
        [{ token }, false],
      ] as const) {
        const check = await server.post(`/api/perimeters/${answers}/check`, { resource, id }, as);
        const held = await server.get(`/api/perimeters/${answers}/objects?resource=${resource}`, as);
        expect([resource, check.body.inside, held.body[0]?.count ?? 0]).toEqual([resource, inside, Number(inside)]);
      }
    await server.patch(`/api/logical-servers/${ids['vm']}`, { documents: [] });
    expect((await server.delete(`/api/documents/${document}`)).status).toBe(204);
    for (const path of [`perimeters/${answers}`, `entities/${far}`, `domains/${domain}`, `application-flows/${flow}`])
      expect((await server.delete(`/api/${path}`)).status).toBe(200);
  });
  it('roots of a perimeter, and ends of flows, tell nothing of hidden objects to somebody limited who looks at it', async () => {
    const given = { cartographiable_type: 'application-flows', cartographiable_id: ids['out'], user_id: user };
    const delegation = await server.post('/api/cartographers', given);
    expect(delegation.status).toBe(201);
    const ends = [{ resource: 'applications', filter: { id_in: `${ids['files']},${ids['mail']}` } }];
    const roots = [{ resource: 'sites', id: ids['Paris'], depth: 'applications' }];
    const elsewhere = await make('Elsewhere', 'perimeters', { roots, rules: ends });
    const near = [{ resource: 'applications', filter: { id_in: `${ids['files']}` } }];
    const nearby = await make('Nearby', 'perimeters', { roots, rules: near });
    const told = async (path: string, name: string, as: object, perimeter = elsewhere): Promise<unknown> => {
      const about = await server.post(`/api/perimeters/${perimeter}/check`, { resource: path, id: ids[name] }, as);
      const { body } = await server.get(`/api/perimeters/${perimeter}/objects?resource=${path}`, as);
      const names = (body as Array<{ objects: Array<{ name: string }> }>).flatMap(({ objects }) => objects);
      const { inside, roots: found } = about.body as { inside: boolean; roots: unknown[] };
      return [inside, found.length, names.some((one) => one.name === name)];
    };
    // In Paris are the room of the one, a server of the other, and an end of the third.
    expect((await get(`application-flows/${ids['out']}`)).body.data.application_dest_id).toBeNull();
    for (const [path, name, isRooted] of [
      ['bays', 'rack in doubt', 1],
      ['applications', 'files', 1],
      ['application-flows', 'out', 1],
    ] as const)
      expect([name, await told(path, name, {})]).toEqual([name, [true, isRooted, true]]);
    expect(await told('bays', 'rack in doubt', { token })).toEqual([false, 0, false]);
    // By the rule, which asks for what they see.
    expect(await told('applications', 'files', { token })).toEqual([true, 0, true]);
    // And of a flow as of one that has no end there: whether the hidden one lies in the perimeter changes nothing.
    expect(await told('application-flows', 'out', { token })).toEqual([true, 0, true]);
    expect(await told('application-flows', 'out', { token }, nearby)).toEqual([true, 0, true]);
    expect(
      (await server.post(`/api/perimeters/${nearby}/check`, { resource: 'application-flows', id: ids['out'] })).body,
    ).toMatchObject({ rules: [] });
    // Of their own part they are told everything.
    const own = { resource: 'applications', id: ids['files'] };
    const { body } = await server.post(`/api/perimeters/${ids['PX']}/check`, own, { token });
    expect([body.inside, body.roots.length]).toEqual([true, 1]);
    for (const path of [`cartographers/${delegation.body.id}`, `perimeters/${elsewhere}`, `perimeters/${nearby}`])
      expect((await server.delete(`/api/${path}`)).status).toBe(200);
  });
  it('what a perimeter holds is found through no kind that its reader may not list', async () => {
    const rights = ['perimeter_access', 'perimeter_show', 'application_access', 'application_show'];
    const { token: other } = await server.userWith([...rights, 'site_access', 'site_show']);
    const asked = `/api/perimeters/${ids['PX']}/objects?resource=applications`;
    const names = async (who: { token?: string }): Promise<string[]> => {
      const [{ objects }] = (await server.get(asked, who)).body as [{ objects: Array<{ name: string }> }];
      return objects.map(({ name }) => name);
    };
    expect(await names({})).toContain('files');
    expect(await names({ token: other })).toEqual((await names({})).filter((name) => name.startsWith('HR')));
    const body = { resource: 'applications', id: ids['files'] };
    const check = async (who: { token?: string }): Promise<unknown> =>
      (await server.post(`/api/perimeters/${ids['PX']}/check`, body, who)).body.inside;
    expect([await check({}), await check({ token: other })]).toEqual([true, false]);
  });

  it('whoever may not list what hangs at the ends of a link learns not where that stands', async () => {
    const bays = [await make('one bay', 'bays', {}), await make('other bay', 'bays', {})];
    const host = await make('one end', 'physical-servers', { bay_id: bays[0] });
    const peer = await make('other end', 'physical-servers', { bay_id: bays[0] });
    const link = await make('between', 'physical-links', {
      physical_server_src_id: host,
      physical_server_dest_id: peer,
    });
    const root = { resource: 'bays', id: bays[0], depth: 'place' };
    const holding = await make('a bay and its links', 'perimeters', { roots: [root] });
    const rights = ['perimeter', 'bay', 'physical_link'].flatMap((key) => [`${key}_access`, `${key}_show`]);
    const { token: other } = await server.userWith(rights);
    const kinds = async (as: object): Promise<string[]> =>
      (await server.get(`/api/perimeters/${holding}/objects`, as)).body.map(
        (one: { resource: string }) => one.resource,
      );
    const check = async (as: object): Promise<unknown> =>
      (await server.post(`/api/perimeters/${holding}/check`, { resource: 'physical-links', id: link }, as)).body.inside;
    expect([await kinds({}), await check({})]).toEqual([expect.arrayContaining(['bays', 'physical-links']), true]);
    expect([await kinds({ token: other }), await check({ token: other })]).toEqual([['bays'], false]);
    for (const at of [
      `perimeters/${holding}`,
      `physical-links/${link}`,
      `physical-servers/${host}`,
      `physical-servers/${peer}`,
    ])
      expect((await server.delete(`/api/${at}`)).status).toBe(200);
  });

  it('a change of a place or of the perimeter acts at the next request', async () => {
    await server.patch(`/api/buildings/${ids['attic']}`, { site_id: ids['Lyon'] });
    expect(namesOf(await get('buildings'))).toContain('attic');
    await server.patch(`/api/buildings/${ids['attic']}`, { site_id: ids['Paris'] });
    expect(namesOf(await get('buildings'))).not.toContain('attic');
    const rules = [{ resource: 'networks', all: true }];
    await make('net', 'networks', {});
    expect((await server.patch(`/api/perimeters/${ids['PX']}`, { rules })).status).toBe(200);
    expect(namesOf(await get('networks'))).toEqual(['net']);
    expect(namesOf(await get('applications'))).toEqual(['files']);
  });
  it('what is given to them by hand is there at the next request, and no more once it was taken away', async () => {
    const seen = async (): Promise<unknown[]> => [
      (await get(`applications/${ids['mail']}`)).status,
      namesOf(await get('applications')).includes('mail'),
      namesOf(await get('application-flows')).includes('out'),
      (await get(`logical-servers/${ids['far vm']}`)).status,
    ];
    expect(await seen()).toEqual([404, false, false, 404]);
    for (const by of [{ user_id: user }, { role_id: role }]) {
      const given = { cartographiable_type: 'applications', cartographiable_id: ids['mail'] };
      const { status, body } = await server.post('/api/cartographers', { ...given, ...by });
      expect(status).toBe(201);
      expect(await seen()).toEqual([200, true, false, 404]);
      expect((await server.delete(`/api/cartographers/${body.id}`)).status).toBe(200);
      expect(await seen()).toEqual([404, false, false, 404]);
    }
  });
  it('a saved map of their own tells nothing of hidden objects that become one; the journal nothing of delegations', async () => {
    const hidden = [await make('merged away', 'sites', {}), await make('merged', 'sites', {})] as const;
    const own = [await make('own hall', 'buildings', { site_id: ids['Lyon'] }, token), ids['hall']!] as const;
    const nodes = [...hidden.map((id) => `sites_${id}`), ...own.map((id) => `buildings_${id}`)];
    const saved = await server.post('/api/saved-maps', { name: 'mine', state: { roots: nodes } }, { token });
    const { id: admin } = (await server.get('/api/me')).body;
    const given = await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'sites', cartographiable_id: hidden[1], user_id: admin },
    });
    expect([saved.status, given.status]).toEqual([201, 201]);
    const map = async (): Promise<unknown> => (await get(`saved-maps/${saved.body.id}`)).body.data.state.roots;
    const before = await get('changes?since=beginning&resource=saved-maps');
    expect((await server.post(`/api/sites/${hidden[1]}/merge`, { from: [hidden[0]] })).status).toBe(200);
    expect(await map()).toEqual(nodes);
    expect((await get('changes?since=beginning&resource=saved-maps')).body.changes).toEqual(before.body.changes);
    // What they see goes on to follow.
    expect((await server.post(`/api/buildings/${own[1]}/merge`, { from: [own[0]] })).status).toBe(200);
    expect(await map()).toEqual(nodes.filter((node) => node !== `buildings_${own[0]}`));
    const type = encodeURIComponent(registry.get('cartographers').polymorphicType);
    expect((await get(`audit-logs?filter[subject_type]=${type}`)).body).toEqual([]);
    expect((await server.get(`/api/audit-logs?filter[subject_type]=${type}`)).body).not.toEqual([]);
  });

  it('what one holds, and why, is told', async () => {
    const counts = (await server.get(`/api/perimeters/${ids['PX']}/objects`)).body as Array<{
      resource: string;
      count: number;
    }>;
    expect(counts.find(({ resource }) => resource === 'bays')).toEqual({ resource: 'bays', count: 4 });
    const [only] = (await server.get(`/api/perimeters/${ids['PX']}/objects?resource=databases`)).body;
    expect(only).toEqual({ resource: 'databases', count: 1, objects: [{ id: ids['base'], name: 'base' }] });
    expect((await server.get(`/api/perimeters/${ids['PX']}/objects?resource=x`)).status).toBe(400);
    const check = async (resource: string, name: string): Promise<TestAnswer> =>
      server.post(`/api/perimeters/${ids['PX']}/check`, { resource, id: ids[name] });
    const root = { root: 0, resource: 'sites', id: ids['Lyon'], depth: 'applications' };
    expect((await check('databases', 'base')).body).toEqual({ inside: true, roots: [root], rules: [] });
    const byRule = (await check('networks', 'net')).body;
    expect([byRule.inside, byRule.roots, byRule.rules.length]).toEqual([true, [], 1]);
    expect((await check('sites', 'Paris')).body).toEqual({ inside: false, roots: [], rules: [] });
    expect((await check('users', 'Paris')).status).toBe(422);
  });
  it("a named token is kept to perimeters besides, an administrator's too", async () => {
    const other = (await server.post('/api/perimeters', { name: 'nets', rules: [{ resource: 'networks', all: true }] }))
      .body.id;
    const made = await server.post('/api/tokens', { name: 'script', perimeters: [other] });
    expect([made.status, made.body.errors ?? made.body.perimeters]).toEqual([201, [other]]);
    const as = { token: made.body.token as string };
    expect(namesOf(await server.get('/api/networks', as))).toEqual(['net']);
    expect(namesOf(await server.get('/api/applications', as))).toEqual([]);
    expect((await server.post('/api/applications', { name: 'never' }, as)).status).toBe(403);
    expect((await server.post('/api/users', { login: 'never' }, as)).status).toBe(403);
    expect((await server.post('/api/networks', { name: 'another net' }, as)).status).toBe(201);
    // What a webhook names, and is sent, is kept to its owner, not to the token that made it.
    const hook = { name: 'all', url: 'https://hooks.example.org/all', events: ['*'] };
    expect((await server.post('/api/webhooks', hook, as)).status).toBe(403);
    expect((await server.get('/api/webhooks', as)).status).toBe(403);
    for (const perimeters of [[4711], 'x', []])
      expect((await server.post('/api/tokens', { name: 'bad', perimeters })).status).toBe(422);
  });
  it('a request that is sent again is not answered with what its sender does not see any more', async () => {
    const again = (): Promise<TestAnswer> =>
      server.post('/api/networks', { name: 'once' }, { token, headers: { 'idempotency-key': 'one' } });
    expect((await again()).status).toBe(201);
    expect([(await again()).status, (await again()).headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    await server.patch(`/api/perimeters/${ids['PX']}`, { rules: [{ resource: 'networks', filter: { name: 'net' } }] });
    expect((await again()).status).toBe(409);
  });
  it('a change of what they hold tells readers of the feed to look anew', async () => {
    const all = await get('changes?since=beginning&limit=1000');
    expect([all.status, new Set(all.body.changes.map(({ data }: Told) => data.resource)).size > 5]).toEqual([
      200,
      true,
    ]);
    const { cursor } = (await get('changes?since=now')).body;
    expect((await get(`changes?since=${cursor}`)).body).toMatchObject({ changes: [] });
    const rules = [{ resource: 'networks', filter: { name_like: 'net%' } }];
    expect((await server.patch(`/api/perimeters/${ids['PX']}`, { rules })).status).toBe(200);
    expect((await get(`changes?since=${cursor}`)).body).toMatchObject({ changes: [], reset: true });
  });

  it('a place that moves tells those readers alone in whose perimeter it was, or is', async () => {
    const outside = [await make('Nice', 'sites', {}), await make('rack at Nice', 'bays', { site_id: ids['Paris'] })];
    const isTold = async (bay: number, site: number): Promise<boolean> => {
      const { cursor } = (await get('changes?since=now')).body;
      expect((await server.patch(`/api/bays/${bay}`, { site_id: site })).status).toBe(200);
      return (await get(`changes?since=${cursor}`)).body.reset === true;
    };
    expect(await isTold(outside[1]!, outside[0]!)).toBe(false);
    expect(await isTold(outside[1]!, ids['Lyon']!)).toBe(true);
    expect(await isTold(outside[1]!, ids['Paris']!)).toBe(true);
    const { cursor } = (await get('changes?since=now')).body;
    expect((await server.delete(`/api/bays/${outside[1]}`)).status).toBe(200);
    expect((await get(`changes?since=${cursor}`)).body).toMatchObject({ changes: [] });
    expect((await get(`changes?since=${cursor}`)).body.reset).toBeUndefined();
  });
  it('whom they limit gives no rights, and feeds nothing', async () => {
    const own = { token };
    expect((await server.post('/api/users', { login: 'x', password: 'correct-horse' }, own)).status).toBe(403);
    expect((await server.patch(`/api/roles/${role}`, { perimeters: [] }, own)).status).toBe(403);
    expect((await server.post('/api/perimeters', { name: 'mine' }, own)).status).toBe(403);
    expect((await server.get('/api/perimeters', own)).status).toBe(200);
    // What was fed names objects of the whole map.
    for (const path of ['sources', 'plans', 'runs'])
      expect((await server.get(`/api/feed/${path}`, own)).status).toBe(403);
  });
  it('who sees all of a kind learns from no check what it names', async () => {
    const rules = [{ resource: 'applications', all: true }];
    expect((await server.patch(`/api/perimeters/${ids['PX']}`, { rules })).status).toBe(200);
    const secret = await make('secret', 'entities', {});
    await server.patch(`/api/applications/${ids['mail']}`, { entity_resp_id: secret });
    expect((await get(`applications/${ids['mail']}`)).body.data.entity_resp_id).toBeNull();
    const check = { severity: 'low', type: 'applications', titles: { en: 'Named' } };
    const all = [
      { filter: { entity_resp_id: String(secret) } },
      { filter: { entity_resp_id_null: 'false' } },
      { query: 'FROM applications FIELDS name, entity_resp_id' },
      { query: `FROM applications WHERE entity_resp_id = ${secret} FIELDS name` },
    ];
    for (const [i, asked] of all.entries()) {
      const body = { ...check, ...asked, key: `named-${i}` };
      expect([asked, (await server.post('/api/checks', body, { token })).status]).toEqual([asked, 403]);
      const { status, body: made } = await server.post('/api/checks', body);
      expect([asked, status]).toEqual([asked, 201]);
      expect([asked, (await get(`checks/${made.id}/now`)).status]).toEqual([asked, 403]);
      const { run } = (await server.post('/api/checks/run', { checks: [body.key] })).body;
      for (let state = ''; state !== 'done';) ({ state } = (await server.get(`/api/checks/runs/${run}`)).body.data);
      expect((await server.get(`/api/findings?filter[check]=${body.key}`)).body).not.toEqual([]);
      expect([asked, (await get(`findings?filter[check]=${body.key}`)).body]).toEqual([asked, []]);
    }
  });
  it('what a perimeter says is checked', async () => {
    const wrong: Array<[body: object, keys: string[]]> = [
      [{ roots: [{ resource: 'applications', id: 1 }] }, ['roots.0.resource']],
      [{ roots: [{ resource: 'sites', id: 4711 }] }, ['roots.0.id']],
      [{ roots: [{ resource: 'sites', id: ids['Lyon'], depth: 'all', x: 1 }] }, ['roots.0.x', 'roots.0.depth']],
      [{ rules: [{ resource: 'users', all: true }] }, ['rules.0.resource']],
      [{ rules: [{ resource: 'sites' }] }, ['rules.0']],
      [{ rules: [{ resource: 'sites', filter: { nme: 'x' } }] }, ['rules.0.filter.nme']],
      // A list takes these for no filter.
      [
        { rules: [{ resource: 'sites', filter: { name: '', id_in: [] } }] },
        ['rules.0.filter.name', 'rules.0.filter.id_in'],
      ],
      [{ rules: [{ resource: 'sites', filter: { name: 'x' }, all: '\ud800' }] }, ['rules.0.all']],
      [{ rules: ['x'] }, ['rules.0']],
      [{ rules: { a: 1 } }, ['rules']],
      [{ name: 'PX' }, ['name']],
    ];
    for (const [body, keys] of wrong) {
      const answer = await server.post('/api/perimeters', { name: 'QX', ...body });
      expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, keys]);
    }
    const roots = [{ resource: 'sites', id: 4711, depth: 'all' }];
    const { errors } = (await server.post('/api/perimeters', { name: 'QX', roots, rules: [{ resource: 'x', y: 1 }] }))
      .body;
    expect(errors['roots.0.id']).toEqual(['There is no object of the kind sites with this id.']);
    expect(errors['roots.0.depth'][0]).toContain('roots.0.depth');
    expect(errors['rules.0.y']).toEqual(['There is no field rules.0.y.']);
    const held = await server.delete(`/api/perimeters/${ids['PX']}`);
    expect([held.status, Object.keys(held.body.errors)]).toEqual([422, ['id']]);
  });
  it('the crisis directory leads through no hidden entity to a contract', async () => {
    const above = await make('group above', 'entities', {});
    const below = await make('house below', 'entities', { parent_entity_id: above });
    await make('clinic', 'applications', { rto: 60, entity_resp_id: below });
    await make('contract of the group', 'relations', { active: true, source_id: below, destination_id: above });
    const only = (resource: string, name: string) => ({ resource, filter: { name_in: name } });
    const rules = [
      only('applications', 'clinic'),
      only('entities', 'house below'),
      { resource: 'relations', all: true },
    ];
    const kept = await make('a house', 'perimeters', { rules });
    const kinds = ['application', 'entity', 'relation'].flatMap((key) => [`${key}_access`, `${key}_show`]);
    const person = await server.userWith(['reports_access', ...kinds]);
    const directory = async (as: object): Promise<string> => {
      const { status, body } = await server.get('/api/report/directory?format=json', as);
      return `${status} ${JSON.stringify(body)}`;
    };
    expect(await directory({ token: person.token })).toContain('contract of the group');
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [kept] })).status).toBe(200);
    const told = await directory({ token: person.token });
    expect(told).toContain('clinic');
    expect(told).not.toContain('contract of the group');
  });

  it('what is deleted is seen and brought back as far as the right to delete reaches', async () => {
    const path = (name: string, more = ''): string => `/api/applications/${ids[name]}${more}`;
    for (const name of ['edited', 'edited and merged', 'deletable', 'both', 'both and kept', 'by hand'])
      await make(name, 'applications', {});
    const perimeterOf = (name: string, ...inside: string[]): Promise<number> =>
      make(name, 'perimeters', {
        rules: inside.map((one) => ({ resource: 'applications', filter: { id: String(ids[one]) } })),
      });
    const both = ['both', 'both and kept'];
    const edits = await perimeterOf('where they edit', 'edited', 'edited and merged', ...both);
    const deletes = await perimeterOf('where they delete', 'deletable', ...both);
    const editor = await server.userWith(['access', 'show', 'edit'].map((verb) => `application_${verb}`));
    const deleter = await server.userWith(['access', 'show', 'delete'].map((verb) => `application_${verb}`));
    const roles = [editor.roleId, deleter.roleId];
    for (const [i, perimeters] of [[edits], [deletes]].entries())
      expect((await server.patch(`/api/roles/${roles[i]}`, { perimeters })).status).toBe(200);
    expect((await server.patch(`/api/users/${editor.id}`, { roles })).status).toBe(200);
    const given = { cartographiable_type: 'applications', cartographiable_id: ids['by hand'], user_id: editor.id };
    expect((await server.post('/api/cartographers', given)).status).toBe(201);

    const own = { token: editor.token };
    const listed = async (query: string): Promise<string[]> => {
      const answer = await server.get(`/api/applications?${query}`, own);
      expect([query, answer.status]).toEqual([query, 200]);
      return namesOf(answer);
    };
    const live = ['both', 'both and kept', 'by hand', 'deletable', 'edited', 'edited and merged'];
    expect(await listed('')).toEqual(live);
    expect((await server.delete(path('edited'), own)).status).toBe(404);
    expect((await server.delete(path('by hand'), own)).status).toBe(404);
    // A live object is set back by whoever edits it.
    const then = { as_of: new Date().toISOString() };
    expect((await server.post(path('edited', '/restore'), then, own)).status).toBe(200);
    const merged = await server.post(path('both and kept', '/merge'), { from: [ids['edited and merged']] });
    expect(merged.status).toBe(200);
    for (const name of ['edited', 'deletable', 'both', 'by hand'])
      expect([name, (await server.delete(path(name))).status]).toEqual([name, 200]);

    for (const more of [
      '',
      '&sort=name',
      '&sort=-name:natural',
      '&page[number]=1',
      '&page[size]=5',
      '&filter[id_gt]=0',
    ])
      expect(await listed(`filter[trashed]=only${more}`)).toEqual(['both', 'deletable']);
    expect(await listed('filter[trashed]=with')).toEqual(['both', 'both and kept', 'deletable']);
    const counted = await server.get('/api/applications?filter[trashed]=only&page[number]=1', own);
    expect(counted.headers.get('x-total-count')).toBe('2');

    for (const name of ['edited', 'edited and merged', 'by hand']) {
      const told = [
        await server.post(path(name, '/restore'), {}, own),
        await server.post(path(name, '/restore'), then, own),
        await server.get(path(name, '/history'), own),
      ].map(({ status }) => status);
      expect([name, told]).toEqual([name, [404, 404, 404]]);
      const mass = await server.post('/api/applications/mass-restore', { ids: [ids['both'], ids[name]] }, own);
      expect([name, mass.status, Object.keys(mass.body.errors ?? {})]).toEqual([name, 422, ['ids.1']]);
    }
    const apart = await server.post(path('both and kept', '/unmerge'), { entry: merged.body.data.entry }, own);
    expect(apart.status).toBe(409);
    // What they may delete is told; it comes back where they may edit it, too.
    expect((await server.get(path('deletable', '/history'), own)).status).toBe(200);
    expect((await server.post(path('deletable', '/restore'), {}, own)).status).toBe(404);
    expect(await listed('filter[trashed]=only')).toEqual(['both', 'deletable']);
    expect((await server.post(path('both', '/restore'), {}, own)).status).toBe(200);
    expect(await listed('')).toEqual(both);
    expect((await server.delete(path('both'), own)).status).toBe(200);
    expect((await server.post('/api/applications/mass-restore', { ids: [ids['both']] }, own)).status).toBe(200);
    // Everybody else brings back what they always could.
    for (const name of ['edited', 'by hand'])
      expect([name, (await server.post(path(name, '/restore'), {})).status]).toEqual([name, 200]);
    const entry = { entry: merged.body.data.entry };
    expect((await server.post(path('both and kept', '/unmerge'), entry)).status).toBe(200);
  });
}
