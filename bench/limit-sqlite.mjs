// The limit on the embedded engine: bare better-sqlite3 with prepared statements, as durable as the server.
import Database from 'better-sqlite3';
import { serve } from './limit-http.mjs';
import { created, embed, EMBEDDED, LINKS, now, queried, SQL, valuesOf, withIds } from './limit-sql.mjs';

const ROWS = 50;
const database = new Database(process.env.DATABASE_URL.slice('sqlite:'.length));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.pragma(pragma);
const prepared = new Map();

function statement(sql) {
  if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
  return prepared.get(sql);
}

const all = (sql, ...values) => statement(sql).all(values);

function link(ids, items) {
  for (const field of LINKS) {
    const insertLink = statement(SQL.link(field, 1));
    items.forEach((item, index) => {
      for (const id of item[field.field] ?? []) insertLink.run(ids[index], id);
    });
  }
}

const insert = database.transaction((items, time) => {
  const ids = [];
  for (let start = 0; start < items.length; start += ROWS) {
    const part = items.slice(start, start + ROWS);
    const values = part.flatMap((item) => valuesOf(item, time));
    const last = statement(SQL.insert(part.length)).run(values).lastInsertRowid;
    for (let index = 1; index <= part.length; index++) ids.push(last - part.length + index);
  }
  link(ids, items);
  return ids;
});

const update = database.transaction((id, item) => {
  statement(SQL.W2).run(item.description, item.cpu, item.memory, now(), id);
  for (const field of EMBEDDED) statement(SQL.unlink(field)).run(id);
  link([id], [item]);
});

// The engine knows no accents: the applications of each server are put in order here.
const { compare } = new Intl.Collator('fr');

function byName(rows) {
  const place = new Map(rows.map(({ name }, index) => [name, index]));
  return rows.sort(
    (a, b) => place.get(a.name) - place.get(b.name) || compare(a.application ?? '', b.application ?? ''),
  );
}

serve({
  L1: () => all(SQL.L1),
  L2: (pattern) => all(SQL.L2, pattern),
  L4: (size, skip) => all(SQL.L4, size, skip),
  L4k: (size, name, id) => all(SQL.L4k, name, name, id, size),
  G1: (id) => withIds(statement(SQL.G1).get(id), all(SQL.ids, ...Array(LINKS.length).fill(id))),
  Q1: ({ fields, filters, limit }) => queried(fields, byName(all(SQL.Q1, filters[0].value, limit))),
  R1() {
    const rows = byName(all(SQL.R1('GROUP_CONCAT(u.name, char(31))')));
    for (const row of rows) row.users &&= row.users.split('\x1f').sort(compare).join(', ');
    return rows.map((row) => Object.values(row));
  },
  L3(size, skip) {
    const rows = all(SQL.L3, size, skip);
    const range = [rows[0].id, rows.at(-1).id];
    for (const field of EMBEDDED) embed(rows, field, all(SQL.embedded(field), ...range));
    return rows;
  },
  W1(item) {
    const time = now();
    const [id] = insert.immediate([item], time);
    return created(id, item, time);
  },
  W2(id, item) {
    update.immediate(id, item);
    return { id, ...item };
  },
  M1(items) {
    const ids = insert.immediate(items, now());
    return { status: 'ok', count: ids.length, ids };
  },
});
