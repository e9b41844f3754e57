/** Reads of a resource: runs the statements of its plan and gives plain rows. */
import type { Caller, Scope } from '../core/http/caller.js';
import type { Param } from '../database/database.js';
import { quote, type Condition } from '../database/dialect.js';
import { LongRead } from '../database/long-read.js';
import { List, type Listed, type Reading } from './list/list.js';
import { bounded, isUnfinished, withinTime } from './list/time-limit.js';
import { ListReader, type Query } from './list/list-request.js';
import { SingleObject } from './read/single.js';
import type { Answer, Plan, Plans } from './plan/plan.js';

const scoped = (sql: string, scope: Scope | undefined): string => (scope ? `${sql} AND ${scope.sql}` : sql);

/** Who reads, and what they are kept to. */
export interface Viewer {
  caller: Caller;
  scope?: Scope | undefined;
}

export class ResourceRepository {
  private readonly plan: Plan;
  private readonly reader: ListReader;

  constructor(
    private readonly plans: Plans,
    path: string,
  ) {
    this.plan = plans.of(path);
    this.reader = new ListReader(this.plan.resource, plans.language, plans.sight);
  }

  /**
   * A list, or the part of it that a query string asks for (contract 5). Throws 400, 403, and 422 for one that takes too
   * long.
   */
  async list(query: Query, { caller, scope }: Viewer, reading: Reading): Promise<Listed> {
    const request = await this.reader.read(query, caller, scope);
    const read = this.longRead(caller, reading.signal);
    const again = (error: unknown): boolean => isUnfinished(error, read);
    const { includeMax } = this.plans.limits;
    const list = new List(request, this.plans.database.readingFor(read), reading, { includeMax, again });
    const listed = await withinTime(() => list.read());
    return { ...listed, pieces: bounded(listed.pieces) };
  }

  private longRead({ userId }: Caller, signal: AbortSignal | undefined): LongRead {
    return new LongRead(userId, this.plans.limits.listTimeLimit, signal);
  }

  /**
   * One live object with related objects in it, or a part of it, as pieces of JSON text; undefined if there is none. Names
   * that there are not are left out, since clients send one list of includes everywhere (contract 5).
   */
  async showPart(
    id: number,
    query: Query,
    { caller, scope }: Viewer,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Buffer> | undefined> {
    const included = await this.reader.readOne(query, caller);
    const object = await this.showTo(id, { caller, scope });
    if (!object) return undefined;
    const part = this.reader.part(object, query['fields']);
    for (const { as } of included.includes) delete part[as];
    const source = this.plans.database.readingFor(this.longRead(caller, signal));
    return bounded(new SingleObject(included, source, this.plans.limits.includeMax).pieces(part, object));
  }

  /** As `show`, with the values that this caller sees. */
  async showTo(id: number, { caller, scope }: Viewer): Promise<Answer | undefined> {
    return this.show(id, scope, await this.plans.sight.rows(caller, this.plan.resource));
  }

  /** One live object as single reads answer it; undefined if there is none. Two statements. `rows`: instead of its table. */
  async show(id: number, scope?: Scope, rows?: Condition): Promise<Answer | undefined> {
    const { database } = this.plans;
    const { read, shown, shownRows, resource } = this.plan;
    const from = rows ? `${rows.sql} AS ${quote(resource.table)}` : undefined;
    const sql = from ? read.show.replace(`FROM ${quote(resource.table)}`, () => `FROM ${from}`) : read.show;
    const params = [...(rows?.params ?? []), id, ...((scope?.params ?? []) as Param[])];
    const [row] = await database.all(scoped(sql, scope), params);
    if (!row) return undefined;
    const links = shown.length ? await database.all(shownRows, Array<number>(shown.length).fill(id)) : [];
    return this.plan.answerWhole(row, this.plan.sets(shown, links, [id]).get(id)!);
  }
}
