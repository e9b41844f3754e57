/**
 * Finds out which engines the tests can run on, and says plainly what is left out.
 *
 * The pages are built first where their sources have changed, since servers send them as they are built.
 *
 * `TEST_DATABASE_URL` names a server. Without it one of the run's own is started in memory; where that cannot be, or
 * `TESTS_ON_DISK` is set, the server at 127.0.0.1:3306 is taken.
 */
const { execFileSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');
const { createConnection } = require('mysql2/promise');
const { summary } = require('./extent.cjs');
const { folderInMemory, startServer } = require('./own-server.cjs');

module.exports = async () => {
  const run = { folder: process.env.TESTS_ON_DISK ? undefined : folderInMemory() };
  globalThis.meridianRun = run;
  const build = join(__dirname, '../../scripts/build.mjs');
  execFileSync(process.execPath, [build, 'web', '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (run.folder) process.env.MERIDIAN_TEST_FOLDER = run.folder;
  const named = process.env.TEST_DATABASE_URL;
  if (!named && run.folder) {
    run.server = await startServer(run.folder).catch((error) => console.log(`\nNo server in memory: ${error.message}`));
  }
  const url = named ?? run.server?.url ?? 'mysql://root@127.0.0.1:3306';
  const where = run.server ? ' of its own, in memory' : '';
  try {
    const connection = await createConnection(url);
    const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
    await connection.end();
    process.env.MERIDIAN_TEST_SERVER = url;
    process.env.MERIDIAN_TEST_RUN = randomBytes(4).toString('hex');
    console.log(`\nTests run on SQLite and on ${version}${where}. ${summary()}`);
  } catch (error) {
    if (process.env.REQUIRE_MARIADB) throw new Error(`No database server answers at ${url}: ${error.message}`);
    console.log(
      `\nNo database server answers at ${url}: THE TESTS RUN ON SQLITE ONLY. Set TEST_DATABASE_URL to name one. ${summary()}`,
    );
  }
};
