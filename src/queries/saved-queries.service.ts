/** Stored queries belong to who stored them; others see those that are public (contract 3, notes of the model). */
import type { Caller, RequestContext, Scope } from '../common/caller.js';
import { ApiError, notFound, type Problems } from '../common/errors.js';
import type { Session } from '../database/database.js';
import { ResourceService, type Change } from '../resource/index.js';

export class SavedQueriesService extends ResourceService {
  /** The queries that a caller sees: their own and public ones; undefined for an Admin, who sees all. */
  visibleTo({ admin, userId }: Caller): Scope | undefined {
    return admin ? undefined : { sql: '(`user_id` = ? OR `is_public` = 1)', params: [userId] };
  }

  protected override async prepare(
    changes: readonly Change[],
    context: RequestContext,
    _tx: Session,
    problems: Problems,
  ): Promise<void> {
    const owner = this.field('user_id');
    for (const change of changes) {
      if (change.before) this.requireOwn(change, `${change.prefix}id`, context, problems);
      else change.set(owner, context.caller.userId);
    }
  }

  protected override async checkDestroy(
    changes: readonly Change[],
    context: RequestContext,
    _tx: Session,
    problems: Problems,
  ): Promise<void> {
    changes.forEach((change, i) => this.requireOwn(change, `ids.${i}`, context, problems));
  }

  /** What one does not see is not there: 404, or a problem in a mass write. What one sees but does not own: 403. */
  private requireOwn(
    { before, prefix, id }: Change,
    key: string,
    { caller }: RequestContext,
    problems: Problems,
  ): void {
    if (caller.admin || before!['user_id'] === caller.userId) return;
    if (before!['is_public'] === 1) throw new ApiError(403, 'foreign');
    if (!prefix) throw notFound(this.plan.resource.path, id);
    problems.add(key, 'selected');
  }
}
