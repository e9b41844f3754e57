/** Files of rows that a mapping explains: CSV, workbooks, JSON lines, and the taps of Singer. */
import { hash } from 'node:crypto';
import { ApiError, FileError, Problems, type RowError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Turns } from '../../core/turns.js';
import { csvSheet } from '../../files/csv-reader.js';
import { textsOf, type Encoding } from '../../files/encoding.js';
import { ZIP } from '../../files/open-sheet.js';
import { broken, FormulaError, isEmpty, type Read, type Sheet, type SheetRow } from '../../files/sheet.js';
import { temporaryFile } from '../../files/temporary-file.js';
import { xlsxSheet } from '../../files/xlsx/reader.js';
import { counted, linesOf, requireDepth } from '../document/bytes.js';
import { MAX_FULL_SCOPES, MAX_ITEM_BYTES, MAX_SCOPE } from '../document/limits.js';
import type { Item } from '../document/model.js';
import { ItemTexts } from '../document/reader.js';
import {
  choiceOption,
  MAX_FILE_BYTES,
  notWhole,
  type LeftOut,
  type ReadOptions,
  type Bytes,
  type ReadResult,
} from './connector.js';
import { readMapping, type Mapping } from './mapping.js';
import { requireUtf8, wholeOf } from './reading.js';
import { otherThan, recognised } from './recognise.js';
import { CellError, type Cells } from './template.js';
import { isObject, lineOf, member } from './values.js';

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  'utf-16le': 'UTF-16LE',
};
/** How workbooks before 2007 begin, and those with a password. */
const OLE = '\xd0\xcf\x11\xe0';
/** Wrong cells that are collected before the rest is left unread. */
const MAX_ERRORS = 100;
/** Characters that an item takes of cells: conditions and filters may read more than what stands in it. */
const MAX_TAKEN = 4 * MAX_ITEM_BYTES;
/** Levels of a line of JSON; taps describe their records in some. */
const MAX_LINE_DEPTH = 100;

/** A row with its place in the file. */
interface Row {
  number: number;
  cells: Cells;
  stream?: string;
  /** What is wrong with the row as a whole, at a heading. */
  wrong?: { column: string; phrase: Message };
}

/** CSV with a line of headings. */
export async function csv(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const mapping = readMapping(asked.mapping ?? asked.opt.get('map'));
  const encoding = ENCODINGS[choiceOption(asked, 'encoding', ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'])]!;
  async function* rows(): AsyncGenerator<Row> {
    const { separator, texts } = await begunTexts(csvTexts(counted(bytes, MAX_FILE_BYTES), encoding), mapping);
    yield* rowsOf(csvSheet(texts, encoding, separator), mapping, asked.leftOut);
  }
  return fed(mapping, rows(), asked);
}

/** The texts of CSV. Throws 400 that says what to do about another file, and about text in another encoding. */
async function* csvTexts(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  try {
    yield* textsOf(noOther(bytes, encoding), encoding);
  } catch (error) {
    const isOther = error instanceof ApiError && error.phrase.key === 'importBroken' && encoding === 'UTF-8';
    throw isOther ? broken('feedEncoding') : error;
  }
}

/** Bytes by which the kind of a file is known. */
const HEAD = 4096;

/** The same bytes. Throws 400 where they begin as another kind of file, which would be rows without sense. */
async function* noOther(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  const check = (): void => {
    if (head!.toString('latin1', 0, ZIP.length) === ZIP) throw notWhole('csv', 'feedIsWorkbook');
    const other = encoding === 'UTF-8' ? recognised(head!) : undefined;
    if (other) throw notWhole('csv', otherThan(new Message('feedNotThis'), other, 'csv'));
  };
  for await (const piece of bytes) {
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEAD) continue;
    check();
    yield head;
    head = undefined;
  }
  if (!head) return;
  check();
  yield head;
}

/** The line by which spreadsheet programs are told the separator. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?(?=[\r\n])/i;
const SEPARATORS = [',', ';', '\t', '|'];
/** Rows among which the headings are, and characters in which they stand. */
const [TITLE_ROWS, TITLE_CHARACTERS] = [20, 64 << 10];

/** The same texts, and what parts their cells where the file says so, or the headings tell. */
async function begunTexts(
  texts: AsyncIterable<string>,
  mapping: Mapping,
): Promise<{ separator: string | undefined; texts: AsyncIterable<string> }> {
  const rest = texts[Symbol.asyncIterator]();
  let begun = '';
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    begun += next.value;
    if (begun.length >= TITLE_CHARACTERS) break;
  }
  async function* all(): AsyncGenerator<string> {
    yield begun;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const said = SEPARATOR_LINE.exec(begun)?.[1];
  const separator = said !== undefined && SEPARATORS.includes(said) ? said : separatorBy(begun, mapping);
  return { separator, texts: all() };
}

/** What parts the headings that the mapping needs; undefined where no line has all of them. */
function separatorBy(begun: string, mapping: Mapping): string | undefined {
  const lines = begun.slice(0, TITLE_CHARACTERS).split(/\r\n|[\r\n]/, mapping.headingsRow ?? TITLE_ROWS);
  const asked = mapping.headingsRow === undefined ? lines : lines.slice(-1);
  for (const line of asked)
    for (const separator of SEPARATORS) {
      const cells = line.split(separator).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));
      if (cells.length > 1 && placesOf(cells, mapping).isWhole) return separator;
    }
  return undefined;
}

