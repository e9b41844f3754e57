/** Writes the measured seconds of slow test files into their first comments (extent.cjs): `npm run test:seconds`. */
const { readFileSync, writeFileSync } = require('node:fs');
const { tagged } = require('./extent.cjs');

module.exports = class {
  onTestFileResult({ path }, { numFailingTests, testExecError, perfStats }) {
    // A file that failed may have stopped early.
    if (numFailingTests || testExecError) return;
    const text = readFileSync(path, 'utf8');
    const next = tagged(text, perfStats.runtime / 1000);
    if (next !== text) writeFileSync(path, next);
  }
};
