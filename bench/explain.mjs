// The plans of both sides' main statements; those of the server are written out here as it is expected to send them.
import { LINKS, SQL } from './limit-sql.mjs';

const LIVE = 'FROM logical_servers WHERE deleted_at IS NULL';
const LINK = 'FROM application_logical_server l JOIN applications t ON t.id = l.application_id';
const byIds = (ids) => `SELECT s.* FROM logical_servers s JOIN (${ids}) page ON page.id = s.id`;

const SERVER = {
  L1: `SELECT * ${LIVE} ORDER BY id`,
  L2: byIds(`SELECT id ${LIVE} AND name LIKE '%-00012%'`),
  L3: `SELECT * ${LIVE} ORDER BY id LIMIT 1000 OFFSET 1000`,
  L4: byIds(`SELECT id ${LIVE} ORDER BY name, id LIMIT 50 OFFSET 4950`),
  G1: `SELECT * ${LIVE} AND id = 12`,
  'G1 links': `SELECT l.application_id AS id ${LINK} WHERE l.logical_server_id = 12 AND t.deleted_at IS NULL`,
};

const fill = (sql, ...values) => sql.replace(/\?/g, () => (values.length > 1 ? values.shift() : values[0]));
const LIMIT = {
  L1: SQL.L1,
  L2: fill(SQL.L2, "'%-00012%'"),
  L3: fill(SQL.L3, 1000),
  'L3 embedded': fill(SQL.embedded(LINKS[0]), 1001, 2000),
  L4: fill(SQL.L4, 50, 4950),
  G1: fill(SQL.G1, 12),
  'G1 links': fill(SQL.ids, 12),
};

/** The plans as lines of text. */
export async function explainBoth(databases) {
  const lines = [];
  for (const [side, statements] of Object.entries({ limit: LIMIT, meridian: SERVER })) {
    for (const [title, sql] of Object.entries(statements)) {
      lines.push(`${side} ${title}: ${sql.length > 150 ? `${sql.slice(0, 150)}…` : sql}`);
      for (const step of await databases.explain(side, sql)) lines.push(`    ${step}`);
    }
  }
  return lines;
}
