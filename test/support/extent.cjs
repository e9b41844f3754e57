/**
 * How much a run tests, in three extents (docs/decisions/tests.md):
 *
 * - `short`: `npm test`, which is to answer within five minutes on two cores. It leaves out files that take long, most of them since
 *   they start processes or databases, and has the generated contract tests run for the resources that between them have every
 *   shape of a column, of a link and of a resource (test/contract/shapes.ts).
 * - `gate`: `npm run test:gate`, which `.ci/run` runs before each landing. All files but those with the tag `@release`; the contract
 *   tests as above, and files about what is done with rows, wherever they come from, on one engine (`engineOf`).
 * - `whole`: `npm run test:all`, before each release, and whoever names files to run. Nothing is left out.
 *
 * A file that takes long says so in its first comment: `@seconds 20`. `npm run test:seconds` measures the whole suite and
 * writes these tags. `@always` beside one keeps a slow file in every run. `@release` leaves a file to `npm run test:all`: beside it
 * stands where what it proves is proved in the gate.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const TESTS = join(__dirname, '..');
/** Seconds from which a file counts as slow: it is tagged, and left out of `npm test`. */
const SLOW = 6;

/**
 * The engine that a folder's tests, or those of a file, run on in a gate: those that hold on either for the same reason. Rows are read
 * and written by the engine of resources, which is tried on both by the tests in audit, contract, database, engine, existing-database
 * and queries, and so is what is here for `both`: transactions, locks, several servers, and statements written for one engine.
 */
const IN_GATE = {
  access: 'mariadb',
  'access/leaks': 'both',
  'access/two-servers': 'both',
  answers: 'sqlite',
  'audit/history/large': 'mariadb',
  backup: 'mariadb',
  'backup/round-trip': 'both',
  'checks/hostile': 'mariadb',
  'checks/hostile-words': 'mariadb',
  cli: 'mariadb',
  clients: 'sqlite',
  // Rights, numbers and what is counted follow from the registry; what is stored and read for them is tried by the others. The rights
  // of every route are tried on the one engine here and on the other by `access/matrix`.
  'contract/constant': 'mariadb',
  'contract/legacy': 'sqlite',
  'contract/numbers': 'mariadb',
  'contract/rights': 'sqlite',
  core: 'sqlite',
  demo: 'mariadb',
  'demo/start': 'both',
  documents: 'mariadb',
  'documents/crash': 'both',
  // Bytes on their way, and what waits for them; `engine/list/walks` and `database/many-lists` read long lists on both.
  'engine/large-values': 'mariadb',
  'engine/list/embedding': 'mariadb',
  'engine/list/streams': 'mariadb',
  examples: 'mariadb',
  exchange: 'mariadb',
  'exchange/import': 'both',
  'exchange/round-trip': 'both',
  // Diagrams are rows as others are; what is written before and behind a way back is tried by `step-aside` on both.
  'existing-database/diagrams': 'mariadb',
  'existing-database/downgrade': 'mariadb',
  'existing-database/reset-password': 'mariadb',
  feed: 'mariadb',
  'feed/apply': 'both',
  'feed/at-once': 'both',
  'feed/kills': 'both',
  'feed/odd-orders': 'both',
  'feed/provenance': 'both',
  'feed/server-rounds': 'both',
  graph: 'mariadb',
  // What follows from addresses is found in memory; rows are read for it as for the others, on both.
  'graph/addresses-random': 'sqlite',
  'graph/edges': 'both',
  'graph/freshness': 'both',
  'graph/random': 'both',
  // The example map is copied on this one, and filled anew on the other.
  'graph/drawn': 'sqlite',
  'graph/rights': 'sqlite',
  'graph/replicas': 'both',
  'graph/store': 'both',
  openapi: 'sqlite',
  operations: 'mariadb',
  'operations/limits/exactly-once': 'both',
  'operations/limits/idempotency': 'both',
  'operations/limits/replicas': 'both',
  'operations/overload': 'both',
  'operations/shutdown': 'both',
  // Pages ask what others try on both.
  pages: 'sqlite',
  pictures: 'sqlite',
  'reliability/security': 'mariadb',
  reports: 'sqlite',
  search: 'mariadb',
  summary: 'mariadb',
  // What fills a template is read by lists, queries and reports.
  templates: 'mariadb',
  'templates/templates': 'both',
  vulnerabilities: 'sqlite',
};

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
  return plain.replace(/(?=( @(always|release))?\s*\*\/$)/, tag) + text.slice(head.length);
}

/** The extent of a run with these arguments of Jest; its workers, and what is asked afterwards, learn it from the environment. */
const settle = (args) =>
  (process.env.MERIDIAN_TEST_EXTENT ??= args.some((arg) => !arg.startsWith('-')) ? 'whole' : 'short');

/** The test files that a run of an extent leaves out, below `test`. */
const leftOut = (extent) =>
  readdirSync(TESTS, { recursive: true })
    .filter((name) => extent !== 'whole' && name.endsWith('.spec.ts'))
    .filter((name) => {
      const text = readFileSync(join(TESTS, name), 'utf8');
      const isSlow = secondsOf(text) >= SLOW && !headOf(text).includes('@always');
      return headOf(text).includes('@release') || (extent === 'short' && isSlow);
    })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

/** Patterns of the files that a run leaves out. */
const patterns = (extent) => leftOut(extent).map((name) => `<rootDir>/test/${name.replaceAll('.', '\\.')}$`);

/** Whether the generated tests run for every resource. */
const isWhole = () => process.env.MERIDIAN_TEST_EXTENT === 'whole';

/** The one engine that a test file runs on; undefined where it runs on both. */
function engineOf(file) {
  const parts = relative(TESTS, file)
    .replaceAll('\\', '/')
    .replace(/\.spec\.ts$/, '')
    .split('/');
  const places = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'));
  const engine = IN_GATE[places.find((place) => IN_GATE[place])];
  return isWhole() || engine === 'both' ? undefined : engine;
}

/** Rounds of a test that draws its cases: fewer of them before each landing, since each run draws others. */
const rounds = (count) => (isWhole() ? count : Math.ceil(count / 4));

/** What is left out, as a sentence; nothing where that is nothing. */
function summary() {
  const extent = process.env.MERIDIAN_TEST_EXTENT;
  if (extent === 'whole') return '';
  return (
    `LEFT OUT: ${leftOut(extent).length} files that take long, contract tests of resources without a shape of their own, ` +
    'one engine where either would do. ' +
    '`npm run test:all` leaves out nothing.'
  );
}

module.exports = { engineOf, isWhole, patterns, rounds, secondsOf, settle, summary, tagged };
