/** The build, and what starts it: nothing is built twice, and a server that runs is not disturbed (README). @seconds 15 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

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
    write('examples/hello.ts', "import '#meridian/cli/meridian.js';\n");
    write('clients/typescript/src/index.ts', 'export const client = 1;\n');
    for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts'])
      cpSync(join(PROJECT, 'web', name), at('web', name), { recursive: true });
    write('web/index.html', '<p>A page</p><script type="module" src="/src/main.ts"></script>\n');
    write('web/src/main.ts', "document.title = 'first';\n");
    write('docs/pages.md', '# Pages\n');
    write('src/cli/meridian.ts', "process.stdout.write(`first ${process.argv[2] ?? ''}`);\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the command builds what is not built yet, and runs', () => {
    expect(run('bin/meridian.mjs', 'list')).toBe('first list');
    const page = readFileSync(at('web/dist/index.html'), 'utf8');
    const [, script] = /src="\/(assets\/[^"]+\.js)"/.exec(page)!;
    // Every file stands beside its compressed forms.
    expect(gunzipSync(readFileSync(at('web/dist', `${script}.gz`)))).toEqual(readFileSync(at('web/dist', script!)));
    expect(brotliDecompressSync(readFileSync(at('web/dist/index.html.br'))).toString()).toBe(page);
  });
  it('examples are built beside the program, and import it', () => {
    expect(run('dist/examples/hello.js', 'anybody')).toBe('first anybody');
  });
  it('builds again only once a source has changed, and leaves nothing beside the program', () => {
    write('dist/cli/meridian.js', "process.stdout.write('kept');");
    expect(run('bin/meridian.mjs')).toBe('kept');
    write('src/cli/meridian.ts', "process.stdout.write('second');\n");
    expect(run('bin/meridian.mjs')).toBe('second');
    expect(readdirSync(folder).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
  it('builds the pages alone where only they have changed', () => {
    write('web/src/main.ts', "document.title = 'second';\n");
    write('dist/cli/meridian.js', "process.stdout.write('kept');");
    expect(run('bin/meridian.mjs')).toBe('kept');
    const built = readdirSync(at('web/dist/assets')).filter((name) => name.endsWith('.js'));
    expect(built.map((name) => readFileSync(at('web/dist/assets', name), 'utf8')).join()).toContain('second');
    expect(readdirSync(at('web')).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
    run('scripts/build.mjs');
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