/** The first sheet of a workbook, or that of `opt[sheet]`. */
export async function xlsx(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const mapping = readMapping(asked.mapping ?? asked.opt.get('map'));
  const whole = await wholeOf(bytes);
  const head = whole.toString('latin1', 0, ZIP.length);
  if (head === OLE) throw notWhole('xlsx', 'feedOldWorkbook');
  if (head !== ZIP) throw notWhole('xlsx', whole.length ? 'feedNoWorkbook' : 'feedEmpty');
  async function* rows(): AsyncGenerator<Row> {
    // An archive is read from its end.
    const file = await temporaryFile();
    try {
      await file.writeFile(whole);
      yield* rowsOf(await xlsxSheet(file.fd, asked.opt.get('sheet')), mapping, asked.leftOut);
    } finally {
      await file.close();
    }
  }
  return fed(mapping, rows(), asked);
}

/** JSON lines: the members of each object are its cells, those within others are named with a dot. */
export async function jsonl(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const mapping = readMapping(asked.mapping ?? asked.opt.get('map'));
  async function* rows(): AsyncGenerator<Row> {
    for await (const { number, value } of objectsOf(bytes, 'jsonl')) yield { number, cells: membersOf(value) };
  }
  return fed(mapping, rows(), asked);
}

/** What a tap of Singer writes without being an object. */
const AROUND_RECORDS = new Set(['SCHEMA', 'STATE', 'RECORD', 'BATCH', 'ACTIVATE_VERSION']);

/**
 * What a tap of Singer writes: its records by stream, each in a scope of its own. A stream that the tap says is whole
 * (ACTIVATE_VERSION) is full, and says nothing of the others. Where the mapping says the mode, all streams are one scope.
 */
