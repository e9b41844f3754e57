/** Templates 3 at the API: workbooks are kept, filled with the rights of whoever asks, and refused by name. @seconds 30 */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { fetched, opened, sent, sheetOf, WORKBOOK_TYPE } from './support.js';

const PATH = '/api/templates';
const FIELDS = { name: 'Sites', kind: 'workbook', type: 'sites', sort: 'name' };
const ALL = ['access', 'show', 'create', 'edit', 'delete'].map((word) => `template_${word}`);

describe.each(ENGINES)('workbooks as templates on %s', (engine) => {
  let server: TestServer;
  let ann: { token: string; id: number };
  let book: Buffer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
    ann = await server.userWith([...ALL, 'site_access', 'building_access']);
    for (const name of ['North', 'South', '=SUM(1)']) await server.post('/api/sites', { name });
    book = await sheetOf([
      ['Name', 'Id'],
      ['{{ object.name }}', '{{ object.id }}'],
      ['Sum', { formula: 'SUM(B2:B2)' }],
    ]);
  });
  afterAll(() => server.stop());

  it('is kept, filled and given back', async () => {
    const created = await sent(server, 'POST', PATH, book, FIELDS, ann);
    expect([created.status, created.body]).toMatchObject([201, { kind: 'workbook', file_name: 'book.xlsx' }]);
    const filled = await fetched(server, `${PATH}/${created.body.id}/fill`, ann);
    expect([filled.status, filled.headers.get('content-type')]).toEqual([200, WORKBOOK_TYPE]);
    const sheet = (await opened(filled.bytes)).getWorksheet('Sheet')!;
    expect(sheet.getSheetValues().slice(1)).toMatchObject([
      [undefined, 'Name', 'Id'],
      [undefined, '=SUM(1)', 3],
      [undefined, 'North', 1],
      [undefined, 'South', 2],
      [undefined, 'Sum', { formula: 'SUM(B2:B4)' }],
    ]);
    expect((await fetched(server, `${PATH}/${created.body.id}/file`, ann)).bytes.equals(book)).toBe(true);
  });
});
