/** Whoever may not see an object sees it nowhere: every way to an object, for every way to have a right on it (contract 3). @seconds 8 @always */
import { registry } from '../../../src/engine/index.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { KINDS, SCENES, type Kind, type Objects } from './leak-scenes.js';
import { MARK, SEEN, WAYS } from './leak-ways.js';

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const add = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: number }).id;
  };

  describe.each(SCENES.map((scene) => [scene.path, scene] as const))('%s', (path, scene) => {
    let objects: Objects;
    const tokens = {} as Record<Kind, string>;

    beforeAll(async () => {
      const { near, far, link } = scene;
      const [seen, unseen] = [
        await add(path, { name: `${SEEN} ${path}` }),
        await add(path, { name: `${MARK} ${path}` }),
      ];
      const deleted = await add(path, { name: `${MARK} deleted ${path}` });
      const nearId = await add(near.path, { name: `near ${path}`, ...link(seen, unseen) });
      const nearUnseen = await add(near.path, { name: `alone ${path}`, ...link(unseen, unseen) });
      const farUnseen = await add(far.path, { name: `far ${path}`, [far.relation]: [nearUnseen] });
      objects = { seen, unseen, deleted, near: nearId, nearUnseen, farUnseen };
      const { key } = registry.get(path);
      const around = [near, far].flatMap((other) =>
        ['access', 'show'].map((verb) => `${registry.get(other.path).key}_${verb}`),
      );
      const all = ['access', 'show', 'create', 'edit', 'delete'].map((verb) => `${key}_${verb}`);
      for (const kind of KINDS) {
        const user = await server.userWith(kind === 'general right' ? [...around, ...all] : around);
        const who = kind === 'delegated' ? { user_id: user.id } : { role_id: user.roleId };
        tokens[kind] = user.token;
        if (!kind.startsWith('delegated')) continue;
        for (const id of [seen, deleted]) {
          await add('cartographers', { cartographiable_type: path, cartographiable_id: id, ...who });
        }
      }
      await server.delete(`/api/${path}/${deleted}`);
    });
    // What another scene would find as well.
    afterAll(async () => {
      await server.delete(`/api/${scene.far.path}/${objects.farUnseen}`);
      for (const id of [objects.near, objects.nearUnseen]) await server.delete(`/api/${scene.near.path}/${id}`);
    });

    it.each(KINDS)('contract 3: %s', async (kind) => {
      const place = kind === 'no right' ? 0 : kind === 'general right' ? 2 : 1;
      for (const [name, { method = 'GET', url, body, says, shows, ...expected }] of Object.entries(WAYS)) {
        const answer = await server.request(method, `/api/${url(objects, scene)}`, {
          token: tokens[kind],
          ...(body && { body: body(objects) }),
        });
        expect([name, answer.status, answer.body]).toEqual([name, says[place], answer.body]);
        if (place < 2) expect([name, JSON.stringify(answer.body)]).toEqual([name, expect.not.stringContaining(MARK)]);
        if (place === 0) expect(JSON.stringify(answer.body)).not.toContain(SEEN);
        if (!place || !shows) continue;
        expect([name, shows(answer, objects)]).toEqual([name, place === 1 ? expected.delegated : expected.general]);
      }
    });
  });
});
