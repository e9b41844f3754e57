/** No word of the domain stands in the engine, no name of a database engine outside its room, and no private word in a name. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPT = join(__dirname, '../../scripts/check-words.mjs');

/** What the check says of a folder, and how it ends. */
function check(...folder: string[]): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...folder], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').filter(Boolean) };
}

describe('words that do not belong where they stand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  const plant = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('the sources have none', () => {
    expect(check()).toEqual({ status: 0, lines: [] });
  });
  it('planted ones are found, and comments are none', () => {
    plant('src/map/camera.entity.ts', "@Resource('cameras', {})\nexport class Camera {}\n");
    plant(
      'src/engine/plan/fine.ts',
      "/** As `cameras`, or a\n * certificate. */\nexport const a = 'names'; // backup\n",
    );
    plant('src/database/mysql/fine.ts', "export const b = dialect.name === 'mysql';\n");
    expect(check(folder)).toEqual({ status: 0, lines: [] });
    plant(
      'src/engine/plan/wrong.ts',
      "/* one\n */\nif (path === 'cameras') use(bcrypt);\nconst type = 'App\\\\Models\\\\Camera';\n",
    );
    plant('src/access/wrong.ts', "const text = dialect.name === 'sqlite' ? 'fold(x)' : 'x';\n");
    plant(
      'src/queries/names.ts',
      "export const told = (text: string) => text.length < MOST_LETTERS || text === 'told';\n",
    );
    plant('src/feed/path.ts', "import { a } from '../a.js';\nconst KEY = '../auth/token.key';\ninterface Sight {}\n");
    const { status, lines } = check(folder);
    expect(status).toBe(1);
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'src/access/wrong.ts:1 dialect.name',
      "src/access/wrong.ts:1 'sqlite'",
      "src/engine/plan/wrong.ts:3 'cameras'",
      'src/engine/plan/wrong.ts:3 bcrypt',
      'src/engine/plan/wrong.ts:4 App\\\\Models',
      'src/feed/path.ts:3 interface',
      "src/feed/path.ts:2 '../auth/token.key",
      'src/queries/names.ts:1 told',
      'src/queries/names.ts:1 MOST_LETTERS',
    ]);
  });
});
