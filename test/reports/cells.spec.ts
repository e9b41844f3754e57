/** The parts of which cells and files are made: texts, durations, addresses, archives, streams that wait. */
import { Readable } from 'node:stream';
import { rangeText } from '../../src/reports/formatters/addresses.js';
import { htmlText } from '../../src/reports/formatters/html-text.js';
import {
  backupCycleWord,
  backupFrequencyWord,
  importanceWord,
  securityNeedWord,
  severityWord,
} from '../../src/reports/formatters/codes.js';
import { asDay, asLevel, cpe, duration } from '../../src/reports/formatters/values.js';
import { translatorTo } from '../../src/reports/locales/index.js';
import { SpillStream } from '../../src/files/spill-stream.js';
import { lettersOf } from '../../src/files/xlsx/layout.js';
import { writeXlsx } from '../../src/files/xlsx/writer.js';
import { zipped } from '../../src/files/zip.js';
import { unzipped } from '../support/unzip.js';
import { cellsOf, opened } from './report-client.js';

describe('reports 2: rich text as plain text', () => {
  it.each([
    ['<p>Jane Doe<br>jane@x</p>', 'Jane Doe\njane@x'],
    ['<ul><li>one</li><li>two</li></ul>', '• one\n• two'],
    ['<p>a</p>\n\n  <p>b   c</p>', 'a\nb c'],
    ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
    ['a<!-- x > y -->b', 'ab'],
    ['<script>alert("<p>")</script>x<STYLE>p{}</STYLE>', 'x'],
    ['<script>never closed', null],
    ['x <script>a</script', 'x'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<b>1 < 2</b>', '1 < 2'],
    ['<b>end <', 'end <'],
    ['<a title="a > b">x</a', 'x'],
    ['&lt;b&gt; &eacute;&#233;&#xe9;&#x1F600; &nosuch; &', '<b> ééé😀 &nosuch; &'],
    ['&Sigma;&sigma;&sigmaf;&omega;&yuml;&euro;&rsquo;', 'ΣσςωÿЀ'.replace('Ѐ', '€’')],
    ['&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
    ['a&nbsp;\u00a0 b', 'a b'],
    ['one\r\ntwo\rthree\n\n four ', 'one\ntwo\nthree\nfour'],
    ['<p>one\ntwo</p>', 'one two'],
    ['<strong>kept</strong> <em>together</em>', 'kept together'],
    ['', null],
    ['<p>&nbsp;</p>', null],
    [null, null],
  ])('%j becomes %j', (html, text) => expect(htmlText(html)).toBe(text));
  it.each(['<', '<script>', '</script', '<!--', '&#', '<a href="', '<li>'])(
    'takes time in proportion to its length: %s, again and again',
    (piece) => {
      const started = performance.now();
      htmlText(piece.repeat(200_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(1000);
    },
  );
});

describe('reports 2: values', () => {
  it.each([[90, '1 hour 30 minutes'], [1500, '1 day 1 hour'], [1, '1 minute'], [2881, '2 days 1 minute'], [0, null], [null, null], [-5, null], ['60', '1 hour']] as const)(
    '%j minutes are %j',
    (minutes, text) => expect(duration(minutes, translatorTo('en'))).toBe(text),
  ); // prettier-ignore
  it('levels below 0 are none', () => {
    expect([null, -1, 0, 4].map(asLevel)).toEqual([null, null, 0, 4]);
  });
  it.each([
    ['security need', securityNeedWord, -1, [null, 'Insignificant', 'Low', 'Medium', 'High', 'Very high']],
    ['severity', severityWord, -1, [null, 'Insignificant', 'Low', 'Medium', 'High', 'Very high']],
    ['importance of a relation', importanceWord, 0, [null, 'Low', 'Medium', 'High', 'Critical']],
    ['backup frequency', backupFrequencyWord, 1, ['Hourly', 'Daily', 'Weekly', 'Monthly']],
    [
      'backup cycle',
      backupCycleWord,
      1,
      ['Full', 'Incremental', 'Differential', 'Full + incremental', 'Full + differential', 'Mirror'],
    ],
  ] as const)('the codes of a %s in words, and nothing for what is no code', (_, wordOf, first, words) => {
    const english = translatorTo('en');
    expect(words.map((_, index) => wordOf(first + index, english))).toEqual(words);
    expect([null, undefined, first - 1, first + words.length, 'x'].map((code) => wordOf(code, english))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
  it('days of zeros and what is no day are none', () => {
    expect(['2024-02-29', '2024-02-29 10:00:00', '0000-00-00', 'soon', '', null].map(asDay)).toEqual([
      '2024-02-29',
      '2024-02-29',
      null,
      null,
      null,
      null,
    ]);
  });
  it('a product without anything is none', () => {
    expect([cpe('v', 'p', '1'), cpe(null, 'p', ''), cpe(null, '', null)]).toEqual(['v:p:1', ':p:', null]);
  });
  it('columns of a sheet have letters', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('reports 4.10: addresses', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0 - 10.255.255.255'],
    ['10.0.0.5/32', '10.0.0.5 - 10.0.0.5'],
    ['2001:db8::/64', '2001:db8:: -> 2001:db8::ffff:ffff:ffff:ffff'],
    ['::/0', ':: -> ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::1/128', '::1 -> ::1'],
    ['10.0.0.5', 'N/A'],
    ['fe80::1%eth0/64', 'N/A'],
    ['x/8', 'N/A'],
  ])('the range of %s is %s', (text, range) => expect(rangeText(text)).toBe(range));
});

describe('streams and archives', () => {
  it('an archive comes back as it went in', async () => {
    const entries = [
      { name: 'empty.txt', content: [] },
      { name: 'ü/large.bin', content: Array.from({ length: 300 }, (_, i) => Buffer.alloc(10_000, i)) },
      { name: 'text.xml', content: ['<é/>', '<b/>'] },
    ];
    const archive = Buffer.concat(await Readable.from(zipped(entries)).toArray());
    const files = await unzipped(archive);
    expect(files.map(({ name }) => name)).toEqual(['empty.txt', 'ü/large.bin', 'text.xml']);
    expect(files[0]!.content).toHaveLength(0);
    expect(files[1]!.content.equals(Buffer.concat(entries[1]!.content as Buffer[]))).toBe(true);
    expect(files[2]!.content.toString()).toBe('<é/><b/>');
  });
  it('an archive fails with its content', async () => {
    async function* broken(): AsyncIterable<string> {
      yield 'x'.repeat(100_000);
      throw new Error('broken');
    }
    await expect(Readable.from(zipped([{ name: 'a', content: broken() }])).toArray()).rejects.toThrow('broken');
  });
  it('what nobody reads yet waits, in memory and in a file, and comes in order', async () => {
    const out = new SpillStream();
    const chunks = Array.from({ length: 200 }, (_, i) => Buffer.alloc(70_000, i));
    const half = chunks.length / 2;
    for (const chunk of chunks.slice(0, half)) await new Promise((done) => out.write(chunk, done));
    const read: Buffer[] = [];
    out.on('data', (chunk: Buffer) => read.push(chunk));
    for (const chunk of chunks.slice(half)) await new Promise((done) => out.write(chunk, done));
    out.end();
    await new Promise((done) => out.on('end', done));
    expect(Buffer.concat(read).equals(Buffer.concat(chunks))).toBe(true);
  });
  it('a table that is too long for a sheet goes on in the next', async () => {
    const out = new SpillStream();
    async function* rows(): AsyncIterable<number[][]> {
      for (let i = 0; i < 5; i++) yield Array.from({ length: 100 }, (_, j) => [i * 100 + j]);
    }
    const table = { name: 'Numbers', columns: [{ heading: 'N', kind: 'number' as const }], rows: rows() };
    const writing = writeXlsx(out, [table], { title: 'x', created: new Date() }, 250);
    const bytes = Buffer.concat((await out.toArray()) as Buffer[]);
    await writing;
    const sheets = (await opened(bytes)).worksheets;
    expect(sheets.map(({ name }) => name)).toEqual(['Numbers', 'Numbers (2)', 'Numbers (3)']);
    expect(sheets.flatMap((sheet) => cellsOf(sheet).slice(1).flat())).toEqual(Array.from({ length: 500 }, (_, i) => i));
  });
  it('a workbook whose reader leaves comes to an end', async () => {
    const out = new SpillStream();
    let ended = false;
    async function* rows(): AsyncIterable<string[][]> {
      try {
        for (;;) yield [['x'.repeat(1000)]];
      } finally {
        ended = true;
      }
    }
    const table = { name: 'Endless', columns: [{ heading: 'X', kind: 'text' as const }], rows: rows() };
    setTimeout(() => out.destroy(), 50);
    await expect(writeXlsx(out, [table], { title: 'x', created: new Date() })).rejects.toThrow();
    expect(ended).toBe(true);
  });
  it('a reader who leaves makes the writer fail', async () => {
    const out = new SpillStream();
    out.destroy();
    await expect(
      new Promise((done, fail) => out.write('x', (error) => (error ? fail(error) : done(0)))),
    ).rejects.toThrow();
  });
});
