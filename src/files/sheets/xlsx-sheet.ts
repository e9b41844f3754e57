/** Reads the first sheet of a workbook, row by row; of the rest only the texts that its cells share are kept. */
import { Archive, MOST_PARTS } from './archive.js';
import { SharedStrings } from './shared-strings.js';
import { broken, unknownKind, type Sheet, type SheetRow } from './sheet.js';
import { SheetScanner } from './sheet-scanner.js';
import { attribute, XmlScanner, type XmlHandler } from './xml-scanner.js';

type Parts = Map<string, { type: string; target: string }>;

/** The first sheet. Throws 415 for an archive that is no workbook. `descriptor`: the file, which stays open. */
export async function xlsxSheet(descriptor: number): Promise<Sheet> {
  const archive = await Archive.open(descriptor);
  const book = [...(await partsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.target;
  if (!book || !archive.has(book)) throw unknownKind();
  const { sheet, calendar } = await contentsOf(archive, book);
  const parts = await partsOf(archive, book);
  const target = sheet === undefined ? undefined : parts.get(sheet)?.target;
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

/** The first sheet's relation, and how the workbook counts dates. */
async function contentsOf(archive: Archive, book: string): Promise<Pick<Sheet, 'calendar'> & { sheet?: string }> {
  let sheet: string | undefined;
  let calendar: Sheet['calendar'] = 1900;
  await scan(archive, book, {
    open: (name, attributes) => {
      if (name === 'sheet') sheet ??= attribute(attributes, 'id');
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) calendar = 1904;
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { calendar, ...(sheet !== undefined && { sheet }) };
}

/** The parts that a part speaks of, by the id under which it does; those of the archive itself for the empty name. */
async function partsOf(archive: Archive, name: string): Promise<Parts> {
  const slash = name.lastIndexOf('/') + 1;
  const folder = name.slice(0, slash);
  const parts: Parts = new Map();
  await scan(archive, `${folder}_rels/${name.slice(slash)}.rels`, {
    open: (element, attributes) => {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attribute(attributes, key));
      if (element !== 'Relationship' || !id || !type || !target) return;
      const path = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
      if (parts.size === MOST_PARTS) throw broken('manyParts');
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
