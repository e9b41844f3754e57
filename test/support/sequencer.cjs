/**
 * The order of the test files: the long ones first, so that no worker is left with one of them at the end. Jest knows how
 * long a file took from the run before; where there was none, as in a fresh checkout, the files say so (extent.cjs).
 */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { secondsOf } = require('./extent.cjs');

/** The one that Jest brings along. */
const fromJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const { default: Sequencer } = fromJest('@jest/test-sequencer');

/** Seconds of a file that says nothing. */
const SHORT = 3;

module.exports = class extends Sequencer {
  time(test) {
    return super.time(test) ?? 1000 * (secondsOf(readFileSync(test.path, 'utf8')) ?? SHORT);
  }
};
