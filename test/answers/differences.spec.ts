/** What the comparison of two recordings finds, and what it lets pass. */
import { compared, load, type Line } from './scripts.js';

const line = (answer: Partial<Line['answer']>, key = 'getSite as admin: read 1'): Line => ({
  key,
  request: { op: key.split(' ')[0]!, method: 'GET', path: '/api/sites/1' },
  answer: { status: 200, headers: {}, ...answer },
});

/** Places of the differences of two answers. */
const placesOf = async (before: Partial<Line['answer']>, after: Partial<Line['answer']>): Promise<string[]> =>
  (await compared([line(before)], [line(after)])).map(({ place }) => place);

describe('differences', () => {
  it.each([
    ['the same', { text: '{"a":1}' }, { text: '{"a":1}' }, []],
    ['a status', { status: 200 }, { status: 404 }, ['status']],
    ['a header that went', { headers: { etag: '"a"' } }, {}, ['header etag']],
    ['a header that came', {}, { headers: { link: 'x' } }, ['header link']],
    ['another header', { headers: { etag: '"a"' } }, { headers: { etag: '"b"' } }, ['header etag']],
    ['a member that went', { text: '{"data":{"a":1,"b":2}}' }, { text: '{"data":{"a":1}}' }, ['body $.data.b']],
    ['null in place of nothing', { text: '{"a":null}' }, { text: '{}' }, ['body $.a']],
    ['another value deep in a list', { text: '[{"a":[1,2]}]' }, { text: '[{"a":[1,3]}]' }, ['body $[0].a[1]']],
    ['a row that went', { text: '[{"a":1},{"a":2}]' }, { text: '[{"a":1}]' }, ['body $.length', 'body $[1]']],
    ['a name that came', { text: '["a","c"]' }, { text: '["a","b","c"]' }, ['body $.length', 'body $[b]']],
    [
      'an object that went, another value in one behind it',
      { text: '[{"id":7},{"id":8},{"id":9,"a":1}]' },
      { text: '[{"id":7},{"id":9,"a":2}]' },
      ['body $.length', 'body $[8]', 'body $[9].a'],
    ],
    [
      'an object that went, the others turned',
      { text: '[1,2,3]' },
      { text: '[3,1]' },
      ['body $.length', 'body $[2]', 'body $ in order'],
    ],
    ['a list that is an object', { text: '{"a":[]}' }, { text: '{"a":{}}' }, ['body $.a']],
    ['members in another order', { text: '{"a":1,"b":2}' }, { text: '{"b":2,"a":1}' }, ['body as it is written']],
    ['a number written otherwise', { text: '[1.0]' }, { text: '[1]' }, ['body as it is written']],
    ['text in another line', { text: 'a\r\nb;c' }, { text: 'a\r\nb,c' }, ['body line 2']],
    ['a byte order mark', { text: '\uFEFFa' }, { text: 'a' }, ['body line 1']],
    ['no body', { text: '{}' }, {}, ['body']],
    ['a part of a workbook', { parts: { a: '<x/>', b: 'y' } }, { parts: { a: '<z/>', b: 'y' } }, ['body a line 1']],
    ['a part that went', { parts: { a: 'x', b: 'y' } }, { parts: { a: 'x' } }, ['body b']],
  ])('%s', async (_, before, after, places) => {
    expect(await placesOf(before as Partial<Line['answer']>, after as Partial<Line['answer']>)).toEqual(places);
  });

  it('another request is told beside its answer', async () => {
    const other = { ...line({ status: 404 }), request: { ...line({}).request, path: '/api/sites/2' } };
    expect((await compared([line({})], [other])).map(({ place }) => place)).toEqual(['request', 'status']);
  });

  it('calls of one side only are told, whatever their order', async () => {
    const keys = (...names: string[]): Line[] => names.map((name) => line({}, `getSite as admin: ${name}`));
    const found = await compared(keys('a', 'b', 'c'), keys('c', 'a', 'd'));
    expect(found.map(({ call, before, after }) => [call, before, after])).toEqual([
      ['as admin: b', 'is made', undefined],
      ['as admin: d', undefined, 'is made'],
    ]);
  });
});

