/** Templates 3: placeholders, values and XML, one by one. */
import { placeholderIn, refusalOf } from '../../../src/templates/workbook/placeholders.js';
import { columnIn, noColumn, noSheet, sheetNamed } from '../../../src/templates/workbook/source-sheets.js';
import { Styles } from '../../../src/templates/workbook/styles.js';
import { cellXml, Values, type PathPlan, type Value } from '../../../src/templates/workbook/values.js';
import { attributeOf, tokensOf, withAttribute, withoutAttribute } from '../../../src/templates/workbook/xml.js';

describe('a placeholder', () => {
  it.each([
    ['plain text', undefined],
    ['{ not }', undefined],
    ['a {{ b', undefined],
    ['{{ today }}', { kind: 'value', name: 'today' }],
    [' {{today}} ', { kind: 'value', name: 'today' }],
    ['{{ object.name }}', { kind: 'object', path: ['name'] }],
    ['{{ object.entity_resp.name }}', { kind: 'object', path: ['entity_resp', 'name'] }],
    ['{{ object.processes | names }}', { kind: 'object', path: ['processes'], filter: 'names' }],
    ['{{ row.Name of it }}', { kind: 'row', column: 'Name of it' }],
    ['{{ row.1 }}', { kind: 'row', column: '1' }],
    ['{{ row["Last name"] }}', { kind: 'row', column: 'Last name' }],
    ["{{ row['Last name'] }}", { kind: 'row', column: 'Last name' }],
    ['{{ row[“Last name”] }}', { kind: 'row', column: 'Last name' }],
    ['{{ row[« Last name »] }}', { kind: 'row', column: 'Last name' }],
    ['{{ row[ 2 ] }}', { kind: 'row', column: '2' }],
    ['{{ row[] }}', { kind: 'nothing' }],
    ['{{ row[name] }}', { kind: 'nothing' }],
    ['{{ sheet: Servers }}', { kind: 'sheet', name: 'Servers' }],
    ['{{ object }}', { kind: 'nothing' }],
    ['{{ object.a.b.c.d.e }}', { kind: 'nothing' }],
    ['{{ object.name | nope }}', { kind: 'filter', filter: 'nope' }],
    ['{{ object.name | line | line }}', { kind: 'filter', filter: 'line | line' }],
    ['{{ object.__proto__ }}', { kind: 'nothing' }],
    ['{{ constructor }}', { kind: 'nothing' }],
    ['{{ }}', { kind: 'nothing' }],
    ['{{ sheet: }}', { kind: 'nothing' }],
    ['As of {{ today }}', { kind: 'beside' }],
    ['{{ object.name }} {{ object.id }}', { kind: 'beside' }],
  ])('%s is %j', (text, placeholder) => expect(placeholderIn(text)).toEqual(placeholder));
});

describe('what is no placeholder', () => {
  it.each([
    ['{{ toda }}', 'workbookNothingNear', '{{ today }}'],
    ['{{ objct.name }}', 'workbookNothingNear', '{{ object.name }}'],
    ['{{ objects.name }}', 'workbookNothingNear', '{{ object.name }}'],
    ['{{ rows.name }}', 'workbookNothingNear', '{{ row.name }}'],
    ['{{ something }}', 'workbookNothing', undefined],
    ['{{ object.name | bogus }}', 'workbookFilter', undefined],
    ['Le {{ today }}', 'workbookBeside', undefined],
    ['{{ today }}', undefined, undefined],
  ])('%s is refused as %s, and %s was meant', (text, key, near) => {
    const refusal = refusalOf(placeholderIn(text)!, { sheet: 'S', cell: 'A1', text });
    expect([refusal?.key, refusal?.values['near']]).toEqual([key, near]);
  });
});

