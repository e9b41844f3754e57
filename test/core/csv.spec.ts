import { BOM, csvFile, csvLine, guarded, RFC_4180, type CsvCell } from '../../src/files/csv.js';
import { ApiError } from '../../src/core/http/errors.js';

const STORED_QUERIES = { separator: ';', newline: '\n', bom: true, encloseBlanks: true };

describe('contract 11: CSV', () => {
  it.each<[CsvCell[], string]>([
    [['a', 'b'], 'a,b\r\n'],
    [['a b', 'tab\there', 'back\\slash'], 'a b,tab\there,back\\slash\r\n'],
    [['a,b', 'say "x"', 'two\nlines', 'cr\rhere'], '"a,b","say ""x""","two\nlines","cr\rhere"\r\n'],
    [[1, -2.5, true, false, null, undefined, ''], '1,-2.5,1,0,,,\r\n'],
    [[], '\r\n'],
  ])('%j is written as %j', (cells, line) => expect(csvLine(cells, RFC_4180)).toBe(line));

  it('blanks and backslashes are enclosed where clients know it so', () => {
    const line = csvLine(['a b', 'c\td', 'e\\f', 'g;h', 'i,j', 'k"l', '\\"'], STORED_QUERIES);
    expect(line).toBe('"a b";"c\td";"e\\f";"g;h";i,j;"k""l";"\\"""\n');
  });

  it.each([
    '=1+1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '+cmd|x',
    '-cmd',
    '+1+A1',
    '-1=2',
    '+33 1 é',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('the text %j is no formula any more', (text) => expect(guarded(text)).toBe(`'${text}`));
  it.each(['', 'a=1', '+33 1 23.45(0)-6', '-7', '-3.5', '+', '-', '• =1', "'=1", '1=1', 'é', '€', 'ａ＝', '１', '表'])(
    'the text %j stays',
    (text) => expect(guarded(text)).toBe(text),
  );
  it('numbers are not guarded, texts are, before they are enclosed', () => {
    expect(csvLine([-1, '-1x', '=a,b', '=say "x"'], RFC_4180)).toBe(`-1,'-1x,"'=a,b","'=say ""x"""\r\n`);
  });

  it.each([
    [{}, RFC_4180],
    [{ sep: '', bom: '' }, RFC_4180],
    [
      { sep: ';', bom: '1' },
      { ...RFC_4180, separator: ';', bom: true },
    ],
    [{ sep: 'tab' }, { ...RFC_4180, separator: '\t' }],
    [{ sep: '\t' }, { ...RFC_4180, separator: '\t' }],
    [
      { sep: '|', bom: '0' },
      { ...RFC_4180, separator: '|' },
    ],
  ])('%j asks for %j', (query, file) => expect(csvFile(query, RFC_4180)).toEqual(file));
  it.each([{ sep: ':' }, { sep: 'constructor' }, { sep: ',,' }, { sep: ['a'] }, { bom: 'yes' }, { bom: { a: '1' } }])(
    '%j is refused',
    (query) => {
      const asked = (): unknown => csvFile(query, RFC_4180);
      expect(asked).toThrow(ApiError);
      expect(asked).toThrow(/must be one of/);
    },
  );
  it('the mark is the one of UTF-8', () => expect(Buffer.from(BOM).toString('hex')).toBe('efbbbf'));
});
