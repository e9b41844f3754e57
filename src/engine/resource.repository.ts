/** Reads of a resource: runs the statements of its plan and returns plain rows. */
import type { Caller } from '../core/http/caller.js';
import type { Row } from '../database/database.js';
import { LongRead, requesterOf } from '../database/long-read.js';
import { conditionOf, type AccessScope } from './access-scope.js';
import { List, type Listed, type Reading } from './list/list.js';
import { bounded, isUnfinished, withinTime } from './list/time-limit.js';
import { ListReader, type ListRequest, type Query } from './list/list-request.js';
import { PatchedList, type Patches } from './list/patched-list.js';
import { SingleObject } from './read/single.js';
import type { Answer, Plan, Plans } from './plan/plan.js';
import { wholeAnswer } from './read/whole.js';

/** Who reads. */
export interface Viewer {
  caller: Caller;
}

export class ResourceRepository {
  private readonly plan: Plan;
  private readonly reader: ListReader;

  constructor(
    private readonly plans: Plans,
    path: string,
  ) {
    this.plan = plans.of(path);
    this.reader = new ListReader(this.plan.resource, plans.language);
  }

  /**
   * A list, or the part of it that a query string asks for (contract 5). Throws 400, 403, and 422 for one that takes too
   * long.
   */
  async list(query: Query, { caller }: Viewer, reading: Reading): Promise<Listed> {
    const request = await this.read(query, { caller }, reading);
    const read = this.longRead(caller, reading.signal);
    const isRetryable = (error: unknown): boolean => isUnfinished(error, read);
    const { includeMax } = this.plans.limits;
    const list = new List(request, this.plans.database.readingFor(read), reading, {
      includeMax,
      isRetryable,
      requester: read,
    });
    const listed = await withinTime(() => list.read());
    return { ...listed, pieces: bounded(listed.pieces) };
  }

  /** What is asked of a list, without reading any row. Throws 400, 403. */
  async read(
    query: Query,
    { caller }: Viewer,
    { withAdded, kept }: Pick<Reading, 'withAdded' | 'kept'>,
  ): Promise<ListRequest> {
    const access = this.plans.access.of(caller);
    const request = await this.reader.read(query, access, withAdded);
    if (!kept || !Object.keys(kept).length) return request;
    const { filters } = await this.reader.read({ filter: kept }, access, withAdded);
    return { ...request, filters: [...request.filters, ...filters] };
  }

  /**
   * A list with other rows in place of some. `patches`: asked once the request is read, so that a bad one costs nothing.
   * Throws what `list` throws.
   */
  async patchedList(
    query: Query,
    { caller }: Viewer,
    { url, signal }: Reading,
    patches: (request: ListRequest) => Promise<Patches>,
  ): Promise<Listed> {
    const request = await this.reader.read(query, this.plans.access.of(caller));
    const read = this.longRead(caller, signal);
    const isRetryable = (error: unknown): boolean => isUnfinished(error, read);
    const source = this.plans.database.readingFor(read);
    const list = new PatchedList(request, source, await patches(request), url, isRetryable);
    const listed = await withinTime(() => list.read());
    return { ...listed, pieces: bounded(listed.pieces) };
  }

  private longRead(caller: Caller, signal: AbortSignal | undefined): LongRead {
    return new LongRead(requesterOf(caller, signal), this.plans.limits.listTimeLimit);
  }

  /**
   * One live object with related objects in it, or a part of it, as pieces of JSON text; undefined if there is none. Names
   * that there are not are left out, since clients send one list of includes everywhere (contract 5).
   */
  async showPart(
    id: number,
    query: Query,
    { caller }: Viewer,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Buffer> | undefined> {
    const access = this.plans.access.of(caller);
    const includes = await this.reader.readOne(query, access);
    const object = await this.show(id, access);
    if (!object) return undefined;
    const part = this.reader.part(object, query['fields']);
    for (const { as } of includes) delete part[as];
    const source = this.plans.database.readingFor(this.longRead(caller, signal));
    return bounded(new SingleObject(includes, access, source, this.plans.limits.includeMax).pieces(part, object));
  }

  /** As `show`, for this caller. */
  showTo(id: number, { caller }: Viewer): Promise<Answer | undefined> {
    return this.show(id, this.plans.access.of(caller));
  }

  /**
   * One live object as single reads answer it; undefined if there is none. Two statements. `access`: what the caller sees;
   * left out where the program itself reads.
   */
  async show(id: number, access?: AccessScope): Promise<Answer | undefined> {
    const row = await this.row(id, access);
    return row && wholeAnswer(this.plan, row, this.plans.database, access);
  }

  /** The stored row of one live object, as `show` reads it. */
  async row(id: number, access?: AccessScope): Promise<Row | undefined> {
    const { read, resource } = this.plan;
    if (!access) return (await this.plans.database.all(read.show, [id]))[0];
    await access.prepare(resource);
    const [table, seen] = [access.table(resource), conditionOf(access.rows(resource, 'show'), 't')];
    return (await this.plans.database.all(...read.showOf(id, table, seen)))[0];
  }
}
