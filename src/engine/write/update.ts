/** Changes objects: what was sent and differs from what is stored, and nothing else. */
import { applyInput, type Change } from './change.js';
import type { Cleaned } from './clean.js';
import { findHidden } from './hidden.js';
import { loadLive, requireMatch, requireScope } from './load.js';
import { updateRows } from './rows.js';
import { PrefetchedTargets } from './targets.js';
import type { Body, Write } from './write.js';

/** `bodies[i]` is for the object `ids[i]`. Throws 403, 404, 412 and 422; returns the objects, unchanged ones too. */
export async function update(
  write: Write,
  ids: readonly number[],
  bodies: readonly Body[],
  cleaned: Cleaned | undefined,
): Promise<Change[]> {
  const { plan, tx, problems, rules, options } = write;
  const inputs = bodies.map((body, i) => write.read(body, i, cleaned?.[i]));

  await requireScope(write, ids);
  const prefetched = options.mass ? undefined : new PrefetchedTargets(inputs[0]!, plan, write.access);
  const changes = await loadLive(write, ids, inputs, 'items', prefetched);
  if (options.ifMatch) await requireMatch(write, changes[0]!, options.ifMatch);
  await findHidden(write, changes);
  for (const change of changes) applyInput(change, problems);

  write.requireChildRights(changes);
  await write.prepare(changes);
  const names = await write.check(changes, prefetched);

  const changed = changes.filter(({ any }) => any);
  for (const change of changed) change.set(plan.field('updated_at'), write.now);
  await updateRows(plan, changed, tx);
  const others = await write.writeLinks(changed, names);
  await write.record(changed, 'updated', others);
  await write.requireReach(changed, 'edit', others);
  await rules.written(changed, 'updated', write);
  return changes;
}
