/** Whether everything that a write points to exists and is live: one statement for all of it. */
import type { Problems } from '../../core/http/errors.js';
import type { Param, Row, Statement } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { AccessScope } from '../access-scope.js';
import type { Field, Link } from '../schema/model.js';
import type { Input } from '../plan/input.js';
import type { Plan } from '../plan/plan.js';
import { toId } from '../plan/coerce.js';
import type { Change } from './change.js';

type Ids = Map<string, Set<number>>;

/** The objects that changes point to, by path of their resource. */
export class Targets {
  private readonly wanted: Ids = new Map();

  constructor(
    private readonly changes: readonly Change[],
    private readonly plan: Plan,
    private readonly access: AccessScope,
    prefetched?: PrefetchedTargets,
  ) {
    for (const change of changes) {
      eachPointer(change, (path, id) => !prefetched?.isLive(path, id) && want(this.wanted, path, id));
    }
  }

  /** Which of them are there? Undefined if there is nothing to ask. */
  question(): Statement | undefined {
    return questionOf(this.wanted, this.plan, this.access);
  }

  /** Unknown or deleted targets become problems (contract 6). */
  validate(rows: readonly Row[], problems: Problems): void {
    const missing = [...this.wanted.values()];
    for (const row of rows) missing[row['k'] as number]!.delete(row['id'] as number);
    if (missing.every(({ size }) => size === 0)) return;
    for (const change of this.changes) {
      const positions = new SentPositions(change);
      eachPointer(change, (path, id, target) => {
        if (this.wanted.get(path)?.has(id)) problems.add(change.prefix + positions.keyOf(target, id), 'selected');
      });
    }
  }
}

/** Where the ids of a change stood in its lists as sent. */
class SentPositions {
  private readonly known = new Map<Link, Map<number, number>>();

  constructor(private readonly change: Change) {}

  /** `domain_id`, or `applications.2`. */
  keyOf(target: Field | Link, id: number): string {
    if (!('target' in target)) return target.name;
    let positions = this.known.get(target);
    if (!positions) this.known.set(target, (positions = positionsIn(this.change.input.body[target.name])));
    return `${target.name}.${positions.get(id) ?? 0}`;
  }
}

function positionsIn(sent: unknown): Map<number, number> {
  const positions = new Map<number, number>();
  if (!Array.isArray(sent)) return positions;
  sent.forEach((element, position) => {
    const id = toId(element);
    if (id !== undefined && !positions.has(id)) positions.set(id, position);
  });
  return positions;
}

/**
 * The objects that a body points to, asked for together with the stored row, before it is known which of them are new:
 * that spares an exchange with the database.
 */
export class PrefetchedTargets {
  private readonly wanted: Ids = new Map();
  private readonly live: Ids = new Map();

  constructor(
    { body }: Input,
    private readonly plan: Plan,
    private readonly access: AccessScope,
  ) {
    // An object that is sent back whole points mostly to what it points to already.
    if ('id' in body) return;
    const prefetch = (path: string, value: unknown): void => {
      const id = toId(value);
      if (id !== undefined) want(this.wanted, path, id);
    };
    plan.names.visit(
      body,
      (value, { ref }) => ref && prefetch(ref.target, value),
      (value, { target, items }) => !items && [value].flat().forEach((element) => prefetch(target, element)),
    );
  }

  question(): Statement | undefined {
    return questionOf(this.wanted, this.plan, this.access);
  }

  /** Takes the answer to the question. */
  load(rows: readonly Row[]): void {
    const paths = [...this.wanted.keys()];
    for (const row of rows) want(this.live, paths[row['k'] as number]!, row['id'] as number);
  }

  isLive(path: string, id: number): boolean {
    return this.live.get(path)?.has(id) ?? false;
  }
}

function want(ids: Ids, path: string, id: number): void {
  const known = ids.get(path);
  if (known) known.add(id);
  else ids.set(path, new Set([id]));
}

/**
 * Which of these are live, and there for the caller? Rows of `k` (which path) and `id`. Undefined if there is nothing to ask. They
 * stay so until the write is done: a merge that takes one away meanwhile would not see what is about to point to it.
 */
function questionOf(wanted: Ids, plan: Plan, access: AccessScope): Statement | undefined {
  if (!wanted.size) return undefined;
  const { dialect } = plan.database;
  const params: Param[] = [];
  const parts = [...wanted].map(([path, ids], k) => {
    const resource = plan.resourceAt(path);
    const seen = access.within(resource, 'access')?.('t');
    params.push([...ids], ...(seen?.params ?? []));
    const live = resource.softDelete ? ` AND ${dialect.isLive('t')}` : '';
    const only = seen ? ` AND ${seen.sql}` : '';
    return dialect.unchanging(
      `SELECT ${k} AS k, t.\`id\` FROM ${quote(resource.table)} t WHERE ${dialect.isIn('t.`id`')}${live}${only}`,
    );
  });
  return [parts.join(' UNION ALL '), params];
}

/** Shows each new id that a change points to, with the column or link that does. */
function eachPointer(change: Change, show: (path: string, id: number, target: Field | Link) => void): void {
  for (const field of change.plan.references) {
    const id = change.columns.has(field) && change.after[field.name];
    if (typeof id === 'number') show(field.ref!.target, id, field);
  }
  for (const { link, added } of change.links) for (const id of added) show(link.target, id, link);
}