describe('a value', () => {
  const values = new Values('Europe/Paris');
  const object = {
    ...{
      name: 'Imago',
      rto: 60,
      open: false,
      day: '2026-01-31',
      at: '2026-06-30T22:30:00.000000Z',
      html: '<p>a</p><p>b&amp;c</p>',
    },
    ...{
      none: null,
      one: { name: 'One', two: { id: 7 } },
      many: [
        { name: 'A', rto: 1 },
        { name: 'B', rto: 2 },
      ],
      code: 3,
    },
  };
  it.each<[Partial<PathPlan>, Value]>([
    [{ path: ['name'] }, 'Imago'],
    [{ path: ['rto'] }, 60],
    [{ path: ['open'] }, false],
    [{ path: ['none'] }, null],
    [{ path: ['day'], kind: 'day' }, { day: '2026-01-31' }],
    [{ path: ['at'], kind: 'moment' }, { moment: '2026-07-01 00:30:00' }],
    [{ path: ['html'], kind: 'html' }, 'a\nb&c'],
    [{ path: ['one', 'name'] }, 'One'],
    [{ path: ['one', 'two', 'id'] }, 7],
    [{ path: ['many', 'name'] }, 'A, B'],
    [{ path: ['many', 'rto'] }, '1, 2'],
    [{ path: ['many'], kind: 'objects' }, 'A, B'],
    [{ path: ['many'], filter: 'names' }, 'A, B'],
    [{ path: ['many'], filter: 'count' }, 2],
    [{ path: ['none'], filter: 'count' }, 0],
    [{ path: ['code'], filter: 'words', words: { 3: 'High' } }, 'High'],
    [{ path: ['constructor'] }, null],
  ])('%j is %j', (plan, value) => expect(values.of(object, { path: [], kind: 'plain', ...plan })).toEqual(value));
  it.each([
    ['2026-01-31', true, { day: '2026-01-31' }],
    ['2026-01-31', false, '2026-01-31'],
    ['2026-02-30', true, '2026-02-30'],
    ['2026-13-31', true, '2026-13-31'],
    ['on 2026-01-31', true, 'on 2026-01-31'],
    [7, false, 7],
    [null, true, null],
    [{ a: 1 }, false, '{"a":1}'],
  ])('of a row %j (of days: %s) is %j', (cell, isOfDays, value) =>
    expect(values.ofCell(cell, isOfDays)).toEqual(value),
  );
});

