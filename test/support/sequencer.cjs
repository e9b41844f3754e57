/**
 * The order of the test files: the long ones first, so that no worker is left with one of them at the end. Jest knows how
 * long a file took from the run before; where there was none, as in a fresh checkout, these figures stand in.
 */
const { createRequire } = require('node:module');
const { relative } = require('node:path');

/** The one that Jest brings along. */
const fromJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const { default: Sequencer } = fromJest('@jest/test-sequencer');

/** Seconds, of files that take several. */
const LONG = {
  'auth/matrix': 20,
  'backup/command': 8,
  'cli/behaviour': 8,
  'cli/commands': 8,
  'cli/remote': 10,
  'contract/constant': 10,
  'contract/deletion': 10,
  'contract/legacy': 10,
  'contract/links': 18,
  'contract/mass': 14,
  'contract/read': 12,
  'contract/rights': 20,
  'contract/rules': 18,
  'contract/write': 18,
  'database/concurrent-requests': 12,
  'database/migrations': 8,
  'demo/map': 10,
  'demo/start': 8,
  'docs/snippets': 30,
  'documents/s3-store': 8,
  'exchange/hostile': 10,
  'existing/existing-database': 10,
  'existing/migrate': 10,
  'existing/replicas': 12,
  'list/indexes': 10,
  'list/leaks': 8,
  'list/random': 8,
  'list/streams': 25,
  'operations/documentation': 8,
  'operations/shutdown': 10,
};
const SHORT = 3;

module.exports = class extends Sequencer {
  time(test) {
    const name = relative(test.context.config.rootDir, test.path).replace(/^test\/|\.spec\.ts$/g, '');
    return super.time(test) ?? 1000 * (LONG[name] ?? SHORT);
  }
};
