/**
 * How much a run tests. `npm test` is to answer within five minutes on two cores: it leaves out files that take long, most of
 * them since they start processes or databases, and runs the generated contract tests for a part of the resources on MariaDB.
 * `npm run test:all`, `.ci/run`, and whoever names files to run leave out nothing (docs/decisions/tests.md).
 *
 * A file that takes long says so in its first comment: `@seconds 20`. `npm run test:seconds` measures the whole suite and
 * writes these tags. `@always` beside one keeps a slow file in every run.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const TESTS = join(__dirname, '..');
/** Seconds from which a file counts as slow: it is tagged, and left out of `npm test`. */
const SLOW = 6;
/** One resource in so many has its generated tests run on MariaDB too. */
const PART = 6;

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

/** Whether a run with these arguments leaves out nothing. */
const isWhole = (args) => Boolean(process.env.WHOLE_SUITE) || args.some((arg) => !arg.startsWith('-'));

/** The test files that are left out, below `test`. */
const leftOut = () =>
  readdirSync(TESTS, { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => {
      const text = readFileSync(join(TESTS, name), 'utf8');
      return secondsOf(text) >= SLOW && !headOf(text).includes('@always');
    })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

/** Patterns of the files that are left out. */
const patterns = () => leftOut().map((name) => `<rootDir>/test/${name.replaceAll('.', '\\.')}$`);

/** Whether the generated tests of a resource run on an engine. */
const isTested = (engine, index) => Boolean(process.env.WHOLE_SUITE) || engine === 'sqlite' || index % PART === 0;

/** What is left out, as a sentence; nothing where that is nothing. */
const summary = () =>
  process.env.WHOLE_SUITE
    ? ''
    : `LEFT OUT: ${leftOut().length} files that take long, and five in six resources of the contract tests on MariaDB. ` +
      '`npm run test:all` leaves out nothing.';

module.exports = { isWhole, patterns, isTested, secondsOf, summary, tagged };
