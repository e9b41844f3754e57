/**
 * A MariaDB server for one run of the tests, in a folder in memory: it writes nothing to a disk, where making the tables of
 * one test takes as long as the test. See docs/decisions/tests.md.
 */
const { spawn, spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { createConnection } = require('mysql2/promise');

const MEMORY = '/dev/shm';
/** So many bytes must be free in memory. A run needs less than half of them. */
const ROOM = 1.5 * 2 ** 30;
const PATIENCE = 60_000;
const PROGRAMS = ['mariadbd', 'mariadb-install-db'];

/** Ends the server, and removes the folder, when the run tells it to, or ends in whatever way: its input is at its end then. */
const KEEPER = 'trap "" HUP INT TERM; "$@" & server=$!; read -r _; kill -9 $server; wait $server; rm -rf "$FOLDER"';

/** A folder in memory for the files of a run; undefined where there is none with enough room. */
exports.folderInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM) return undefined;
    const folder = mkdtempSync(join(MEMORY, 'meridian-tests-'));
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
};

/**
 * Starts a server in a folder.
 * @returns its URL with the password of its administrator, and `stop`; undefined where the programs of MariaDB are missing
 * @throws what the server said if it does not start
 */
exports.startServer = async (folder) => {
  const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  if (!PROGRAMS.every((name) => path.split(':').some((place) => existsSync(join(place, name))))) return undefined;
  const env = { ...process.env, PATH: path, FOLDER: folder };
  const server = join(folder, 'server');
  mkdirSync(join(server, 'tmp'), { recursive: true });
  chmodSync(join(server, 'tmp'), 0o777);
  // As root it would be refused, or could do harm.
  const user = process.getuid() === 0 ? ['--user=mysql'] : [];
  const places = [`--datadir=${join(server, 'data')}`, `--tmpdir=${join(server, 'tmp')}`];
  const install = ['--no-defaults', ...user, ...places, '--auth-root-authentication-method=normal', '--skip-test-db'];
  const made = spawnSync('mariadb-install-db', install, { env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stdout}${made.stderr}`);

  const password = randomBytes(16).toString('hex');
  const init = join(server, 'data/init.sql');
  writeFileSync(init, administrator(password));
  const port = await freePort();
  const log = join(server, 'data/server.log');
  const options = [
    ...['--no-defaults', ...user, ...places, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'],
    ...[`--socket=${join(server, 'data/server.sock')}`, `--init-file=${init}`, `--log-error=${log}`],
    // As Debian sets them.
    ...['--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci', '--max-connections=300'],
    // Nothing has to outlive the run.
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-doublewrite=0'],
    ...['--debug-no-sync=1', '--innodb-log-file-size=64M', '--performance-schema=OFF'],
  ];
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', 'mariadbd', ...options], {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => keeper.once('close', resolve));
  const url = `mysql://root:${password}@127.0.0.1:${port}`;
  for (const until = Date.now() + PATIENCE; ; await new Promise((wake) => setTimeout(wake, 50))) {
    const connection = await createConnection(url).catch(() => undefined);
    if (connection) {
      await connection.end();
      break;
    }
    if (keeper.exitCode === null && Date.now() < until) continue;
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    keeper.stdin.end();
    throw new Error(`The database server of the tests did not start:\n${said}`);
  }
  keeper.unref();
  keeper.stdin.unref();
  return {
    url,
    stop: async () => {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
};

/** Other users of the machine can reach the port, but not sign in. */
const administrator = (password) =>
  [
    `CREATE OR REPLACE USER root@'%' IDENTIFIED BY '${password}'`,
    "GRANT ALL PRIVILEGES ON *.* TO root@'%' WITH GRANT OPTION",
    "DELETE FROM mysql.global_priv WHERE Host <> '%' AND User IN ('', 'root')",
    'FLUSH PRIVILEGES',
  ]
    .map((statement) => `${statement};\n`)
    .join('');

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
