/** Templates 3 at the API: workbooks are kept, filled with the rights of whoever asks, and refused by name. @seconds 40 */
import { randomBytes } from 'node:crypto';
import { packed, unpacked } from '../../../src/templates/workbook/package.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { fetched, made, opened, sent, sheetOf, WORKBOOK_TYPE } from './support.js';

const PATH = '/api/templates';
const FIELDS = { name: 'Sites', kind: 'workbook', type: 'sites', sort: 'name' };
const ALL = ['access', 'show', 'create', 'edit', 'delete'].map((word) => `template_${word}`);
const ROWS = [
  ['Name', 'Id'],
  ['{{ object.name }}', '{{ object.id }}'],
  ['Sum', { formula: 'SUM(B2:B2)' }],
];

describe.each(ENGINES)('workbooks as templates on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  let book: Buffer;
  const stored = (
    fields: Record<string, string> = {},
    file: Buffer | undefined = book,
    who: { token?: string } = ann,
  ) => sent(server, 'POST', PATH, file, { ...FIELDS, ...fields }, who);
  const ofQuery = (fields: Record<string, string>, query: number, file: Buffer) =>
    sent(server, 'POST', PATH, file, { name: 'Rows', kind: 'workbook', query: String(query), ...fields }, ann);
  const tried = (file: Buffer, fields: Record<string, string> = {}, accept = 'application/json') =>
    sent(server, 'POST', `${PATH}/try`, file, { kind: 'workbook', type: 'sites', ...fields }, { headers: { accept } });
  /** The values of the first sheet of what is filled. */
  const valuesOf = async (path: string, who: { token?: string } = ann) => {
    const { status, bytes } = await fetched(server, path, who);
    if (status !== 200) return [status];
    const rows = (await opened(bytes)).worksheets[0]!.getSheetValues() as unknown[][];
    return rows.slice(1).map((row) => row.slice(1));
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith([
      ...ALL,
      'site_access',
      'building_access',
      'query_access',
      'query_show',
      'query_create',
      'reports_access',
    ]);
    bob = await server.userWith(['template_access', 'template_show', 'template_edit', 'site_access']);
    for (const name of ['North', 'South', '=SUM(1)']) await server.post('/api/sites', { name });
    const [north] = (await server.get('/api/sites?filter[name]=North')).body;
    for (const name of ['House <1>', 'House 2']) await server.post('/api/buildings', { name, site_id: north.id });
    book = await sheetOf(ROWS);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    await server.database.run('DELETE FROM own_templates');
  });

  it('is kept, filled, given back, changed and deleted; the journal says by whom', async () => {
    const created = await stored();
    expect([created.status, created.body]).toMatchObject([
      201,
      { kind: 'workbook', file_name: 'book.xlsx', content_type: WORKBOOK_TYPE, body: null, filter: {}, include: null },
    ]);
    const { id } = created.body;
    const filled = await fetched(server, `${PATH}/${id}/fill`, ann);
    expect([filled.status, Object.fromEntries(filled.headers)]).toMatchObject([
      200,
      {
        ...{ 'content-type': WORKBOOK_TYPE, 'content-disposition': 'attachment; filename="book.xlsx"' },
        'content-security-policy': expect.stringContaining('sandbox'),
        ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
      },
    ]);
    expect(await valuesOf(`${PATH}/${id}/fill`)).toEqual([
      ['Name', 'Id'],
      ['=SUM(1)', 3],
      ['North', 1],
      ['South', 2],
      ['Sum', { formula: 'SUM(B2:B4)' }],
    ]);
    expect(await valuesOf(`${PATH}/${id}/fill?filter[name]=South&sort=-id`)).toMatchObject([
      ['Name', 'Id'],
      ['South', 2],
      ['Sum', {}],
    ]);
    expect((await fetched(server, `${PATH}/${id}/file`, ann)).bytes.equals(book)).toBe(true);
    const other = await sheetOf([['{{ count }}']]);
    const changed = await sent(server, 'PUT', `${PATH}/${id}`, other, { file_name: 'all-{{ today }}.xlsx' }, ann);
    expect([changed.status, changed.body.file_name]).toEqual([200, 'all-{{ today }}.xlsx']);
    expect(await valuesOf(`${PATH}/${id}/fill`)).toEqual([[3]]);
    expect((await server.patch(`${PATH}/${id}`, { about: 'For the board' }, ann)).body.about).toBe('For the board');
    expect((await fetched(server, `${PATH}/${id}/file`, ann)).bytes.equals(other)).toBe(true);
    expect((await server.delete(`${PATH}/${id}`, ann)).status).toBe(200);
    for (const path of ['', '/file', '/fill']) expect((await server.get(`${PATH}/${id}${path}`, ann)).status).toBe(404);
    const rows = await server.database.all(
      "SELECT description FROM audit_logs WHERE description LIKE 'template%' OR description = 'exported' ORDER BY id",
    );
    const fills = ['exported', 'exported', 'exported', 'exported'];
    expect(rows.map(({ description }) => description)).toEqual([
      ...[
        'template_created',
        ...fills.slice(1),
        'template_changed',
        'exported',
        'template_changed',
        'template_deleted',
      ],
    ]);
  });

  it('embeds what its placeholders name, with the rights of whoever fills it', async () => {
    const file = await sheetOf([
      ['{{ object.name }}', '{{ object.buildings | names }}', '{{ object.buildings | count }}'],
    ]);
    const { id } = (await stored({ 'filter[name]': 'North', shared: 'true' }, file)).body;
    expect(await valuesOf(`${PATH}/${id}/fill`)).toEqual([['North', 'House <1>, House 2', 2]]);
    // Buildings are hidden from Bob: refused as a list would be, never a workbook with holes.
    const refused = await server.get(`${PATH}/${id}/fill`, bob);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.not.stringContaining('House')]);
    const plain = (await stored({ name: 'Plain', shared: 'true' })).body.id;
    const lent = await server.userWith(['template_access']);
    const delegation = { cartographiable_type: 'sites', cartographiable_id: 1, user_id: lent.id };
    await server.post('/api/cartographers', delegation);
    expect(await valuesOf(`${PATH}/${plain}/fill`, lent)).toMatchObject([
      ['Name', 'Id'],
      ['North', 1],
      ['Sum', { formula: 'SUM(B2:B2)' }],
    ]);
  });

  it('of others is not there until it is shared', async () => {
    const { id } = (await stored()).body;
    for (const path of ['', '/fill', '/file']) expect((await server.get(`${PATH}/${id}${path}`, bob)).status).toBe(404);
    await server.patch(`${PATH}/${id}`, { shared: true }, ann);
    for (const path of ['/fill', '/file'])
      expect((await fetched(server, `${PATH}/${id}${path}`, bob)).status).toBe(200);
    expect((await sent(server, 'PUT', `${PATH}/${id}`, book, {}, bob)).status).toBe(403);
    expect((await server.get(`${PATH}/hosts-file/file`, bob)).status).toBe(404);
  });

  it('is tried without being kept: its placeholders, and its first rows', async () => {
    expect((await tried(book, { 'filter[name]': 'North' })).body).toEqual({
      count: 1,
      placeholders: [
        { sheet: 'Sheet', cell: 'A2', text: '{{ object.name }}' },
        { sheet: 'Sheet', cell: 'B2', text: '{{ object.id }}' },
      ],
      sheets: [
        {
          name: 'Sheet',
          rows: [
            ['Name', 'Id'],
            ['North', '1'],
            ['Sum', '=SUM(B2:B2)'],
          ],
        },
      ],
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: 'workbook', type: 'sites' })) form.append(name, value);
    form.append('file', new Blob([Uint8Array.from(book)]), 'x.xlsx');
    const { status, headers, bytes } = await fetched(server, `${PATH}/try`, { form });
    expect([status, headers.get('content-type')]).toEqual([200, WORKBOOK_TYPE]);
    expect((await opened(bytes)).worksheets[0]!.rowCount).toBe(5);
    expect(await server.database.all('SELECT id FROM own_templates')).toEqual([]);
  });

  it('is filled with the rows of a stored query', async () => {
    const query = { from: 'sites', fields: ['name'], output: 'list' };
    const { body } = await server.post('/api/queries', { name: 'Sites', query, is_public: true });
    const file = await sheetOf([['{{ row.1 }}'], ['{{ count }}']]);
    const created = await ofQuery({}, body.id, file);
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    expect((await valuesOf(`${PATH}/${created.body.id}/fill`)).flat().sort()).toEqual(
      ['=SUM(1)', 'North', 'South', 3].sort(),
    );
    // A name is a name, whatever it looks like; a column of days holds days.
    await server.post('/api/sites', { name: '2026-01-02', description: '2020-02-30' });
    const [{ id }] = (await server.get('/api/sites?filter[name]=2026-01-02')).body;
    const days = { from: 'sites', fields: ['name', 'created_at', 'id'], output: 'list' };
    const dated = await server.post('/api/queries', { name: 'Days', query: days, is_public: true });
    const made = await ofQuery(
      { name: 'Days' },
      dated.body.id,
      await sheetOf([['{{ row.1 }}', '{{ row.2 }}', '{{ row.3 }}']]),
    );
    const row = (await valuesOf(`${PATH}/${made.body.id}/fill`)).find((cells) => (cells as unknown[])[2] === id);
    expect(row).toEqual(['2026-01-02', expect.any(Date), id]);
    await server.delete(`/api/sites/${id}`);
    const wrong = await ofQuery({ name: 'Wrong' }, body.id, await sheetOf([['{{ row.Nothing }}']]));
    expect([wrong.status, wrong.body.errors.file.join()]).toEqual([
      422,
      expect.stringMatching(/cell A1: .* names nothing/),
    ]);
  });

  it('is filled with the rows of a report, each sheet with that which it names', async () => {
    const report = 'entities';
    await server.post('/api/entities', { name: 'Supplier' });
    const there = (await server.get(`/api/report/${report}?format=json`)).body.sheets as Array<{
      name: string;
      columns: string[];
      rows: unknown[][];
    }>;
    const [sheet] = there;
    expect(sheet!.rows.flat()).toContain('Supplier');
    const file = await sheetOf([[`{{ sheet: ${sheet!.name} }}`], ['{{ row.1 }}', `{{ row.${sheet!.columns[0]!} }}`]]);
    const fields = { name: 'Report', kind: 'workbook', report, shared: 'true' };
    const created = await sent(server, 'POST', PATH, file, fields);
    expect([created.status, created.body.errors]).toEqual([201, undefined]);
    const rows = await valuesOf(`${PATH}/${created.body.id}/fill`, { token: server.token });
    expect(rows.slice(-sheet!.rows.length)).toEqual(sheet!.rows.map(([first]) => [first, first]));
    // Ann may open reports, and not what this one lists.
    expect(await valuesOf(`${PATH}/${created.body.id}/fill`)).toEqual([403]);
  });

  it.each([
    [
      [['{{ object.nme }}']],
      /Sheet Sheet, cell A1: \{\{ object\.nme \}\} names nothing\. Did you mean \{\{ object\.name \}\}\?/,
    ],
    [[[], [null, '{{ object.buildings.nme }}']], /cell B2: .* Did you mean \{\{ object\.buildings\.name \}\}\?/],
    [[['{{ object.building.name }}']], /cell A1: .* Did you mean \{\{ object\.buildings\.name \}\}\?/],
    [
      [['{{ object.buildings.name | words }}']],
      /cell A1: there is no filter words for this\. There are: count, line, ip, ips\./,
    ],
    [[['{{ object.name | names }}']], /cell A1: there is no filter names for this/],
    [[['{{ object.buildings | line }}']], /cell A1: there is no filter line for this\. There are: names, count\./],
    [[['{{ object.name | bogus }}']], /cell A1: there is no filter bogus for this/],
    [[['{{ object.password }}']], /cell A1/],
    [[['{{ object.constructor }}']], /cell A1/],
    [[['{{ row.1 }}']], /cell A1: .* named by \{\{ object\.… \}\}/],
    [[['{{ sheet: Sites }}']], /cell A1/],
    [[['As of {{ today }}']], /cell A1: a placeholder has its cell for itself/],
    [[['{{ tomorrow }}']], /cell A1: \{\{ tomorrow \}\} names nothing/],
  ])('refuses %j with sheet and cell', async (rows, sentence) => {
    const { status, body } = await stored({}, await sheetOf(rows));
    expect([status, body.errors]).toEqual([422, { file: [expect.stringMatching(sentence)] }]);
    expect(await server.database.all('SELECT id FROM own_templates')).toEqual([]);
  });

  it('says all that is wrong, in French too', async () => {
    const file = await made((workbook) => {
      for (const name of ['Un', 'Deux']) workbook.addWorksheet(name).addRow(['{{ object.nme }}']);
    });
    const answer = await sent(server, 'POST', PATH, file, FIELDS, { ...ann, headers: { 'accept-language': 'fr' } });
    expect(answer.body.errors.file).toEqual([
      'Feuille Un, cellule A1 : {{ object.nme }} ne désigne rien. Vouliez-vous dire {{ object.name }} ?',
      'Feuille Deux, cellule A1 : {{ object.nme }} ne désigne rien. Vouliez-vous dire {{ object.name }} ?',
    ]);
  });

  it.each<[Record<string, string>, boolean, string]>([
    [{}, false, 'file'],
    [{ body: 'x' }, true, 'body'],
    [{ kind: 'text', content_type: 'text/plain', file_name: 'x.txt', body: 'x' }, true, 'file'],
    [{ kind: 'picture', content_type: 'text/plain', file_name: 'x.txt', body: 'x' }, false, 'kind'],
    [{ file_name: 'x.txt' }, true, 'file_name'],
    [{ content_type: 'text/plain' }, true, 'content_type'],
    [{ type: 'users' }, true, 'type'],
    [{ include: 'nothing' }, true, 'include'],
  ])('refuses %j (with a file: %s) by the name of the field', async (fields, hasFile, field) => {
    const answer = await sent(server, 'POST', PATH, hasFile ? book : undefined, { ...FIELDS, ...fields }, ann);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('stays what it is: a text gets no file, a workbook no text', async () => {
    const { id } = (await stored()).body;
    expect((await server.patch(`${PATH}/${id}`, { kind: 'text' }, ann)).body.errors).toHaveProperty('kind');
    expect((await server.patch(`${PATH}/${id}`, { body: 'x' }, ann)).body.errors).toHaveProperty('body');
    // What its placeholders name is of what it lists.
    const moved = await server.patch(`${PATH}/${id}`, { type: 'processes', sort: null }, ann);
    expect(moved.status).toBe(200);
    const embedded = await sent(
      server,
      'PUT',
      `${PATH}/${id}`,
      await sheetOf([['{{ object.operations | names }}']]),
      {},
      ann,
    );
    expect(embedded.status).toBe(422);
  });

  it('may be as large as that: 9 MB of pictures', async () => {
    const parts = await unpacked(book);
    parts.set('xl/media/image1.png', randomBytes(9 << 20));
    const large = await packed(parts);
    const { status, body } = await stored({}, large);
    expect(status).toBe(201);
    expect((await fetched(server, `${PATH}/${body.id}/file`, ann)).bytes.equals(large)).toBe(true);
    expect((await fetched(server, `${PATH}/${body.id}/fill`, ann)).bytes.length).toBeGreaterThan(9 << 20);
  });

  it('is no larger than it may be', async () => {
    const answer = await stored({}, Buffer.alloc(11 << 20, 'x'));
    expect([413, 422]).toContain(answer.status);
  });
});
