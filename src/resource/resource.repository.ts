/** Reads of a resource: runs the statements of its plan and gives plain rows. */
import type { Scope } from '../common/caller.js';
import type { Param, Row, Statement, Transaction } from '../database/database.js';
import type { Link } from './model.js';
import { type Answer, type LinkSet, type Plan, type Plans } from './plan/plan.js';
import { unhurried } from './unhurried.js';

const scoped = (sql: string, scope: Scope | undefined): string => (scope ? `${sql} AND ${scope.sql}` : sql);

export class ResourceRepository {
  private readonly plan: Plan;

  constructor(
    private readonly plans: Plans,
    path: string,
  ) {
    this.plan = plans.of(path);
  }

  /** Live objects in id order, in batches, as lists answer them (contract 5): one statement, read at the reader's pace. */
  list(scope?: Scope): AsyncIterable<Answer[]> {
    const sql = `${scoped(this.plan.read.list, scope)} AND \`id\` > ? ORDER BY \`id\``;
    const params = (scope?.params ?? []) as Param[];
    return unhurried((after) => this.answers(this.plans.database.stream(sql, [...params, after])));
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

  /** Stored rows of these ids, deleted ones too, locked until the transaction ends, the sets of some links, and what else is asked. */
  async load(
    tx: Transaction,
    ids: readonly number[],
    links: readonly Link[],
    another?: Statement,
  ): Promise<{ rows: Map<number, Row>; sets: Map<number, Map<Link, LinkSet>>; more: Row[] }> {
    const list = [...ids];
    const statements: Statement[] = [[this.plan.read.lock, [list]]];
    if (links.length) statements.push([this.plan.linkRowsOf(links), Array<Param>(links.length).fill(list)]);
    if (another) statements.push(another);
    const answers = await tx.several(statements);
    const more = another ? answers.pop()! : [];
    const [rows, found = []] = answers;
    return {
      rows: new Map(rows!.map((row) => [row['id'] as number, row])),
      sets: this.plan.sets(links, found, ids),
      more,
    };
  }

  /** Which of these ids lie in the scope of the caller. */
  async inScope(tx: Transaction, ids: readonly number[], scope: Scope): Promise<Set<number>> {
    const { table } = this.plan.resource;
    const sql = `SELECT \`id\` FROM \`${table}\` WHERE ${this.plans.database.dialect.isIn('`id`')} AND ${scope.sql}`;
    const rows = await tx.all(sql, [[...ids], ...(scope.params as Param[])]);
    return new Set(rows.map((row) => row['id'] as number));
  }

  private async *answers(batches: AsyncIterable<Row[]>): AsyncIterable<Array<Answer & { id: unknown }>> {
    for await (const rows of batches) yield rows.map((row) => this.plan.answer(row) as Answer & { id: unknown });
  }
}
