/** What sources say of an object's links from their other ends: in the records of the objects there. */
import type { Session } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { conditionOf, type AccessScope } from '../../engine/index.js';
import { entryOf, listOf } from '../plan/groups.js';
import { setOf } from '../plan/draft.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import type { FeedRecord } from '../plan/map-view.js';

/** By link and source the ids of the objects that are said to be linked. */
export type FarClaims = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

/**
 * What is said of the stored links of an object at their other ends, of objects that the caller may list alone. A statement for
 * each link that can be said from both ends.
 */
export async function farSaid(
  session: Pick<Session, 'all'>,
  kinds: Kinds,
  access: AccessScope,
  { links }: Kind,
  id: number,
): Promise<FarClaims> {
  const said = new Map<string, Map<string, number[]>>();
  for (const link of links.values()) {
    const [far, target] = [kinds.farOf(link), kinds.find(link.target)?.resource];
    const rows = far && target ? access.rows(target) : 'none';
    if (rows === 'none') continue;
    const { table, ownColumn, otherColumn } = link.pivot!;
    const seen = conditionOf(rows, 't');
    const live = target!.softDelete ? ' AND t.`deleted_at` IS NULL' : '';
    const found = await session.all(
      `SELECT s.\`name\`, r.\`object_id\`, r.\`says\` FROM ${quote(table)} p ` +
        `JOIN ${quote(target!.table)} t ON t.\`id\` = p.${quote(otherColumn)} ` +
        'JOIN `own_feed_records` r ON r.`type` = ? AND r.`object_id` = t.`id` ' +
        'JOIN `own_feed_sources` s ON s.`id` = r.`source_id` ' +
        // Records that say nothing of the link are not read.
        `WHERE p.${quote(ownColumn)} = ? AND r.\`says\` LIKE ?${live}${seen ? ` AND (${seen.sql})` : ''} ORDER BY r.\`id\``,
      [target!.table, id, `%"${far!.name}":[%`, ...(seen?.params ?? [])],
    );
    for (const row of found) {
      const says = JSON.parse(String(row['says'])) as FeedRecord['says'];
      if (setOf(says[far!.name]).includes(id))
        listOf(entryOf(said, link.name), String(row['name'])).push(Number(row['object_id']));
    }
  }
  return said;
}