export async function singer(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const mapping = readMapping(asked.mapping ?? asked.opt.get('map'));
  const isOfStream = new Map<string, boolean>();
  const isMapped = (stream: string): boolean => {
    const known =
      isOfStream.get(stream) ?? mapping.rows.some((row) => row.stream === undefined || row.stream === stream);
    isOfStream.set(stream, known);
    return known;
  };
  // The version that counts may stand anywhere, and records take many times as much once they are parsed: they are read twice.
  const whole = await wholeOf(bytes);
  const turns = new Turns();
  const versions = new Map<string, unknown>();
  const elsewhere = new Set<string>();
  for await (const { number, value } of objectsOf(once(whole), 'singer')) {
    const [type, stream] = [member(value, 'type'), String(member(value, 'stream'))];
    if (typeof type !== 'string') throw notWhole('singer', 'feedLineLacks', { line: number, member: 'type' });
    if (!AROUND_RECORDS.has(type)) asked.leftOut?.add('kind', type);
    if (type === 'ACTIVATE_VERSION') versions.set(stream, member(value, 'version'));
    if (type === 'BATCH') {
      elsewhere.add(stream);
      asked.leftOut?.add('batch', stream);
    }
    await turns.rest();
  }
  /** Some taps write records of a version before they say that another one counts. */
  const isOld = (stream: string, version: unknown): boolean =>
    versions.has(stream) && version !== undefined && version !== versions.get(stream);
  async function* rows(): AsyncGenerator<Row> {
    for await (const { number, value } of objectsOf(once(whole), 'singer')) {
      await turns.rest();
      if (member(value, 'type') !== 'RECORD') continue;
      const stream = String(member(value, 'stream'));
      if (!isMapped(stream)) asked.leftOut?.add('stream', stream);
      else if (isOld(stream, member(value, 'version'))) asked.leftOut?.add('olderVersion', stream);
      else yield { number, cells: membersOf(member(value, 'record')), stream };
    }
  }
  if (mapping.mode !== undefined) return fed(mapping, rows(), asked);
  const scopeOf = (stream: string): string =>
    lineOf(lineOf([mapping.scope, stream].filter(Boolean).join('/'))?.slice(0, MAX_SCOPE).toWellFormed()) ?? '';
  const full = [...versions.keys()].filter((stream) => isMapped(stream) && !elsewhere.has(stream));
  return { ...fed(mapping, rows(), asked, scopeOf), full_scopes: full.slice(0, MAX_FULL_SCOPES).map(scopeOf) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** `scopeOf`: the scope of a stream, where each has its own. */
function fed(
  mapping: Mapping,
  rows: AsyncIterable<Row>,
  asked: ReadOptions,
  scopeOf?: (stream: string) => string,
): ReadResult {
  const { mode = 'delta', scope, options } = mapping;
  return { mode, ...(scope !== undefined && { scope }), options, items: itemsOf(mapping, rows, asked, scopeOf) };
}

/** An item for each mapping that is about the row; equal ones once. All wrong cells are thrown at the end. */
async function* itemsOf(
  mapping: Mapping,
  rows: AsyncIterable<Row>,
  { leftOut, texts = new ItemTexts(Infinity) }: ReadOptions,
  scopeOf?: (stream: string) => string,
): AsyncGenerator<Item> {
  let lacking = 0;
  const lacksRef = (type: string): void => {
    lacking++;
    leftOut?.add('rowWithoutRef', type);
  };
  const turns = new Turns();
  const seen = new Set<string>();
  const errors: RowError[] = [];
  for await (const row of rows) {
    if (row.wrong) errors.push({ row: row.number, ...row.wrong });
    const scope = scopeOf && row.stream !== undefined ? { scope: scopeOf(row.stream) } : {};
    let [made, repeated] = [0, 0];
    lacking = 0;
    for (const each of mapping.rows) {
      if (each.stream !== undefined && each.stream !== row.stream) continue;
      await turns.rest();
      const read = attempt((wrong) => each.itemOf(measured(row.cells, texts, wrong), lacksRef), row.number, errors);
      if (!read || errors.length) continue;
      const item = { ...read, ...scope };
      made++;
      const digest = hash('sha1', texts.of(item), 'base64');
      if (seen.has(digest)) {
        repeated++;
        continue;
      }
      seen.add(digest);
      yield item;
    }
    if (made && made === repeated) leftOut?.add('repeatedRow');
    else if (!made && !lacking) leftOut?.add('otherRow');
    if (errors.length >= MAX_ERRORS) break;
    await turns.rest();
  }
  if (errors.length) throw new FileError(errors);
}

/** The cells for one item. Throws 413 beyond what it may take: a template can repeat a text until it fills memory. */
function measured(cells: Cells, texts: ItemTexts, wrong: Wrong): Cells {
  let taken = 0;
  const get = (heading: string): unknown => {
    const cell = cells(heading);
    if (typeof cell === 'string') taken += cell.length;
    else if (typeof cell === 'object') taken += JSON.stringify(cell).length;
    if (taken > MAX_TAKEN) throw texts.tooLarge;
    return cell;
  };
  return Object.assign(get, cells, { wrong });
}

type Wrong = NonNullable<Cells['wrong']>;

/** Reads an item, and notes each wrong cell of its row once. */
function attempt(read: (wrong: Wrong) => Item | undefined, row: number, errors: RowError[]): Item | undefined {
  const wrong = ({ heading, phrase }: CellError): void => {
    if (!errors.some((one) => one.row === row && one.column === heading)) errors.push({ row, column: heading, phrase });
  };
  try {
    return read(wrong);
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    wrong(error);
    return undefined;
  }
}

/** Rows below the headings. Throws 422 for headings that the mapping names and the file lacks. */
async function* rowsOf(sheet: Sheet, mapping: Mapping, leftOut: LeftOut | undefined): AsyncGenerator<Row> {
  const { headingsRow } = mapping;
  let headings: Headings | undefined;
  /** Rows above the headings, as long as it is not known which these are. */
  const above: SheetRow[] = [];
  const rowOf = ({ names, places }: Headings, { number, cells }: SheetRow): Row => {
    // Cells of a workbook say where they stand, and empty ones are left out.
    const wrong = sheet.format === 'csv' ? lengthWrong(names, cells) : undefined;
    const get = (name: string): unknown => cellOf(name, cells[places.get(name) ?? -1]);
    return { number, cells: Object.assign(get, { calendar: sheet.calendar }), ...(wrong && { wrong }) };
  };
  /** Of a row that may hold the headings; undefined for one that does not. */
  const sought = (row: SheetRow): Headings | undefined => {
    if (headingsRow !== undefined) return row.number >= headingsRow ? headingsOf(row, mapping) : undefined;
    const found = placesOf(namesIn(row), mapping);
    return found.isWhole ? headingsOf(row, mapping) : undefined;
  };
  /** None of the first rows has all of them: the first one is told what it lacks, if it is one. */
  const given = (): Headings => {
    const [first] = above.filter(({ cells }) => !isSeparatorLine(cells));
    if (!first) throw broken('feedNoHeadings');
    return headingsOf(first, mapping);
  };
  for await (const batch of sheet.rows) {
    for (const row of batch) {
      if (headings) {
        yield rowOf(headings, row);
        continue;
      }
      headings = sought(row);
      if (headings) leftOut?.add('titleRow', '', above.filter(({ cells }) => !isSeparatorLine(cells)).length);
      else if (above.push(row) >= (headingsRow ?? TITLE_ROWS)) given();
    }
  }
  if (!headings) given();
}

const isSeparatorLine = (cells: SheetRow['cells']): boolean =>
  SEPARATOR_LINE.test(`${String(cells[0] ?? '')}${cells.length > 1 ? ';' : ''}\n`);

/** The headings of a file, and the place of each that the mapping names. */
interface Headings {
  names: readonly string[];
  places: ReadonlyMap<string, number>;
}

const namesIn = ({ cells }: SheetRow): string[] => [...cells].map((cell) => String(cell ?? '').trim());

/** As headings are compared: whatever their case, and whatever blanks are in them. */
const folded = (heading: string): string => heading.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Where the headings stand that the mapping names: as it writes them, otherwise in another case, otherwise by another name that it
 * has for them. `isWhole`: no one that it needs is missing; `twice`: those that stand in more than one place.
 */
function placesOf(
  names: readonly string[],
  { headings, optional, also }: Mapping,
): Headings & { missing: string[]; twice: string[]; isWhole: boolean } {
  const exact = placesBy(names, (name) => name.trim());
  const alike = placesBy(names, folded);
  const places = new Map<string, number>();
  const [missing, twice]: [string[], string[]] = [[], []];
  for (const heading of headings.keys()) {
    const spellings = [heading, ...(also.get(heading) ?? [])];
    const found = spellings
      .map((one) => exact.get(one.trim()) ?? alike.get(folded(one)) ?? [])
      .find((some) => some.length > 0);
    if (found) places.set(heading, found[0]!);
    if (found && found.length > 1) twice.push(heading);
    if (!found && !optional.has(heading)) missing.push(heading);
  }
  // A mapping that needs no heading is about any file that has one of them.
  return { names, places, missing, twice, isWhole: !missing.length && (places.size > 0 || !headings.size) };
}

function placesBy(names: readonly string[], keyOf: (name: string) => string): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [i, name] of names.entries()) {
    const known = places.get(keyOf(name));
    if (known) known.push(i);
    else places.set(keyOf(name), [i]);
  }
  return places;
}

