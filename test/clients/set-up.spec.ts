/** The steps of docs/typescript-client.md from an empty folder to a program that runs, with npm and the compiler. @seconds 15 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf } from '../docs/support/pages.js';
import { TestServer } from '../support/server.js';

const PROJECT = resolve(__dirname, '../..');
const CLIENT = 'clients/typescript';
/** What comes from a registry in the steps, and here from beside the program: tests ask nobody. */
const REGISTRY = 'npm install --save-dev typescript @types/node';
const INSTEAD = `mkdir -p node_modules/@types node_modules/.bin
ln -s '${PROJECT}/node_modules/typescript' node_modules/typescript
ln -s '${PROJECT}/node_modules/@types/node' node_modules/@types/node
ln -s ../typescript/bin/tsc node_modules/.bin/tsc`;

const chapter = (): string => {
  const page = readFileSync(join(PROJECT, 'docs/typescript-client.md'), 'utf8');
  return /## From an empty folder\n([\s\S]*?)\n## /.exec(page)![1]!;
};

describe('docs/typescript-client.md, from an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-set-up-'));
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    // The folder of Meridian, as far as the steps need it.
    const meridian = join(folder, 'meridian');
    for (const name of ['package.json', 'README.md', 'tsconfig.json', 'src'])
      cpSync(join(PROJECT, CLIENT, name), join(meridian, CLIENT, name), { recursive: true });
    writeFileSync(join(meridian, 'package.json'), JSON.stringify({ name: 'meridian', workspaces: [CLIENT] }));
    symlinkSync(join(PROJECT, 'node_modules'), join(meridian, 'node_modules'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });

  it('builds, packs, installs and compiles, and the program asks the server', async () => {
    const blocks = blocksOf(chapter());
    const [make, install, use, ...more] = blocks.filter(({ language }) => language === 'sh');
    expect([more, install!.text]).toEqual([[], expect.stringContaining(REGISTRY)]);
    const own = join(folder, 'map-scripts');
    const run = async (cwd: string, text: string): Promise<string> => {
      const env = {
        ...process.env,
        ...{ MERIDIAN: server.url, TOKEN: server.token },
        ...{ npm_config_offline: 'true', npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' },
      };
      return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd, env })).stdout;
    };
    const meridian = join(folder, 'meridian');
    await run(meridian, make!.text);
    await run(meridian, install!.text.replace(REGISTRY, INSTEAD));
    const files = blocks.filter(({ title }) => title !== undefined);
    expect(files.map(({ title }) => title)).toEqual(['tsconfig.json', 'count.ts']);
    for (const { title, text } of files) writeFileSync(join(own, title!), text);
    await server.post('/api/applications', { name: 'Patient file' });
    expect(await run(own, use!.text)).toBe('1 applications\n');

    // The types came along: a slip of the pen is found.
    const slip = files[1]!.text.replace('applications.count', 'aplications.count');
    writeFileSync(join(own, 'count.ts'), slip);
    await expect(run(own, use!.text)).rejects.toMatchObject({ stdout: expect.stringContaining("'aplications'") });
  }, 120_000);
});
