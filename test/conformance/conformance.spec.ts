/** The page that tells which tests prove what the contract says is complete and up to date. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const sentences = JSON.parse(readFileSync(join(__dirname, 'sentences.json'), 'utf8')) as Array<{
  section: number;
  sentence: string;
}>;

it('every sentence has a test, every pattern a title, and docs/conformance.md says so', () => {
  // After a change of titles or sentences: node scripts/conformance.mjs
  const { stderr, status } = spawnSync(process.execPath, ['scripts/conformance.mjs', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
it('no sentence is listed twice, and each names its section', () => {
  const texts = sentences.map(({ sentence }) => sentence);
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  expect(new Set(sentences.map(({ section }) => section))).toEqual(new Set([2, 3, 8, 9]));
});
