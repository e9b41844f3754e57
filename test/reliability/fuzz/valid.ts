/** Requests that a client would send who has read the document and knows the map. */
import { randomUUID } from 'node:crypto';
import type { Parameter, Schema } from '../../../src/openapi/model.js';
import { cpe, nvd, nvdFeed } from '../../vulnerabilities/feeds.js';
import { encoded, File } from './bodies.js';
import { pick, some, type Below } from './chance.js';
import type { Description, Operation } from './operations.js';
import { Sampler } from './sample.js';
import type { World } from './world.js';

/** A request before its body is written down, so that any part of it can be spoilt. */
export interface Draft {
  method: string;
  path: string;
  /** Names and values, not encoded yet. */
  query: Array<[string, string]>;
  headers: Record<string, string>;
  type: string | undefined;
  body: unknown;
}

type Json = Record<string, unknown>;

const QUERY = 'FROM applications FIELDS name, rto WHERE rto >= 0';
const FEED = JSON.stringify(nvdFeed([nvd('CVE-2099-0001', [cpe('opaline:clarte')])]));
const FILES = ['Plain text', '%PDF-1.7 not quite', '<html><script>alert(1)</script></html>', '\x89PNG\r\n\x1a\n'];

export class Drafts {
  private readonly sampler: Sampler;

  constructor(
    private readonly description: Description,
    private readonly world: World,
    private readonly below: Below,
  ) {
    this.sampler = new Sampler(description, world, below);
  }

  /** A request of this operation that ought to succeed. */
  of(operation: Operation): Draft {
    const { method, bodies } = operation;
    const types = Object.keys(bodies);
    const type = types.length ? pick([types[0]!, ...types], this.below) : undefined;
    const draft: Draft = { method, path: this.path(operation), query: [], headers: {}, type, body: undefined };
    if (type) draft.body = this.body(operation, bodies[type]!);
    for (const parameter of operation.parameters) this.addParameter(draft, operation, parameter);
    return draft;
  }

  private path({ path, aliases, resource, parameters, id }: Operation): string {
    const spelt = aliases.length && !this.below(6) ? pick(aliases, this.below) : path;
    const name = parameters.find((one) => one.in === 'path' && one.name === 'name');
    const at = id.startsWith('restore') ? this.world.deletedIdOf(resource) : this.world.idOf(resource);
    return spelt
      .replace('{id}', String(at ?? 1))
      .replace('{name}', () => String(this.sampler.value(name?.schema ?? {})));
  }

  private addParameter(
    draft: Draft,
    { resource, id }: Operation,
    { name, in: where, schema, required }: Parameter,
  ): void {
    if (where === 'path') return;
    if (name === 'ids[]') return;
    if (where === 'header') return this.addHeader(draft, resource, name);
    if (name === 'dry_run' || name === 'strict') {
      if (!this.below(12)) draft.query.push([name, '1']);
    } else if (name === 'page' || (id === 'listAuditLogs' && name === 'filter')) {
      if (resource === 'audit-logs' || this.below(2)) draft.query.push(['page[size]', String(1 + this.below(20))]);
    } else if (name === 'sep' && id.startsWith('import')) {
      // The file may have been exported with another one; without the word it is found out.
    } else if (name === 'sep') draft.query.push([name, pick([',', ';', 'tab'], this.below)]);
    else if (name === 'format' && id.startsWith('export') && this.below(2)) draft.query.push([name, 'csv']);
    else if (!required && this.below(4)) return;
    else if (name === 'filter') this.addFilter(draft, schema);
    else draft.query.push([name, [this.sampler.value(schema, name)].flat().join(',')]);
  }

  private addHeader(draft: Draft, resource: string, name: string): void {
    const id = Number(/\/(\d+)/.exec(draft.path)?.[1]);
    if (name === 'Idempotency-Key' && !this.below(6)) draft.headers[name] = randomUUID();
    const tag = this.world.tagOf(resource, id);
    if (/^If-/.test(name) && tag && !this.below(4)) draft.headers[name] = tag;
    if (name === 'Range' && !this.below(4)) draft.headers[name] = 'bytes=0-3';
  }

