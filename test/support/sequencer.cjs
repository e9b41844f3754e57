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
  'access/matrix': 20,
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
  'docs/adding-a-resource': 60,
  'docs/extending': 20,
  'docs/snippets': 30,
  'documents/s3-store': 8,
  'exchange/hostile': 10,
  'existing-database/existing-database': 10,
  'existing-database/migrate': 10,
  'existing-database/replicas': 12,
  'engine/list/indexes': 10,
  'engine/list/leaks': 8,
  'engine/list/random': 8,
  'engine/list/streams': 25,
  'database/typeorm': 30,
  'openapi/examples': 20,
  'openapi/explorer/accessibility': 30,
  'openapi/explorer/explorer': 15,
  'openapi/explorer/forms': 35,
  'openapi/explorer/french': 15,
  'openapi/tools': 40,
  'answers/walk': 40,
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
