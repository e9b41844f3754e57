/** The types of the client: what they say is what the document says, and wrong names do not compile. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import '../../src/map/index.js';
import { apiDocument } from '../../src/api-document.js';

const PROJECT = resolve(__dirname, '../..');

/** What a program says; what it says of its failure, if it fails. */
const said = (file: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [file, ...args], { cwd: PROJECT, timeout: 60_000 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}` || 'it failed without a word',
  );

describe('contract 12: the types of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-types-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those of the document of this release, take what there is, and refuse what there is not', async () => {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, JSON.stringify(apiDocument()));
    const [stale, wrong] = await Promise.all([
      said('scripts/client-types.mjs', '--check', '--document', document),
      said('node_modules/typescript/bin/tsc', '-p', 'test/clients/tsconfig.json'),
    ]);
    expect({ stale, wrong }).toEqual({ stale: '', wrong: '' });
  });
  it('would be found out of date', async () => {
    const document = join(folder, 'changed.json');
    const changed = apiDocument();
    delete changed.paths['/api/sites/export'];
    writeFileSync(document, JSON.stringify(changed));
    expect(await said('scripts/client-types.mjs', '--check', '--document', document)).toContain('out of date');
  });
});
