/** All tests, on SQLite always and on MariaDB where a server answers (see test/support/engines.ts). */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
  // Node loads tests and program: see docs/adr/0033-tests-share-a-process.md.
  runtime: require.resolve('./test/support/runtime.cjs'),
  transform: {},
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  testTimeout: 120_000,
  maxWorkers: 2,
  // A worker that is ended takes the loaded program with it: some seconds for the next one.
  workerIdleMemoryLimit: '2GB',
};