describe('a cell', () => {
  const xml =
    '<styleSheet><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="4" applyNumberFormat="1"><alignment/></xf></cellXfs></styleSheet>';
  it.each<[Value, string | undefined, string]>([
    [7, '2', '<c r="A1" s="2"><v>7</v></c>'],
    [true, undefined, '<c r="A1" t="b"><v>1</v></c>'],
    [null, '1', '<c r="A1" s="1"/>'],
    ['=1+1', undefined, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>'],
    [
      'a<b\u0007_x0041_',
      '0',
      '<c r="A1" s="0" t="inlineStr"><is><t xml:space="preserve">a&lt;b_x005F_x0041_</t></is></c>',
    ],
    [{ day: '1970-01-01' }, '0', '<c r="A1" s="3"><v>25569</v></c>'],
    [{ moment: '1970-01-01 12:00:00' }, '2', '<c r="A1" s="2"><v>25569.5</v></c>'],
    [{ day: '1970-01-01' }, '1', '<c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">1970-01-01</t></is></c>'],
    [{ day: '1800-01-01' }, '0', '<c r="A1" s="0" t="inlineStr"><is><t xml:space="preserve">1800-01-01</t></is></c>'],
  ])('%j in style %s', (value, style, cell) => expect(cellXml('A1', style, value, new Styles(xml, 1900))).toBe(cell));
  it('is no moment where there is no such day', () =>
    expect(cellXml('A1', '0', { moment: '2026-02-30 10:00:00' }, new Styles(xml, 1900))).toMatch(
      />2026-02-30 10:00:00</,
    ));
  it.each([
    ['General', '1', false],
    ['GENERAL', '1', false],
    ['@', '0', true],
    ['dd/mm/yyyy', '0', false],
  ])('has the format that its style names: %s', (code, dated, isText) => {
    // LibreOffice writes formats that all programs know under ids of its own.
    const formats = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${code}"/></numFmts>`;
    const styles = new Styles(
      `<styleSheet>${formats}<cellXfs count="1"><xf numFmtId="164"/></cellXfs></styleSheet>`,
      1900,
    );
    expect([styles.isText('0') ? '0' : styles.dated('0', 14), styles.isText('0')]).toEqual([dated, isText]);
    expect(styles.xml()).toContain(formats);
  });
  it('gets a format for days where its style has none', () => {
    const styles = new Styles(xml, 1904);
    expect([styles.dated('0', 14), styles.dated('0', 14), styles.dated('0', 22), styles.dated('2', 14)]).toEqual([
      '3',
      '3',
      '4',
      '2',
    ]);
    expect(styles.xml()).toContain('<cellXfs count="5">');
    expect(styles.xml()).toContain('<xf applyNumberFormat="1" numFmtId="14"/>');
    expect([new Styles('', 1900).xml(), new Styles('', 1900).isText(undefined)]).toEqual(['', true]);
  });
  it('holds at most what programs take', () =>
    expect(cellXml('A1', undefined, 'x'.repeat(40_000), new Styles(xml, 1900))).toMatch(/>x{32766}…</));
});

describe('XML', () => {
  it('is read tag by tag', () =>
    expect([...tokensOf('<a x:r="1>2"><b/>t</a>')].map(({ name, kind, text }) => [name, kind, text])).toEqual([
      ['a', 'open', '<a x:r="1>2">'],
      ['b', 'empty', '<b/>'],
      ['', 'text', 't'],
      ['a', 'close', '</a>'],
    ]));
  it('has attributes by just their names', () => {
    const tag = `<c x14ac:r='9' r = "A&amp;1" s="2"/>`;
    expect([attributeOf(tag, 'r'), attributeOf(tag, 't')]).toEqual(['A&1', undefined]);
    expect(withAttribute(tag, 'r', '<')).toBe(`<c x14ac:r='9' r = "&lt;" s="2"/>`);
    expect(withAttribute(tag, 't', 'x')).toBe(tag);
    expect(withoutAttribute(tag, 's')).toBe(`<c x14ac:r='9' r = "A&amp;1"/>`);
  });
});

describe('a column that there is not', () => {
  const source = { name: 'Servers', headings: ['Name', 'Application block', 'RTO'], days: [], rows: [] };
  const at = { sheet: 'S', cell: 'A1', text: '{{ x }}' };
  it.each([
    ['nam', { key: 'workbookNothingNear', values: { near: '{{ row.Name }}' } }],
    ['application blok', { key: 'workbookNothingNear', values: { near: '{{ row["Application block"] }}' } }],
    ['RTO | bogus', { key: 'workbookRowFilter', values: { filter: 'bogus' } }],
    ['wholly different', { key: 'workbookNothing' }],
  ])('is told with what was meant: %s', (column, refusal) =>
    expect(noColumn(source, column, at)).toMatchObject(refusal),
  );
  it('is none where there is one; the same for sheets', () => {
    expect([noColumn(source, 'rto', at), noSheet([source], 'servers', at)]).toEqual([undefined, undefined]);
    expect(noSheet([source], 'Server', at)).toMatchObject({ values: { near: '{{ sheet: Servers }}' } });
  });
});

describe('sheets of a source', () => {
  const sheets = [{ name: 'Servers', headings: ['Name', '2', 'ip'], days: [], rows: [] }];
  it('are found by their names', () =>
    expect([sheetNamed(sheets, 'SERVERS'), sheetNamed(sheets, 'x')]).toEqual([sheets[0], undefined]));
  it.each([
    ['Name', 0],
    ['IP', 2],
    ['2', 1],
    ['3', 2],
    ['4', undefined],
    ['nothing', undefined],
  ])('have the column %s at %s', (name, at) => expect(columnIn(sheets[0]!.headings, name)).toBe(at));
});
