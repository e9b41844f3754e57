/** Lets Node load the TypeScript of this project: compiled file by file, types unchecked (`npm run types` checks them). */
const processes = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { basename, join, resolve } = require('node:path');
const threads = require('node:worker_threads');
const { COMPILER } = require('../../scripts/compiler.cjs');

/** What `#meridian/` stands for in imports (package.json). */
const SRC = join(__dirname, '../../src');
/** The client, which may not have been built. */
const CLIENT = { 'meridian-client': 'index.ts', 'meridian-client/node': 'node.ts' };

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

/** Compiles a file, or finds what it was compiled into before; a copy of it elsewhere is the same. Returns the path without its ending. */
function compiled(filename, folder) {
  const text = readFileSync(filename, 'utf8');
  const file = join(
    folder,
    createHash('sha1')
      .update(`${basename(filename)} ${text}`)
      .digest('hex'),
  );
  if (!existsSync(`${file}.js`)) {
    // Threads mostly need no compiler, which takes a tenth of a second to load.
    const { transformSync } = require('@swc/core');
    const { code, map } = transformSync(text, { ...COMPILER, filename });
    keep(`${file}.map`, map);
    keep(`${file}.js`, code);
  }
  return file;
}

/** The text of a compiled file. */
exports.compiledText = (filename) => readFileSync(`${compiled(filename, folderOfCompiled())}.js`, 'utf8');

/**
 * Teaches `require` to read `.ts`, and to find it under the `.js` that it is imported by. Returns the files that tell which
 * line of the source a line of the program comes from, by the path of the source.
 */
exports.register = () => {
  const folder = folderOfCompiled();
  const maps = new Map();
  Module._extensions['.ts'] = (module, filename) => {
    const file = compiled(filename, folder);
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
  // So do its processes, which get nothing else of this environment.
  const { fork } = processes;
  const { MERIDIAN_TEST_FOLDER, MERIDIAN_COMPILED } = process.env;
  processes.fork = (file, args, options) => {
    const env = { ...options.env, MERIDIAN_TEST_FOLDER, MERIDIAN_COMPILED };
    return fork(file, args, {
      ...options,
      env,
      execArgv: [...options.execArgv, '--require', join(__dirname, 'child.cjs')],
    });
  };
  return maps;
};

if (!threads.isMainThread) exports.register();
