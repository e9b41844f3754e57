/** Files that are broken, forged or meant to do harm: always a plain refusal (contract 10). @seconds 13 */
import { randomBytes } from 'node:crypto';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { dump, imported } from './exchange-client.js';
import { packed, packedBook } from './packed.js';

const row = (...cells: string[]): string =>
  `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
const sheet = (...rows: string[]): string => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
const HEADINGS = row('id', 'name');
const RELS = '<Relationships/>';

/** More than a workbook may unfold to, in little room. */
const MUCH = 300 << 20;
/** Some files take a while to make. */
const made = new Map<string, Buffer>();

const FILES: Array<[what: string, status: number, make: () => Buffer]> = [
  ['a workbook before 2007', 415, () => Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more', 'latin1')],
  ['a PDF', 415, () => Buffer.from('%PDF-1.7 …')],
  ['a page of the web', 415, () => Buffer.from('<html><table><tr><td>id</td></tr></table></html>')],
  ['CSV in half of UTF-16', 400, () => Buffer.from('\ufeffid,name\n,\ud800x\n', 'utf16le')],
  ['a file with zeros', 415, () => Buffer.from('id,na\0me\n,x\n')],
  ['a program', 415, () => Buffer.concat([Buffer.from('MZ\0\0'), randomBytes(1000)])],
  ['an archive that is no workbook', 415, () => packed([{ name: 'word/document.xml', content: '<w/>' }])],
  [
    'an archive without relations to a sheet',
    415,
    () => packedBook(sheet(), { name: 'xl/_rels/workbook.xml.rels', content: RELS }),
  ],
  ['a workbook without a sheet', 415, () => packedBook(sheet(), { name: 'xl/workbook.xml', content: '<workbook/>' })],
  ['UTF-8 with a broken place', 400, () => Buffer.from('id,name\n,caf\xc3\xa9 cr\xc3\xa8me \xe9\n', 'latin1')],
  ['UTF-8 with a mark and a broken place', 400, () => Buffer.from('\xef\xbb\xbfid,name\n,caf\xe9\n', 'latin1')],
  ['CSV in no encoding', 400, () => Buffer.from('id,name\n,caf\x81 noir\n', 'latin1')],
  ['CSV with a quote that never closes', 400, () => Buffer.from('id,name\n,"never')],
  ['CSV with text behind a quote', 400, () => Buffer.from('id,name\n,"a"b\n')],
  ['half a workbook', 400, () => packedBook(sheet(HEADINGS)).subarray(0, 300)],
  ['the beginning of an archive', 400, () => Buffer.from('PK\x03\x04 and then nothing')],
  ['parts that leave the archive', 400, () => packed([{ name: '../../etc/passwd', content: 'x' }])],
  ['a sheet that ends too early', 400, () => packedBook(`<worksheet><sheetData>${HEADINGS}<row`)],
  [
    'entities that unfold',
    400,
    () => packedBook(`<!DOCTYPE l [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]>${sheet(HEADINGS)}`),
  ],
  ['a tag full of quotes', 400, () => packedBook(sheet(HEADINGS, `<row><c ${'a="" '.repeat(800_000)}></c></row>`))],
  ['a tag that never ends', 400, () => packedBook(`<worksheet><sheetData a="${'<'.repeat(17 << 20)}`)],
  ['a sheet that ends between two rows', 400, () => packedBook(`<worksheet><sheetData>${HEADINGS}`)],
  ['a cell that is longer than any text', 413, () => packedBook(sheet(HEADINGS, row('', 'x'.repeat(18 << 20))))],
  [
    'relations without end',
    400,
    () =>
      packedBook(sheet(HEADINGS), {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships>${Array.from(Array(10_001), (_, i) => `<Relationship Id="${i}" Type="t" Target="x"/>`).join('')}</Relationships>`,
      }),
  ],
  ['a tag that closes another one', 400, () => packedBook(sheet(HEADINGS, '<row><c t="str"><v>x</c></v></row>'))],
  ['ten thousand tags within each other', 400, () => packedBook(sheet('<a>'.repeat(10_000) + '</a>'.repeat(10_000)))],
  ['an entity that nobody defined', 400, () => packedBook(sheet(HEADINGS, row('', 'x&unknown;y')))],
  ['a sign that begins no entity', 400, () => packedBook(sheet(HEADINGS, row('', 'A & B')))],
  ['a character that there is not', 400, () => packedBook(sheet(HEADINGS, row('', 'A &#x110000;')))],
  ['a shared text that is not there', 400, () => packedBook(sheet(HEADINGS, '<row><c/><c t="s"><v>0</v></c></row>'))],
  ['a cell in no column', 400, () => packedBook(sheet(HEADINGS, '<row><c r="2B" t="str"><v>x</v></c></row>'))],
  ['rows out of order', 400, () => packedBook(sheet('<row r="5"><c><v>1</v></c></row>', '<row r="4"/>'))],
  ['a row beyond every sheet', 400, () => packedBook(sheet('<row r="99999999999"/>'))],
  [
    'a part that lies about its size',
    400,
    () =>
      packedBook('', { name: 'xl/worksheets/sheet1.xml', content: sheet(HEADINGS, row('', 'A name')), claimed: 100 }),
  ],
  ['a sheet that unfolds to hundreds of megabytes', 413, () => packedBook(Buffer.alloc(MUCH, ' '))],
  [
    'shared texts that fill the memory',
    413,
    () =>
      packedBook(sheet(HEADINGS), {
        name: 'xl/sharedStrings.xml',
        content: `<sst>${`<si><t>${'x'.repeat(1 << 20)}</t></si>`.repeat(70)}</sst>`,
      }),
  ],
  [
    'one shared text in a great many cells',
    413,
    () => {
      const shared = `<sst><si><t>${'x'.repeat(60_000)}</t></si></sst>`;
      const rows = '<row><c/><c t="str"><v>A name</v></c><c t="s"><v>0</v></c></row>'.repeat(2000);
      return packedBook(sheet(row('id', 'name', 'description'), rows), {
        name: 'xl/sharedStrings.xml',
        content: shared,
      });
    },
  ],
  ['more objects than one file may make', 413, () => Buffer.from(`id,name\n${',some name\n'.repeat(10_001)}`)],
  ['nothing but ends of lines', 400, () => Buffer.alloc(3 << 20, '\n')],
  ['a text that never ends', 413, () => Buffer.from(`id,name\n,"${'x'.repeat(18 << 20)}`)],
];

describe.each(ENGINES)('wrong files on %s', (engine) => {
  let server: TestServer;
  let before: Awaited<ReturnType<typeof dump>>;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    before = await dump(server);
  });
  afterAll(() => server.stop());

  it.each(FILES)('contract 10: %s is %i, and nothing is stored', async (what, status, make) => {
    if (!made.has(what)) made.set(what, make());
    const answer = await imported(server, 'applications', made.get(what)!);
    expect([answer.status, answer.body.code]).toEqual([status, status]);
    expect(await dump(server)).toEqual(before);
  });

  it('contract 10: 415 without a form, 422 without a file, 400 for half a form', async () => {
    const path = '/api/applications/import';
    expect((await server.post(path, { file: 'x' })).status).toBe(415);
    const other = new FormData();
    other.append('upload', new Blob(['id,name']), 'a.csv');
    const missing = await server.post(path, other);
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['file']]);
    expect((await imported(server, 'applications', '')).status).toBe(422);
    const half = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid,na';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await server.post(path, half, { headers })).status).toBe(400);
    expect((await imported(server, 'applications', 'id,name\n', '?sep=x')).status).toBe(400);
  });

  it('contract 4: NUL, halves of signs and formulas in cells are told or harmless', async () => {
    const broken = packedBook(sheet(HEADINGS, row('', 'a&#0;b cd'), row('', '&#xD800; half')));
    const { status, body } = await imported(server, 'applications', broken);
    expect(status).toBe(422);
    expect(body.errors.map(({ row: at, column }: { row: number; column: string }) => [at, column])).toEqual([
      [2, 'name'],
      [3, 'name'],
    ]);
  });

  it('contract 4: a long cell of names holds up nobody', async () => {
    const cell = `x:${' '.repeat(100_000)}:;y`;
    const began = performance.now();
    const { status } = await imported(server, 'applications', Buffer.from(`name,databases\nx,"${cell}"\n`));
    expect(status).toBe(422);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('contract 6: two imports of one name at once: exactly one of them wins', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => imported(server, 'sites', 'id,name\n,Only once\n')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('the largest file', () => {
  it('contract 4: one byte more is 413', async () => {
    const server = await TestServer.start('sqlite', { MAX_FILE_SIZE: '100000' });
    const file = (size: number): string => `id,name\n${' '.repeat(size - 8)}`;
    expect((await imported(server, 'sites', file(100_001))).status).toBe(413);
    expect((await imported(server, 'sites', file(100_000))).status).toBe(200);
    await server.stop();
  });
});
