// The limit of feeding on either engine: a hand-written upsert of logical servers into object, pivot and record tables.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { now } from './limit-sql.mjs';

const COLUMNS = 'name operating_system cpu memory disk environment address_ip type description'.split(' ');
const ROWS = 500;
const RECORDS =
  'CREATE TABLE IF NOT EXISTS limit_feed_records (ref VARCHAR(64) PRIMARY KEY, id BIGINT, digest CHAR(40))';

/** Both engines as one: `all` and `run` with `?` marks, in one transaction. */
async function open(url) {
  if (url.startsWith('sqlite:')) {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(url.slice('sqlite:'.length));
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) database.pragma(pragma);
    const prepared = new Map();
    const statement = (sql) => {
      if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
      return prepared.get(sql);
    };
    return {
      all: async (sql, values = []) => statement(sql).all(...values),
      run: async (sql, values = []) => statement(sql).run(...values).changes,
      upsert: 'ON CONFLICT (ref) DO UPDATE SET digest = excluded.digest',
    };
  }
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(url);
  return {
    all: async (sql, values = []) => (await connection.query(sql, values))[0],
    run: async (sql, values = []) => (await connection.query(sql, values))[0].affectedRows,
    upsert: 'ON DUPLICATE KEY UPDATE digest = VALUES(digest)',
  };
}

const database = await open(process.env.DATABASE_URL);
await database.run(RECORDS);

const marks = (rows, columns) =>
  Array(rows)
    .fill(`(${Array(columns).fill('?').join(', ')})`)
    .join(', ');

function* portions(all) {
  for (let at = 0; at < all.length; at += ROWS) yield all.slice(at, at + ROWS);
}

async function upsert(text) {
  const [, ...lines] = text.trim().split('\n');
  lines.pop();
  const items = lines.map((line) => ({ ...JSON.parse(line), digest: createHash('sha1').update(line).digest('hex') }));
  const known = new Map(
    (await database.all('SELECT ref, id, digest FROM limit_feed_records')).map((row) => [row.ref, row]),
  );
  const open = items.filter(({ ref, digest }) => known.get(ref)?.digest !== digest);
  if (!open.length) return { create: 0, update: 0, unchanged: items.length };
  const created = open.filter(({ ref }) => !known.has(ref));
  const changed = open.filter(({ ref }) => known.has(ref));
  const time = now();
  await database.run('BEGIN');
  for (const some of portions(created)) {
    const values = some.flatMap(({ set }) => [...COLUMNS.map((name) => set[name] ?? null), time, time]);
    const columns = `${COLUMNS.join(', ')}, created_at, updated_at`;
    await database.run(
      `INSERT INTO logical_servers (${columns}) VALUES ${marks(some.length, COLUMNS.length + 2)}`,
      values,
    );
  }
  for (const { ref, set } of changed) {
    const sets = COLUMNS.map((name) => `${name} = ?`).join(', ');
    const values = [...COLUMNS.map((name) => set[name] ?? null), time, known.get(ref).id];
    await database.run(`UPDATE logical_servers SET ${sets}, updated_at = ? WHERE id = ?`, values);
  }
  const ids = new Map(
    (await database.all('SELECT id, name FROM logical_servers WHERE deleted_at IS NULL')).map(({ id, name }) => [
      name,
      id,
    ]),
  );
  const hosts = new Map(
    (await database.all('SELECT id, name FROM physical_servers WHERE deleted_at IS NULL')).map(({ id, name }) => [
      name,
      id,
    ]),
  );
  for (const some of portions(created)) {
    const pairs = some.flatMap(({ set }) => set.physical_servers.map((host) => [ids.get(set.name), hosts.get(host)]));
    const columns = 'logical_server_id, physical_server_id';
    await database.run(
      `INSERT INTO logical_server_physical_server (${columns}) VALUES ${marks(pairs.length, 2)}`,
      pairs.flat(),
    );
  }
  for (const some of portions(open)) {
    const values = some.flatMap(({ ref, set, digest }) => [ref, known.get(ref)?.id ?? ids.get(set.name), digest]);
    const sql = `INSERT INTO limit_feed_records (ref, id, digest) VALUES ${marks(some.length, 3)} ${database.upsert}`;
    await database.run(sql, values);
  }
  await database.run('COMMIT');
  return { create: created.length, update: changed.length, unchanged: items.length - open.length };
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const isFeed = request.method === 'POST';
    const counts = isFeed
      ? await upsert(Buffer.concat(parts).toString()).catch((error) => ({ error: error.message }))
      : {};
    const body = JSON.stringify({ data: { counts } });
    const status = counts.error ? 500 : isFeed || request.url === '/health/live' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
});
server.keepAliveTimeout = 60000;
server.listen(Number(process.env.PORT), '127.0.0.1');
