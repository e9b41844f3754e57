/** Reads the first sheet of a workbook, row by row; of the rest only the texts that its cells share are kept (docs/decisions/files.md). */
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { ApiError, byLibrary } from '../../core/http/errors.js';
import {
  broken,
  FormulaError,
  MAX_COLUMNS,
  MAX_CELL_CHARACTERS,
  MAX_ROWS,
  MAX_SHARED_CHARACTERS,
  MAX_UNPACKED_BYTES,
  tooLarge,
  unknownKind,
  type Read,
  type Sheet,
  type SheetRow,
} from '../sheet.js';
import { attribute, XmlScanner, type XmlHandler } from './xml-scanner.js';

type Parts = Map<string, { type: string; target: string }>;

/**
 * The sheet of this name, otherwise the first one. Throws 415 for an archive that is no workbook, 400 without that sheet.
 * `descriptor`: the file, which stays open.
 */
export async function xlsxSheet(descriptor: number, name?: string): Promise<Sheet> {
  const archive = await Archive.open(descriptor);
  const book = [...(await partsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.target;
  if (!book || !archive.has(book)) throw unknownKind();
  const { sheets, calendar } = await contentsOf(archive, book);
  const found = name === undefined ? sheets[0] : sheets.find((one) => one.name === name);
  if (name !== undefined && !found) throw broken('noSheet', { name, allowed: namesOf(sheets) });
  const parts = await partsOf(archive, book);
  const target = found && parts.get(found.id)?.target;
  if (!target || !archive.has(target)) throw unknownKind();
  const shared = [...parts.values()].find(({ type }) => type === 'sharedStrings')?.target;
  return { format: 'xlsx', calendar, notes: [], rows: rowsOf(archive, target, shared) };
}

async function* rowsOf(archive: Archive, sheet: string, shared: string | undefined): AsyncIterable<SheetRow[]> {
  const strings = new SharedStrings();
  if (shared) await scan(archive, shared, strings);
  const handler = new SheetScanner(strings);
  const scanner = new XmlScanner(handler);
  for await (const piece of archive.text(sheet)) {
    scanner.take(piece);
    yield handler.taken();
  }
  scanner.end();
}

const namesOf = (sheets: ReadonlyArray<{ name: string }>): string =>
  sheets
    .slice(0, 50)
    .map(({ name }) => name)
    .join(', ');

/** The sheets in their order, with their relations, and how the workbook counts dates. */
async function contentsOf(
  archive: Archive,
  book: string,
): Promise<Pick<Sheet, 'calendar'> & { sheets: ReadonlyArray<{ name: string; id: string }> }> {
  const sheets: Array<{ name: string; id: string }> = [];
  let calendar: Sheet['calendar'] = 1900;
  await scan(archive, book, {
    open: (name, attributes) => {
      const id = name === 'sheet' ? attribute(attributes, 'id') : undefined;
      if (id !== undefined && sheets.push({ name: attribute(attributes, 'name') ?? '', id }) > MAX_PARTS)
        throw broken('manyParts');
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) calendar = 1904;
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { calendar, sheets };
}

/** The parts that a part refers to, by the id under which it does; those of the archive itself for the empty name. */
async function partsOf(archive: Archive, name: string): Promise<Parts> {
  const slash = name.lastIndexOf('/') + 1;
  const folder = name.slice(0, slash);
  const parts: Parts = new Map();
  await scan(archive, `${folder}_rels/${name.slice(slash)}.rels`, {
    open: (element, attributes) => {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attribute(attributes, key));
      if (element !== 'Relationship' || !id || !type || !target) return;
      const path = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
      if (parts.size === MAX_PARTS) throw broken('manyParts');
      parts.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: withoutDots(path) });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return parts;
}

async function scan(archive: Archive, name: string, handler: XmlHandler): Promise<void> {
  const scanner = new XmlScanner(handler);
  for await (const piece of archive.text(name)) scanner.take(piece);
  scanner.end();
}

/** `xl/../a/./b` → `a/b`. */
function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  if (!parts.length) throw broken('namelessPart');
  return parts.join('/');
}

/** A workbook has a few dozens. */
const MAX_PARTS = 10_000;

/** The parts of a packed file. Sizes are counted while they unfold: what a file says of itself is not believed. */
class Archive {
  private unfolded = 0;

  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Reads the list of parts. Throws 400 for what is no archive. The descriptor stays open. */
  static async open(descriptor: number): Promise<Archive> {
    try {
      const file = await fromFdPromise(descriptor, { autoClose: false, lazyEntries: true });
      const entries = new Map<string, Entry>();
      if (file.entryCount > MAX_PARTS) throw broken('manyParts');
      for await (const entry of file.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new Archive(file, entries);
    } catch (error) {
      throw damaged(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The text of a part, piece by piece; nothing if there is no such part. At its end, throws 400 for one that was damaged. */
  async *text(name: string): AsyncIterable<string> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw broken('encrypted');
    // One that admits its size need not be decompressed to be refused.
    if (entry.uncompressedSize > MAX_UNPACKED_BYTES) throw tooLarge(MAX_UNPACKED_BYTES);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const bytes = await this.open(entry);
    let checksum = 0;
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        if ((this.unfolded += chunk.length) > MAX_UNPACKED_BYTES) throw tooLarge(MAX_UNPACKED_BYTES);
        checksum = crc32(chunk, checksum);
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
      if (checksum !== entry.crc32) throw broken('checksum', { name });
    } catch (error) {
      throw damaged(error);
    } finally {
      bytes.destroy();
    }
  }

  private async open(entry: Entry): Promise<Readable> {
    try {
      return await this.file.openReadStreamPromise(entry);
    } catch (error) {
      throw damaged(error);
    }
  }
}

/** What is wrong with the bytes is the file's fault; what was thrown on purpose stays. */
const damaged = (error: unknown): ApiError => (error instanceof ApiError ? error : broken(byLibrary(error as Error)));

/** The texts that the cells of a workbook share, by number. */
class SharedStrings implements XmlHandler {
  private readonly strings: string[] = [];
  private size = 0;
  private current = '';
  private inText = false;
  /** Within a reading aid, which is no part of the text. */
  private aid = false;

  /** The text of this number; undefined if there is none. */
  get(number: number): string | undefined {
    return this.strings[number];
  }

  open(name: string): void {
    if (name === 'rPh') this.aid = true;
    this.inText = name === 't' && !this.aid;
  }

  close(name: string): void {
    this.inText = false;
    if (name === 'rPh') this.aid = false;
    if (name !== 'si') return;
    this.strings.push(unescaped(this.current));
    // An empty text takes room as well.
    this.size += this.current.length + 8;
    if (this.size > MAX_SHARED_CHARACTERS) throw tooLarge(MAX_SHARED_CHARACTERS);
    this.current = '';
  }

  text(text: string): void {
    if (!this.inText) return;
    this.current += text;
    if (this.size + this.current.length > MAX_SHARED_CHARACTERS) throw tooLarge(MAX_SHARED_CHARACTERS);
  }
}

/** Makes rows of the elements of a worksheet. */
class SheetScanner implements XmlHandler {
  private rows: SheetRow[] = [];
  private number = 0;
  private cells: Array<Read | undefined> = [];
  private column = -1;
  private type = '';
  private value = '';
  private inValue = false;
  private aid = false;

  constructor(private readonly strings: SharedStrings) {}

  /** The rows that are complete since this was last asked. */
  taken(): SheetRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === 'row') this.beginRow(attribute(attributes, 'r'));
    else if (name === 'c') this.beginCell(attributes);
    else if (name === 'rPh') this.aid = true;
    // `v` is a number, or what a formula gave; texts within the cell stand in `t`.
    else if (name === 'v' || (name === 't' && !this.aid)) this.inValue = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.inValue = false;
    else if (name === 'rPh') this.aid = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.rows.push({ number: this.number, cells: this.cells });
  }

  text(text: string): void {
    if (!this.inValue) return;
    this.value += text;
    if (this.value.length > MAX_CELL_CHARACTERS) throw tooLarge(MAX_CELL_CHARACTERS);
  }

  private beginRow(reference: string | undefined): void {
    const number = reference === undefined ? this.number + 1 : Number(reference);
    if (!Number.isInteger(number) || number <= this.number || number > MAX_ROWS) throw broken('rowOrder');
    this.number = number;
    this.cells = [];
    this.column = -1;
  }

  private beginCell(attributes: string): void {
    const reference = attribute(attributes, 'r');
    const letters = CELL.exec(reference ?? '')?.[1];
    if (reference !== undefined && !letters) throw broken('cellReference', { reference: reference.slice(0, 100) });
    this.column = letters ? columnOf(letters.toUpperCase()) : this.column + 1;
    this.type = attribute(attributes, 't') ?? 'n';
    this.value = '';
    this.inValue = false;
  }

  private endCell(): void {
    if (this.column < MAX_COLUMNS) this.cells[this.column] = this.read();
  }

  private shared(number: string): string {
    const text = this.strings.get(Number(number));
    if (text === undefined) throw broken('sharedText', { number: number.slice(0, 100), row: this.number });
    return text;
  }

  private read(): Read {
    if (this.type === 's') return this.value.trim() ? this.shared(this.value.trim()) : null;
    if (this.type === 'b') return this.value.trim() === '1';
    if (this.type === 'e') return new FormulaError(this.value);
    if (this.type !== 'n') return unescaped(this.value);
    const number = this.value.trim() === '' ? null : Number(this.value);
    return number === null || Number.isFinite(number) ? number : this.value;
  }
}

/** `AB12`, also `$AB$12`. */
const CELL = /^\$?([A-Z]{1,3})\$?\d+$/i;
/** How workbooks write characters that XML cannot hold, and the line that begins such a sign. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

/** `A` → 0, `AB` → 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
