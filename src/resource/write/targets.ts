/** Whether everything that a write points to exists and is live: one statement for all of it. */
import type { Problems } from '../../common/errors.js';
import type { Param, Session } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plans } from '../plan/plan.js';
import type { Change } from './change.js';

/** Ids pointed to, by path of the resource; under each, the keys of the errors if it is not there. */
type Wanted = Map<string, Map<number, string[]>>;

/** Unknown or deleted targets of references and links become problems (contract 6). */
export async function checkTargets(
  changes: readonly Change[],
  plans: Plans,
  tx: Session,
  problems: Problems,
): Promise<void> {
  const wanted: Wanted = new Map();
  for (const change of changes) collect(change, wanted);
  if (!wanted.size) return;
  const paths = [...wanted.keys()];
  const { dialect } = plans.database;
  const parts = paths.map((path, k) => {
    const { table, softDelete } = plans.of(path).resource;
    const live = softDelete ? ' AND `deleted_at` IS NULL' : '';
    return `SELECT ${k} AS k, \`id\` FROM ${quote(table)} WHERE ${dialect.isIn('`id`')}${live}`;
  });
  const params: Param[] = paths.map((path) => [...wanted.get(path)!.keys()]);
  for (const row of await tx.all(parts.join(' UNION ALL '), params)) {
    wanted.get(paths[row['k'] as number]!)!.delete(row['id'] as number);
  }
  for (const missing of wanted.values()) {
    for (const keys of missing.values()) for (const key of keys) problems.add(key, 'selected');
  }
}

function collect(change: Change, wanted: Wanted): void {
  for (const field of change.columns) {
    const id = change.after[field.name];
    if (field.ref && typeof id === 'number') want(wanted, field.ref.target, id, change.prefix + field.name);
  }
  for (const { link, after, added } of change.links) {
    const positions = new Map((after as number[]).map((id, i) => [id, i]));
    const sent = positionsSent(change, link.name) ?? positions;
    for (const id of added) want(wanted, link.target, id, `${change.prefix}${link.name}.${sent.get(id) ?? 0}`);
  }
}

/** Where each id stood in the list as sent, so that an error names the element that the client knows. */
function positionsSent(change: Change, name: string): Map<number, number> | undefined {
  for (const [link, raw] of change.input.links) {
    if (link.name !== name || !Array.isArray(raw)) continue;
    return new Map(raw.map((element, i) => [Number((element as { id?: unknown })?.id ?? element), i]));
  }
  return undefined;
}

function want(wanted: Wanted, path: string, id: number, key: string): void {
  let ids = wanted.get(path);
  if (!ids) wanted.set(path, (ids = new Map()));
  const keys = ids.get(id);
  if (keys) keys.push(key);
  else ids.set(id, [key]);
}
