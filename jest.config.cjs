/** All tests, on SQLite always and on MariaDB where a server answers (see test/support/engines.ts). */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
  // Node loads tests and program: see docs/adr/0033-tests-share-a-process.md.
  runtime: require.resolve('./test/support/runtime.cjs'),
  transform: {},
  testTimeout: 60_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
};
