/** Tables that people share with one another. */
import { MAX_OF_ONE } from './shared-tables.service.js';
import { MAX_SHARED } from './shared-tables.dto.js';
import { json, parameter, type Operation, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { anyBody, empty, faults, success } from '../openapi/routes/answers.js';
import { ID, list, strict, TEXT, TIME_OR_NULL } from '../openapi/schemas/shapes.js';

const TAG = 'Search and summary';

const SAID: Schema = {
  name: { type: 'string', minLength: 1, maxLength: MAX_SHARED.name },
  kind: { type: 'string', description: 'Path of the kind of objects.', examples: ['applications'] },
  query: {
    type: 'string',
    maxLength: MAX_SHARED.query,
    description: 'What the address of the table says after its `?`: filters, columns, order.',
    examples: ['filter[rto_lte]=240&sort=name&columns=name,rto'],
  },
};

const SHARED: Schema = strict({
  id: ID,
  ...SAID,
  person: {
    oneOf: [strict({ id: ID, name: TEXT }), { type: 'null' }],
    description: 'Who shared it; null once they are gone for good.',
  },
  created_at: TIME_OR_NULL,
});

const NEW: Schema = {
  type: 'object',
  properties: SAID,
  required: ['name', 'kind'],
  examples: [{ name: 'Back within four hours', kind: 'applications', query: 'filter[rto_lte]=240&columns=name,rto' }],
};

const listTables = (): Operation => ({
  operationId: 'listSharedTables',
  tags: [TAG],
  summary: 'Tables that people share',
  description:
    'Filters, columns and order of tables under a name, for the menu of the pages: those over kinds that the caller may list.',
  responses: {
    200: { description: 'The tables, by name.', content: json(strict({ data: list(SHARED) })) },
    ...faults(false, 400),
  },
});

const share = (): Operation => ({
  operationId: 'shareTable',
  tags: [TAG],
  summary: 'Share a table',
  description: `Whoever may list the kind sees it. A table that the caller shares already gets the name. One person shares ${MAX_OF_ONE} at most.`,
  requestBody: anyBody(NEW),
  responses: { 201: success('The table.', SHARED), ...faults(true) },
});

const remove = (): Operation => ({
  operationId: 'removeSharedTable',
  tags: [TAG],
  summary: 'Take a shared table away',
  description: 'By who shared it, or by an Admin.',
  responses: { 204: empty('It is gone.'), ...faults(false, 404) },
});

export const sharedTables = (): Chapter => ({
  paths: {
    '/api/shared-tables': { get: listTables(), post: share() },
    '/api/shared-tables/{id}': { parameters: [parameter('Id')], delete: remove() },
  },
});
