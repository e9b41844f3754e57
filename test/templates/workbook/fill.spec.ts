/** Templates 3: whole workbooks, filled without a server: rows of sources, and what refers to rows in each part. */
import type { Worksheet } from 'exceljs';
import { packed, unpacked, type Parts } from '../../../src/templates/workbook/package.js';
import { Refused } from '../../../src/templates/workbook/refusal.js';
import { OpenWorkbook, type FillRequest } from '../../../src/templates/workbook/workbook.js';
import { made, opened, sheetOf } from './support.js';

const bytesOf = (elements: readonly unknown[]) =>
  Uint8Array.from(Buffer.from(elements.map((one) => JSON.stringify(one)).join(',')));
const BASE = {
  paths: { '{{ object.name }}': { path: ['name'], kind: 'plain' } },
  values: {
    today: { day: '2026-11-29' },
    now: null,
    language: 'en',
    source: 'https://map.test',
    name_of_template: 'T',
  },
  zone: 'UTC',
} as const;
const objects = (count: number): FillRequest => ({
  ...BASE,
  kind: 'objects',
  bytes: bytesOf(Array.from({ length: count }, (_, i) => ({ name: `n${i + 1}` }))),
});
const SHEETS = [
  {
    name: 'Servers',
    headings: ['Name', 'Days'],
    days: [1],
    rows: [
      ['a', 1],
      ['b', '2026-01-31'],
    ],
  },
  { name: 'Sites', headings: ['Name'], days: [], rows: [['x'], ['y'], ['z']] },
];
const rows = (sheets: readonly unknown[] = SHEETS): FillRequest => ({
  ...BASE,
  kind: 'sheets',
  bytes: bytesOf(sheets),
});
const filledWith = async (file: Buffer, request: FillRequest): Promise<Buffer> => {
  const book = await OpenWorkbook.open(file);
  expect(book.refusals).toEqual([]);
  return Buffer.from((await book.fill(request)).bytes);
};
const valuesOf = (sheet: Worksheet): unknown[] =>
  (sheet.getSheetValues() as unknown[][]).slice(1).map((row) => row.slice(1));
const SHEET = 'xl/worksheets/sheet1.xml';

/** A workbook of one repeated row in row 2, with other parts. */
async function patched(change: (parts: Parts) => void): Promise<Buffer> {
  const parts = await unpacked(
    await sheetOf([
      ['Name', 1],
      ['{{ object.name }}', 2],
      ['End', 3],
    ]),
  );
  change(parts);
  return packed(parts);
}
const behind = (xml: string) => (parts: Parts) =>
  void parts.set(
    SHEET,
    Buffer.from(
      parts
        .get(SHEET)!
        .toString()
        .replace('</sheetData>', () => `</sheetData>${xml}`),
    ),
  );
/** The sheet, filled with three objects, from its end of rows on. */
const restOf = async (xml: string): Promise<string> => {
  const parts = await unpacked(await filledWith(await patched(behind(xml)), objects(3)));
  return parts
    .get(SHEET)!
    .toString()
    .split('</sheetData>')[1]!
    .replace(/<pageMargins.*$/s, '');
};

