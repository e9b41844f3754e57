/** Whether everything that a write points to exists and is live: one statement for all of it. */
import type { Problems } from '../../common/errors.js';
import type { Row, Statement } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plans } from '../plan/plan.js';
import type { Change } from './change.js';

/** Ids pointed to, by path of the resource; under each, the keys of the errors if it is not there. */
type Wanted = Map<string, Map<number, string[]>>;

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
    for (const ids of missing) for (const keys of ids.values()) for (const key of keys) problems.add(key, 'selected');
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
