/** Nobody rises: what a caller lacks can be neither given to others nor touched where others hold it (contract 3). */
import { type Caller, can } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import type { Session } from '../database/database.js';
import type { Condition, Dialect } from '../database/dialect.js';
import { registry } from '../engine/index.js';

export const ADMIN_ROLE = 1;

/** `rise`: the caller would give a right; `riseOver`: somebody holds it whom the caller touches. */
type Reason = 'rise' | 'riseOver';

/** Those who hold rights: roles, and users to whom objects are delegated. */
interface Holders {
  roles: readonly number[];
  users?: readonly number[];
}

/** Writes of users, roles and delegations pass one by one, so that what they check stays true until they end. */
export async function passOneByOne(tx: Session, dialect: Dialect): Promise<void> {
  await tx.all(`SELECT id FROM roles WHERE id = ?${dialect.forUpdate}`, [ADMIN_ROLE]);
}

/** Throws 403 unless the caller has every one of these abilities. */
export function requireTitles(titles: readonly string[], caller: Caller, reason: Reason): void {
  const lacking = titles.find((title) => !can(caller, title));
  if (lacking !== undefined) throw new ApiError(403, reason, { ability: lacking });
}

/** Throws 403 unless the caller has everything that these hold: abilities and delegated objects; role 1 holds all. */
export async function requireReach(
  { roles, users = [] }: Holders,
  caller: Caller,
  tx: Session,
  dialect: Dialect,
  reason: Reason,
): Promise<void> {
  if (caller.admin || !(roles.length || users.length)) return;
  if (roles.includes(ADMIN_ROLE)) throw new ApiError(403, reason, { ability: 'Admin' });
  requireTitles(await abilitiesOf(roles, tx, dialect), caller, reason);
  requireTitles(await abilitiesForDelegated({ roles, users }, caller, tx, dialect), caller, reason);
}

async function abilitiesOf(roles: readonly number[], tx: Session, dialect: Dialect): Promise<string[]> {
  if (!roles.length) return [];
  const rows = await tx.all(
    'SELECT DISTINCT p.title FROM permission_role pr JOIN permissions p ON p.id = pr.permission_id ' +
      `WHERE p.title IS NOT NULL AND ${dialect.isIn('pr.role_id')}`,
    [[...roles]],
  );
  return rows.map(({ title }) => title as string);
}

/** What one needs to reach the objects delegated to these, where they are not delegated to the caller as well. */
async function abilitiesForDelegated(
  { roles, users }: Required<Holders>,
  { userId, roleIds }: Caller,
  tx: Session,
  dialect: Dialect,
): Promise<string[]> {
  const theirs = heldBy('c', { roles, users }, dialect);
  const own = heldBy('own', { roles: roleIds, users: [userId] }, dialect);
  const rows = await tx.all(
    `SELECT DISTINCT c.cartographiable_type AS type FROM cartographers c WHERE ${theirs.sql} AND NOT EXISTS ` +
      '(SELECT 1 FROM cartographers own WHERE own.cartographiable_type = c.cartographiable_type ' +
      `AND own.cartographiable_id = c.cartographiable_id AND ${own.sql})`,
    [...theirs.params, ...own.params],
  );
  const types = new Set(rows.map(({ type }) => type as string));
  return registry.all().flatMap(({ polymorphicType, key }) => (types.has(polymorphicType) ? [`${key}_edit`] : []));
}

/** A delegation under `alias` is to one of these. */
function heldBy(alias: string, { roles, users }: Required<Holders>, dialect: Dialect): Condition {
  const holders = Object.entries({ role_id: roles, user_id: users }).filter(([, ids]) => ids.length);
  const conditions = holders.map(([column]) => dialect.isIn(`${alias}.${column}`));
  return { sql: `(${conditions.join(' OR ')})`, params: holders.map(([, ids]) => [...ids]) };
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

/** The live users with role 1 who may come in. */
export async function administrators(tx: Session): Promise<Set<number>> {
  const rows = await tx.all(
    'SELECT u.id FROM users u JOIN role_user ru ON ru.user_id = u.id LEFT JOIN own_user_states s ON s.user_id = u.id ' +
      'WHERE ru.role_id = ? AND u.deleted_at IS NULL AND s.user_id IS NULL',
    [ADMIN_ROLE],
  );
  return new Set(rows.map(({ id }) => id as number));
}