describe('what workbooks and documents say', () => {
  const book = (sheet: string, font = '<font/>', xf = '<xf/>'): Record<string, string> => ({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Sites" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet><fonts>${font}</fonts><fills><fill/></fills><cellXfs>${xf}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><cols><col min="1" max="2" width="12.4"/></cols><sheetData>${sheet}</sheetData></worksheet>`,
  });
  const shared = {
    ...book('<row><c r="A1" t="s"><v>0</v></c><c r="B1"/></row>'),
    'xl/sharedStrings.xml': '<sst><si><r><t>No</t></r><r><t>rth</t></r></si></sst>',
  };
  const inline = book('<row r="1"><c r="A1" t="inlineStr"><is><t>North</t></is></c></row>');
  const document = (text: string): Record<string, string> => ({
    'word/document.xml': `<w:document><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${text}</w:p></w:document>`,
  });
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  const PARTS = ['body xl/sharedStrings.xml', 'body xl/worksheets/sheet1.xml line 1'];

  it.each([
    ['the same text, shared and inline', shared, inline, PARTS],
    ['another text', inline, book('<row><c r="A1" t="inlineStr"><is><t>South</t></is></c></row>'), 'reads'],
    ['a bold cell', inline, book(inline['xl/worksheets/sheet1.xml']!, '<font><b/></font>'), 'reads'],
    [
      'a text in more runs',
      document(run('North')),
      document(run('No') + run('rth')),
      ['body word/document.xml line 1'],
    ],
    ['another paragraph', document(run('North')), document(run('South')), 'reads'],
  ])('%s', async (_, before, after, expected) => {
    const places = await placesOf({ parts: before }, { parts: after });
    if (expected === 'reads') expect(places[0]).toMatch(/^body as it reads line \d+$/);
    else expect(places.sort()).toEqual(expected);
  });
});

describe('intended differences', () => {
  it('are told by patterns of operation and place, and rules that nothing meets are named', async () => {
    const { Intended } = await load('differences');
    const intended = new Intended([
      { operation: 'get*', place: 'body $.data.*', reason: 'a new column' },
      { operation: 'getOpenApi', place: 'header etag', reason: 'never met' },
    ]);
    expect(intended.of({ operation: 'getSite', place: 'body $.data.a[0]' })).toBeTruthy();
    for (const [operation, place] of [
      ['getSite', 'body $.other'],
      ['listSites', 'body $.data.a'],
      ['getSite', 'status'],
      ['getSite', 'xbody $xdataxa'],
    ]) {
      expect(intended.of({ operation, place })).toBeUndefined();
    }
    expect(intended.unmet()).toMatchObject([{ place: 'header etag' }]);
  });

  it('hold for some values alone where the rule says so', async () => {
    const { Intended } = await load('differences');
    const [operation, place] = ['getSite', 'body $.message'];
    const intended = new Intended([
      {
        operation,
        place,
        before: '"There is no * *."',
        after: '"There is no object “*” among *."',
        reason: 'told in words',
      },
      { operation, place: 'body $.new', before: 'undefined', reason: 'a new member' },
    ]);
    const of = (difference: object): unknown => intended.of({ operation, place, ...difference });
    const [before, after] = ['"There is no sites 7."', '"There is no object “7” among Sites."'];
    expect(of({ before, after })).toBeTruthy();
    expect(of({ before, after: '"Not found."' })).toBeUndefined();
    expect(of({ before: '"Not found."', after })).toBeUndefined();
    expect(of({ place: 'body $.new', before: undefined, after: '1' })).toBeTruthy();
    expect(of({ place: 'body $.new', before: '1', after: undefined })).toBeUndefined();
  });

  it('need a reason', async () => {
    const { Intended } = await load('differences');
    expect(() => new Intended([{ operation: '*', place: '*' }])).toThrow("'reason'");
  });
});
