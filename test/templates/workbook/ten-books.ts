/**
 * Ten workbooks as people make them, as flat documents that LibreOffice makes files of. Each is there as a template, and filled by
 * hand with so many objects: what a template is filled to has to be the same.
 */

/** What objects are like in these tests. */
export const objectAt = (i: number) => ({
  ...{ id: i + 1, name: `Object <${i + 1}> & "co"`, rto: (i * 7) % 90, day: `2026-0${(i % 9) + 1}-15` },
  ...{ open: i % 2 === 0, owner: i % 3 ? { name: `Owner ${i % 3}` } : null },
  processes: Array.from({ length: i % 3 }, (_, k) => ({ name: `P${k}` })),
});

/** Placeholders, and what they stand for by hand. */
const VALUES: Readonly<Record<string, (object: ReturnType<typeof objectAt>) => Content>> = {
  '{{ object.name }}': ({ name }) => name,
  '{{ object.rto }}': ({ rto }) => rto,
  '{{ object.day }}': ({ day }) => ({ day }),
  '{{ object.open }}': ({ open }) => open,
  '{{ object.owner.name }}': ({ owner }) => owner?.name ?? null,
  '{{ object.processes | names }}': ({ processes }) => processes.map(({ name }) => name).join(', ') || null,
};

export const TODAY = '2026-11-29';

/** `f`: a formula in the form of files, `of:` as LibreOffice writes it. */
type Content = string | number | boolean | null | { day: string } | { f: string };
type Cell = Content | { of: Content; style?: string; columns?: number; rule?: string };

/** The rows of a repeated one: of how many copies the sheet is, and which of them this is; undefined in a template. */
interface Copy {
  /** Its row. */
  at: number;
  /** The last row of all copies. */
  last: number;
  first: number;
}

interface Sheet {
  name: string;
  /** What stands above the repeated row. */
  above: Cell[][];
  /** The repeated row. */
  row?: (copy: Copy) => Cell[];
  /** What stands below; `last`: the last copy, `first` the first. */
  below?: (place: { first: number; last: number }) => Cell[][];
  /** A second repeated row below that. */
  second?: (copy: Copy) => Cell[];
  end?: (place: { first: number; last: number; start: number }) => Cell[][];
  /** The row at which a picture begins, of those above (counted from 1) or below. */
  picture?: 'above' | 'below';
  /** Of the whole sheet, by its last row. */
  print?: (last: number) => string;
}

export interface Book {
  name: string;
  sheets: Sheet[];
  /** Named ranges, by the first and the last copy. */
  names?: (place: { first: number; last: number }) => Record<string, string>;
  rules?: string;
  conditions?: (place: { first: number; last: number }) => string;
}

const NAME = '{{ object.name }}';
const RTO = '{{ object.rto }}';
const bold = (of: Content): Cell => ({ of, style: 'head' });
const HEAD = [bold('Name'), bold('Hours')];
const sum = (first: number, last: number, column = 'B'): Cell => ({
  of: { f: `SUM(${column}${first}:${column}${last})` },
  style: 'total',
});

