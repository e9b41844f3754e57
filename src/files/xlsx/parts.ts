/** The parts of a workbook around its sheets: styles, the list of sheets, what the file says of itself. */
import {
  coreProperties,
  OFFICE,
  packageRelations,
  packageTypes,
  relations,
  type Relationship,
} from '../office-package.js';
import type { FileFacts } from '../table.js';
import { escapeXml, XML } from '../xml.js';
import type { ZipEntry } from '../zip.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The numbers of styles, by the kind of a column: their places in `CELL_STYLES`. */
export const STYLES = {
  plain: { text: 0, number: 0, long: 0, date: 0 },
  usual: { text: 1, number: 2, long: 3, date: 4 },
  /** Those of rows that sum up others. */
  sums: { text: 5, number: 6, long: 7, date: 8 },
  /** By level, 0 to 4. */
  levels: [9, 10, 11, 12, 13],
  heading: 14,
};

const FONTS = ['', '<b/>'].map((bold) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`);
/** Colours of sums, of levels 0 to 4, and of headings; the first two fills of a workbook are given. */
const COLOURS = ['FFEEF2F8', 'FFFFFFFF', 'FF8CD17D', 'FFF1CE63', 'FFF28E2B', 'FFE15759', 'FFDDE5F2'];
const FILLS = [
  ...['none', 'gray125'].map((type) => `<fill><patternFill patternType="${type}"/></fill>`),
  ...COLOURS.map((rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`),
];
const [SUM_FILL, LEVEL_FILL, HEADING_FILL] = [2, 3, 8];
/** A white line around levels, whose colours would run into each other. */
const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${['left', 'right', 'top', 'bottom'].map((side) => `<${side} style="thin"><color rgb="FFFFFFFF"/></${side}>`).join('')}<diagonal/></border>`,
];
const DAYS = 164;

/** Texts begin right behind numbers where these end at the edge of their column, hence the indent. */
const ALIGNMENTS = ['', 'horizontal="right" indent="1" ', 'wrapText="1" ', ''];
const columnStyles = (font: number, fill: number): string[] =>
  ALIGNMENTS.map((more, i) => style(`${more}vertical="top"`, { format: i === 3 ? DAYS : 0, font, fill }));
const CELL_STYLES = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  ...columnStyles(0, 0),
  ...columnStyles(1, SUM_FILL),
  ...STYLES.levels.map((_, level) =>
    style('horizontal="center" vertical="top"', { fill: LEVEL_FILL + level, border: 1 }),
  ),
  style('vertical="center" wrapText="1"', { font: 1, fill: HEADING_FILL }),
];

function style(alignment: string, { format = 0, font = 0, fill = 0, border = 0 }): string {
  const used = { NumberFormat: format, Font: font, Fill: fill, Border: border, Alignment: 1 };
  const applied = Object.entries(used).flatMap(([name, id]) => (id ? [` apply${name}="1"`] : []));
  const ids = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`;
  return `<xf ${ids}${applied.join('')}><alignment ${alignment}/></xf>`;
}

const listOf = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`;

const STYLE_SHEET =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  listOf('numFmts', [`<numFmt numFmtId="${DAYS}" formatCode="yyyy-mm-dd"/>`]) +
  listOf('fonts', FONTS) +
  listOf('fills', FILLS) +
  listOf('borders', BORDERS) +
  listOf('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
  listOf('cellXfs', CELL_STYLES) +
  listOf('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
  '</styleSheet>';

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  name: string;
  /** Columns that every printed page shows, `A:B`. */
  titles: string;
}

/** The parts around these sheets, which are called `xl/worksheets/sheet<N>.xml`, from 1. */
export function partsAround(sheets: readonly ListedSheet[], facts: FileFacts): ZipEntry[] {
  const parts = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': packageRelations('xl/workbook.xml'),
    'docProps/core.xml': coreProperties(facts),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, i): Relationship => [`${OFFICE}/worksheet`, `worksheets/sheet${i + 1}.xml`]),
      [`${OFFICE}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': STYLE_SHEET,
  };
  return Object.entries(parts).map(([name, text]) => ({ name, content: [text] }));
}

/** What begins a sheet. */
export const SHEET_START = `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`;

function workbook(sheets: readonly ListedSheet[]): string {
  const listed = sheets.map(
    ({ name }, i) => `<sheet sheetId="${i + 1}" name="${escapeXml(name)}" state="visible" r:id="rId${i + 1}"/>`,
  );
  const titles = sheets.flatMap(({ name, titles: columns }, i) => {
    // Not every program undoes the doubled apostrophe of such a reference, and takes the workbook for broken then.
    if (name.includes("'")) return [];
    const range = `'${name}'!${columns.replace(/[A-Z]+/g, '$$$&')},'${name}'!$1:$1`;
    return [`<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escapeXml(range)}</definedName>`];
  });
  return (
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets>` +
    `${titles.length ? `<definedNames>${titles.join('')}</definedNames>` : ''}</workbook>`
  );
}

function contentTypes(sheets: number): string {
  return packageTypes([
    ['/xl/workbook.xml', `${SHEET_TYPES}.sheet.main+xml`],
    ['/xl/styles.xml', `${SHEET_TYPES}.styles+xml`],
    ...Array.from({ length: sheets }, (_, i): Relationship => [
      `/xl/worksheets/sheet${i + 1}.xml`,
      `${SHEET_TYPES}.worksheet+xml`,
    ]),
  ]);
}
