/** Takes away what a run leaves: databases on a server that is not its own, and the folder in memory with its own server. */
const { rmSync } = require('node:fs');
const { createConnection } = require('mysql2/promise');

module.exports = async () => {
  const { MERIDIAN_TEST_SERVER: url, MERIDIAN_TEST_RUN: run } = process.env;
  const { folder, server } = globalThis.meridianRun;
  if (server) await server.stop();
  else if (url) await dropDatabases(url, run);
  if (folder) rmSync(folder, { recursive: true, force: true });
};

async function dropDatabases(url, run) {
  const connection = await createConnection(url);
  const [rows] = await connection.query('SHOW DATABASES LIKE ?', [`md\\_test\\_${run}\\_%`]);
  for (const row of rows) await connection.query(`DROP DATABASE ${Object.values(row)[0]}`);
  await connection.end();
}