export const BOOKS: readonly Book[] = [
  {
    name: 'styles',
    sheets: [
      {
        name: 'Plain',
        above: [[bold('Applications')], [{ of: '{{ today }}', style: 'date' }, '{{ count }}'], [], HEAD],
        row: () => [
          { of: NAME, style: 'frame' },
          { of: RTO, style: 'money' },
          { of: '{{ object.day }}', style: 'date' },
          { of: '{{ object.open }}', style: 'flag' },
        ],
        below: ({ first, last }) => [
          [bold('Sum'), sum(first, last)],
          [],
          ['Made by hand', null, { of: 7, style: 'money' }],
        ],
      },
    ],
  },
  {
    name: 'merged',
    sheets: [
      {
        name: 'Merged cells',
        above: [[{ of: 'Title', style: 'head', columns: 4 }], HEAD],
        row: () => [{ of: NAME, style: 'frame', columns: 2 }, null, RTO],
        below: () => [[{ of: 'Below', columns: 3 }], ['End']],
      },
    ],
  },
  {
    name: 'totals',
    sheets: [
      {
        name: 'Totals',
        above: [['Rate', 3], [], HEAD],
        row: ({ at, first, last }) => [
          ...[NAME, RTO, { f: `B${at}*$B$1` }, { f: `SUM(B$${first}:B${at})` }],
          { of: { f: `IF(SUM(B$${first}:B$${last})=0,0,B${at}/SUM(B$${first}:B$${last}))` }, style: 'percent' },
        ],
        below: ({ first, last }) => [
          [bold('Sum'), sum(first, last), sum(first, last, 'C')],
          ['Mean', { f: `IF(COUNT(B${first}:B${last})=0,0,AVERAGE(B${first}:B${last}))` }],
          ['Names', { f: `COUNTA(A${first}:A${last})` }, { f: `B${last + 1}*2` }],
        ],
      },
    ],
  },
  {
    name: 'validations',
    rules:
      '<table:content-validation table:name="choice" table:condition="of:cell-content-is-in-list(&quot;yes&quot;;&quot;no&quot;)" table:allow-empty-cell="true" table:base-cell-address="Choice.C2"/>',
    sheets: [
      {
        name: 'Choice',
        above: [[...HEAD, 'Agreed']],
        row: () => [NAME, RTO, { of: null, rule: 'choice' }],
        below: ({ first, last }) => [[bold('Sum'), sum(first, last), { of: 'yes', rule: 'choice' }]],
      },
    ],
  },
  {
    name: 'two sheets',
    sheets: [
      {
        name: 'Summary',
        above: [
          ['Objects', { f: "COUNTA('The list'!A3:A#last)" }],
          ['Hours', { f: "SUM('The list'!B3:B#last)" }],
        ],
      },
      {
        name: 'The list',
        above: [[{ f: 'Summary!B2' }], HEAD],
        row: ({ at }) => [NAME, RTO, { f: `B${at}+Summary!$B$1*0` }],
        below: ({ first, last }) => [[bold('Sum'), sum(first, last)]],
      },
    ],
  },
  {
    name: 'pictures',
    sheets: [
      {
        name: 'Logo',
        picture: 'above',
        above: [[bold('Logo')], [], [], HEAD],
        row: () => [NAME, RTO],
        below: () => [['End']],
      },
      {
        name: 'Signature',
        picture: 'below',
        above: [HEAD],
        row: () => [NAME, RTO],
        below: () => [['End'], ['Signed']],
      },
    ],
  },
  {
    name: 'print areas',
    sheets: [
      {
        name: 'Print',
        print: (last) => `Print.A1:Print.B${last}`,
        above: [[bold('To be printed')], HEAD],
        row: () => [NAME, RTO],
        below: ({ first, last }) => [[bold('Sum'), sum(first, last)]],
      },
    ],
  },
  {
    name: 'names',
    names: ({ first, last }) => ({ hours: `$Named.$B$${first}:.$B$${last}`, total: `$Named.$B$${last + 1}` }),
    sheets: [
      {
        name: 'Named',
        above: [[{ f: 'total' }, { f: 'MAX(hours)' }], HEAD],
        row: () => [NAME, RTO],
        below: ({ first, last }) => [
          [bold('Sum'), sum(first, last)],
          ['Half', { f: 'total/2' }],
        ],
      },
    ],
  },
  {
    name: 'conditions',
    conditions: ({ first, last }) =>
      `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="Rules.B${first}:Rules.B${last}"><calcext:condition calcext:apply-style-name="Red" calcext:value="&gt;60" calcext:base-cell-address="Rules.B${first}"/></calcext:conditional-format>` +
      `<calcext:conditional-format calcext:target-range-address="Rules.A${first}:Rules.A${last}"><calcext:condition calcext:apply-style-name="Red" calcext:value="formula-is([.B${first}]&gt;[.$B$${last + 1}]/2)" calcext:base-cell-address="Rules.A${first}"/></calcext:conditional-format></calcext:conditional-formats>`,
    sheets: [
      {
        name: 'Rules',
        above: [HEAD],
        row: () => [NAME, RTO],
        below: ({ first, last }) => [[bold('Sum'), sum(first, last)]],
      },
    ],
  },
  {
    name: 'two rows',
    sheets: [
      {
        name: 'Twice',
        above: [HEAD],
        row: () => [NAME, RTO],
        below: ({ first, last }) => [
          [bold('Sum'), sum(first, last)],
          [bold('Owner'), bold('Processes')],
        ],
        second: ({ at }) => ['{{ object.owner.name }}', '{{ object.processes | names }}', { f: `A${at}&"!"` }],
        end: ({ start, last }) => [
          ['Owners', { f: `COUNTA(A${start}:A${last})` }],
          [{ of: '{{ today }}', style: 'date' }],
        ],
      },
    ],
  },
];

