/** Spreadsheets that people made: headings and objects as people call them, titles above, templates (contract 15). @seconds 12 */
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { registry } from '../../src/engine/index.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { cellsOf, imported, workbook } from './exchange-client.js';

type Cells = Array<string | number | null>;

describe.each(ENGINES)('an import of what people made on %s', (engine) => {
  let server: TestServer;
  let [site, twice]: number[] = [];
  beforeAll(async () => {
    server = await TestServer.start(engine);
    site = (await objectOf(server, 'sites', { name: 'Nord, bâtiment A' })).id;
    twice = (await objectOf(server, 'sites', { name: 'Twice' })).id;
    // Old maps hold names twice.
    await server.database.run("INSERT INTO sites (name) VALUES ('Twice')");
  });
  afterAll(() => server.stop());

  const send = async (path: string, rows: Cells[], query = '', options: RequestOptions = {}): Promise<TestAnswer> =>
    imported(server, path, await workbook(rows), query, options);
  const found = async (path: string, name: string): Promise<Record<string, unknown>> => {
    const { body } = await server.get(`/api/${path}?filter[name_in]=${encodeURIComponent(name)}&fields=id`);
    return (await server.get(`/api/${path}/${body[0].id}`)).body.data;
  };

  describe('headings', () => {
    it.each<[string, string, Cells]>([
      ['without their case', 'ID, Name', ['ID', ' NAME ', 'description']],
      ['as pages call them', 'English', ['Name', 'Description', 'Site']],
      ['as pages call them in French', 'French', ['Nom', 'description', 'SITE']],
      ['without accents', 'accents', ['Numero', 'nom']],
    ])('are known %s', async (_, _what, headings) => {
      const { status, body } = await send('buildings', [headings], '?rows=1');
      expect([status, body.errors, body.ignored]).toEqual([200, undefined, undefined]);
    });
    it('every title of every kind that pages write is known, in both languages', async () => {
      for (const { path, view, owner } of registry.all()) {
        if (view === 'configuration' || owner) continue;
        for (const lang of ['en', 'fr']) {
          const csv = (await server.get(`/api/${path}/import/template?format=csv&lang=${lang}`)).body as string;
          const { status, body } = await imported(server, path, csv, '?dry_run=1&rows=1');
          expect([path, lang, status, body.errors, body.ignored]).toEqual([path, lang, 200, undefined, undefined]);
        }
      }
    });
    it('those that mean nothing are told, of right and of wrong files', async () => {
      const right = await send(
        'sites',
        [
          ['name', 'Colour'],
          ['Painted', 'red'],
        ],
        '?dry_run=1&rows=1',
      );
      expect([right.body.ignored, right.headers.get('x-ignored-fields')]).toEqual([['Colour'], 'Colour']);
      const wrong = await send(
        'sites',
        [
          ['name', 'Colour'],
          ['x'.repeat(300), 'red'],
        ],
        '?dry_run=1',
      );
      expect([wrong.status, wrong.body.ignored]).toEqual([422, ['Colour']]);
    });
    it('what is stored and looks wrong is told with its row, before and after', async () => {
      const rows: Cells[] = [
        ['Name', 'Source IP range'],
        ['Odd', '10.0.0.300'],
        ['Fine', '10.0.0.0/8'],
      ];
      const told = 'Row 2, Source IP range: 10.0.0.300 is no address, range, network or name of a host.';
      for (const query of ['?dry_run=1', '']) {
        const { status, body } = await send('logical-flows', rows, query);
        expect([status, body.inserted, body.notes]).toEqual([200, 2, [told]]);
      }
    });
    it.each<[string, Cells[], number]>([
      ['a title', [['Our sites'], ['Name', 'Description'], ['Titled 1', 'x']], 3],
      ['a title that is the name of a column', [['Description'], ['Name', 'Description'], ['Titled 2', 'x']], 3],
      ['several lines', [['Inventory', '2026'], [null, null], ['by', 'Ana'], ['Name'], ['Titled 3']], 5],
    ])('may have %s above them', async (_, rows, row) => {
      const { body } = await send('sites', rows, '?rows=1');
      expect(body).toMatchObject({ inserted: 1, rows: [{ row, action: 'created' }] });
      expect(body.notes).toEqual([expect.stringMatching(`row ${row - 1}\\. What stands above them was left out`)]);
    });
    it('a single column of ids, or of names, has no title', async () => {
      expect((await send('sites', [['id'], [site!]], '?dry_run=1')).body).toMatchObject({ deleted: 1 });
      expect((await send('sites', [['Name'], ['Description']], '?dry_run=1')).body).toMatchObject({ inserted: 1 });
    });
  });

  it('durations are taken as pages write them, and others refused with an example', async () => {
    const written: Array<[string | number, number]> = [
      ...([
        ['4 h', 240],
        ['2 heures', 120],
        ['1 jour', 1440],
        ['1 d 4 h', 1680],
        ['90 min', 90],
      ] as Array<[string, number]>),
      ...([
        ['1h30', 90],
        ['0,5 h', 30],
        [15, 15],
      ] as Array<[string | number, number]>),
    ];
    const rows: Cells[] = written.map(([text], i) => [`Lasts ${i}`, text]);
    const { body } = await send('applications', [['name', 'rto'], ...rows]);
    expect(body).toEqual({ inserted: written.length, updated: 0, deleted: 0 });
    for (const [i, [, minutes]] of written.entries())
      expect(await found('applications', `Lasts ${i}`)).toMatchObject({ rto: minutes });
    const wrong = await send('applications', [
      ['name', 'rto'],
      ['Lasts long', 'soon'],
    ]);
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ row: 2, column: 'rto', message: expect.stringMatching(/such as 240/) }],
    ]);
  });

  it('empty cells clear what is there, or leave it with empty=keep; a dry run tells the cells of new rows', async () => {
    const { id } = await objectOf(server, 'sites', { name: 'Emptied', description: 'here' });
    const rows: Cells[] = [
      ['id', 'name', 'description'],
      [id, 'Emptied again', null],
      [null, 'Brand new', 'there'],
    ];
    const told = await send('sites', rows, '?dry_run=1&rows=1');
    expect(told.body.rows).toMatchObject([
      { cells: { name: { before: 'Emptied' }, description: { before: 'here', after: null } } },
      { action: 'created', cells: { name: { before: null, after: 'Brand new' }, description: { after: 'there' } } },
    ]);
    await send('sites', rows.slice(0, 2), '?empty=keep');
    expect((await server.get(`/api/sites/${id}`)).body.data).toMatchObject({
      ...{ name: 'Emptied again', description: 'here' },
    });
    await send('sites', rows.slice(0, 2));
    expect((await server.get(`/api/sites/${id}`)).body.data).toMatchObject({ description: null });
    expect((await send('sites', rows, '?empty=never')).status).toBe(400);
  });

  it.each([
    ['sep=;\r\nName;Description\r\nTold 1;a,b\r\n', 'Told 1'],
    ['"sep=|"\nName|Description\nTold 2|a;b\n', 'Told 2'],
    ['sep=\t\nName\tDescription\nTold 3\ta;b,c;d,e\n', 'Told 3'],
    ['\ufeffSEP=;\r\nName;Description\r\nTold 4;a\r\n', 'Told 4'],
  ])('the line that tells spreadsheets the separator is one: %j', async (text, name) => {
    const { body } = await imported(server, 'sites', text, '?rows=1');
    expect([body.message, body.rows]).toEqual([undefined, [expect.objectContaining({ row: 3, name })]]);
  });

  describe('other objects', () => {
    it('are found by their names, without case and accents', async () => {
      const [one, other] = [
        await objectOf(server, 'processes'),
        await objectOf(server, 'processes', { name: 'Care; and more' }),
      ];
      const { body } = await send('buildings', [
        ['Name', 'Site'],
        ['By name', 'NORD, batiment a'],
      ]);
      expect(body).toEqual({ inserted: 1, updated: 0, deleted: 0 });
      expect(await found('buildings', 'By name')).toMatchObject({ site_id: site });
      await send('applications', [
        ['name', 'processes'],
        ['Linked', `${one.name}; ${other.id}`],
        ['By ids', `${one.id}, ${other.id}`],
      ]);
      const both = [one.id, other.id].sort((a, b) => a - b);
      expect(((await found('applications', 'Linked'))['processes'] as number[]).sort((a, b) => a - b)).toEqual(both);
      expect(((await found('applications', 'By ids'))['processes'] as number[]).sort((a, b) => a - b)).toEqual(both);
    });
    it('unknown and ambiguous names are told, row by row', async () => {
      const rows: Cells[] = [
        ['Name', 'Site'],
        ['One', 'Nowhere'],
        ['Two', 'twice'],
        ['Three', 'Nord, bâtiment A'],
      ];
      const { status, body } = await send('buildings', rows, '?dry_run=1&rows=1');
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        expect.objectContaining({ row: 2, column: 'Site', value: 'Nowhere', name: 'One' }),
        expect.objectContaining({ row: 3, column: 'Site', value: 'twice', name: 'Two' }),
      ]);
      expect(body.errors[0].message).toMatch(/names Nowhere, and there is nothing of that name among Sites/);
      expect(body.errors[1].message).toMatch(new RegExp(`2 of Sites have that name\\. .*${twice}, \\d+\\.`));
      const french = await send('buildings', rows, '?dry_run=1', { headers: { 'accept-language': 'fr' } });
      expect(french.body.errors[0].message).toMatch(/rien de visible ne s'appelle « Nowhere »/);
    });
    it('are found by their names among those that the caller may list alone', async () => {
      const { token } = await server.userWith(['building_create', 'building_access']);
      const { body } = await send(
        'buildings',
        [
          ['Name', 'Site'],
          ['Hidden', 'Nord, bâtiment A'],
        ],
        '',
        { token },
      );
      expect(body.errors).toEqual([expect.objectContaining({ row: 2, column: 'Site' })]);
    });
    it('are looked for in one statement for each kind', async () => {
      const rows = (count: number): Cells[] => [
        ['Name', 'Site'],
        ...Array.from({ length: count }, (_, i): Cells => [`Many ${i}`, i % 2 ? 'Nord, bâtiment A' : String(site)]),
      ];
      expect((await send('buildings', rows(300), '?dry_run=1')).body).toMatchObject({ inserted: 300 });
    });
  });

  describe('match=name', () => {
    const rows: Cells[] = [
      ['Name', 'Description'],
      ['match me', 'changed'],
      ['Not there yet', 'new'],
    ];
    it('finds the object of a row without an id by its name, and makes what is not there', async () => {
      const { id } = await objectOf(server, 'sites', { name: 'Match me', description: 'old' });
      const dry = await send('sites', rows, '?match=name&dry_run=1&rows=1');
      expect(dry.body.rows).toMatchObject([
        {
          row: 2,
          action: 'updated',
          id,
          name: 'Match me',
          cells: { Description: { before: 'old', after: 'changed' } },
        },
        { row: 3, action: 'created' },
      ]);
      expect((await send('sites', rows, '?match=name')).body).toEqual({ inserted: 1, updated: 1, deleted: 0 });
      expect(await found('sites', 'Match me')).toMatchObject({ id, name: 'Match me', description: 'changed' });
      expect((await send('sites', rows, '?match=name&rows=1')).body).toMatchObject({
        inserted: 0,
        updated: 0,
        same: 2,
      });
      // A name alone deletes nothing.
      expect(
        (
          await send(
            'sites',
            [
              ['id', 'Name'],
              [null, 'Match me'],
            ],
            '?match=name',
          )
        ).body,
      ).toMatchObject({ deleted: 0 });
    });
    it('tells what is called so twice, there or in the file', async () => {
      const { body } = await send('sites', [['Name'], ['Twice'], ['Match me'], ['MATCH ME']], '?match=name');
      expect(body.errors).toEqual([
        expect.objectContaining({ row: 2, column: 'Name' }),
        expect.objectContaining({ row: 4, column: 'Name' }),
      ]);
    });
    it('needs the right to edit', async () => {
      const { token } = await server.userWith(['site_create', 'site_access']);
      const { status, body } = await send(
        'sites',
        [
          ['Name', 'Description'],
          ['Match me', 'x'],
        ],
        '?match=name',
        { token },
      );
      expect([status, body.message]).toEqual([403, expect.stringContaining('site_edit')]);
    });
    it.each([
      ['sites', 'id'],
      ['physical-links', 'name'],
    ])('is refused for %s by %s', async (path, way) => {
      expect((await send(path, [['id']], `?match=${way}`)).status).toBe(
        registry.get(path).label && way === 'name' ? 422 : 400,
      );
    });
  });

  describe('the template', () => {
    it('has headings in words, what may stand in each column, and the names of the API', async () => {
      const response = await fetch(`${server.url}/api/applications/import/template?lang=fr`, {
        headers: { authorization: `Bearer ${server.token}`, connection: 'close' },
      });
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="Application-template.xlsx"');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect((await cellsOf(bytes))[0]).toEqual(expect.arrayContaining(['Nom', 'Description']));
      expect((await cellsOf(bytes))[0]).not.toContain('Numéro');
      const explained = await cellsOf(bytes, 1);
      const row = (name: string): unknown => explained.find((cells) => cells[1] === name);
      expect(row('name')).toEqual(['Nom', 'name', 'oui', expect.stringMatching(/caractères/)]);
      expect(row('security_need_a')).toEqual([
        expect.any(String),
        'security_need_a',
        undefined,
        expect.stringMatching(/très fort/),
      ]);
      expect(row('processes')).toEqual([
        expect.any(String),
        'processes',
        undefined,
        expect.stringMatching(/séparés par des points-virgules/),
      ]);
    });
    it('is in the language of the request, with the separator asked for', async () => {
      const csv = await server.get('/api/sites/import/template?format=csv&sep=;', {
        headers: { 'accept-language': 'fr' },
      });
      expect(csv.body).toMatch(/^Nom;/);
      expect((await server.get('/api/sites/import/template?format=csv')).body).toMatch(/^Name,/);
    });
    it('is for those who may import, in formats and languages that there are', async () => {
      const { token } = await server.userWith(['site_access']);
      expect((await server.get('/api/sites/import/template', { token })).status).toBe(403);
      for (const query of ['lang=de', 'format=docx', 'sep=x'])
        expect((await server.get(`/api/sites/import/template?${query}`)).status).toBe(400);
    });
  });
});
