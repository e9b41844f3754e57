/** Creates objects: all of them, or none. */
import { applyInput, Change } from './change.js';
import type { Cleaned } from './clean.js';
import { insertRows } from './rows.js';
import type { Body, Write } from './write.js';

/** `cleaned`: as of `cleanedIn`. Throws 403 and 422; returns the new objects. */
export async function store(write: Write, bodies: readonly Body[], cleaned: Cleaned | undefined): Promise<Change[]> {
  const { plan, tx, problems, rules } = write;
  const changes = bodies.map((body, i) => new Change(plan, write.prefix(i), write.read(body, i, cleaned?.[i])));
  for (const change of changes) applyInput(change, problems);

  write.requireChildRights(changes);
  await write.prepare(changes);
  const names = await write.check(changes);

  for (const { after } of changes) after['created_at'] = after['updated_at'] = write.now;
  await insertRows(plan, changes, tx);
  const others = await write.writeLinks(changes, names);
  await write.record(changes, 'created', others);
  await write.requireReach(changes, 'create', others);
  await rules.written(changes, 'created', write);
  return changes;
}