/** The flat document of a book: the template, or filled by hand with so many objects. */
export function documentOf(book: Book, count?: number): string {
  const places = new Map(book.sheets.map((sheet) => [sheet.name, placeOf(sheet, count)]));
  const listed = book.sheets.find(({ row }) => row)!;
  const place = places.get(listed.name)!;
  const sheets = book.sheets.map((sheet) => sheetXml(book, sheet, count, place.last)).join('');
  const names = Object.entries(book.names?.(place) ?? {}).map(
    ([name, range]) =>
      `<table:named-range table:name="${name}" table:base-cell-address="$${listed.name}.$A$1" table:cell-range-address="${range}"/>`,
  );
  return `${HEADER}<office:body><office:spreadsheet>${book.rules ? `<table:content-validations>${book.rules}</table:content-validations>` : ''}${sheets}${names.length ? `<table:named-expressions>${names.join('')}</table:named-expressions>` : ''}</office:spreadsheet></office:body></office:document>`;
}

const placeOf = ({ above }: Sheet, count = 1) => ({ first: above.length + 1, last: above.length + Math.max(1, count) });

function sheetXml(book: Book, sheet: Sheet, count: number | undefined, listed: number): string {
  const { first, last } = placeOf(sheet, count);
  const copies = (from: number, row: (copy: Copy) => Cell[]): Cell[][] => {
    const total = Math.max(1, count ?? 1);
    return Array.from({ length: total }, (_, i) =>
      row({ at: from + i, first: from, last: from + total - 1 }).map((cell) =>
        filled(cell, count === 0 ? null : i, count),
      ),
    );
  };
  const rows = [...sheet.above];
  if (sheet.row) rows.push(...copies(first, sheet.row));
  const below = sheet.below?.({ first, last }) ?? [];
  const pictureRow = sheet.picture === 'below' ? rows.length + 2 : sheet.picture === 'above' ? 2 : 0;
  rows.push(...below);
  const start = rows.length + 1;
  if (sheet.second) rows.push(...copies(start, sheet.second));
  rows.push(...(sheet.end?.({ first, last: rows.length, start }) ?? []));
  const print = sheet.print ? ` table:print-ranges="${sheet.print(rows.length)}"` : '';
  const plain = (cell: Cell): Cell => (count === undefined ? cell : anywhere(cell, count));
  const written = rows.map((cells, i) => rowXml(cells.map(plain), i + 1 === pictureRow, listed)).join('');
  const conditions = book.conditions?.({ first, last }) ?? '';
  return `<table:table table:name="${sheet.name}"${print}><table:table-column table:style-name="wide" table:number-columns-repeated="5"/>${written}${conditions}</table:table>`;
}

const contentOf = (cell: Cell): Content => (typeof cell === 'object' && cell && 'of' in cell ? cell.of : cell);
const withContent = (cell: Cell, of: Content): Cell =>
  typeof cell === 'object' && cell && 'of' in cell ? { ...cell, of } : of;

/** A cell of a repeated row by hand; without objects it is empty. */
function filled(cell: Cell, i: number | null, count: number | undefined): Cell {
  const content = contentOf(cell);
  if (count === undefined) return cell;
  if (i === null) return withContent(cell, null);
  const value = typeof content === 'string' ? VALUES[content] : undefined;
  return value ? withContent(cell, value(objectAt(i))) : cell;
}

