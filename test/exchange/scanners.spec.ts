/** The readers of files look at each character once: files of any shape, cut into pieces anywhere. @seconds 10 */
import { csvSheet } from '../../src/files/csv-reader.js';
import { XmlScanner } from '../../src/files/xlsx/xml-scanner.js';
import { processorMs } from '../support/least.js';

/** What a scanner hears, its texts joined. */
function heard(pieces: readonly string[]): string[] {
  const events: string[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => events.push(`<${name}${attributes}>`),
    close: (name) => events.push(`</${name}>`),
    text: (text) => {
      if (events.at(-1)?.startsWith('"')) events.push(`${events.pop()!}${text}`);
      else events.push(`"${text}`);
    },
  });
  for (const piece of pieces) scanner.take(piece);
  scanner.end();
  return events;
}

const cut = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

const XML =
  '<?xml version="1.0"?><!-- <a> --><x:sst a="1>2" b=\'"\'><si>one &amp; two &lt;&#x41;&#66; &amp; co</si>' +
  '<e/><![CDATA[<b> ]] & ]>&amp;]]><!----><f c="/" /></x:sst>\n';
const EVENTS = [
  '<sst a="1>2" b=\'"\'>',
  '<si>',
  '"one & two <AB & co',
  '</si>',
  '<e>',
  '</e>',
  '"<b> ]] & ]>&amp;',
  '<f c="/" >',
  '</f>',
  '</sst>',
  '"\n',
];

const CSV = 'id;name\r\n;"a ""quoted""; text\r\n2nd line"\n\n1;""\r2;"""";x;\r\n3;last';
const ROWS = [
  [1, 'id', 'name'],
  [2, '', 'a "quoted"; text\r\n2nd line'],
  [4, '1', ''],
  [5, '2', '"', 'x', ''],
  [6, '3', 'last'],
];

async function rowsOf(pieces: readonly string[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  const texts = (async function* () {
    for (const piece of pieces) yield piece;
  })();
  for await (const batch of csvSheet(texts, 'UTF-8').rows)
    rows.push(...batch.map(({ number, cells }) => [number, ...cells]));
  return rows;
}

describe('pieces', () => {
  it.each([1, 2, 3, 5, 7, 11, 1000])('XML means the same in pieces of %i', (size) =>
    expect(heard(cut(XML, size))).toEqual(EVENTS),
  );
  it.each([1, 2, 3, 5, 7, 11, 1000])('CSV means the same in pieces of %i', async (size) =>
    expect(await rowsOf(cut(CSV, size))).toEqual(ROWS),
  );
  it.each(['<a>', '<a', '<a b="', '<!-', '<!-- a --', '<![CDATA[ ]]', '<?xml ?', '<a>text', '<a></a>&am'])(
    'XML that ends with %s ends too early',
    (text) => expect(() => heard([text])).toThrow(/ends too early/),
  );
  it.each([
    ['<a><b></a></b>', /tag a closes/],
    ['<a></a></a>', /tag a closes/],
    ['<a>&nbsp;</a>', /not known: &nbsp;/],
    ['<a>&valueOf;</a>', /not known: &valueOf;/],
    ['<a>AT&T</a>', /not known: &/],
    ['<a b="&x;"/>', undefined],
    [`${'<a>'.repeat(201)}`, /more than 200 tags/],
  ])('XML like %s is told for what it is, cut anywhere', (text, words) => {
    for (const size of [1, 3, 1000]) {
      if (words) expect(() => heard(cut(text, size))).toThrow(words);
      else heard(cut(text, size));
    }
  });
});

/** Shapes whose reading would grow with the square of their size if anything were looked at again. */
const SHAPES: Array<[what: string, make: (size: number) => string]> = [
  ['tags with quotes', (size) => `<a>${'<c a="" b=\'>\' c=""/>'.repeat(size / 21)}`],
  ['a text', (size) => `<a>${'x'.repeat(size)}`],
  ['a text of entities', (size) => `<a>${'&amp;&#65;'.repeat(size / 10)}`],
  ['a comment', (size) => `<a><!--${'- '.repeat(size / 2)}`],
  ['a comment of dashes', (size) => `<a><!--${'-'.repeat(size)}`],
  ['comments', (size) => `<a>${'<!---->'.repeat(size / 7)}`],
  ['plain text in brackets', (size) => `<a><![CDATA[${']'.repeat(size)}`],
  ['an instruction', (size) => `<a><?${'?'.repeat(size)}`],
];
const CSV_SHAPES: Array<[what: string, make: (size: number) => string]> = [
  ['doubled quotes', (size) => `id,name\n,"${'""'.repeat(size / 2)}"`],
  ['a long text', (size) => `id,name\n,${'x'.repeat(size)}`],
  ['cells without an end of line', (size) => `id,name\n${','.repeat(size)}`],
  ['a first line without end', (size) => 'id;'.repeat(size / 3)],
  ['quotes in the first line', (size) => `id,name,${'"",'.repeat(size / 3)}`],
];
const SIZE = 1_000_000;
/** Pieces come as files are unpacked, or read from the disk. */
const [PIECE, CSV_PIECE] = [16_384, 1 << 20];

/** The least of several times: others use the machine too. */
async function timeOf(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 3; i++) least = Math.min(least, await processorMs(work));
  return least;
}

/** Eight times the size takes about eight times as long; the square would be sixty-four times. */
async function expectLinear(
  make: (size: number) => string,
  piece: number,
  read: (pieces: string[]) => unknown,
): Promise<void> {
  const [small, large] = [cut(make(SIZE), piece), cut(make(8 * SIZE), piece)];
  const [less, more] = [await timeOf(() => read(small)), await timeOf(() => read(large))];
  expect(more).toBeLessThan(24 * less + 100);
}

describe('the time grows with the size', () => {
  it.each(SHAPES)('%s', async (_what, make) => {
    const handler = { open: () => undefined, close: () => undefined, text: () => undefined };
    await expectLinear(make, PIECE, (pieces) => {
      const scanner = new XmlScanner(handler);
      for (const piece of pieces) scanner.take(piece);
    });
  });
  it.each(CSV_SHAPES)('CSV: %s', async (_what, make) => {
    await expectLinear(make, CSV_PIECE, (pieces) => rowsOf(pieces));
  });
});
