/** The tests, on SQLite always and on MariaDB where a server answers (see test/support/engines.ts and extent.cjs). */
const { patterns, settle } = require('./test/support/extent.cjs');

module.exports = {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...patterns(settle(process.argv.slice(2)))],
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
  // Node loads tests and program: see docs/decisions/tests.md.
  runtime: require.resolve('./test/support/runtime.cjs'),
  transform: {},
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  testTimeout: 120_000,
  // One more than the two cores that this is measured on: tests wait for databases, processes and clocks a third of their time.
  maxWorkers: 3,
  // A worker that is ended takes the loaded program with it: some seconds for the next one. What is used stays far below.
  workerIdleMemoryLimit: '1GB',
};
