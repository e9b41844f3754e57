/** `docs/security.md` names tests that there are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** `file` title, up to the end of the cell or the next one. */
const NAMED = /`((?:test|clients)\/[\w/.-]+\.ts)` ([^|<]+?) *(?=<br>|\|)/g;

const rows = PAGE.split('\n').filter((line) => /^\| (API|V)\d/.test(line));
const plain = (text: string): string => text.replaceAll('\\', '').replaceAll('&lt;', '<').trim();

it('every line names a test, and every test that is named is there', () => {
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.flatMap((row) => {
    const named = [...row.matchAll(NAMED)];
    if (!named.length) return [`no test: ${row}`];
    return named.flatMap(([, file, title]) => {
      const path = join(ROOT, file!);
      return existsSync(path) && plain(readFileSync(path, 'utf8')).includes(plain(title!))
        ? []
        : [`${file!} › ${title!}`];
    });
  });
  expect(missing).toEqual([]);
});
it('all ten risks of the list of 2023 are there', () => {
  const risks = new Set(rows.map((row) => /^\| (API\d+)/.exec(row)?.[1]).filter(Boolean));
  expect([...risks]).toEqual(Array.from({ length: 10 }, (_, i) => `API${i + 1}`));
});