/** The headings in a row. Throws 422 where the mapping names one that is not there, or there twice. */
function headingsOf(row: SheetRow, mapping: Mapping): Headings {
  const names = namesIn(row);
  const { places, missing, twice } = placesOf(names, mapping);
  const problems = new Problems();
  const allowed = [...new Set(names)].filter(Boolean).slice(0, 50).join(', ');
  const fieldOf = (heading: string): string => mapping.headings.get(heading)!;
  for (const heading of missing)
    problems.add(fieldOf(heading), 'feedHeading', { field: fieldOf(heading), heading, allowed });
  for (const heading of twice) problems.add(fieldOf(heading), 'feedHeadingTwice', { field: fieldOf(heading), heading });
  problems.throwIfAny();
  return { names, places };
}

/** A row of CSV that ends early was cut off; of one that goes on beyond the headings values stand in wrong columns. */
function lengthWrong(names: readonly string[], cells: ReadonlyArray<Read | undefined>): Row['wrong'] {
  const column = names.slice(cells.length).find(Boolean);
  if (column !== undefined) return { column, phrase: new Message('feedShortRow', { column }) };
  const surplus = cells.slice(names.length).find((cell) => !isEmpty(cell));
  if (surplus === undefined) return undefined;
  const value = String(surplus).slice(0, 100);
  return { column: names.findLast(Boolean) ?? '', phrase: new Message('feedLongRow', { value }) };
}

