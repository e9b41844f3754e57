/** What `.ci/run` runs before each landing: `npm run test:gate`. */
process.env.MERIDIAN_TEST_EXTENT = 'gate';

module.exports = require('./jest.config.cjs');
