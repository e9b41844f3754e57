/** `/api/graphs`: diagrams of the older application, in its own table or in ours, and their XML to the byte. @seconds 60 */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { registry } from '../../src/engine/index.js';
import { backup, restore } from '../backup/maps.js';
import { openDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { describeWithOldDatabase, newestDatabase, oldDatabase, onDatabase, rowsOf } from './old-database.js';
import { buildProgram, Running } from './processes.js';

const PATH = '/api/graphs';

/** What something on the way might trim, clean, fold or cut. */
const CONTENTS: Readonly<Record<string, string>> = {
  'line ends of all sorts': '<?xml version="1.0"?>\r\n<mxGraphModel>\r\t<root/>\n\n</mxGraphModel>\r\n',
  'blanks at both ends': ' \t\n<a/>\u00a0\u3000 \n',
  'a byte order mark, and one within': '\ufeff<a b="\ufeff"/>\ufeff',
  'control characters': '<a>\u0001\u0008\u001f\u007f\u0085\u2028\ufffe</a>',
  'what looks like tags of other sorts': '<script>alert(1)</script><!-- x --><![CDATA[ < & ]]>',
  'entities, quotes and backslashes': `<a b="&#10;&lt;&amp;'\\'\\n\\u0041"/>`,
  'signs of three and four bytes, composed or not': '<a>\u20ac e\u0301 \u00e9 \u{1f5fa}\u{10ffff}</a>',
  'what looks like a number': '0012',
  'what looks like JSON': '{"a": 1}',
  'the stand-ins of the cleaner': '<a>\ufdd0\ufdd1\ufdd2</a>',
  'much of it': `<r>${'<mxCell id="é"/>\r\n'.repeat(10_000)}</r>\r\n`,
};

let program: ReturnType<typeof buildProgram>;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

/** The bytes that the table holds. */
async function bytesOf({ database }: TestServer, id: number): Promise<string> {
  const [row] = await database.all(`SELECT HEX(content) AS bytes FROM graphs WHERE id = ${id}`);
  return row!['bytes'] as string;
}
const bytes = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();

/** What clients of the older application do, on any database. */
function behaves(server: () => TestServer): void {
  const one = async (id: number): Promise<Record<string, unknown>> => (await server().get(`${PATH}/${id}`)).body.data;
  const made = async (body: object): Promise<number> => {
    const answer = await server().post(PATH, { name: 'Made', ...body });
    expect(answer.status).toBe(201);
    return answer.body.id as number;
  };

  it.each(Object.entries(CONTENTS))('keeps %s', async (_, content) => {
    const id = await made({ content });
    expect((await one(id))['content']).toBe(content);
    expect(await bytesOf(server(), id)).toBe(bytes(content));
    // A change that is one blank long is one, and what was answered can be sent back.
    const longer = await server().patch(`${PATH}/${id}`, { content: `${content} ` });
    expect([longer.status, longer.body.content]).toEqual([200, `${content} `]);
    const back = await server().put(`${PATH}/${id}`, { ...longer.body, content });
    expect([back.status, await bytesOf(server(), id)]).toEqual([200, bytes(content)]);
    const listed = (await server().get(`${PATH}?filter[id]=${id}`)).body as Array<{ content: string }>;
    expect(listed.map((row) => row.content)).toEqual([content]);
    // As a form sends it.
    const form = new URLSearchParams({ name: 'From a form', content });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await server().request('POST', PATH, { body: form.toString(), headers });
    expect([sent.status, await bytesOf(server(), sent.body.id)]).toEqual([201, bytes(content)]);
    // Deleted, it keeps it.
    expect((await server().delete(`${PATH}/${id}`)).status).toBe(200);
    expect((await server().get(`${PATH}/${id}`)).status).toBe(404);
    expect(await bytesOf(server(), id)).toBe(bytes(content));
    const restored = await server().post(`${PATH}/${id}/restore`, {});
    expect([restored.status, restored.body.content]).toEqual([200, content]);
  });

  it('an empty text is none, blanks alone too; what is no text of Unicode is refused', async () => {
    expect((await one(await made({ content: ' \r\n' })))['content']).toBeNull();
    const id = await made({ content: '' });
    expect((await one(id))['content']).toBeNull();
    for (const content of ['a\0b', 'a\ud800', { a: 1 }, [1]]) {
      const { status, body } = await server().put(`${PATH}/${id}`, { content });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['content']]);
    }
    expect((await one(id))['content']).toBeNull();
  });

  it('needs a name, which several may have; a class is a map or a BPMN diagram', async () => {
    for (const body of [{}, { name: '' }, { name: null }]) {
      const { status, body: answer } = await server().post(PATH, body);
      expect([status, Object.keys(answer.errors)]).toEqual([422, ['name']]);
    }
    const [first, second] = [
      await made({ name: 'Twin', class: 1 }),
      await made({ name: 'Twin', class: '2', type: 'x' }),
    ];
    expect(await one(second)).toEqual({
      ...{ id: second, class: 2, name: 'Twin', type: 'x', content: null, deleted_at: null },
      created_at: expect.any(String) as unknown,
      updated_at: expect.any(String) as unknown,
    });
    const found = async (query: string): Promise<number[]> => {
      const { body } = await server().get(`${PATH}?filter[name]=Twin&${query}`);
      return (body as Array<{ id: number }>).map(({ id }) => id);
    };
    expect(await found('filter[class]=1')).toEqual([first]);
    expect(await found('filter[class]=2')).toEqual([second]);
    expect((await server().put(`${PATH}/${first}`, { class: 3 })).status).toBe(422);
  });

  it('mass actions', async () => {
    const items = [
      { name: 'One of many', content: ' <a/>\r\n' },
      { name: 'One of many', class: 2 },
    ];
    const stored = await server().post(`${PATH}/mass-store`, { items });
    expect([stored.status, stored.body.count]).toEqual([201, 2]);
    const { body } = await server().get(`${PATH}?filter[name]=One of many&sort=id`);
    const ids = (body as Array<{ id: number }>).map(({ id }) => id) as [number, number];
    expect(await bytesOf(server(), ids[0])).toBe(bytes(' <a/>\r\n'));
    const changed = await server().put(`${PATH}/mass-update`, { items: [{ id: ids[1], content: '\n<b/>\n' }] });
    expect([changed.status, await bytesOf(server(), ids[1])]).toEqual([200, bytes('\n<b/>\n')]);
    expect((await server().delete(`${PATH}/mass-destroy`, { body: { ids } })).status).toBe(204);
    expect((await server().get(`${PATH}?filter[name]=One of many`)).body).toEqual([]);
    expect((await server().get(`${PATH}?filter[trashed]=only&filter[name]=One of many`)).body).toHaveLength(2);
  });

  it('the rights graph_* rule it, and people kept to perimeters see none', async () => {
    const id = await made({ name: 'Of everybody' });
    const reader = await server().userWith(['graph_access', 'graph_show']);
    const other = await server().userWith(['application_access']);
    const as = (token: string) => ({ token });
    expect((await server().get(PATH, as(other.token))).status).toBe(403);
    expect((await server().get(`${PATH}/${id}`, as(reader.token))).status).toBe(200);
    expect((await server().post(PATH, { name: 'x' }, as(reader.token))).status).toBe(403);
    expect((await server().put(`${PATH}/${id}`, { name: 'x' }, as(reader.token))).status).toBe(403);
    expect((await server().delete(`${PATH}/${id}`, as(reader.token))).status).toBe(403);
    const { body } = await server().post('/api/perimeters', {
      name: 'Sites alone',
      rules: [{ resource: 'sites', all: true }],
    });
    expect((await server().patch(`/api/roles/${reader.roleId}`, { perimeters: [body.id] })).status).toBe(200);
    expect((await server().get(PATH, as(reader.token))).body).toEqual([]);
    expect((await server().get(`${PATH}/${id}`, as(reader.token))).status).toBe(404);
    await server().patch(`/api/roles/${reader.roleId}`, { perimeters: [] });
  });

  it('is told of by the journal, and found by the search over all kinds', async () => {
    const id = await made({ name: 'Zauberdiagramm' });
    const sql = 'SELECT description FROM audit_logs WHERE subject_type = ? AND subject_id = ?';
    const [entry] = await server().database.all(sql, ['App\\Models\\Graph', id]);
    expect(entry).toEqual({ description: 'created' });
    const { body } = await server().get('/api/search?q=zauberdia');
    expect(JSON.stringify(body)).toContain('Zauberdiagramm');
  });
}

