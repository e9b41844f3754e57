/** Long runs, each started by a script of its own: `npm run test:concurrency`, `npm run test:fuzz`. */
const usual = require('./jest.config.cjs');

// Their figures are those of databases that keep what they were told.
process.env.TESTS_ON_DISK ??= '1';

module.exports = {
  ...usual,
  testMatch: ['<rootDir>/test/**/*.long.ts'],
  testTimeout: 30 * 60_000,
  // Figures of memory would be those of a worker that was ended.
  workerIdleMemoryLimit: undefined,
};
