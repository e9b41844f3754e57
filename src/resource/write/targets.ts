/** Whether everything that a write points to exists and is live: one statement for all of it. */
import type { Problems } from '../../common/errors.js';
import type { Row, Statement } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Field, Link } from '../model.js';
import type { Plans } from '../plan/plan.js';
import { toId } from '../plan/values.js';
import type { Change } from './change.js';

/** The objects that changes point to, by path of their resource. */
export class Targets {
  private readonly wanted = new Map<string, Set<number>>();

  constructor(
    private readonly changes: readonly Change[],
    private readonly plans: Plans,
  ) {
    for (const change of changes) eachPointer(change, (path, id) => this.want(path, id));
  }

  /** Which of them are there? Undefined if there is nothing to ask. */
  question(): Statement | undefined {
    if (!this.wanted.size) return undefined;
    const { dialect } = this.plans.database;
    const parts = [...this.wanted.keys()].map((path, k) => {
      const { table, softDelete } = this.plans.of(path).resource;
      const live = softDelete ? ` AND ${dialect.isLive('t')}` : '';
      return `SELECT ${k} AS k, t.\`id\` FROM ${quote(table)} t WHERE ${dialect.isIn('t.`id`')}${live}`;
    });
    return [parts.join(' UNION ALL '), [...this.wanted.values()].map((ids) => [...ids])];
  }

  /** Unknown or deleted targets become problems (contract 6). */
  judge(rows: readonly Row[], problems: Problems): void {
    const missing = [...this.wanted.values()];
    for (const row of rows) missing[row['k'] as number]!.delete(row['id'] as number);
    if (missing.every(({ size }) => size === 0)) return;
    for (const change of this.changes) {
      eachPointer(change, (path, id, target) => {
        if (this.wanted.get(path)!.has(id)) problems.add(this.keyOf(change, target, id), 'selected');
      });
    }
  }

  private want(path: string, id: number): void {
    const ids = this.wanted.get(path);
    if (ids) ids.add(id);
    else this.wanted.set(path, new Set([id]));
  }

  /** `domain_id`, or `applications.2`: where the id stood in the list as sent. */
  private keyOf(change: Change, target: Field | Link, id: number): string {
    const name = change.prefix + target.name;
    if (!('target' in target)) return name;
    const sent = change.input.body[target.name];
    const place = Array.isArray(sent) ? sent.findIndex((element) => toId(element) === id) : 0;
    return `${name}.${Math.max(0, place)}`;
  }
}

/** Shows each new id that a change points to, with the column or link that does. */
function eachPointer(change: Change, show: (path: string, id: number, target: Field | Link) => void): void {
  for (const field of change.plan.references) {
    const id = change.columns.has(field) && change.after[field.name];
    if (typeof id === 'number') show(field.ref!.target, id, field);
  }
  for (const { link, added } of change.links) for (const id of added) show(link.target, id, link);
}
