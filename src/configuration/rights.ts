/** Nobody rises: what a caller lacks can be neither given to others nor touched where others hold it (contract 3). */
import { ADMIN_ROLE } from '../auth/roles.js';
import { can, type Caller } from '../common/caller.js';
import { ApiError } from '../common/errors.js';
import type { Session } from '../database/database.js';
import type { Dialect } from '../database/dialect.js';

/** `rise`: the caller would give a right; `riseOver`: somebody holds it whom the caller touches. */
type Reason = 'rise' | 'riseOver';

/** Writes of users, roles and delegations pass one by one, so that what they check stays true until they end. */
export async function passOneByOne(tx: Session, dialect: Dialect): Promise<void> {
  await tx.all(`SELECT id FROM roles WHERE id = ?${dialect.forUpdate}`, [ADMIN_ROLE]);
}

/** Throws 403 unless the caller has every one of these abilities. */
export function requireTitles(titles: readonly string[], caller: Caller, reason: Reason): void {
  const lacking = titles.find((title) => !can(caller, title));
  if (lacking !== undefined) throw new ApiError(403, reason, { ability: lacking });
}

/** Throws 403 unless the caller has everything that these roles hold; role 1 holds all. */
export async function requireRoles(
  roleIds: readonly number[],
  caller: Caller,
  tx: Session,
  dialect: Dialect,
  reason: Reason,
): Promise<void> {
  if (caller.admin || !roleIds.length) return;
  if (roleIds.includes(ADMIN_ROLE)) throw new ApiError(403, reason, { ability: 'Admin' });
  const rows = await tx.all(
    'SELECT DISTINCT p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id ' +
      `WHERE p.title IS NOT NULL AND ${dialect.isIn('pr.role_id')}`,
    [[...roleIds]],
  );
  requireTitles(
    rows.map(({ title }) => title as string),
    caller,
    reason,
  );
}

/** The live roles that any of these users hold. */
export async function rolesHeldBy(userIds: readonly number[], tx: Session, dialect: Dialect): Promise<number[]> {
  if (!userIds.length) return [];
  const rows = await tx.all(
    'SELECT DISTINCT ru.role_id AS id FROM role_user ru JOIN roles r ON r.id = ru.role_id AND r.deleted_at IS NULL ' +
      `WHERE ${dialect.isIn('ru.user_id')}`,
    [[...userIds]],
  );
  return rows.map(({ id }) => id as number);
}

/** The live users with role 1. */
export async function administrators(tx: Session): Promise<Set<number>> {
  const rows = await tx.all(
    'SELECT u.id FROM users u JOIN role_user ru ON ru.user_id = u.id WHERE ru.role_id = ? AND u.deleted_at IS NULL',
    [ADMIN_ROLE],
  );
  return new Set(rows.map(({ id }) => id as number));
}