/** What spreadsheet programs write into CSV for a formula that failed, in English and in French. */
const FAILED =
  /^\s*#(?:N\/A|REF!|DIV\/0!|NULL!|NUM!|NAME\?|VALUE!|SPILL!|CALC!|NUL!|NOMBRE!|NOM\?|VALEUR!|PROPAGATION!|CALCUL!)\s*$/;

/** Truth values are texts, as tools write them that have no other ones. Throws CellError for a formula that failed. */
function cellOf(heading: string, cell: Read | undefined): unknown {
  if (cell instanceof FormulaError || (typeof cell === 'string' && FAILED.test(cell)))
    throw new CellError(heading, new Message('feedFormula', { value: String(cell) }));
  if (cell === undefined || cell === null) return undefined;
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return typeof cell === 'string' ? cell.trim() || undefined : cell;
}

function membersOf(value: unknown): Cells {
  return (name) => {
    const direct = member(value, name);
    const found = direct ?? name.split('.').reduce<unknown>((place, part) => member(place, part), value);
    if (found === null || found === '' || isObject(found)) return undefined;
    return typeof found === 'string' ? found.trim() || undefined : found;
  };
}

async function* objectsOf(bytes: Bytes, kind: string): AsyncGenerator<{ number: number; value: unknown }> {
  for await (const { number, bytes: line } of linesOf(counted(bytes, MAX_FILE_BYTES))) {
    requireUtf8(line, kind);
    requireDepth(line, MAX_LINE_DEPTH);
    const value = parseLine(line.toString('utf8').replace(/^\uFEFF/, ''));
    if (!isObject(value)) throw notWhole(kind, 'feedLineObject', { line: number });
    yield { number, value };
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
