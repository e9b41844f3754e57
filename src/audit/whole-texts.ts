/** The texts of entries that are too long for their row, as they stand whole in `own_audit_texts`. */
import type { Session } from '../database/database.js';
import type { Dialect } from '../database/dialect.js';

/** Texts by their key; those that are not there any more are left out. One statement, and none where nothing is asked for. */
export async function wholeTexts(
  keys: readonly string[],
  session: Pick<Session, 'all'>,
  dialect: Dialect,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (!keys.length) return texts;
  const sql = `SELECT \`id\`, \`body\` FROM \`own_audit_texts\` WHERE ${dialect.isIn('`id`')} ORDER BY \`id\`, \`n\``;
  for (const row of await session.all(sql, [[...keys]])) {
    const key = String(row['id']);
    texts.set(key, (texts.get(key) ?? '') + String(row['body']));
  }
  return texts;
}

/** How many bytes texts have, by their key; none of them is read. One statement, and none where nothing is asked for. */
export async function wholeSizes(
  keys: readonly string[],
  session: Pick<Session, 'all'>,
  dialect: Dialect,
): Promise<Map<string, number>> {
  if (!keys.length) return new Map();
  const sql = `SELECT \`id\`, SUM(OCTET_LENGTH(\`body\`)) AS bytes FROM \`own_audit_texts\` WHERE ${dialect.isIn('`id`')} GROUP BY \`id\``;
  return new Map((await session.all(sql, [[...keys]])).map((row) => [String(row['id']), Number(row['bytes'])]));
}
