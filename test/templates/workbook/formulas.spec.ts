/** Templates 3: references of formulas when rows are repeated, as in spreadsheet programs. */
import { Layout, Layouts, movedFormula, movedRanges, topRow } from '../../../src/templates/workbook/layout.js';
import { parseFormula, slid } from '../../../src/templates/workbook/references.js';

/** Row 5 of `S` stands 80 times, row 8 twice; row 3 of `My sheet` three times. */
const S = new Layout(
  new Map([
    [5, 80],
    [8, 2],
  ]),
);
const LAYOUTS = new Layouts([
  ['S', S],
  ['My sheet', new Layout(new Map([[3, 3]]))],
]);

describe('rows of a layout', () => {
  it.each([
    [1, 1, 1],
    [4, 4, 4],
    [5, 5, 84],
    [6, 85, 85],
    [8, 87, 88],
    [9, 89, 89],
    [1_048_576, 1_048_656, 1_048_656],
  ])('row %i goes to %i … %i', (row, first, last) => expect([S.first(row), S.last(row)]).toEqual([first, last]));
});

describe('a formula beside repeated rows', () => {
  it.each([
    ['SUM(B5:B5)', 'SUM(B5:B84)'],
    ['SUM($B$5:$B$5)', 'SUM($B$5:$B$84)'],
    ['SUM(B4:B5)', 'SUM(B4:B84)'],
    ['SUM(B5:B6)', 'SUM(B5:B85)'],
    ['SUM(B5:D8)', 'SUM(B5:D88)'],
    ['B5', 'B5'],
    ['B6+$C$9', 'B85+$C$89'],
    ['SUM(B:B)', 'SUM(B:B)'],
    ['SUM($A:$C,5:5)', 'SUM($A:$C,5:84)'],
    ['SUM(B1:B1048576)', 'SUM(B1:B1048576)'],
    ['A1048576', '#REF!'],
    ["SUM('My sheet'!B3:B3)", "SUM('My sheet'!B3:B5)"],
    ["'MY SHEET'!B4", "'MY SHEET'!B6"],
    ["'It''s'!B6+Other!B6", "'It''s'!B6+Other!B6"],
    ['"B6"&B6', '"B6"&B85'],
    ['"a ""B6"" b"&B6', '"a ""B6"" b"&B85'],
    ['LOG10(B6)', 'LOG10(B85)'],
    ['ATAN2(B6,1E5)', 'ATAN2(B85,1E5)'],
    ['Table1[[#This Row],[B6]]+B6', 'Table1[[#This Row],[B6]]+B85'],
    ['total_B6+_B6+B6_', 'total_B6+_B6+B6_'],
    ['XFD6+XFE6', 'XFD85+XFE6'],
    ['IF(B6>0,TRUE,#N/A)', 'IF(B85>0,TRUE,#N/A)'],
    ['INDEX(B5:B5,1):B6', 'INDEX(B5:B84,1):B85'],
    ['B5:INDEX(B5:B5,1)', 'B5:INDEX(B5:B84,1)'],
    ['B6#', 'B85#'],
    ['b6', 'b85'],
    ['', ''],
    ['"never closed', '"never closed'],
    ["'never closed", "'never closed"],
    ['[never closed', '[never closed'],
  ])('%s → %s', (formula, moved) => expect(movedFormula(formula, { sheet: 'S' }, LAYOUTS)).toBe(moved));
});

describe('a formula in the third copy of a repeated row', () => {
  it.each([
    ['B5*2', 'B7*2'],
    ['SUM(B5:D5)', 'SUM(B7:D7)'],
    ['B5*$C$2', 'B7*$C$2'],
    ['B5*C$2', 'B7*C$2'],
    ['SUM(B$5:B5)', 'SUM(B$5:B7)'],
    ['SUM(B5:B$5)', 'SUM(B7:B$84)'],
    ['B5/SUM(B$5:B$5)', 'B7/SUM(B$5:B$84)'],
    ['B5/B$6', 'B7/B$85'],
    ['D4+B5', 'D6+B7'],
    ["VLOOKUP(A5,'My sheet'!$A$2:$B$3,2)", "VLOOKUP(A7,'My sheet'!$A$2:$B$5,2)"],
    ["'My sheet'!A3", "'My sheet'!A5"],
  ])('%s → %s', (formula, moved) => expect(movedFormula(formula, { sheet: 'S', copy: 2 }, LAYOUTS)).toBe(moved));
});

