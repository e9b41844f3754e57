// The limit on MariaDB: what a hand-written server with prepared statements costs for the requests of the workloads.
import mysql from 'mysql2';
import { serve } from './limit-http.mjs';
import { created, embed, EMBEDDED, LINKS, now, queried, SQL, valuesOf, withIds } from './limit-sql.mjs';

const ROWS = 50;
const pool = mysql.createPool({ uri: process.env.DATABASE_URL, connectionLimit: 4, dateStrings: true });
pool.on('connection', (connection) => {
  connection.query("SET SESSION time_zone = '+00:00'");
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
});

const run = (on, sql, values) =>
  new Promise((resolve, reject) => on.execute(sql, values, (error, rows) => (error ? reject(error) : resolve(rows))));
const plain = (on, sql) => new Promise((resolve, reject) => on.query(sql, (e) => (e ? reject(e) : resolve())));

async function transaction(work) {
  const connection = await new Promise((resolve, reject) => pool.getConnection((e, c) => (e ? reject(e) : resolve(c))));
  try {
    await plain(connection, 'START TRANSACTION');
    const result = await work(connection);
    await plain(connection, 'COMMIT');
    return result;
  } catch (error) {
    await plain(connection, 'ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

async function link(on, ids, items) {
  for (const field of LINKS) {
    const pairs = items.flatMap((item, index) => (item[field.field] ?? []).map((id) => [ids[index], id]));
    for (let start = 0; start < pairs.length; start += ROWS) {
      const part = pairs.slice(start, start + ROWS);
      await run(on, SQL.link(field, part.length), part.flat());
    }
  }
}

async function insert(on, items, time) {
  const ids = [];
  for (let start = 0; start < items.length; start += ROWS) {
    const part = items.slice(start, start + ROWS);
    const values = part.flatMap((item) => valuesOf(item, time));
    const { insertId } = await run(on, SQL.insert(part.length), values);
    for (let index = 0; index < part.length; index++) ids.push(insertId + index);
  }
  await link(on, ids, items);
  return ids;
}

serve({
  L1: () => run(pool, SQL.L1, []),
  L2: (pattern) => run(pool, SQL.L2, [pattern]),
  L4: (size, skip) => run(pool, SQL.L4, [size, skip]),
  L4k: (size, name, id) => run(pool, SQL.L4k, [name, name, id, size]),
  async G1(id) {
    const ids = run(pool, SQL.ids, Array(LINKS.length).fill(id));
    const [row] = await run(pool, SQL.G1, [id]);
    return withIds(row, await ids);
  },
  async Q1({ fields, filters, limit }) {
    return queried(fields, await run(pool, SQL.Q1, [filters[0].value, limit]));
  },
  async R1() {
    const rows = await run(pool, SQL.R1("GROUP_CONCAT(u.name ORDER BY u.name, u.id SEPARATOR ', ')"), []);
    return rows.map((row) => Object.values(row));
  },
  async L3(size, skip) {
    const rows = await run(pool, SQL.L3, [size, skip]);
    const range = [rows[0].id, rows.at(-1).id];
    for (const field of EMBEDDED) embed(rows, field, await run(pool, SQL.embedded(field), range));
    return rows;
  },
  async W1(item) {
    const time = now();
    const [id] = await transaction((on) => insert(on, [item], time));
    return created(id, item, time);
  },
  async W2(id, item) {
    await transaction(async (on) => {
      await run(on, SQL.W2, [item.description, item.cpu, item.memory, now(), id]);
      for (const field of EMBEDDED) await run(on, SQL.unlink(field), [id]);
      await link(on, [id], [item]);
    });
    return { id, ...item };
  },
  async M1(items) {
    const ids = await transaction((on) => insert(on, items, now()));
    return { status: 'ok', count: ids.length, ids };
  },
});