  private addFilter(draft: Draft, told: Schema): void {
    // Those of the list of vulnerabilities are said in words.
    const { properties = {} } = this.description.resolved(told) as { properties?: Record<string, Schema> };
    for (const name of some(Object.keys(properties), 2, this.below)) {
      const value = name === 'ip_in' ? '10.0.0.0/8' : this.sampler.value(this.typed(properties[name]!), name);
      draft.query.push([`filter[${name}]`, [value].flat().join(',')]);
    }
  }

  /** Of what a filter takes the plainest form; of dates one that is a date. */
  private typed(told: Schema): Schema {
    const schema = this.description.resolved(told);
    if (/YYYY|point in time/.test(String((told as { $ref?: string }).$ref ? this.words(told) : ''))) {
      return { type: 'string', format: 'date' };
    }
    return schema['anyOf'] ? (schema['anyOf'] as Schema[])[0]! : schema;
  }

  private words(told: Schema): string {
    const name = String(told['$ref']).split('/').at(-1);
    return name === 'FilterDay' || name === 'FilterMoment' ? 'YYYY' : '';
  }

  private body({ id, resource, path }: Operation, schema: Schema): unknown {
    const body = this.sampler.value({ ...schema, type: 'object' }) as Json;
    if (id === 'importCve') return { file: new File(Buffer.from(FEED), 'feed.json', 'application/json') };
    if (id.startsWith('import')) return { file: this.table(resource) };
    if ('file' in body)
      body['file'] = new File(Buffer.from(pick(FILES, this.below)), `${this.world.name(8)}.txt`, 'text/plain');
    if (path.endsWith('/mass-destroy')) body['ids'] = this.ids(resource);
    if (path.endsWith('/mass-restore')) body['ids'] = [this.world.deletedIdOf(resource) ?? 1];
    if (path.endsWith('/mass-update')) body['items'] = this.items(resource, body['items']);
    if ('_method' in body) this.override(body, path);
    if (resource === 'queries') this.giveQuery(body);
    if (resource === 'cartographers') this.delegate(body);
    if (resource === 'documents' && Array.isArray(body['items'])) this.giveContent(body['items'] as Json[]);
    return body;
  }

  private table(resource: string): File {
    const text = this.world.fileOf(resource) ?? 'id\r\n';
    return new File(Buffer.from(text), 'table.csv', 'text/csv');
  }

  /** Ids of live objects, each once. */
  private ids(resource: string): number[] {
    const ids = [1, 2].map(() => this.world.idOf(resource)).filter((one) => one !== undefined);
    return [...new Set(ids)];
  }

  private items(resource: string, items: unknown): Json[] {
    const made = items as Json[];
    return this.ids(resource).map((id, i) => ({ ...made[i], id }));
  }

  private override(body: Json, path: string): void {
    if (path.endsWith('/mass-destroy')) body['_method'] = 'DELETE';
    else if (path.endsWith('/mass-update')) body['_method'] = 'PUT';
    else if (path.includes('/tokens/')) body['_method'] = 'DELETE';
    else if (path.endsWith('/password')) body['_method'] = 'PUT';
  }

  private giveQuery(body: Json): void {
    for (const one of (body['items'] as Json[] | undefined) ?? [body]) {
      delete one['query_json'];
      if ('query' in one) one['query'] = this.below(2) ? QUERY : { from: 'applications', fields: ['name'] };
    }
    if (!Object.keys(body).length) body['query'] = QUERY;
  }

  private delegate(body: Json): void {
    for (const one of (body['items'] as Json[] | undefined) ?? [body]) {
      if (!('cartographiable_type' in one) && !('cartographiable_id' in one)) continue;
      one['cartographiable_type'] = 'applications';
      one['cartographiable_id'] = this.world.idOf('applications');
      one['user_id'] = this.world.idOf('users');
    }
  }

  private giveContent(items: Json[]): void {
    for (const item of items)
      if ('content' in item) item['content'] = Buffer.from(pick(FILES, this.below)).toString('base64');
  }
}

/** The address of a draft. */
export const urlOf = ({ path, query }: Draft): string =>
  query.length ? `${path}?${query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}` : path;
