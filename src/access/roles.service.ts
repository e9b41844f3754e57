/** Roles: what they hold, who may change them, and the one that has every ability (contract 3 and 9). */
import { ADMIN_ROLE, passOneByOne, requireReach, requireTitles } from './rights.js';
import type { RequestContext } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import type { Session, Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { Change, Write } from '../engine/index.js';
import { RightsService } from './rights.service.js';

export class RolesService extends RightsService {
  override async prepare(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    await this.requireAbove(changes, context, tx);
    const given = changes.flatMap(({ links }) => links.filter(({ link }) => link.name === 'permissions'));
    const added = [...new Set(given.flatMap((link) => link.added))];
    if (added.length) await this.stepUp.require(context, { session: tx });
    await this.requireGiven(added, context, tx);
    const moved = changes.filter(({ links }) => links.some(({ link }) => link.name === 'perimeters'));
    if (moved.length && !context.caller.admin) throw new ApiError(403, 'adminOnly');
    await this.leaveGone(
      moved.flatMap(({ before, id }) => (before ? [id] : [])),
      tx,
    );
    const title = this.field('title');
    for (const { id, columns, prefix } of changes) {
      if (id === ADMIN_ROLE && columns.has(title)) problems.add(`${prefix}title`, 'adminRole');
    }
  }

  override async checkDestroy(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    const { dialect } = this.plans.database;
    await passOneByOne(tx, dialect);
    await this.requireAbove(changes, context, tx);
    const rows = await tx.all(
      'SELECT DISTINCT ru.role_id AS id FROM role_user ru JOIN users u ON u.id = ru.user_id ' +
        `WHERE u.deleted_at IS NULL AND ${dialect.isIn('ru.role_id')}`,
      [changes.map(({ id }) => id)],
    );
    const held = new Set(rows.map(({ id }) => id as number));
    changes.forEach(({ id, prefix }, i) => {
      const key = prefix ? `ids.${i}` : 'id';
      if (id === ADMIN_ROLE) problems.add(key, 'adminRole');
      else if (held.has(id)) problems.add(key, 'heldRole');
    });
  }

  override async checkRestore(changes: readonly Change[], { context, tx }: Write): Promise<void> {
    await this.requireAbove(changes, context, tx);
    await this.stepUp.require(context, { session: tx });
  }

  /**
   * Takes from roles the perimeters that the older application has deleted: until then they keep them to nothing, which is told by
   * nothing. To be called where somebody says anew to which others they are kept.
   */
  private async leaveGone(ids: readonly number[], tx: Transaction): Promise<void> {
    const { table, beside } = this.plans.registry.get('perimeters');
    if (!beside || !ids.length) return;
    const { dialect } = this.plans.database;
    await tx.defer(
      `DELETE FROM own_perimeter_role WHERE ${dialect.isIn('role_id')} AND perimeter_id NOT IN (SELECT id FROM ${quote(table)})`,
      [[...ids]],
    );
  }

  /** Nobody touches a role that holds a right, or a delegated object, which they lack. */
  private async requireAbove(changes: readonly Change[], { caller }: RequestContext, tx: Session): Promise<void> {
    const stored = changes.filter(({ before }) => before).map(({ id }) => id);
    await requireReach({ roles: stored }, caller, tx, this.plans.database.dialect, 'riseOver');
  }

  /** Nobody puts a right into a role that they lack. */
  private async requireGiven(ids: number[], { caller }: RequestContext, tx: Session): Promise<void> {
    if (caller.admin || !ids.length) return;
    const sql = `SELECT title FROM permissions WHERE title IS NOT NULL AND ${this.plans.database.dialect.isIn('id')}`;
    const rows = await tx.all(sql, [ids]);
    requireTitles(
      rows.map(({ title }) => title as string),
      caller,
      'rise',
    );
  }
}
