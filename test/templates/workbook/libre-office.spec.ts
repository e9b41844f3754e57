/** Templates 5, acceptance 4: workbooks of LibreOffice, filled, are what people make of them by hand; read by LibreOffice and exceljs. @seconds 60 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Workbook, Worksheet } from 'exceljs';
import { OpenWorkbook, type FillRequest } from '../../../src/templates/workbook/workbook.js';
import { BOOKS, documentOf, objectAt, TODAY } from './ten-books.js';
import { opened } from './support.js';

const COUNTS = [0, 1, 2, 500];
const HAS_OFFICE = spawnSync('soffice', ['--version']).status === 0;
const PATHS: FillRequest['paths'] = {
  '{{ object.name }}': { path: ['name'], kind: 'plain' },
  '{{ object.rto }}': { path: ['rto'], kind: 'plain' },
  '{{ object.day }}': { path: ['day'], kind: 'day' },
  '{{ object.open }}': { path: ['open'], kind: 'plain' },
  '{{ object.owner.name }}': { path: ['owner', 'name'], kind: 'plain' },
  '{{ object.processes | names }}': { path: ['processes'], kind: 'objects', filter: 'names' },
};

const requestOf = (count: number): FillRequest => ({
  kind: 'objects',
  bytes: Uint8Array.from(Buffer.from(Array.from({ length: count }, (_, i) => JSON.stringify(objectAt(i))).join(','))),
  paths: PATHS,
  values: { today: { day: TODAY }, now: null, language: 'en', source: 'https://map.test', name_of_template: 'Test' },
  zone: 'UTC',
});

(HAS_OFFICE ? describe : describe.skip)('workbooks of LibreOffice (skipped where there is no soffice)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-office-'));
  const place = (...names: string[]): string => join(folder, ...names);
  const convert = (from: readonly string[], to: string): void => {
    mkdirSync(place(to), { recursive: true });
    const profile = `-env:UserInstallation=file://${place('profile')}`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'xlsx', '--outdir', place(to), ...from], {
      stdio: 'ignore',
    });
  };

  beforeAll(async () => {
    const documents = BOOKS.flatMap((book) =>
      [undefined, ...COUNTS].map((count) => {
        const path = place(`${book.name}-${count ?? 'template'}.fods`);
        writeFileSync(path, documentOf(book, count));
        return path;
      }),
    );
    convert(documents, 'hand');
    mkdirSync(place('filled'));
    for (const { name } of BOOKS) {
      const book = await OpenWorkbook.open(readFileSync(place('hand', `${name}-template.xlsx`)));
      expect([name, book.refusals]).toEqual([name, []]);
      for (const count of COUNTS)
        writeFileSync(place('filled', `${name}-${count}.xlsx`), (await book.fill(requestOf(count))).bytes);
    }
    const files = (kind: string): string[] =>
      BOOKS.flatMap(({ name }) => COUNTS.map((count) => place(kind, `${name}-${count}.xlsx`)));
    convert(files('filled'), 'computed');
    // Once more, as those that are filled: LibreOffice rounds, and writes some values as formulas, when it reads these files.
    convert(files('hand'), 'again');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(BOOKS.flatMap(({ name }) => COUNTS.map((count) => [name, count] as const)))(
    '%s with %i objects',
    async (name, count) => {
      const read = async (kind: string): Promise<Workbook> =>
        opened(readFileSync(place(kind, `${name}-${count}.xlsx`)));
      const [hand, filled] = [await read('hand'), await read('filled')];
      const [again, computed] = [await read('again'), await read('computed')];
      expect(computed.worksheets.map(seen)).toEqual(again.worksheets.map(seen));
      // What LibreOffice writes again is what was in the file: exceljs reads the same styles in it.
      expect(filled.worksheets.map(styled)).toEqual(hand.worksheets.map(styled));
      expect(computed.definedNames.model).toEqual(again.definedNames.model);
    },
  );
});

/** What of a sheet is compared: everything that people see. */
const seen = (sheet: Worksheet) => ({
  name: sheet.name,
  cells: cellsOf(sheet, ({ value }) => value),
  merges: [...(sheet.model as unknown as { merges: string[] }).merges].sort(),
  validations: (sheet as unknown as { dataValidations: { model: unknown } }).dataValidations.model,
  conditions: (sheet as unknown as { conditionalFormattings: unknown }).conditionalFormattings,
  heights: Array.from({ length: sheet.rowCount }, (_, i) => sheet.getRow(i + 1).height),
  print: sheet.pageSetup.printArea,
  pictures: sheet
    .getImages()
    .map(({ range: { tl, br } }) => [
      ...[tl.nativeRow, tenths(tl.nativeRowOff), br.nativeRow, tenths(br.nativeRowOff)],
    ]),
});

/** LibreOffice measures in hundredths of a millimetre, files in 360th parts of these. */
const tenths = (offset: number): number => Math.round(offset / 3600);

/** A cell without a style, and one with that of all others, look the same. */
const styled = (sheet: Worksheet) => cellsOf(sheet, ({ style }) => (isDeepStrictEqual(style, DEFAULT) ? {} : style));

const DEFAULT = {
  alignment: {
    horizontal: 'general',
    indent: 0,
    shrinkToFit: false,
    textRotation: 0,
    vertical: 'bottom',
    wrapText: false,
  },
  border: {},
  fill: { pattern: 'none', type: 'pattern' },
  font: { family: 2, name: 'Arial', size: 10 },
  numFmt: 'General',
};

function cellsOf<T>(sheet: Worksheet, of: (cell: ReturnType<Worksheet['getCell']>) => T): Record<string, T> {
  const cells: Record<string, T> = {};
  sheet.eachRow((row) => row.eachCell((cell) => void (cells[cell.address] = of(cell))));
  return cells;
}
