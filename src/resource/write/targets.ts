/** Whether everything that a write points to exists and is live: one statement for all of it. */
import type { Problems } from '../../common/errors.js';
import type { Row, Statement } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Field, Link } from '../model.js';
import type { Plans } from '../plan/plan.js';
import { toId } from '../plan/values.js';
import type { Change } from './change.js';

/** A column or link of a change that points somewhere. */
interface Pointer {
  change: Change;
  target: Field | Link;
}

/** Ids pointed to, by path of the resource, and what points to each. */
type Wanted = Map<string, Map<number, Pointer[]>>;

/** The objects that changes point to. */
export class Targets {
  private readonly wanted: Wanted = new Map();

  constructor(
    changes: readonly Change[],
    private readonly plans: Plans,
  ) {
    for (const change of changes) collect(change, this.wanted);
  }

  /** Which of them are there? Undefined if there is nothing to ask. */
  question(): Statement | undefined {
    if (!this.wanted.size) return undefined;
    const { dialect } = this.plans.database;
    const parts = [...this.wanted.keys()].map((path, k) => {
      const { table, softDelete } = this.plans.of(path).resource;
      const live = softDelete ? ' AND `deleted_at` IS NULL' : '';
      return `SELECT ${k} AS k, \`id\` FROM ${quote(table)} WHERE ${dialect.isIn('`id`')}${live}`;
    });
    return [parts.join(' UNION ALL '), [...this.wanted.values()].map((ids) => [...ids.keys()])];
  }

  /** Unknown or deleted targets become problems (contract 6). */
  judge(rows: readonly Row[], problems: Problems): void {
    const missing = [...this.wanted.values()];
    for (const row of rows) missing[row['k'] as number]!.delete(row['id'] as number);
    for (const ids of missing) {
      for (const [id, pointers] of ids) for (const pointer of pointers) problems.add(keyOf(pointer, id), 'selected');
    }
  }
}

function collect(change: Change, wanted: Wanted): void {
  for (const field of change.columns) {
    const id = change.after[field.name];
    if (field.ref && typeof id === 'number') want(wanted, field.ref.target, id, { change, target: field });
  }
  for (const { link, added } of change.links) {
    for (const id of added) want(wanted, link.target, id, { change, target: link });
  }
}

function want(wanted: Wanted, path: string, id: number, pointer: Pointer): void {
  let ids = wanted.get(path);
  if (!ids) wanted.set(path, (ids = new Map()));
  const pointers = ids.get(id);
  if (pointers) pointers.push(pointer);
  else ids.set(id, [pointer]);
}

/** `domain_id`, or `applications.2`: where the id stood in the list as sent. */
function keyOf({ change, target }: Pointer, id: number): string {
  const name = change.prefix + target.name;
  if (!('target' in target)) return name;
  const sent = change.input.links.get(target);
  const place = Array.isArray(sent) ? sent.findIndex((element) => toId(element) === id) : 0;
  return `${name}.${Math.max(0, place)}`;
}