describe.each(ENGINES)('diagrams in a map of our own on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    // Texts lose what looks like tags here: diagrams do not.
    server = await TestServer.start(engine, { PLAIN_TEXT: 'strip' });
  });
  afterAll(() => server.stop());

  behaves(() => server);
});

describe.each(ENGINES)('diagrams of a backup from %s', (engine) => {
  it('are the same in every other database', async () => {
    const place = await makeDatabase(engine);
    const server = await TestServer.start(engine, {}, place);
    for (const content of Object.values(CONTENTS)) await server.post(PATH, { name: 'Kept', content });
    await server.stop(true);
    const file = join(place.folder, 'map.backup');
    await backup(place, file);
    for (const other of ENGINES) {
      const target = await makeDatabase(other);
      await restore(target, file);
      expect(await contentsIn(other, target)).toEqual(Object.values(CONTENTS).map(bytes));
      await target.drop();
    }
    await place.drop();
  });
});

async function contentsIn(engine: (typeof ENGINES)[number], place: TestDatabase): Promise<unknown[]> {
  const { database, close } = await openDatabase(engine, place);
  const rows = await database.all('SELECT HEX(content) AS bytes FROM graphs ORDER BY id');
  await close();
  return rows.map((row) => row['bytes']);
}

describeWithOldDatabase('diagrams of the older application', () => {
  describe.each([
    ['2026.05.30', oldDatabase],
    ['the newest generation', newestDatabase],
  ] as const)('of %s', (_, makePlace) => {
    let place: TestDatabase;
    let server: TestServer;
    let before: { definition: string; rows: unknown };
    const picture = (): Promise<typeof before> =>
      onDatabase(place, async (connection) => {
        const [table] = await rowsOf(connection, 'SHOW CREATE TABLE graphs');
        const rows = await rowsOf(connection, 'SELECT *, HEX(content) AS bytes FROM graphs ORDER BY id');
        return { definition: String(table!['Create Table']), rows };
      });

    beforeAll(async () => {
      place = await makePlace();
      await onDatabase(place, async (connection) => {
        const sql = 'INSERT INTO graphs (id, class, name, type, content) VALUES ?';
        const rows = Object.entries(CONTENTS).map(([name, content], i) => [70 + i, 2, name, 'bpmn', content]);
        await connection.query(sql, [[...rows, [99, 3, 'Of a class that nobody knows', null, '']]]);
      });
      before = await picture();
      server = await TestServer.start('mariadb', { PLAIN_TEXT: 'strip' }, place);
    });
    afterAll(async () => {
      await server.stop();
      registry.fit(new Map());
    });

    it('are read where they are: the table gains indexes of ours, and nothing else', async () => {
      const now = await picture();
      const added = now.definition.split('\n').filter((line) => !before.definition.includes(line.replace(/,$/, '')));
      expect(added.map((line) => line.trim().split(' ')[1])).toEqual([
        '`idx_own_graphs_name`',
        '`idx_own_graphs_live`',
      ]);
      expect(now.rows).toEqual(before.rows);
      const { body } = await server.get(`${PATH}?sort=id`);
      const listed = body as Array<Record<string, unknown>>;
      expect(listed[0]).toMatchObject({ id: 1, class: 1, name: 'Overview', type: 'network', content: '<graph/>' });
      expect(listed.slice(1, -1).map(({ content }) => content)).toEqual(Object.values(CONTENTS));
      expect(Object.keys(listed[0]!)).not.toContain('perimeter_id');
    });

    it('every one is sent back as it was read, and nothing changes', async () => {
      const were = (await picture()).rows;
      for (const { id } of (await server.get(PATH)).body as Array<{ id: number }>) {
        const { body } = await server.get(`${PATH}/${id}`);
        expect(await server.put(`${PATH}/${id}`, body.data)).toMatchObject({ status: 200, body: body.data });
      }
      expect((await picture()).rows).toEqual(were);
    });

    it('come with import-mercator into a map of our own', async () => {
      for (const engine of ENGINES) {
        const target = await makeDatabase(engine);
        const { code, output } = await Running.start(program, ['cli/meridian.js', 'import-mercator', place.url], {
          DATABASE_URL: target.url,
          DOCUMENTS_DIR: join(target.folder, 'documents'),
        }).ended;
        expect([code, output]).toEqual([0, expect.stringMatching(/\ngraphs +13 +13\n/)]);
        expect(await contentsIn(engine, target)).toEqual([
          bytes('<graph/>'),
          ...Object.values(CONTENTS).map(bytes),
          '',
        ]);
        await target.drop();
      }
    });

    behaves(() => server);
  });
});
