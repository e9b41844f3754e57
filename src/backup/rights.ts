/** Rights that a release has and a backup of an older one has not. */
import { ADMIN_ROLE } from '../access/roles.js';
import type { Database, Session, Transaction } from '../database/database.js';

/** The titles of all rights. */
export async function rightsIn(session: Pick<Session, 'all'>): Promise<string[]> {
  const rows = await session.all('SELECT title FROM permissions WHERE title IS NOT NULL ORDER BY id');
  return rows.map(({ title }) => String(title));
}

/** Adds the rights that are missing, gives them to the administrators, and tells which. */
export async function completeRights(
  tx: Transaction,
  database: Database,
  wanted: readonly string[],
): Promise<string[]> {
  const known = new Set(await rightsIn(tx));
  const missing = wanted.filter((title) => !known.has(title));
  if (!missing.length) return [];
  const ids = await database.insert(
    tx,
    'permissions',
    ['title'],
    missing.map((title) => [title]),
  );
  const grants = database.dialect.insertRows('permission_role', ['permission_id', 'role_id']);
  const roles = await tx.all('SELECT id FROM roles WHERE id = ?', [ADMIN_ROLE]);
  if (roles.length)
    await database.write(
      tx,
      grants,
      ids.map((id) => [id, ADMIN_ROLE]),
    );
  return missing;
}
