/** Files of rows that a mapping explains: CSV, workbooks, JSON lines, and the taps of Singer. */
import { hash } from 'node:crypto';
import { ApiError, FileError, Problems, type RowError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { Turns } from '../../core/turns.js';
import { csvSheet } from '../../files/csv-reader.js';
import { textsOf, type Encoding } from '../../files/encoding.js';
import { ZIP } from '../../files/open-sheet.js';
import { broken, FormulaError, isEmpty, type Read, type Sheet } from '../../files/sheet.js';
import { temporaryFile } from '../../files/temporary-file.js';
import { xlsxSheet } from '../../files/xlsx/reader.js';
import { counted, linesOf, requireDepth } from '../document/bytes.js';
import { MAX_ITEM_BYTES } from '../document/limits.js';
import type { Item } from '../document/model.js';
import { ItemTexts } from '../document/reader.js';
import { choiceOption, MAX_FILE_BYTES, notWhole, type ReadOptions, type Bytes, type ReadResult } from './connector.js';
import { readMapping, type Mapping } from './mapping.js';
import { requireUtf8, wholeOf } from './reading.js';
import { CellError, type Cells } from './template.js';
import { isObject, member } from './values.js';

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
  const sheet = csvSheet(csvTexts(counted(bytes, MAX_FILE_BYTES), encoding), encoding);
  return fed(mapping, rowsOf(sheet, mapping), asked);
}

/** The texts of CSV. Throws 400 that says what to do about a workbook, and about text in another encoding. */
async function* csvTexts(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  try {
    yield* textsOf(noArchive(bytes), encoding);
  } catch (error) {
    const isOther = error instanceof ApiError && error.phrase.key === 'importBroken' && encoding === 'UTF-8';
    throw isOther ? broken('feedEncoding') : error;
  }
}

/** The same bytes. Throws 400 where they begin as an archive. */
async function* noArchive(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = '';
  for await (const piece of bytes) {
    if (head.length < ZIP.length && (head += piece.toString('latin1', 0, ZIP.length)).startsWith(ZIP))
      throw notWhole('csv', 'feedIsWorkbook');
    yield piece;
  }
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
      yield* rowsOf(await xlsxSheet(file.fd, asked.opt.get('sheet')), mapping);
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

/** What a tap of Singer writes: its records by stream. It is all of a source where the tap says so (ACTIVATE_VERSION). */
export async function singer(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const mapping = readMapping(asked.mapping ?? asked.opt.get('map'));
  let mode: ReadResult['mode'] = 'delta';
  // That may stand anywhere, and records take many times as much once they are parsed: they are read twice.
  const whole = await wholeOf(bytes);
  const turns = new Turns();
  for await (const { value } of objectsOf(once(whole), 'singer')) {
    const type = member(value, 'type');
    if (typeof type !== 'string') throw notWhole('singer');
    if (type === 'ACTIVATE_VERSION') mode = 'full';
    await turns.rest();
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const { number, value } of objectsOf(once(whole), 'singer')) {
      await turns.rest();
      if (member(value, 'type') !== 'RECORD') continue;
      yield { number, cells: membersOf(member(value, 'record')), stream: String(member(value, 'stream')) };
    }
  }
  return fed({ ...mapping, mode: mapping.mode ?? mode }, rows(), asked);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function fed(mapping: Mapping, rows: AsyncIterable<Row>, asked: ReadOptions): ReadResult {
  const { mode = 'delta', scope, options } = mapping;
  return { mode, ...(scope !== undefined && { scope }), options, items: itemsOf(mapping, rows, asked) };
}

/** An item for each mapping that is about the row; equal ones once. All wrong cells are thrown at the end. */
async function* itemsOf(
  mapping: Mapping,
  rows: AsyncIterable<Row>,
  { leftOut, texts = new ItemTexts(Infinity) }: ReadOptions,
): AsyncGenerator<Item> {
  const lacksRef = (type: string): void => leftOut?.add('rowWithoutRef', type);
  const turns = new Turns();
  const seen = new Set<string>();
  const errors: RowError[] = [];
  for await (const row of rows) {
    if (row.wrong) errors.push({ row: row.number, ...row.wrong });
    let [made, repeated] = [0, 0];
    for (const each of mapping.rows) {
      if (each.stream !== undefined && each.stream !== row.stream) continue;
      await turns.rest();
      const item = attempt((wrong) => each.itemOf(measured(row.cells, texts, wrong), lacksRef), row.number, errors);
      if (!item || errors.length) continue;
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
async function* rowsOf(sheet: Sheet, mapping: Mapping): AsyncGenerator<Row> {
  let headings: Map<string, number> | undefined;
  let names: readonly string[] = [];
  for await (const batch of sheet.rows) {
    for (const { number, cells } of batch) {
      if (!headings) {
        names = [...cells].map((cell) => String(cell ?? '').trim());
        headings = headingsOf(names, mapping);
        continue;
      }
      const places = headings;
      // Cells of a workbook say where they stand, and empty ones are left out.
      const wrong = sheet.format === 'csv' ? lengthWrong(names, cells) : undefined;
      const get = (name: string): unknown => cellOf(name, cells[places.get(name) ?? -1]);
      yield { number, cells: Object.assign(get, { calendar: sheet.calendar }), ...(wrong && { wrong }) };
    }
  }
  if (!headings) throw broken('feedNoHeadings');
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

/** Places by heading. Throws 422 where the mapping names one that is not there, or there twice. */
function headingsOf(names: readonly string[], { headings, optional }: Mapping): Map<string, number> {
  const problems = new Problems();
  const allowed = [...new Set(names)].filter(Boolean).slice(0, 50).join(', ');
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [heading, field] of headings) {
    const count = counts.get(heading) ?? 0;
    if (!count && !optional.has(heading)) problems.add(field, 'feedHeading', { field, heading, allowed });
    if (count > 1) problems.add(field, 'feedHeadingTwice', { field, heading });
  }
  problems.throwIfAny();
  return new Map(names.map((name, i) => [name, i]));
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
