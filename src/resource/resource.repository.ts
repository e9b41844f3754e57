/** Reads of a resource: runs the statements of its plan and gives plain rows. */
import type { Scope } from '../common/caller.js';
import type { Param, Row, Session } from '../database/database.js';
import type { Link } from './model.js';
import { type Answer, type LinkSet, type Plan, type Plans } from './plan/plan.js';

const scoped = (sql: string, scope: Scope | undefined): string => (scope ? `${sql} AND ${scope.sql}` : sql);

export class ResourceRepository {
  private readonly plan: Plan;

  constructor(
    private readonly plans: Plans,
    path: string,
  ) {
    this.plan = plans.of(path);
  }

  /** Live objects in id order, in batches, as lists answer them (contract 5). */
  async *list(scope?: Scope): AsyncIterable<Answer[]> {
    const sql = `${scoped(this.plan.read.list, scope)} ORDER BY \`id\``;
    for await (const rows of this.plans.database.stream(sql, (scope?.params ?? []) as Param[])) {
      yield rows.map((row) => this.plan.answer(row));
    }
  }

  /** One live object as single reads answer it; undefined if there is none. Two statements. */
  async show(id: number, scope?: Scope): Promise<Answer | undefined> {
    const { database } = this.plans;
    const { read, shown, shownRows } = this.plan;
    const [row] = await database.all(scoped(read.show, scope), [id, ...((scope?.params ?? []) as Param[])]);
    if (!row) return undefined;
    const links = shown.length ? await database.all(shownRows, Array<number>(shown.length).fill(id)) : [];
    return this.plan.answerWhole(row, this.plan.sets(shown, links, [id]).get(id)!);
  }

  /** Rows of these ids as stored, deleted ones too, locked until the transaction ends. */
  async lock(tx: Session, ids: readonly number[]): Promise<Map<number, Row>> {
    const rows = await tx.all(this.plan.read.lock, [[...ids]]);
    return new Map(rows.map((row) => [row['id'] as number, row]));
  }

  /** The sets of some links of these objects. */
  async sets(tx: Session, links: readonly Link[], ids: readonly number[]): Promise<Map<number, Map<Link, LinkSet>>> {
    if (!links.length || !ids.length) return this.plan.sets(links, [], ids);
    const rows = await tx.all(this.plan.linkRowsOf(links), Array<Param>(links.length).fill([...ids]));
    return this.plan.sets(links, rows, ids);
  }

  /** Which of these ids lie in the scope of the caller. */
  async inScope(tx: Session, ids: readonly number[], scope: Scope): Promise<Set<number>> {
    const { table } = this.plan.resource;
    const sql = `SELECT \`id\` FROM \`${table}\` WHERE ${this.plans.database.dialect.isIn('`id`')} AND ${scope.sql}`;
    const rows = await tx.all(sql, [[...ids], ...(scope.params as Param[])]);
    return new Set(rows.map((row) => row['id'] as number));
  }
}
