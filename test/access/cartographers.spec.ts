import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const RIGHTS = ['access', 'show', 'create', 'edit', 'delete'].map((verb) => `cartographer_${verb}`);
const APPLICATION = 'App\\Models\\Application';

describe.each(ENGINES)('delegations on %s', (engine) => {
  let server: TestServer;
  let count = 0;
  const application = async (): Promise<number> =>
    (await server.post('/api/applications', { name: `application ${++count}` })).body.id;
  const delegate = (body: Record<string, unknown>, token?: string) =>
    server.post('/api/cartographers', { cartographiable_type: APPLICATION, ...body }, token ? { token } : {});

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  describe('rows', () => {
    it.each([APPLICATION, 'Application', 'applications', '\\App\\Models\\Application'])(
      'contract 9: the type %s is answered in the stored form',
      async (cartographiable_type) => {
        const id = await application();
        const { status, body } = await delegate({ cartographiable_type, cartographiable_id: id, role_id: 2 });
        expect(status).toBe(201);
        expect(body).toMatchObject({
          cartographiable_type: APPLICATION,
          cartographiable_id: id,
          role_id: 2,
          user_id: null,
        });
        expect((await server.get(`/api/cartographers/${body.id}`)).body.data).toEqual(body);
      },
    );
    it('contract 1: an alias stands for its path', async () => {
      const flow = (await server.post('/api/application-flows', { name: 'flow of an alias' })).body.id;
      const { body } = await delegate({ cartographiable_type: 'fluxes', cartographiable_id: flow, role_id: 2 });
      expect(body.cartographiable_type).toBe(
        (await delegate({ cartographiable_type: 'application-flows', cartographiable_id: flow, role_id: 3 })).body
          .cartographiable_type,
      );
    });
    it.each(['Nonsense', 'users', 'App\\Models\\Document', 'queries', '', null])(
      'contract 9: the type %j is refused',
      async (cartographiable_type) => {
        const { status, body } = await delegate({ cartographiable_type, cartographiable_id: 1, role_id: 2 });
        expect([status, Object.keys(body.errors)]).toEqual([422, ['cartographiable_type']]);
      },
    );
    it('contract 9: the object, the user and the role exist and are live', async () => {
      const [id, gone] = [await application(), await application()];
      await server.delete(`/api/applications/${gone}`);
      for (const missing of [999999, gone]) {
        const { body } = await delegate({ cartographiable_id: missing, role_id: 2 });
        expect(Object.keys(body.errors)).toEqual(['cartographiable_id']);
      }
      expect(Object.keys((await delegate({ cartographiable_id: id, user_id: 9999 })).body.errors)).toEqual(['user_id']);
      expect(Object.keys((await delegate({ cartographiable_id: id, role_id: 9999 })).body.errors)).toEqual(['role_id']);
      expect(Object.keys((await delegate({ role_id: 2 })).body.errors)).toEqual(['cartographiable_id']);
    });
    it('contract 9: a user or a role is needed, on create and on update', async () => {
      const id = await application();
      const none = await delegate({ cartographiable_id: id });
      expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['user_id']]);
      const { body } = await delegate({ cartographiable_id: id, role_id: 2 });
      const cleared = await server.put(`/api/cartographers/${body.id}`, { role_id: null });
      expect([cleared.status, Object.keys(cleared.body.errors)]).toEqual([422, ['user_id']]);
    });
    it('contract 9: an existing delegation answers 200 with it, also to requests at once', async () => {
      const id = await application();
      const first = await delegate({ cartographiable_id: id, role_id: 2 });
      const again = await delegate({
        cartographiable_type: 'applications',
        cartographiable_id: String(id),
        role_id: '2',
      });
      expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
      expect((await delegate({ cartographiable_id: id, role_id: 3 })).status).toBe(201);
      const other = await application();
      const many = await Promise.all([1, 2, 3, 4].map(() => delegate({ cartographiable_id: other, role_id: 2 })));
      expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(many.map(({ body }) => body.id)).size).toBe(1);
    });
    it('contract 7: a mass creation answers the ids in order, existing and repeated ones too', async () => {
      const [a, b] = [await application(), await application()];
      const first = (await delegate({ cartographiable_id: a, role_id: 2 })).body.id;
      const item = (id: number, role_id: number) => ({
        cartographiable_type: 'Application',
        cartographiable_id: id,
        role_id,
      });
      const { status, body } = await server.post('/api/cartographers/mass-store', {
        items: [item(b, 2), item(a, 2), item(b, 2), item(a, 3)],
      });
      expect([status, body.count]).toEqual([201, 4]);
      expect(body.ids[1]).toBe(first);
      expect(body.ids[2]).toBe(body.ids[0]);
      expect(new Set(body.ids).size).toBe(3);
      const wrong = await server.post('/api/cartographers/mass-store', { items: [item(a, 2), item(b, 9999)] });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['items.1.role_id']]);
    });
    it('contract 9: the object of a delegation is fixed', async () => {
      const [a, b] = [await application(), await application()];
      const { body } = await delegate({ cartographiable_id: a, role_id: 2 });
      const changed = await server.put(`/api/cartographers/${body.id}`, {
        cartographiable_type: 'sites',
        cartographiable_id: b,
        role_id: 3,
      });
      expect(changed.body).toMatchObject({ cartographiable_type: APPLICATION, cartographiable_id: a, role_id: 3 });
    });
    it('contract 3: making or changing a delegation needs the right to edit the object', async () => {
      const id = await application();
      const { token } = await server.userWith([...RIGHTS, 'site_edit']);
      const { token: editor } = await server.userWith([...RIGHTS, 'application_edit']);
      const { token: reader } = await server.userWith(['cartographer_show', 'application_edit']);
      expect((await delegate({ cartographiable_id: id, role_id: 2 }, reader)).status).toBe(403);
      expect((await delegate({ cartographiable_id: id, role_id: 2 }, token)).status).toBe(403);
      const item = { cartographiable_type: APPLICATION, cartographiable_id: id, role_id: 2 };
      expect((await server.post('/api/cartographers/mass-store', { items: [item] }, { token })).status).toBe(403);
      const { status, body } = await delegate({ cartographiable_id: id, role_id: 2 }, editor);
      expect(status).toBe(201);
      const change = { id: body.id, role_id: 3 };
      expect((await server.put(`/api/cartographers/${body.id}`, change, { token })).status).toBe(403);
      expect((await server.put('/api/cartographers/mass-update', { items: [change] }, { token })).status).toBe(403);
      expect((await server.put(`/api/cartographers/${body.id}`, change, { token: editor })).status).toBe(200);
      const ids = { ids: [body.id] };
      const refused = [
        await server.delete(`/api/cartographers/${body.id}`, { token }),
        await server.delete('/api/cartographers/mass-destroy', { body: ids, token }),
      ];
      expect(refused.map(({ status, body: { message } }) => [status, message])).toEqual(
        Array(2).fill([403, 'You lack the right application_edit.']),
      );
      expect((await server.get(`/api/cartographers/${body.id}`)).status).toBe(200);
      expect((await server.delete(`/api/cartographers/${body.id}`, { token: editor })).status).toBe(200);
    });
  });

  describe('include=cartographiable', () => {
    const include = 'include=cartographiable&fields=id&sort=id';
    const rows: Array<{ id: number; type: string; object: number; deleted?: true }> = [];
    let reader: { token: string; id: number };
    const seen = async (token?: string): Promise<unknown[]> => {
      const ids = rows.map(({ id }) => id).join();
      const { status, body } = await server.get(
        `/api/cartographers?filter[id]=${ids}&${include}`,
        token ? { token } : {},
      );
      expect(status).toBe(200);
      return (body as Array<{ cartographiable: { id: number; name: string } | null }>).map(
        ({ cartographiable }) => cartographiable?.name ?? null,
      );
    };

    beforeAll(async () => {
      reader = await server.userWith(['cartographer_access', 'site_access']);
      const made = async (path: string, name: string): Promise<number> =>
        (await server.post(`/api/${path}`, { name })).body.id;
      for (const [type, name] of [
        ['sites', 'A site'],
        ['applications', 'Of nobody'],
        ['applications', 'Of the reader'],
        ['vlans', 'A vlan'],
        ['sites', 'Deleted later'],
      ] as const) {
        const object = await made(type, `${name} ${engine}`);
        const whom = name === 'Of the reader' ? { user_id: reader.id } : { role_id: 2 };
        const { body } = await delegate({ cartographiable_type: type, cartographiable_id: object, ...whom });
        rows.push({ id: body.id, type, object });
      }
      await server.delete(`/api/sites/${rows[4]!.object}`);
    });

    it('contract 5: delegated objects of all types are embedded, deleted ones are null', async () => {
      const of = (name: string): string => `${name} ${engine}`;
      expect(await seen()).toEqual([of('A site'), of('Of nobody'), of('Of the reader'), of('A vlan'), null]);
      const { body } = await server.get(`/api/cartographers/${rows[3]!.id}?include=cartographiable,role`);
      expect([body.data.cartographiable.vlan_id, body.data.cartographiable.name, body.data.role.id]).toEqual([
        ...[null, of('A vlan'), 2],
      ]);
    });
    it('contract 3: what the caller may not list is null, what was delegated to them is not', async () => {
      const of = (name: string): string => `${name} ${engine}`;
      expect(await seen(reader.token)).toEqual([of('A site'), null, of('Of the reader'), null, null]);
      const token = (await server.userWith(['cartographer_show'])).token;
      const { body } = await server.get(`/api/cartographers/${rows[0]!.id}?include=cartographiable`, { token });
      expect(body.data.cartographiable).toBeNull();
    });
    it('contract 5: statements grow with the types, not with the rows', async () => {
      const statements = async (ids: number[]): Promise<number> => {
        let count = 0;
        server.database.observer = (sql) => void (count += Number(/^SELECT/.test(sql)));
        await server.get(`/api/cartographers?filter[id]=${ids.join()}&${include}`);
        server.database.observer = undefined;
        return count;
      };
      const [one, two, three] = [rows.slice(1, 2), rows.slice(1, 3), rows.slice(1, 4)].map((part) =>
        part.map(({ id }) => id),
      );
      const alone = await statements(one!);
      expect([await statements(two!), await statements(three!)]).toEqual([alone, alone + 1]);
    });
    it('contract 5: where nothing can be followed the error says so', async () => {
      const { body } = await server.get('/api/cartographers?include=cartographiable.role');
      expect(body.message).toMatch(/no such relation here, nor any other\.$/);
    });
    it.each(['include=cartographiable.role', 'include=cartographiableCount', 'filter[cartographiable.name]=x'])(
      'contract 5: %s is 400',
      async (query) => {
        expect((await server.get(`/api/cartographers?${query}`)).status).toBe(400);
      },
    );
  });

  describe.each(['user_id', 'role_id'])('by %s', (by) => {
    let token: string;
    let given: number;
    let other: number;
    const put = (id: number, body: object) => server.put(`/api/applications/${id}`, body, { token });

    beforeAll(async () => {
      const somebody = await server.userWith([]);
      ({ token } = somebody);
      [given, other] = [await application(), await application()];
      await delegate({ cartographiable_id: given, [by]: by === 'user_id' ? somebody.id : somebody.roleId });
    });

    it('contract 3: a list holds the delegated object only', async () => {
      const { status, body } = await server.get('/api/applications', { token });
      expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [given]]);
    });
    it('contract 2: who one is tells which objects those are, until the right on all of them says it', async () => {
      const delegated = async (as: string): Promise<unknown> =>
        (await server.get('/api/me', { token: as })).body.delegated;
      expect(await delegated(token)).toEqual({ applications: [given] });
      expect((await server.get('/api/me')).body.delegated).toEqual({});
      const id = await application();
      for (const [abilities, expected] of [
        [['application_access', 'application_show'], { applications: [id] }],
        [['application_access', 'application_show', 'application_edit'], {}],
      ] as const) {
        const other = await server.userWith([...abilities]);
        const holder = by === 'user_id' ? other.id : other.roleId;
        await delegate({ cartographiable_id: id, [by]: holder });
        expect(await delegated(other.token)).toEqual(expected);
      }
      await server.delete(`/api/applications/${id}`);
    });
    it('contract 3: the delegated object is shown; another or an unknown id is 403', async () => {
      const reads = [given, other, 999999].map((id) => server.get(`/api/applications/${id}`, { token }));
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 403, 403]);
    });
    it('contract 3: the delegated object is updated, another is not', async () => {
      expect((await put(given, { description: by })).body.description).toBe(by);
      expect((await put(other, { description: by })).status).toBe(403);
      expect((await put(999999, { description: by })).status).toBe(403);
    });
    it('contract 3: a mass-update takes delegated objects only', async () => {
      const mass = (...ids: number[]) =>
        server.put(
          '/api/applications/mass-update',
          { items: ids.map((id) => ({ id, description: 'mass' })) },
          { token },
        );
      expect((await mass(given)).status).toBe(200);
      expect((await mass(given, other)).status).toBe(403);
    });
    it('contract 3: nothing is created, deleted or restored by delegation', async () => {
      const answers = [
        await server.post('/api/applications', { name: 'a new one' }, { token }),
        await server.post('/api/applications/mass-store', { items: [{ name: 'a new one' }] }, { token }),
        await server.delete(`/api/applications/${given}`, { token }),
        await server.delete('/api/applications/mass-destroy', { token, body: { ids: [given] } }),
        await server.post(`/api/applications/${given}/restore`, {}, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    });
    it('contract 3: with the right to delete, of deleted objects only the delegated one is restored', async () => {
      const somebody = await server.userWith(['application_delete']);
      const [own, foreign] = [await application(), await application()];
      await delegate({ cartographiable_id: own, [by]: by === 'user_id' ? somebody.id : somebody.roleId });
      // The guard wants a live one that was delegated.
      const live = await application();
      await delegate({ cartographiable_id: live, [by]: by === 'user_id' ? somebody.id : somebody.roleId });
      for (const id of [own, foreign]) await server.delete(`/api/applications/${id}`);
      const restore = async (id: number) =>
        (await server.post(`/api/applications/${id}/restore`, {}, { token: somebody.token })).status;
      const many = await server.post(
        '/api/applications/mass-restore',
        { ids: [own, foreign] },
        { token: somebody.token },
      );
      expect([many.status, await restore(foreign), await restore(own)]).toEqual([403, 403, 200]);
    });
    it('contract 3: other types stay closed', async () => {
      expect((await server.get('/api/sites', { token })).status).toBe(403);
    });
    it('contract 3: with the general ability the list is complete', async () => {
      const reader = await server.userWith(['application_access']);
      await delegate({ cartographiable_id: given, user_id: reader.id });
      const { body } = await server.get('/api/applications', { token: reader.token });
      expect(body.length).toBeGreaterThan(1);
    });
    it('contract 3: the delegation ends with its row, and with the life of its object', async () => {
      const somebody = await server.userWith([]);
      const id = await application();
      const row = await delegate({ cartographiable_id: id, [by]: by === 'user_id' ? somebody.id : somebody.roleId });
      const read = async () => (await server.get(`/api/applications/${id}`, { token: somebody.token })).status;
      expect(await read()).toBe(200);
      await server.delete(`/api/applications/${id}`);
      expect(await read()).toBe(403);
      await server.post(`/api/applications/${id}/restore`, {});
      expect(await read()).toBe(200);
      await server.delete(`/api/cartographers/${row.body.id}`);
      expect(await read()).toBe(403);
    });
  });
});