describe('rows that follow each other', () => {
  /** Rows 5 and 6 stand three times, together. */
  const both = new Layout(
    new Map([
      [6, 3],
      [5, 3],
    ]),
  );
  const layouts = new Layouts([['S', both], ...([['My sheet', new Layout(new Map([[3, 3]]))]] as const)]);
  it.each([
    [4, 4, 4],
    [5, 5, 9],
    [6, 6, 10],
    [7, 11, 11],
  ])('row %i goes to %i … %i', (row, first, last) => expect([both.first(row), both.last(row)]).toEqual([first, last]));
  it.each([
    ['SUM(B5:B6)', 'SUM(B5:B10)'],
    ['B7', 'B11'],
  ])('below: %s → %s', (formula, moved) => expect(movedFormula(formula, { sheet: 'S' }, layouts)).toBe(moved));
  it.each([
    ['B5*B6', 'B9*B10'],
    ['B4+B5', 'B8+B9'],
    ["'My sheet'!A3", "'My sheet'!A5"],
    ['B5/B$7', 'B9/B$11'],
  ])('in the third copy: %s → %s', (formula, moved) =>
    expect(movedFormula(formula, { sheet: 'S', copy: 2, size: 2 }, layouts)).toBe(moved),
  );
  it.each([
    ['B5:B6', 'B5:B10'],
    ['B6 A7', 'B6 B8 B10 A11'],
    ['A1:B5', 'A1:B9'],
  ])('ranges %s → %s', (ranges, moved) => expect(movedRanges(ranges, both, true)).toBe(moved));
});

describe('ranges', () => {
  it.each([
    ['B5', 'B5:B84'],
    ['B4', 'B4'],
    ['A1:C4', 'A1:C4'],
    ['A5:C5 E6 G8', 'A5:C84 E85 G87:G88'],
    ['A:A', 'A:A'],
    ['B6:B1048576', 'B85:B1048576'],
    ['A1 A1048576', 'A1'],
  ])('%s → %s', (ranges, moved) => expect(movedRanges(ranges, S)).toBe(moved));
  it('begin with a row', () =>
    expect([topRow('B5:C9 A1'), topRow('A:A'), topRow('')]).toEqual([5, undefined, undefined]));
});

describe('a formula that cells share', () => {
  it.each([
    ['B5*$C$2+D$1', 2, 1, 'C7*$C$2+E$1'],
    ['SUM(A1:B2)', -1, 0, 'SUM(#REF!)'],
    ['A1', 0, 16_384, '#REF!'],
    ['Z1+AZ1', 0, 1, 'AA1+BA1'],
  ])('%s moved by %i, %i is %s', (formula, rows, columns, moved) => expect(slid(formula, rows, columns)).toBe(moved));
});

describe('what a formula asks', () => {
  it.each([
    ["cmd|'/C calc'!A0", true, false],
    ["'cmd'|'/C calc'!A0", true, false],
    ['[1]Sheet1!A1', true, false],
    ["'[1]My sheet'!A1", true, false],
    ["'C:\\x\\[b.xlsx]S'!A1", true, true],
    ['[1]!name', true, false],
    ["'One:Three'!A1", false, true],
    ['SUM(One:Three!A1)', false, true],
    ['Table1[a|b]+"a|b"', false, false],
    ["Table1[it's|x]", false, false],
    ['A1+Sheet1!A1', false, false],
  ])('%s reaches out: %s, through: %s', (formula, reachesOut, isThrough) =>
    expect(parseFormula(formula)).toMatchObject({ reachesOut, isThrough }),
  );
  it.each([
    '_xlfn.WEBSERVICE ("x")',
    'WEBSERVICE\n("x")',
    '@WEBSERVICE\u00a0("x")',
    'com.microsoft.webservice ("x")',
    "'WEBSERVICE'(1)",
  ])('are functions, with blanks before their brackets: %j', (formula) =>
    expect(parseFormula(formula).functions).toEqual(['WEBSERVICE']),
  );
  it('is a range that meets another one, and no function', () =>
    expect(movedFormula('SUM(B6 (B5:B6))', { sheet: 'S' }, LAYOUTS)).toBe('SUM(B85 (B5:B85))'));
  it('are functions, by their names in all files', () =>
    expect(parseFormula('sum(_xlfn.WEBSERVICE("x"),_xlfn._xlws.FILTER(A1:A2,1),A1)').functions).toEqual([
      ...['SUM', 'WEBSERVICE', 'FILTER'],
    ]));
  it.each(['(', '[', "'", '"', 'A1:', "'a'!", 'A', '|', '$', '{', '[[', "['"])('is read in time: %s', (part) => {
    const began = performance.now();
    movedFormula(part.repeat(100_000), { sheet: 'S' }, LAYOUTS);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