it('rows with a style of their own are filled, and keep it', async () => {
  const file = await sheetOf([['Name'], ['{{ object.name }}'], ['End']], (sheet) => {
    for (const row of [1, 2]) sheet.getRow(row).font = { bold: true };
  });
  const book = await opened(await filledWith(file, objects(2)));
  expect(valuesOf(book.worksheets[0]!)).toEqual([['Name'], ['n1'], ['n2'], ['End']]);
  expect([1, 2, 3, 4].map((row) => book.worksheets[0]!.getRow(row).font?.bold ?? false)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe('rows of a source', () => {
  it('fill each sheet that names one, and the first where none is named', async () => {
    const file = await made((workbook) => {
      workbook.addWorksheet('One').addRows([['{{ sheet: servers }}'], ['{{ row.Name }}', '{{ row.2 }}']]);
      workbook.addWorksheet('Two').addRows([['{{ sheet: Sites }}'], ['{{ row.name }}'], ['{{ count }}']]);
      workbook.addWorksheet('Three').addRows([['{{ row.1 }}']]);
      workbook.addWorksheet('Four').addRows([['{{ sheet: Gone }}'], ['{{ row.1 }}'], ['End']]);
    });
    const book = await opened(await filledWith(file, rows()));
    expect(book.worksheets.map(valuesOf)).toEqual([
      [['servers'], ['a', 1], ['b', new Date('2026-01-31')]],
      [['Sites'], ['x'], ['y'], ['z'], [5]],
      [['a'], ['b']],
      [['Gone'], [], ['End']].map((row) => (row.length ? row : expect.anything())),
    ]);
  });
  it('are refused where a column is not there any more', async () => {
    const book = await OpenWorkbook.open(await sheetOf([['{{ row.Name }}'], ['{{ row.Gone }}']]));
    await expect(book.fill(rows())).rejects.toMatchObject({ key: 'workbookNothing', values: { cell: 'A2' } });
  });
  it('are 10,000 at most, and 100,000 cells', async () => {
    const book = await OpenWorkbook.open(await sheetOf([['{{ object.name }}'], [], ['{{ object.name }}']]));
    await expect(book.fill(objects(5000))).resolves.toMatchObject({ count: 5000 });
    await expect(book.fill(objects(5001))).rejects.toThrow(Refused);
    const wide = await OpenWorkbook.open(await sheetOf([['{{ object.name }}', ...'abcdefghijk']]));
    await expect(wide.fill(objects(8400))).rejects.toMatchObject({ key: 'workbookRows' });
  });
});

describe('rows that follow each other', () => {
  it('stand together for each object, with what belongs to them', async () => {
    const file = await sheetOf(
      [['Name'], ['{{ object.name }}', { formula: 'A3' }], ['{{ object.name }}', 'below'], ['End']],
      (sheet) => sheet.mergeCells('C2:C3'),
    );
    const parts = await unpacked(await filledWith(file, objects(2)));
    expect(parts.get(SHEET)!.toString()).toContain('<mergeCell ref="C2:C3"/><mergeCell ref="C4:C5"/>');
    const sheet = (await opened(await packed(parts))).worksheets[0]!;
    expect((valuesOf(sheet) as unknown[][]).map(([first, second]) => [first, second])).toEqual([
      ['Name', undefined],
      ['n1', { formula: 'A3' }],
      ['n1', 'below'],
      ['n2', { formula: 'A5' }],
      ['n2', 'below'],
      ['End', undefined],
    ]);
  });
  it.each(['A2:A3', 'A1:A2', 'A1:B3'])('merged cells over some of them and others are refused: %s', async (ref) => {
    const file = await patched(behind(`<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`));
    for (const count of [0, 1, 3])
      await expect((await OpenWorkbook.open(file)).fill(objects(count))).rejects.toMatchObject({
        key: 'workbookMerged',
        values: { sheet: 'Sheet', cells: ref },
      });
  });
  it('move what lies below as far as a sheet goes', async () => {
    const last = (inner: string) => (parts: Parts) => {
      const text = parts.get(SHEET)!.toString();
      parts.set(SHEET, Buffer.from(text.replace('</sheetData>', `<row r="1048576"${inner}</sheetData>`)));
    };
    const held = await OpenWorkbook.open(await patched(last('><c r="A1048576"><v>1</v></c></row>')));
    await expect(held.fill(objects(1))).resolves.toMatchObject({ count: 1 });
    await expect(held.fill(objects(2))).rejects.toMatchObject({ key: 'workbookBeyond', values: { row: 1_048_576 } });
    // Rows that only have a height, as LibreOffice writes them.
    const empty = await unpacked(
      await filledWith(await patched(last(' ht="12.8"><c r="A1048576" s="0"/></row>')), objects(2)),
    );
    expect(empty.get(SHEET)!.toString()).not.toMatch(/r="10485/);
  });
});

describe('what refers to rows', () => {
  it.each([
    [
      '<mergeCells count="2"><mergeCell ref="A2:B2"/><mergeCell ref="A3:B3"/></mergeCells>',
      '<mergeCells count="4"><mergeCell ref="A2:B2"/><mergeCell ref="A3:B3"/><mergeCell ref="A4:B4"/><mergeCell ref="A5:B5"/></mergeCells>',
    ],
    ['<autoFilter ref="A1:B2"/>', '<autoFilter ref="A1:B4"/>'],
    [
      '<hyperlinks><hyperlink ref="A3" location="Sheet!A3"/></hyperlinks>',
      '<hyperlinks><hyperlink ref="A5" location="Sheet!A5"/></hyperlinks>',
    ],
    [
      '<rowBreaks count="1" manualBreakCount="1"><brk id="2" max="16383" man="1"/></rowBreaks><colBreaks><brk id="2"/></colBreaks>',
      '<rowBreaks count="1" manualBreakCount="1"><brk id="4" max="16383" man="1"/></rowBreaks><colBreaks><brk id="2"/></colBreaks>',
    ],
    [
      '<conditionalFormatting sqref="B2 B3"><cfRule type="expression" priority="1"><formula>$B2&gt;B$3</formula></cfRule></conditionalFormatting>',
      '<conditionalFormatting sqref="B2:B4 B5"><cfRule type="expression" priority="1"><formula>$B2&gt;B$5</formula></cfRule></conditionalFormatting>',
    ],
    [
      '<dataValidations count="1"><dataValidation type="list" sqref="A3"><formula1>$B$2:$B$3</formula1></dataValidation></dataValidations>',
      '<dataValidations count="1"><dataValidation type="list" sqref="A5"><formula1>$B$2:$B$5</formula1></dataValidation></dataValidations>',
    ],
    [
      '<extLst><ext><x14:dataValidations><x14:dataValidation><x14:formula1><xm:f>B3</xm:f></x14:formula1><xm:sqref>A3</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>',
      '<extLst><ext><x14:dataValidations><x14:dataValidation><x14:formula1><xm:f>B5</xm:f></x14:formula1><xm:sqref>A5</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>',
    ],
    [
      '<protectedRanges><protectedRange sqref="A2:B2" name="x"/></protectedRanges>',
      '<protectedRanges><protectedRange sqref="A2:B4" name="x"/></protectedRanges>',
    ],
  ])('moves in %s', async (before, after) => expect(await restOf(before)).toContain(after));

  it('moves in names, and takes out in which order formulas were computed', async () => {
    const file = await patched((parts) => {
      const edit = (name: string, from: string, to: string): void =>
        void parts.set(
          name,
          Buffer.from(
            parts
              .get(name)!
              .toString()
              .replace(from, () => to),
          ),
        );
      edit(
        'xl/workbook.xml',
        '</sheets>',
        '</sheets><definedNames><definedName name="all">Sheet!$B$2:$B$2</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet!$A$1:$B$3</definedName><definedName name="rate">0.2</definedName></definedNames>',
      );
      parts.set('xl/calcChain.xml', Buffer.from('<calcChain/>'));
      edit('[Content_Types].xml', '</Types>', '<Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>');
      edit(
        'xl/_rels/workbook.xml.rels',
        '</Relationships>',
        '<Relationship Id="rId99" Type="http://x/calcChain" Target="calcChain.xml"/></Relationships>',
      );
    });
    const parts = await unpacked(await filledWith(file, objects(3)));
    const book = parts.get('xl/workbook.xml')!.toString();
    expect(book).toContain('<definedName name="all">Sheet!$B$2:$B$4</definedName>');
    expect(book).toContain('localSheetId="0">Sheet!$A$1:$B$5</definedName><definedName name="rate">0.2<');
    expect(book).toMatch(/fullCalcOnLoad="1"/);
    const all = [...parts.values()].map(String).join('');
    expect([parts.has('xl/calcChain.xml'), all.includes('calcChain')]).toEqual([false, false]);
  });

  it('moves tables, notes and formulas of several cells', async () => {
    const file = await made((workbook) => {
      const sheet = workbook.addWorksheet('Sheet');
      sheet.addTable({
        name: 'T',
        ref: 'A1',
        headerRow: true,
        columns: [{ name: 'Name' }, { name: 'Hours' }],
        rows: [['{{ object.name }}', 2]],
      });
      sheet.getCell('A4').value = 'End';
      sheet.getCell('A4').note = 'a note';
      sheet.getCell('B4').value = { shareType: 'array', ref: 'B4:B4', formula: 'SUM(B2:B2*2)' } as never;
    });
    const parts = await unpacked(await filledWith(file, objects(3)));
    const text = (name: string): string => parts.get(name)!.toString();
    expect(text('xl/tables/table1.xml')).toMatch(/ ref="A1:B4"/);
    expect(text('xl/comments1.xml')).toContain('ref="A6"');
    expect(text('xl/drawings/vmlDrawing1.vml')).toMatch(/<x:Row>5<\/x:Row>/);
    expect(text(SHEET)).toContain('<f t="array" ref="B6:B6">SUM(B2:B4*2)</f>');
    expect((await opened(await packed(parts))).worksheets[0]!.getCell('A6').note).toBeTruthy();
  });

  it('counts days from 1904 where the workbook does', async () => {
    const file = await made((workbook) => {
      workbook.properties.date1904 = true;
      workbook.addWorksheet('Sheet').addRow(['{{ today }}']);
    });
    const sheet = (await opened(await filledWith(file, objects(0)))).worksheets[0]!;
    expect(sheet.getCell('A1').value).toEqual(new Date('2026-11-29'));
  });
});

describe('everything else', () => {
  it('stays as it is, byte for byte', async () => {
    const file = await patched((parts) => void parts.set('customXml/item1.xml', Buffer.from('<label/>')));
    const [before, after] = [await unpacked(file), await unpacked(await filledWith(file, objects(2)))];
    const changed = [...before].flatMap(([name, content]) => (after.get(name)!.equals(content) ? [] : [name]));
    expect(changed.sort()).toEqual(['xl/workbook.xml', SHEET]);
  });
});