function anywhere(cell: Cell, count: number): Cell {
  const content = contentOf(cell);
  if (content === '{{ today }}') return withContent(cell, { day: TODAY });
  return content === '{{ count }}' ? withContent(cell, count) : cell;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A formula of a file as LibreOffice writes it in its own: `[.B5:.B7]`. */
const openFormula = (formula: string): string =>
  formula
    .replace(
      /(?:('[^']+'|[A-Z][a-z]+)!)?(\$?[A-Z]\$?\d+)(?::(\$?[A-Z]\$?\d+))?/g,
      (_, sheet: string | undefined, from: string, to?: string) =>
        `[${sheet ? `$${sheet}` : ''}.${from}${to ? `:.${to}` : ''}]`,
    )
    .replaceAll(',', ';');

function cellXml(cell: Cell, listed: number, inner = ''): string {
  const {
    style,
    columns = 1,
    rule,
  } = (typeof cell === 'object' && cell && 'of' in cell ? cell : {}) as Exclude<Cell, Content>;
  const attributes = `${style ? ` table:style-name="${style}"` : ''}${rule ? ` table:content-validation-name="${rule}"` : ''}${columns > 1 ? ` table:number-columns-spanned="${columns}" table:number-rows-spanned="1"` : ''}`;
  const content = contentOf(cell);
  const covered = '<table:covered-table-cell/>'.repeat(columns - 1);
  const made = (value: string, text: string): string =>
    `<table:table-cell${attributes}${value}>${text && `<text:p>${escape(text)}</text:p>`}${inner}</table:table-cell>${covered}`;
  if (content === null) return made('', '');
  if (typeof content === 'string') return made(' office:value-type="string"', content);
  if (typeof content === 'number') return made(` office:value-type="float" office:value="${content}"`, '');
  if (typeof content === 'boolean') return made(` office:value-type="boolean" office:boolean-value="${content}"`, '');
  if ('day' in content)
    return made(` office:value-type="date" office:date-value="${content.day}"`, '').replace(
      '<table:table-cell ',
      style ? '<table:table-cell ' : '<table:table-cell table:style-name="date" ',
    );
  return made(` table:formula="of:=${escape(openFormula(content.f.replaceAll('#last', String(listed))))}"`, '');
}

function rowXml(cells: Cell[], hasPicture: boolean, listed: number): string {
  const written: string[] = [];
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    written.push(cellXml(cell, listed, hasPicture && i === 0 ? PICTURE : ''));
    // What is merged covers what stands behind it.
    if (typeof cell === 'object' && cell && 'of' in cell) i += (cell.columns ?? 1) - 1;
  }
  if (hasPicture && !cells.length) written.push(cellXml(null, listed, PICTURE));
  return `<table:table-row table:style-name="tall">${written.join('') || '<table:table-cell/>'}</table:table-row>`;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';
const PICTURE = `<draw:frame draw:style-name="pic" draw:name="Logo" svg:width="2cm" svg:height="1cm" svg:x="0.2cm" svg:y="0.1cm"><draw:image><office:binary-data>${PNG}</office:binary-data></draw:image></draw:frame>`;

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:styles><style:style style:name="Default" style:family="table-cell"/><style:style style:name="Red" style:family="table-cell" style:parent-style-name="Default"><style:table-cell-properties fo:background-color="#ff0000"/></style:style></office:styles>
<office:automatic-styles>
<number:date-style style:name="N1"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>
<number:number-style style:name="N2"><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<number:percentage-style style:name="N3"><number:number number:decimal-places="1" number:min-decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
<number:boolean-style style:name="N4"><number:boolean/></number:boolean-style>
<style:style style:name="flag" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N4"/>
<style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="4cm"/></style:style>
<style:style style:name="tall" style:family="table-row"><style:table-row-properties style:row-height="0.6cm" style:use-optimal-row-height="false"/></style:style>
<style:style style:name="head" style:family="table-cell" style:parent-style-name="Default"><style:table-cell-properties fo:background-color="#ddeeff"/><style:text-properties fo:font-weight="bold" fo:color="#112233"/></style:style>
<style:style style:name="frame" style:family="table-cell" style:parent-style-name="Default"><style:table-cell-properties fo:border="0.06pt solid #445566" fo:wrap-option="wrap"/><style:paragraph-properties fo:text-align="end"/></style:style>
<style:style style:name="date" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N1"/>
<style:style style:name="money" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N2"/>
<style:style style:name="percent" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N3"/>
<style:style style:name="total" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N2"><style:table-cell-properties fo:border-top="0.06pt solid #000000"/><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="pic" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none"/></style:style>
</office:automatic-styles>`;
