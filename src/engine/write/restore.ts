/** Brings soft-deleted objects back. */
import { ApiError, notFound } from '../../core/http/errors.js';
import { emptyInput } from '../plan/input.js';
import { Change } from './change.js';
import { lockRows, readLinkSets, requireMatch, requireScope } from './load.js';
import { partAgain } from './merged.js';
import { UniqueNames } from './unique-names.js';
import { updateRows } from './rows.js';
import type { Write } from './write.js';

/**
 * Those that are not deleted stay as they are. Throws 403; of a single one 404, 412, and 409 if its name was taken meanwhile; of a
 * mass write 422 for either.
 */
export async function restore(write: Write, ids: readonly number[]): Promise<Change[]> {
  const { plan, tx, rules } = write;
  const found = await loadKept(write, ids);
  if (write.options.ifMatch) await requireMatch(write, found[0]!, write.options.ifMatch);
  const changes = found.filter(({ before }) => before!['deleted_at'] !== null);
  if (!changes.length) return found;

  await rules.checkRestore(changes, write);
  await takeNames(write, changes);

  for (const change of changes) {
    change.set(plan.field('deleted_at'), null);
    change.set(plan.field('updated_at'), write.now);
  }
  await updateRows(plan, changes, tx);
  await partAgain(write, changes);
  await readLinkSets(write, changes);
  await write.record(changes, 'restored');
  await rules.written(changes, 'restored', write);
  return found;
}

/** The objects with these ids, deleted or not. */
async function loadKept(write: Write, ids: readonly number[]): Promise<Change[]> {
  const { plan, problems, options } = write;
  await requireScope(write, ids);
  // A single object is answered whole.
  const { rows, sets } = await lockRows(write, ids, options.mass ? [] : plan.shown, 'restore');
  const found = ids.flatMap((id, i) => {
    const row = plan.resource.softDelete ? rows.get(id) : undefined;
    if (row) return [new Change(plan, options.mass ? `ids.${i}.` : '', emptyInput(), row, sets.get(id))];
    if (!options.mass) throw notFound(plan.resource, id);
    problems.add(`ids.${i}`, 'selected');
    return [];
  });
  problems.throwIfAny();
  return found;
}

/** The names that they had when they were deleted. */
async function takeNames({ plan, tx, problems, options }: Write, changes: readonly Change[]): Promise<void> {
  for (const change of changes) for (const field of plan.unique) change.columns.add(field);
  const names = new UniqueNames(plan, changes);
  const questions = names.questions();
  if (questions.length) names.validate((await tx.several(questions)).flat(), problems);
  if (!options.mass && problems.any) throw new ApiError(409, 'nameTaken', { field: plan.unique[0]!.name });
  problems.throwIfAny();
  await names.take(tx);
  for (const change of changes) change.columns.clear();
}
