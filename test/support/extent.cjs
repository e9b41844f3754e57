/**
 * How much a run tests, in three extents (docs/decisions/tests.md):
 *
 * - `short`: `npm test`, which is to answer within five minutes on two cores. It leaves out files that take long, most of them since
 *   they start processes or databases, and has the generated contract tests run for the resources that between them have every
 *   shape of a column, of a link and of a resource (test/contract/shapes.ts).
 * - `gate`: `npm run test:gate`, which `.ci/run` runs before each landing. All files; the contract tests as above.
 * - `whole`: `npm run test:all`, before each release, and whoever names files to run. Nothing is left out.
 *
 * A file that takes long says so in its first comment: `@seconds 20`. `npm run test:seconds` measures the whole suite and
 * writes these tags. `@always` beside one keeps a slow file in every run.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const TESTS = join(__dirname, '..');
/** Seconds from which a file counts as slow: it is tagged, and left out of `npm test`. */
const SLOW = 6;

/** The first comment of a file, which holds its tags. */
const headOf = (text) => /^\/\*\*[^]*?\*\//.exec(text)?.[0] ?? '';

/** The measured seconds that a test file is tagged with; undefined for one that is not slow. */
const secondsOf = (text) => {
  const tag = /@seconds (\d+)/.exec(headOf(text))?.[1];
  return tag === undefined ? undefined : Number(tag);
};

/** The text of a test file with the tag that its measured time asks for; a tag that is a third off at most stays. */
function tagged(text, seconds) {
  const before = secondsOf(text);
  if (before && Math.abs(seconds - before) <= before / 3) return text;
  const tag = seconds < SLOW ? '' : ` @seconds ${Math.round(seconds)}`;
  const head = headOf(text);
  if (!head) return tag ? `/**${tag} */\n${text}` : text;
  const plain = head.replace(/(\n \*)? @seconds \d+/, '');
  if (!tag && plain === '/** */') return text.slice(head.length).trimStart();
  return plain.replace(/(?=( @always)?\s*\*\/$)/, tag) + text.slice(head.length);
}

/** The extent of a run with these arguments of Jest; its workers, and what is asked afterwards, learn it from the environment. */
const settle = (args) =>
  (process.env.MERIDIAN_TEST_EXTENT ??= args.some((arg) => !arg.startsWith('-')) ? 'whole' : 'short');

/** The test files that `npm test` leaves out, below `test`. */
const leftOut = () =>
  readdirSync(TESTS, { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => {
      const text = readFileSync(join(TESTS, name), 'utf8');
      return secondsOf(text) >= SLOW && !headOf(text).includes('@always');
    })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

/** Patterns of the files that a run of an extent leaves out. */
const patterns = (extent) =>
  extent === 'short' ? leftOut().map((name) => `<rootDir>/test/${name.replaceAll('.', '\\.')}$`) : [];

/** Whether the generated tests run for every resource. */
const isWhole = () => process.env.MERIDIAN_TEST_EXTENT === 'whole';

/** What is left out, as a sentence; nothing where that is nothing. */
const summary = () =>
  isWhole()
    ? ''
    : `LEFT OUT: ${process.env.MERIDIAN_TEST_EXTENT === 'short' ? `${leftOut().length} files that take long, and ` : ''}` +
      'the contract tests of resources that have no shape of their own. `npm run test:all` leaves out nothing.';

module.exports = { isWhole, patterns, secondsOf, settle, summary, tagged };
