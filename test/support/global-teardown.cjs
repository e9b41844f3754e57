/** Drops the databases of this run that are left on the server. */
const { createConnection } = require('mysql2/promise');

module.exports = async () => {
  const { MERIDIAN_TEST_SERVER: server, MERIDIAN_TEST_RUN: run } = process.env;
  if (!server) return;
  const connection = await createConnection(server);
  const [rows] = await connection.query('SHOW DATABASES LIKE ?', [`md\\_test\\_${run}\\_%`]);
  for (const row of rows) await connection.query(`DROP DATABASE ${Object.values(row)[0]}`);
  await connection.end();
};
