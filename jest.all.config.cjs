/** Every test but the long runs: `npm run test:all`, before each release. */
process.env.MERIDIAN_TEST_EXTENT = 'whole';

module.exports = require('./jest.config.cjs');
