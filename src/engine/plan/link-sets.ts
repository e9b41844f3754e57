/** Reads the links of many objects. */
import { Turns } from '../../core/turns.js';
import type { Session } from '../../database/database.js';
import type { Link } from '../schema/model.js';
import type { LinkSet, Plan } from './plan.js';

/** Objects that are read first, the rows that a statement is to give at most, and how much more than before it may ask for. */
const [FIRST, ROWS, GROWTH] = [10, 20_000, 10];

/**
 * The sets of some links, by id and link. Objects may have ten thousand elements each: as many are read at a time as those before
 * them allow, so that no statement gives millions of rows, and others have their turn in between. `first`: so many at first.
 */
export async function readSets(
  plan: Pick<Plan, 'linkRows' | 'sets'>,
  session: Pick<Session, 'all'>,
  links: readonly Link[],
  ids: readonly number[],
  first = FIRST,
): Promise<Map<number, Map<Link, LinkSet>>> {
  if (!links.length) return plan.sets(links, [], ids);
  const sets = new Map<number, Map<Link, LinkSet>>();
  const turns = new Turns();
  let [size, read] = [first, 0];
  for (let at = 0; at < ids.length;) {
    const some = ids.slice(at, (at += size));
    const rows = await session.all(...plan.linkRows(links, some));
    for (const [id, own] of plan.sets(links, rows, some)) sets.set(id, own);
    read += rows.length;
    const most = Math.floor((ROWS * at) / Math.max(read, 1));
    size = Math.max(1, Math.min(size * GROWTH, most));
    await turns.rest();
  }
  return sets;
}
