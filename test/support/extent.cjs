/**
 * How much a run tests. `npm test` is to answer within five minutes on two cores: it leaves out files that take long, most of
 * them since they start processes or databases, and runs the generated contract tests for a part of the resources on MariaDB.
 * `npm run test:all`, `.ci/run`, and whoever names files to run leave out nothing (docs/adr/0041-tests-in-two-extents.md).
 */

/** Below `test`: files, or folders that end in `/`. */
const LEFT_OUT = [
  ...['audit/housekeeping', 'access/matrix', 'access/timing', 'access/two-servers', 'backup/', 'cli/remote'],
  ...[
    'clients/client',
    'contract/rights',
    'vulnerabilities/http-client',
    'vulnerabilities/import-command',
    'vulnerabilities/import-request',
  ],
  ...['database/concurrent-requests', 'database/migrations', 'database/names', 'database/raw-rows'],
  ...['demo/', 'docs/snippets', 'documents/clearing', 'documents/crash'],
  ...['documents/icons-and-links', 'documents/s3-store', 'exchange/hostile', 'exchange/round-trip'],
  ...[
    'existing-database/',
    'openapi/explorer/explorer',
    'openapi/explorer/french',
    'openapi/explorer/keyboard',
    'operations/limits/replicas',
    'engine/list/indexes',
    'engine/list/random',
    'engine/list/streams',
  ],
  ...['operations/database-away', 'openapi/tools', 'operations/documentation', 'operations/overload'],
  ...['operations/shutdown'],
  ...['queries/naive', 'reliability/', 'reports/access', 'reports/budget', 'reports/paper'],
  ...['reports/pictures', 'engine/snapshots/statements'],
];
/** One resource in so many has its generated tests run on MariaDB too. */
const PART = 6;

/** Whether a run with these arguments leaves out nothing. */
const isWhole = (args) => Boolean(process.env.WHOLE_SUITE) || args.some((arg) => !arg.startsWith('-'));

/** Patterns of the files that are left out. */
const patterns = () => LEFT_OUT.map((name) => `<rootDir>/test/${name.endsWith('/') ? `${name}.*` : name}\\.spec\\.ts$`);

/** Whether the generated tests of a resource run on an engine. */
const isTested = (engine, index) => Boolean(process.env.WHOLE_SUITE) || engine === 'sqlite' || index % PART === 0;

/** What is left out, as a sentence; nothing where that is nothing. */
const told = () =>
  process.env.WHOLE_SUITE
    ? ''
    : `LEFT OUT: ${LEFT_OUT.length} files and folders that take long, and five in six resources of the contract tests on ` +
      'MariaDB. `npm run test:all` leaves out nothing.';

module.exports = { isWhole, patterns, isTested, told };
