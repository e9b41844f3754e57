/** What a database holds, to tell whether anything of it was touched. */
import type { TestServer } from '../../support/server.js';

/** What is written whenever anybody asks anything, and what says how far work is. */
const ASIDE = new Set(['own_tokens', 'own_settings', 'own_request_counts', 'own_feed_plans', 'own_feed_parts']);

/** All rows of all tables, as text by table, but for those of tokens, settings, numbers of requests, and plans. */
export async function tablesOf({ database, engine }: TestServer): Promise<Record<string, string[]>> {
  const names = (
    await database.all(
      engine === 'sqlite'
        ? "SELECT name AS t FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        : 'SELECT table_name AS t FROM information_schema.tables WHERE table_schema = DATABASE()',
    )
  ).map((row) => String(row['t']));
  const tables: Record<string, string[]> = {};
  for (const name of names.sort()) {
    if (ASIDE.has(name)) continue;
    const rows = await database.all(`SELECT * FROM \`${name}\``);
    tables[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}
