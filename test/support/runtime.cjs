/**
 * Runs test files in the worker itself, without a world of their own: the program is loaded and warmed up once for each
 * worker instead of once for each of some hundred files, which took more than half of the time of all tests.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { register } = require('./typescript.cjs');

const SOURCE_MAPS = register();
const { settleEngines } = require('./engines.ts');
// Where a machine has plenty of memory, V8 lets the garbage of hundreds of files pile up: some gigabytes for each worker.
setFlagsFromString('--heap-growing-percent=100');
// Most of what tests run through is run a few times: optimised later, they take a tenth less processor time.
setFlagsFromString(
  Number.parseInt(process.versions.v8) < 12 ? '--interrupt-budget=540672' : '--invocation-count-for-turbofan=12000',
);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
/** With so many bytes on the heap garbage is collected between files: Jest ends a worker for its garbage, too (jest.config.cjs). */
const FULL = 500 * 2 ** 20;

/** The registry, where a file has loaded it. */
const ENGINE = require.resolve('../../src/engine/index.ts');

/** What `expect` knows things by: the kinds of the worker, not those of Jest's own context. */
const KINDS = { String, Number, Boolean, BigInt, Symbol, Function, Object, Array, Map, Set, Date, RegExp, Error };

/**
 * Storages that are followed through promises. Node looks at each of them whenever a promise is made, and Jest makes one for
 * every file: after a hundred files `await` took a hundred times as long.
 */
const followed = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  followed.add(this);
  return run.apply(this, args);
};

class SharedRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    Object.assign(environment.global, KINDS);
  }

  /** The words of tests (`describe`, `expect`, …) are those of the file that runs. */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    Object.assign(globalThis, globals);
  }

  /** What is asked for by name comes from Jest; the test file itself is loaded by Node, anew each time. */
  requireModule(from, name, ...rest) {
    if (name !== undefined || !from.endsWith('.ts')) return super.requireModule(from, name, ...rest);
    globalThis.jest = this.requireModuleOrMock(from, '@jest/globals').jest;
    delete require.cache[from];
    // It keeps kinds of the registry, which may be on another database by now.
    for (const file of Object.keys(require.cache)) if (file.includes('/test/feed/support/')) delete require.cache[file];
    settleEngines(from);
    return require(from);
  }

  /** The file is done; a storage of the program is followed again when it is used again. */
  teardown() {
    for (const storage of followed) storage.disable();
    followed.clear();
    // The next file meets the columns that our own databases have, whatever database this one was on.
    require.cache[ENGINE]?.exports.registry?.fit(new Map());
    super.teardown();
    if (process.memoryUsage().heapUsed > FULL) collectGarbage();
  }

  getSourceMaps() {
    return SOURCE_MAPS;
  }
}

module.exports = { __esModule: true, default: SharedRuntime };
