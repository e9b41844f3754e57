/** Lets Node load the TypeScript of this project: compiled file by file, types unchecked (`npm run types` checks them). */
const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const threads = require('node:worker_threads');

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

/** Writes a file that others may be reading, or writing, at the same time. */
function keep(file, text) {
  const next = `${file}.${process.pid}.${threads.threadId}`;
  writeFileSync(next, text);
  renameSync(next, file);
}

/**
 * Where compiled files are kept. What one worker of a run has compiled the others find there, and so do its threads, which are
 * started by the hundred; what a script has compiled, the programs that it starts. It goes with the run, or with the script.
 */
function folderOfCompiled() {
  const run = process.env.MERIDIAN_TEST_FOLDER;
  const given = process.env.MERIDIAN_COMPILED ?? (run && join(run, 'compiled'));
  if (given) {
    mkdirSync(given, { recursive: true });
    return given;
  }
  const folder = (process.env.MERIDIAN_COMPILED = mkdtempSync(join(tmpdir(), 'meridian-compiled-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Teaches `require` to read `.ts`, and to find it under the `.js` that it is imported by. Returns the files that tell which
 * line of the source a line of the program comes from, by the path of the source.
 */
exports.register = () => {
  const folder = folderOfCompiled();
  const maps = new Map();
  Module._extensions['.ts'] = (module, filename) => {
    const { mtimeMs, size } = statSync(filename);
    const file = join(folder, createHash('sha1').update(`${filename} ${mtimeMs} ${size}`).digest('hex'));
    if (!existsSync(`${file}.js`)) {
      // Threads mostly need no compiler, which takes a tenth of a second to load.
      const { transformSync } = require('@swc/core');
      const { code, map } = transformSync(readFileSync(filename, 'utf8'), { ...exports.COMPILER, filename });
      keep(`${file}.map`, map);
      keep(`${file}.js`, code);
    }
    maps.set(filename, `${file}.map`);
    module._compile(readFileSync(`${file}.js`, 'utf8'), filename);
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
