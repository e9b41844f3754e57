/** Templates 5, 2 and 3: what would take a server's memory or time ends a process of its own, and is refused in words. @seconds 60 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packed, unpacked } from '../../src/templates/workbook/package.js';
import { TestServer } from '../support/server.js';
import { fetched, made, sent, sheetOf } from './workbook/support.js';

const MEMORY = /needs more memory than it may use/;
const TEXTS: ReadonlyArray<readonly [name: string, body: string, sentence: RegExp]> = [
  [
    'a text replaced by a longer one',
    '{% assign a="aaaaaaaaaaaaaaaa" %}{% for i in (1..22) %}{% assign a = a | append: a %}{% endfor %}' +
      `{{ a | replace: "", "${'y'.repeat(53)}" | size }}`,
    MEMORY,
  ],
  ['a long range', '{% for i in (1..100000000) %}{% endfor %}', MEMORY],
  ['a long range in a table', '{% tablerow i in (1..100000000) %}{% endtablerow %}', MEMORY],
  [
    'a list within itself',
    '{% assign a = objects %}{% for i in (1..30) %}{% assign a = a | push: a | push: a %}{% endfor %}{{ a }}',
    /larger than 50 MB|longer than 10 seconds/,
  ],
  [
    'a list within itself, as JSON',
    '{% assign a = objects %}{% for i in (1..30) %}{% assign a = a | push: a | push: a %}{% endfor %}{{ a | json }}',
    MEMORY,
  ],
];

/** The processes that this one has started to fill a template. */
function children(): string[] {
  const commands = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return commands.filter((pid) => {
    try {
      const isOwn = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[1] === String(process.pid);
      return isOwn && /(fill|workbook)-child/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
    } catch {
      return false;
    }
  });
}

describe('templates that take a server', () => {
  let server: TestServer;
  let query: number;

  beforeAll(async () => {
    server = await TestServer.start('sqlite', { RATE_LIMIT: '0' });
    const items = Array.from({ length: 400 }, (_, i) => ({ name: `site ${i}` }));
    expect((await server.post('/api/sites/mass-store', { items }, { documented: false })).status).toBe(201);
    query = (await server.post('/api/queries', { name: 'All', query: 'FROM sites FIELDS name' })).body.id;
  });
  afterAll(async () => {
    await server.stop();
    expect(children()).toEqual([]);
  });

  const stored = (file: Buffer, fields: Record<string, string> = { type: 'sites' }, name?: string) =>
    sent(
      server,
      'POST',
      '/api/templates',
      file,
      { kind: 'workbook', name: `Book ${Math.random()}`, ...fields },
      { ...(name && { name }) },
    );

  /** A row that is repeated, with fixed texts behind it, on each of some sheets. */
  async function bookOf(sheets: number, texts: readonly string[]): Promise<Buffer> {
    const parts = await unpacked(
      await made((workbook) => {
        for (let i = 0; i < sheets; i++) workbook.addWorksheet(`Sheet ${i}`).addRow(['{{ object.name }}']);
      }),
    );
    const cells = texts.map(
      (text, i) => `<c r="${String.fromCharCode(66 + i)}1" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    for (const [name, part] of parts)
      if (name.startsWith('xl/worksheets/'))
        parts.set(name, Buffer.from(part.toString().replace('</row>', `${cells.join('')}</row>`)));
    return packed(parts);
  }

  it.each(TEXTS)('are refused: %s', async (_, body, sentence) => {
    const tried = server.post('/api/templates/try', { type: 'sites', body }, { documented: false });
    expect((await server.get('/health/live', { documented: false, token: null })).status).toBe(200);
    const { status, body: refused } = await tried;
    expect([status, refused.errors?.body?.[0]]).toEqual([422, expect.stringMatching(sentence)]);
    expect(children()).toEqual([]);
  });

  it('are refused: cells with more characters than cells have', async () => {
    const { status, body } = await stored(await bookOf(1, ['x'.repeat(32_768)]));
    expect([status, body.errors.file]).toEqual([
      422,
      ['Sheet Sheet 0, cell B1: a cell holds 32767 characters at most.'],
    ]);
  });

  it('are refused: rows that come to more than a workbook is filled with, before they are made', async () => {
    const { status, body } = await stored(
      await bookOf(
        6,
        Array.from({ length: 8 }, () => 'x'.repeat(32_000)),
      ),
    );
    expect(status).toBe(201);
    const filled = await fetched(server, `/api/templates/${body.id}/fill`);
    expect([filled.status, filled.bytes.toString()]).toEqual([422, expect.stringMatching(/50 MB of rows at most/)]);
  });

  it.each([
    ['{{ row.1 }}', () => ({ query: String(query) })],
    ['{{ object.buildings.name }}', () => ({ type: 'sites' })],
  ])('are judged once for each placeholder: 10,000 cells of %s', async (text, fields) => {
    const { status, body } = await stored(
      await sheetOf(Array.from({ length: 10 }, () => Array(1000).fill(text))),
      fields(),
    );
    expect([status, body.errors]).toEqual([201, undefined]);
  });

  it('are refused: more placeholders than a workbook may have', async () => {
    const cells = Array.from({ length: 2001 }, (_, i) => `{{ object.a${i} }}`);
    const { status, body } = await stored(await sheetOf([cells]));
    expect([status, body.errors.file]).toEqual([422, ['The workbook holds more than 2000 of {{ … }}.']]);
  });

  it('have a name of their own where that of the file is too long', async () => {
    const { status, body } = await stored(
      await sheetOf([['{{ object.name }}']]),
      { type: 'sites' },
      `${'a'.repeat(250)}.xlsx`,
    );
    expect([status, body.file_name]).toEqual([201, 'workbook.xlsx']);
  });

  it('end with whoever waits for them', async () => {
    const controller = new AbortController();
    const body = JSON.stringify({
      type: 'sites',
      body: '{% for i in (1..1000000) %}{% for k in (1..1000) %}{% endfor %}{% endfor %}',
    });
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const asked = fetch(`${server.url}/api/templates/try`, {
      method: 'POST',
      headers,
      body,
      signal: controller.signal,
    });
    while (!children().length) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(asked).rejects.toThrow();
    for (let i = 0; i < 200 && children().length; i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(children()).toEqual([]);
  });

  it('outlive no server, and know nothing of its environment', async () => {
    const program = `
      require(${JSON.stringify(join(__dirname, '../support/typescript.cjs'))}).register();
      const { Child } = require(${JSON.stringify(join(__dirname, '../../src/core/child.ts'))});
      const child = new Child(${JSON.stringify(join(__dirname, 'endless-child.cjs'))}, { heap: 64, held: 256, made: 1000 });
      const asking = { limit: 60_000, signal: new AbortController().signal };
      child.ask({ content: 'names' }, asking).then(({ content }) => {
        console.log(JSON.stringify(content));
        return child.ask({ content: 'loop' }, asking);
      });`;
    const parent = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TOKEN_SECRET: 'secret' },
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { pid, names } = JSON.parse(line.toString()) as { pid: number; names: string[] };
    expect(names.filter((name) => !/^(MERIDIAN_(TEST_FOLDER|COMPILED)|NODE_CHANNEL_\w+)$/.test(name))).toEqual([]);
    parent.kill('SIGKILL');
    const isThere = (): boolean => readdirSync('/proc').includes(String(pid));
    for (let i = 0; i < 300 && isThere(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isThere()).toBe(false);
  });
});
