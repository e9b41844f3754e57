/** Deletes objects, softly where the resource says so, and frees their names. */
import { emptyInput } from '../plan/input.js';
import type { Change } from './change.js';
import { loadLive, readLinkSets, requireMatch } from './load.js';
import { UniqueNames } from './unique-names.js';
import { deleteRows, deletionTimes, updateRows } from './rows.js';
import type { Write } from './write.js';

/** Throws 403, 404, 412 and 422. */
export async function destroy(write: Write, ids: readonly number[]): Promise<void> {
  const { plan, tx, problems, rules } = write;
  const changes = await loadLive(write, ids, ids.map(emptyInput), 'ids');
  if (write.options.ifMatch) await requireMatch(write, changes[0]!, write.options.ifMatch);
  problems.throwIfAny();

  await rules.checkDestroy(changes, write);
  problems.throwIfAny();
  if (write.options.mass) await readLinkSets(write, changes);
  else for (const change of changes) change.linkSets = change.sets;

  if (plan.resource.softDelete) await markDeleted(write, changes);
  else
    await deleteRows(
      plan,
      changes.map(({ id }) => id),
      tx,
    );
  await new UniqueNames(plan, changes).releaseAll(tx);
  await write.record(changes, 'deleted');
  await rules.written(changes, 'deleted', write);
}

async function markDeleted({ plan, tx }: Write, changes: readonly Change[]): Promise<void> {
  const times = await deletionTimes(plan, changes, Date.now(), tx);
  for (const change of changes) {
    const at = times.get(change.id)!;
    change.set(plan.field('deleted_at'), at);
    change.set(plan.field('updated_at'), at);
  }
  await updateRows(plan, changes, tx);
}
