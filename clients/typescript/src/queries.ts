/** Stored queries: kept like other objects, and run. */
import { Download } from './download.js';
import type { Json } from './generated.js';
import { ANY } from './requests.js';
import { Resource } from './resource.js';
import type { Call } from './transport.js';
import type { CallOptions } from './types.js';

/** What a query says of its answer. */
export interface QueryMeta {
  output: 'list' | 'graph';
  from: string;
  /** Objects of the kind that the query begins with. */
  count: number;
  /** The map has more of them than the limit of the query. */
  truncated: boolean;
}

/** The answer to a query: a row for each combination of related objects. */
export interface QueryRows<R = Json> {
  columns: string[];
  rows: R[];
  meta: QueryMeta;
}

/** The answer to a query as a graph. */
export interface QueryGraph {
  nodes: Array<{
    id: string;
    label: string;
    group: string;
    icon: string | null;
    data: { id: number; name: string | null; model: string; url: string };
  }>;
  edges: Array<{ from: string; to: string }>;
  meta: QueryMeta;
}

/** A query: an object, JSON text, or the text form `FROM … WHERE …`. */
export type QueryText = string | Json;
/** Files that a list can be. */
export type RowsFile = 'csv' | 'xlsx';
/** Files that a graph can be. */
export type GraphFile = 'mermaid' | 'graphml';

export class Queries extends Resource<'queries'> {
  /** Runs a query that is not stored, for a file. */
  run(query: QueryText, options: CallOptions & { format: RowsFile | GraphFile }): Promise<Download>;
  /** Runs a query that is not stored. `R`: what its rows hold. Where nothing is found there are no columns either. */
  run<R = Json>(query: QueryText, options?: CallOptions): Promise<QueryRows<R>>;
  run(
    query: QueryText,
    { format, ...options }: CallOptions & { format?: RowsFile | GraphFile } = {},
  ): Promise<unknown> {
    return this.answer('POST', `${this.root}/run`, format, { ...options, body: { query }, reads: true });
  }

  /** Runs a query that is not stored and draws it: `OUTPUT graph`. */
  draw(query: QueryText, options: CallOptions = {}): Promise<QueryGraph> {
    return this.answer('POST', `${this.root}/run`, undefined, {
      ...options,
      body: { query },
      reads: true,
    }) as Promise<QueryGraph>;
  }

  /** Runs a stored query, for a file. */
  execute(id: number, options: CallOptions & { format: RowsFile }): Promise<Download>;
  /** Runs a stored query. */
  execute<R = Json>(id: number, options?: CallOptions): Promise<QueryRows<R>>;
  execute(id: number, { format, ...options }: CallOptions & { format?: RowsFile } = {}): Promise<unknown> {
    return this.answer('GET', `${this.root}/execute/${id}`, format, options);
  }

  /** Runs a stored query as a graph, for a file. */
  graph(id: number, options: CallOptions & { format: GraphFile }): Promise<Download>;
  /** Runs a stored query as a graph. */
  graph(id: number, options?: CallOptions): Promise<QueryGraph>;
  graph(id: number, { format, ...options }: CallOptions & { format?: GraphFile } = {}): Promise<unknown> {
    return this.answer('GET', this.at(id, '/graph'), format, options);
  }

  private async answer(method: string, path: string, format: string | undefined, call: Call): Promise<unknown> {
    const query = { format: format ?? 'json' };
    // Where nothing is found the server answers without a body.
    if (format === undefined) return (await this.transport.json(method, path, { ...call, query })) ?? NOTHING;
    return new Download(await this.transport.send(method, path, { ...call, query, headers: ANY }));
  }
}

/** What was found where nothing was: as a list, and as a graph. */
const NOTHING: QueryRows & Pick<QueryGraph, 'nodes' | 'edges'> = {
  columns: [],
  rows: [],
  nodes: [],
  edges: [],
  meta: { output: 'list', from: '', count: 0, truncated: false },
};
