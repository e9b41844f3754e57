/** Lets Node load the TypeScript of this project: compiled file by file, types unchecked (`npm run types` checks them). */
const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const threads = require('node:worker_threads');
const { transformSync } = require('@swc/core');

/** What `#meridian/` stands for in imports (package.json). */
const SRC = join(__dirname, '../../src');
/** The client, which may not have been built. */
const CLIENT = { 'meridian-client': 'index.ts', 'meridian-client/node': 'node.ts' };

/** How swc compiles a file; the same as in tsconfig.json. */
exports.COMPILER = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
  swcrc: false,
};

/**
 * Teaches `require` to read `.ts`, and to find it under the `.js` that it is imported by. Returns the files that tell which
 * line of the source a line of the program comes from, by the path of the source.
 */
exports.register = () => {
  const run = process.env.MERIDIAN_TEST_FOLDER;
  const folder = mkdtempSync(join(run ?? tmpdir(), 'meridian-maps-'));
  // The folder of a run goes with it; a worker that removes some hundred files at its end is taken for one that hangs.
  if (!run) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const maps = new Map();
  Module._extensions['.ts'] = (module, filename) => {
    const { code, map } = transformSync(readFileSync(filename, 'utf8'), { ...exports.COMPILER, filename });
    const file = join(folder, `${maps.size}.map`);
    writeFileSync(file, map);
    maps.set(filename, file);
    module._compile(code, filename);
  };
  const resolveFilename = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, ...rest) {
    if (parent?.filename?.endsWith('.ts') && /^(\.{1,2}|#meridian)\/.*\.js$/.test(request)) {
      const named = request.replace(/\.js$/, '.ts').replace(/^#meridian\//, `${SRC}/`);
      const source = resolve(parent.path, named);
      if (existsSync(source)) return source;
    }
    if (CLIENT[request]) return join(__dirname, '../../clients/typescript/src', CLIENT[request]);
    return resolveFilename.call(this, request, parent, ...rest);
  };
  // Threads of the program start with this file, and so read TypeScript too.
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file, options) {
      super(file, { ...options, execArgv: ['--require', __filename] });
    }
  };
  return maps;
};

if (!threads.isMainThread) exports.register();
