/** The writes of a resource whose objects belong to who made them (`owner` on its line): reads are kept by `AccessScope`. */
import type { RequestContext } from '../core/http/caller.js';
import { ApiError, notFound, type Problems } from '../core/http/errors.js';
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

  /** Gives new objects to the caller, and keeps changes to what is theirs. Throws 403 and 404, and 422 beyond `owner.most`. */
  override async prepare(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    const owner = this.field(this.owner.column);
    const made = changes.filter(({ before }) => !before);
    for (const change of changes) {
      if (change.before) this.requireOwn(change, `${change.prefix}id`, context, problems);
      else change.set(owner, context.caller.userId);
    }
    if (made.length) await this.checkNumber(made, context.caller.userId, tx, problems);
  }

  override async checkDestroy(changes: readonly Change[], { context, problems }: Write): Promise<void> {
    changes.forEach((change, i) => this.requireOwn(change, `ids.${i}`, context, problems));
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

  /** What one does not see is not there: 404, or a problem in a mass write. What one sees but does not own: 403. */
  private requireOwn(
    { before, prefix, id }: Change,
    key: string,
    { caller }: RequestContext,
    problems: Problems,
  ): void {
    const { column, open } = this.owner;
    if (caller.admin || before![column] === caller.userId) return;
    if (before![open] === 1) throw new ApiError(403, 'foreign');
    if (!prefix) throw notFound(this.plan.resource, id);
    problems.add(key, 'selected');
  }
}
