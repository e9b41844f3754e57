/** What stored queries do beyond other resources: they are run (contract 12). */
import {
  json,
  parameter,
  ref,
  type Answer,
  type Content,
  type Operation,
  type PathItem,
  type Schema,
} from '../openapi/model.js';
import { anyBody, empty, faults, FILE, queryOf, XLSX } from '../openapi/routes/answers.js';
import type { Chapter } from '../openapi/chapter.js';
import { connectors } from './check/model-map.js';
import { WORDS } from './language/words.js';
import { ResourceRoutes } from '../openapi/routes/resource-routes.js';
import { list, strict, TEXT } from '../openapi/schemas/shapes.js';

const META = strict({
  output: { type: 'string', enum: ['list', 'graph'] },
  from: { type: 'string' },
  count: { type: 'integer', description: 'Objects of the kind that the query begins with.' },
  truncated: { type: 'boolean', description: 'The map has more of them than the query’s limit.' },
});

const schemas = (): Record<string, Schema> => ({
  QueryRows: strict({
    columns: list(TEXT),
    rows: {
      type: 'array',
      items: { type: 'object', additionalProperties: true, description: 'A value for each column.' },
    },
    meta: META,
  }),
  QueryGraph: strict({
    nodes: {
      type: 'array',
      items: strict({
        id: { type: 'string', examples: ['applications_1'] },
        label: TEXT,
        group: TEXT,
        icon: { type: ['string', 'null'] },
        data: strict({ id: { type: 'integer' }, name: { type: ['string', 'null'] }, model: TEXT, url: TEXT }),
      }),
    },
    edges: list(strict({ from: TEXT, to: TEXT })),
    meta: META,
  }),
  QueryToRun: {
    type: 'object',
    properties: {
      query: {
        type: ['object', 'string'],
        description: 'As stored queries take it: an object, JSON text, or the text form.',
        'x-words': WORDS,
        'x-connectors': connectors(),
      },
      query_json: { type: 'string', description: 'The same as JSON text, for forms.' },
      headings: {
        ...list({ type: 'string', maxLength: 255 }),
        description:
          'What the columns are called in a file, CSV or a workbook, in their order; others by their own names.',
      },
    },
    examples: [{ query: 'FROM applications FIELDS name, rto, logical_servers.name WHERE security_need_a >= 4' }],
  },
});

const LISTED: Content = {
  'text/csv': { schema: TEXT },
  ...json(ref('QueryRows')),
  [XLSX]: { schema: FILE },
};

const DRAWN: Content = {
  ...json(ref('QueryGraph')),
  'text/vnd.mermaid': { schema: TEXT },
  'application/graphml+xml': { schema: TEXT },
};

const format = (...names: string[]) =>
  queryOf('format', `The first of them unless said otherwise: ${names.join(', ')}.`, { type: 'string', enum: names });

const LIST_FORMAT = [format('csv', 'json', 'xlsx'), parameter('Separator'), parameter('ByteOrderMark')];

class QueryRoutes extends ResourceRoutes {
  override paths(): Record<string, PathItem> {
    return {
      ...super.paths(),
      '/api/queries/execute/{id}': { parameters: [parameter('Id')], get: this.execute() },
      '/api/queries/{id}/graph': { parameters: [parameter('Id')], get: this.graph() },
      '/api/queries/run': { post: this.run() },
    };
  }

  private execute(): Operation {
    return this.operation('executeQuery', {
      summary: 'Run a stored query',
      description:
        'Needs the right to list each kind of object that the query speaks of. 204 where nothing is found, unless `format=csv` asks for the headings.',
      parameters: LIST_FORMAT,
      responses: { 200: answer(LISTED), 204: empty('Nothing was found.'), ...faults(false, 400, 404, 422) },
    });
  }

  private graph(): Operation {
    return this.operation('drawQuery', {
      summary: 'Run a stored query as a graph',
      parameters: [format('json', 'mermaid', 'graphml')],
      responses: { 200: answer(DRAWN), ...faults(false, 400, 404, 422) },
    });
  }

  private run(): Operation {
    const both: Schema = { oneOf: [ref('QueryRows'), ref('QueryGraph')] };
    return this.operation('runQuery', {
      summary: 'Run a query that is not stored',
      parameters: [
        format('csv', 'json', 'xlsx', 'mermaid', 'graphml'),
        parameter('Separator'),
        parameter('ByteOrderMark'),
        parameter('IdempotencyKey'),
      ],
      requestBody: anyBody(ref('QueryToRun')),
      responses: {
        200: answer({ ...LISTED, ...DRAWN, ...json(both) }),
        204: empty('Nothing was found.'),
        ...faults(true, 409),
      },
    });
  }
}

const answer = (content: Content): Answer => ({ description: 'What the query finds.', content });

export const queries = (): Chapter => ({ schemas: schemas(), resources: { queries: QueryRoutes } });
