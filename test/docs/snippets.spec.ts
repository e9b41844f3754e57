/** Runs every `bash` block of the README and the docs against a server, and compares the answers that they show. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { fillDemo } from '../../src/demo/fill.js';
import { ADMIN, TestServer } from '../support/server.js';

const run = promisify(execFile);
const PROJECT = resolve(__dirname, '../..');
const PAGES = [
  'README.md',
  ...readdirSync(resolve(PROJECT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const STAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g;

/** The blocks of a page that are run (`bash`) or compared with what the one before printed (`json`). */
const blocksOf = (page: string): Array<{ language: string; text: string }> =>
  [...page.matchAll(/```(bash|json)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));

describe.each(PAGES)('%s', (page) => {
  const source = readFileSync(resolve(PROJECT, page), 'utf8');
  const blocks = blocksOf(source);
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    if (/example\s+map/.test(source)) await fillDemo(server.server, { passwordOf: () => ADMIN.password });
  });
  afterAll(() => server.stop());

  it(`its ${blocks.length} snippets do what they show`, async () => {
    let printed = '';
    for (const { language, text } of blocks) {
      if (language === 'json') {
        const last = printed.trim().split('\n').at(-1)!.replace(STAMP, '');
        expect(JSON.parse(last)).toEqual(JSON.parse(text.replace(STAMP, '')));
      } else if (!text.includes('npm start')) printed = await runBlock(text);
    }
  });

  /** Prints what a block prints, one answer a line. Fails on an answer of the server that is an unexpected error. */
  async function runBlock(text: string): Promise<string> {
    const script = text
      .replace('http://127.0.0.1:3000', server.url)
      .replace('the password that the server printed', ADMIN.password)
      .replace(/^curl /gm, 'echo; curl ');
    const environment = { ...process.env, MERIDIAN: server.url, TOKEN: server.token };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env: environment });
    const failures = stdout.match(/"code":(4|5)\d\d/g) ?? [];
    if (!text.includes('rto=soon')) expect({ text, stdout, failures }).toEqual({ text, stdout, failures: [] });
    return stdout;
  }
});
