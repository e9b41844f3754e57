/** The build, and what starts it: nothing is built twice, and a server that runs is not disturbed (README). */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(__dirname, '../..');

describe('scripts/build.mjs', () => {
  let folder: string;
  const at = (...path: string[]): string => join(folder, ...path);
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (path: string, text: string): void => {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), text);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-build-'));
    for (const name of ['scripts', 'bin', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
      cpSync(join(PROJECT, name), at(name), { recursive: true });
    for (const name of ['package.json', 'tsconfig.json'])
      cpSync(join(PROJECT, 'clients/typescript', name), at('clients/typescript', name), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), at('node_modules'));
    write('clients/typescript/src/index.ts', 'export const client = 1;\n');
    write('src/openapi/explorer/page/index.html', '<p>A page</p>\n');
    write('src/cli/meridian.ts', "process.stdout.write(`first ${process.argv[2] ?? ''}`);\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the command builds what is not built yet, and runs', () => {
    expect(run('bin/meridian.mjs', 'list')).toBe('first list');
    expect(existsSync(at('dist/openapi/explorer/page/index.html'))).toBe(true);
  });
  it('builds again only once a source has changed, and leaves nothing beside the program', () => {
    write('dist/cli/meridian.js', "process.stdout.write('kept');");
    expect(run('bin/meridian.mjs')).toBe('kept');
    write('src/cli/meridian.ts', "process.stdout.write('second');\n");
    expect(run('bin/meridian.mjs')).toBe('second');
    expect(readdirSync(folder).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
  it('a build that fails leaves the program as it was', () => {
    write('src/cli/meridian.ts', 'const wrong: number = "text";\n');
    expect(() => run('scripts/build.mjs')).toThrow();
    expect(run('dist/cli/meridian.js')).toBe('second');
    expect(readdirSync(folder).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
  it('notices a file that came with an old time, as from an archive', () => {
    write('src/cli/meridian.ts', "process.stdout.write('third');\n");
    utimesSync(at('src/cli/meridian.ts'), new Date(0), new Date(0));
    expect(run('bin/meridian.mjs')).toBe('third');
  });
});
