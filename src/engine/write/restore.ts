/** Brings a soft-deleted object back. */
import { ApiError, notFound } from '../../core/http/errors.js';
import { emptyInput } from '../plan/input.js';
import { Change } from './change.js';
import { lockRows, requireScope } from './load.js';
import { UniqueNames } from './unique-names.js';
import { updateRows } from './rows.js';
import type { Write } from './write.js';

/** Throws 403, 404, and 409 if its name was taken meanwhile; one that is not deleted stays as it is. */
export async function restore(write: Write, id: number): Promise<Change> {
  const { plan, tx, context, problems, rules } = write;
  await requireScope(write, [id]);
  const { rows, sets } = await lockRows(write, [id], plan.shown, 'edit');
  const row = rows.get(id);
  if (!row || !plan.resource.softDelete) throw notFound(plan.resource, id);
  const change = new Change(plan, '', emptyInput(), row, sets.get(id));
  if (row['deleted_at'] === null) return change;

  await rules.checkRestore(change, context, tx, problems);
  await takeNames(write, change);

  change.set(plan.field('deleted_at'), null);
  change.set(plan.field('updated_at'), write.now);
  await updateRows(plan, [change], tx);
  await write.record([change], 'restored');
  await rules.written([change], 'restored', tx, context);
  return change;
}

/** The names that it had when it was deleted. */
async function takeNames({ plan, tx, problems }: Write, change: Change): Promise<void> {
  for (const field of plan.unique) change.columns.add(field);
  const names = new UniqueNames(plan, [change]);
  const questions = names.questions();
  if (questions.length) names.validate((await tx.several(questions)).flat(), problems);
  if (problems.any) throw new ApiError(409, 'nameTaken', { field: plan.unique[0]!.name });
  await names.take(tx);
  change.columns.clear();
}
