/** The writes of a resource whose objects belong to who made them (`owner` on its line): reads are kept by `AccessScope`. */
import type { RequestContext } from '../core/http/caller.js';
import { ApiError, type Problems } from '../core/http/errors.js';
import type { Session } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { ResourceService } from './resource.service.js';
import type { Change } from './write/change.js';
import type { Write } from './write/write.js';

/** Made for every resource with an owner; services of such resources extend it. */
export class OwnedService extends ResourceService {
  private get owner() {
    return this.plan.resource.owner!;
  }

  /** Gives new objects to the caller, and keeps changes to what is theirs. Throws 403, and 422 beyond `owner.most`. */
  override async prepare(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    const owner = this.field(this.owner.column);
    const made = changes.filter(({ before }) => !before);
    for (const change of changes) {
      if (change.before) this.requireOwn(change, context);
      else change.set(owner, context.caller.userId);
    }
    if (made.length) await this.checkNumber(made, context.caller.userId, tx, problems);
  }

  override async checkDestroy(changes: readonly Change[], { context }: Write): Promise<void> {
    for (const change of changes) this.requireOwn(change, context);
  }

  /** Nobody fills the database with what is theirs alone. */
  private async checkNumber(made: readonly Change[], userId: number, tx: Session, problems: Problems): Promise<void> {
    const { column, most } = this.owner;
    if (most === undefined) return;
    // Locked, so that of two who store the last one at once the second is counted with the first.
    const people = quote(this.plan.resourceAt(this.field(column).ref!.target).table);
    await tx.all(`SELECT \`id\` FROM ${people} WHERE \`id\` = ?${this.plans.database.dialect.forUpdate}`, [userId]);
    const sql = `SELECT COUNT(*) AS n FROM ${quote(this.plan.resource.table)} WHERE ${quote(column)} = ?`;
    const [row] = await tx.all(sql, [userId]);
    const left = most - (row!['n'] as number);
    for (const { prefix } of made.slice(Math.max(left, 0))) problems.add(prefix + column, 'ownMost', { max: most });
  }

  /** What one sees but does not own: 403. What one does not see is not there for any write. */
  private requireOwn({ before }: Change, { caller }: RequestContext): void {
    if (!caller.admin && before![this.owner.column] !== caller.userId) throw new ApiError(403, 'foreign');
  }
}
