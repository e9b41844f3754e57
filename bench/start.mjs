// What the graph and its pictures add to the start of the server, before anybody asks them: processor time of loading their modules,
// and of making the statements by which the graph is read. `npm run build && node bench/start.mjs`
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire, Module } from 'node:module';
import { join, sep } from 'node:path';
import { median, short } from './report.mjs';

const ROUNDS = 9;
const DIST = join(import.meta.dirname, '../dist');
/** Folders of the graph: whatever else they load the rest of the server loads as well, but for the libraries that draw. */
const OWN = ['graph', 'pictures', 'search'].map((folder) => join(DIST, folder) + sep);
const LIBRARIES = /[\\/]node_modules[\\/](@viz-js|@resvg|dejavu-fonts-ttf)[\\/]/;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Loads the server's modules once, in a fresh process; time is that of the innermost module that is being loaded. */
function loadAll() {
  const spent = { own: 0, others: 0 };
  const stack = ['others'];
  let last = cpuMs();
  const lap = () => {
    const now = cpuMs();
    spent[stack.at(-1)] += now - last;
    last = now;
  };
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    let file = '';
    try {
      file = Module._resolveFilename(request, parent, isMain);
    } catch {
      // What is not there is told by the one who asked.
    }
    lap();
    stack.push(OWN.some((folder) => file.startsWith(folder)) || LIBRARIES.test(file) ? 'own' : 'others');
    try {
      return load.call(this, request, parent, isMain);
    } finally {
      lap();
      stack.pop();
    }
  };
  const require = createRequire(import.meta.filename);
  const part = (file) => require(join(DIST, file));
  part('app.module.js');
  const begun = cpuMs();
  const { layoutOf } = part('graph/store/compile.js');
  layoutOf(part('database/sqlite/dialect.js').sqliteDialect);
  return { modules: spent.own, statements: cpuMs() - begun, others: spent.others };
}

if (process.send) process.send(loadAll());
else {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const child = fork(import.meta.filename);
    const [figures] = await once(child, 'message');
    child.kill();
    rounds.push(figures);
  }
  const of = (figure) => short(median(rounds.map((round) => round[figure])));
  console.log(
    `CPU in ms, medians of ${ROUNDS}: modules of the graph ${of('modules')}, its statements ${of('statements')} ` +
      `(target: 50 together); all other modules ${of('others')}`,
  );
}
