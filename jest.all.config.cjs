/** Every test but the long runs: `npm run test:all`, and `.ci/run`. */
process.env.WHOLE_SUITE = '1';

module.exports = require('./jest.config.cjs');
