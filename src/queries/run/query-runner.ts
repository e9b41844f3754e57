/** Runs queries: checks them, asks for rights, loads, and writes down that it did. */
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ApiError, Problems } from '../../core/http/errors.js';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Transaction } from '../../database/database.js';
import { requesterOf } from '../../database/long-read.js';
import { AccessScopes, Plans, type AccessScope } from '../../engine/index.js';
import { checkQuery, kindsOf } from '../check/check.js';
import type { CheckedQuery } from '../check/checked.js';
import type { Model } from '../check/model-map.js';
import { readQuery } from '../language/json.js';
import type { Output } from '../language/tree.js';
import type { Cells } from './cells.js';
import { drawGraph, graphLevels, type Graph } from './graph.js';
import type { Root } from './level.js';
import { listOf } from './list.js';
import { load, tooMany, type Bounds, type Loaded } from './load.js';

/** A query of one user that runs beside this many others waits for nobody, it is refused. */
const MAX_CONCURRENT = 4;

/** What is to be run: a stored query, or one that came with the request. */
export interface QueryRequest {
  /** Undefined for one that is not stored. */
  id?: number;
  /** The JSON form. */
  json: unknown;
}

/** What an answer holds beside its content. */
export interface Meta {
  output: Output;
  from: string;
  count: number;
  /** The map has more objects than the query's limit. */
  truncated: boolean;
}

export interface ListResult {
  columns: string[];
  /** Columns that hold JSON text. */
  json: ReadonlySet<number>;
  /** Columns of days. */
  days: ReadonlySet<number>;
  /** The rows one by one; each in the same array. */
  rows: () => Iterable<Cells>;
  meta: Meta;
}

/** A query that may be run. */
interface PreparedQuery {
  query: CheckedQuery;
  access: AccessScope;
}

/** One running of a query. It ends when the signal is aborted. */
interface Run {
  request: QueryRequest;
  ready: PreparedQuery;
  context: RequestContext;
  signal: AbortSignal | undefined;
}

/** Throws 403 naming the models, on the way or at the end, of whose objects the caller may list none (contract 3). */
async function requireRights(usedModels: Iterable<Model>, access: AccessScope): Promise<void> {
  const lacking: string[] = [];
  for (const { path, resource } of usedModels) if (!(await access.any(resource!))) lacking.push(path);
  if (lacking.length) throw new ApiError(403, 'queryRights', { models: lacking.sort().join(', ') });
}

@Injectable()
export class QueryRunner {
  private readonly running = new Map<number, number>();
  private readonly bounds: Bounds;

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly scopes: AccessScopes,
    private readonly events: AuditEvents,
    @Inject(CONFIG) config: Config,
  ) {
    this.bounds = { rows: config.queryMaxRows, seconds: config.queryTimeLimit };
  }

  /** The paths of the kinds that a stored query asks about; null if what is stored is none. */
  kindsOf(stored: unknown): string[] | null {
    return kindsOf(stored, this.plans.language);
  }

  /**
   * A query that may be run by the caller.
   * @throws 403 naming the models that they may not list; 422 with all that is wrong with the query
   */
  async prepare(json: unknown, { caller }: Pick<RequestContext, 'caller'>): Promise<PreparedQuery> {
    const problems = new Problems();
    const tree = readQuery(json, 'query', problems);
    const finding = tree && checkQuery(tree, 'query', problems, this.plans.language);
    const access = this.scopes.of(caller);
    await requireRights(finding?.usedModels ?? [], access);
    problems.throwIfAny();
    const query = finding!.checked!;
    await access.prepare(query.model.resource!);
    return { query, access };
  }

  /** Runs a query as a list. Throws 422 for one that is too large or too slow. */
  async list(
    request: QueryRequest,
    ready: PreparedQuery,
    context: RequestContext,
    signal?: AbortSignal,
  ): Promise<ListResult> {
    const { clock } = this.database;
    const list = listOf(ready.query, clock);
    const run = { request, ready, context, signal };
    return this.run(run, list.root, ({ roots, truncated }) => {
      const count = list.count(roots, this.bounds.rows);
      if (count > this.bounds.rows) tooMany(this.bounds.rows);
      const meta: Meta = { output: 'list', from: ready.query.model.path, count, truncated };
      return { columns: list.columns, json: list.json, days: list.days, rows: () => list.rows(roots), meta };
    });
  }

  /** Runs a query as a graph, whatever output it names. */
  async graph(
    request: QueryRequest,
    ready: PreparedQuery,
    context: RequestContext,
    signal?: AbortSignal,
  ): Promise<Graph & { meta: Meta }> {
    const root = graphLevels(ready.query);
    const run = { request, ready, context, signal };
    return this.run(run, root, ({ roots, truncated }) => {
      const graph = drawGraph(root, roots, this.bounds.rows);
      return {
        ...graph,
        meta: { output: 'graph', from: ready.query.model.path, count: graph.nodes.length, truncated },
      };
    });
  }

  /** Loads, makes the result, and records the run: what is read of the map does not go unnoticed. */
  private async run<T extends { meta: Meta }>(
    { request, ready: { query, access }, context, signal }: Run,
    root: Root,
    make: (loaded: Loaded) => T,
  ): Promise<T> {
    const leave = this.enter(context.caller.userId);
    const begun = performance.now();
    const record = ({ meta: { output, from, count } }: T, session: Transaction): Promise<void> => {
      const milliseconds = Math.round(performance.now() - begun);
      const subject = { path: 'queries', ...(request.id !== undefined && { id: request.id }) };
      const details = { from, output, rows: count, milliseconds };
      return this.events.record({ action: 'executed', subject, details, context }, session);
    };
    try {
      const requester = requesterOf(context.caller, signal);
      return await load(this.database, { query, access, root, bounds: this.bounds, requester }, make, record);
    } finally {
      leave();
    }
  }

  /** Takes one of the places that a user has. Throws 429 when all are taken. */
  private enter(userId: number): () => void {
    const count = (this.running.get(userId) ?? 0) + 1;
    if (count > MAX_CONCURRENT) throw new ApiError(429, 'tooMany', { seconds: 1 }, { 'retry-after': '1' });
    this.running.set(userId, count);
    return () => {
      const left = this.running.get(userId)! - 1;
      if (left) this.running.set(userId, left);
      else this.running.delete(userId);
    };
  }
}
