/** Finds out which engines the tests can run on, and says plainly what is left out. */
const { randomBytes } = require('node:crypto');
const { createConnection } = require('mysql2/promise');

module.exports = async () => {
  const url = process.env.TEST_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306';
  try {
    const connection = await createConnection(url);
    const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
    await connection.end();
    process.env.MERIDIAN_TEST_SERVER = url;
    process.env.MERIDIAN_TEST_RUN = randomBytes(4).toString('hex');
    console.log(`\nTests run on SQLite and on ${version}.`);
  } catch (error) {
    if (process.env.REQUIRE_MARIADB) throw new Error(`No database server answers at ${url}: ${error.message}`);
    console.log(
      `\nNo database server answers at ${url}: THE TESTS RUN ON SQLITE ONLY. Set TEST_DATABASE_URL to name one.`,
    );
  }
};
