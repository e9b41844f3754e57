/** The chapter of what was: histories of objects, differences of moments, and what takes changes back. */
import { registry } from '../../engine/index.js';
import { isTold } from '../../events/reader.js';
import type { Chapter } from '../../openapi/chapter.js';
import { json, parameter, ref, type Operation, type Parameter, type Schema } from '../../openapi/model.js';
import { faults, queryOf, success } from '../../openapi/routes/answers.js';
import { enveloped } from '../../openapi/routes/resource-routes.js';
import { byName, COUNT, ID, list, strict, TEXT } from '../../openapi/schemas/shapes.js';

const TAG = 'History';
const NAME: Schema = { type: ['string', 'null'], description: 'What the object is called.' };
const TRANSACTION = '0b0c2a52-8f0e-4b57-9a1e-6f0d6b1d2c11';

const OUTCOME: Schema = strict({
  resource: TEXT,
  id: ID,
  name: NAME,
  action: { enum: ['deleted', 'restored', 'updated'] },
  fields: {
    ...list(TEXT),
    description: 'Columns and links; of a conflict those that were changed since, `id` for the whole object.',
  },
});

const LEFT_OUT = { field: TEXT, ids: list(ID), reason: { enum: ['not_live', 'redacted'] } };

const SCHEMAS: Readonly<Record<string, Schema>> = {
  DiffRow: strict(
    {
      resource: TEXT,
      id: ID,
      name: NAME,
      action: { enum: ['created', 'updated', 'deleted', 'restored'] },
      changes: { ...byName({ type: 'array', minItems: 2, maxItems: 2 }), description: 'Before and after, by column.' },
      links: byName(strict({ added: { type: 'array' }, removed: { type: 'array' } })),
    },
    {},
    {
      examples: [
        {
          ...{ resource: 'applications', id: 7, name: 'Patient file', action: 'updated' },
          ...{ changes: { rto: [60, 30] }, links: { logical_servers: { added: [2], removed: [] } } },
        },
      ],
    },
  ),
  DiffCounts: strict(
    { resource: TEXT, created: COUNT, updated: COUNT, deleted: COUNT, restored: COUNT },
    {},
    { examples: [{ resource: 'applications', created: 2, updated: 5, deleted: 0, restored: 0 }] },
  ),
  SetBackPlan: strict(
    {
      changes: { ...byName({ type: 'array', minItems: 2, maxItems: 2 }), description: 'Now and then, by column.' },
      links: byName(strict({ added: { type: 'array' }, removed: { type: 'array' } })),
      left_out: { ...list(strict(LEFT_OUT)), description: 'Links and references to what is deleted by now.' },
      errors: { ...byName(list(TEXT)), description: "What today's rules refuse." },
    },
    {},
    {
      examples: [
        {
          ...{ changes: { rto: [30, 60] }, links: { logical_servers: { added: [], removed: [2] } } },
          ...{ left_out: [{ field: 'databases', ids: [4], reason: 'not_live' }], errors: {} },
        },
      ],
    },
  ),
  UndoCreate: strict(
    {},
    {
      transaction: { ...TEXT, description: 'The transaction, as the feed of changes and histories tell it.' },
      request_id: {
        ...TEXT,
        description: 'The id of a request of your own; 422 with `transactions` where several have it.',
      },
      conflicts: { const: 'skip', description: 'What was changed since is left as it is.' },
    },
    { examples: [{ transaction: TRANSACTION, conflicts: 'skip' }] },
  ),
  Undone: {
    ...enveloped(
      strict({
        transaction: TEXT,
        objects: { ...list(OUTCOME), description: 'What becomes of which object.' },
        conflicts: { ...list(OUTCOME), description: 'Objects that were changed since; they are left as they are.' },
        left_out: {
          ...list(strict({ resource: TEXT, id: ID, ...LEFT_OUT })),
          description: 'Links and references to what is deleted by now.',
        },
        errors: { ...byName(list(TEXT)), description: "Of a dry run: what today's rules refuse." },
      }),
    ),
    examples: [
      {
        data: {
          transaction: TRANSACTION,
          objects: [{ resource: 'applications', id: 7, name: 'Patient file', action: 'updated', fields: ['rto'] }],
          ...{ conflicts: [], left_out: [], errors: {} },
        },
      },
    ],
  },
};

const paged = (): Parameter => ({
  ...{ name: 'page', in: 'query', style: 'deepObject', explode: true, example: {} },
  description: '`page[size]` (1 to 1000) and `page[after]`, as the header `Link` gives it.',
  schema: {
    type: 'object',
    properties: { size: { type: 'integer', minimum: 1, maximum: 1000 }, after: { type: 'string' } },
    additionalProperties: false,
  },
});

const moment = (name: string, what: string): Parameter =>
  queryOf(name, `${what}: a time, a day (its midnight, UTC), or \`cursor:\` and a cursor of the feed of changes.`, {
    type: 'string',
    examples: ['2026-11-22T10:15:02.114Z'],
  });

const history = (): Operation => ({
  operationId: 'getHistory',
  tags: [TAG],
  summary: 'The history of an object',
  description:
    'Its changes as the feed tells them, the newest first. Needs the right to show it; of a deleted object the right to delete as well.',
  parameters: [paged()],
  responses: {
    200: success('The changes.', list(ref('Change')), 'X-Page-Size', 'Link'),
    ...faults(false, 400, 404, 410),
  },
});

const diff = (): Operation => ({
  operationId: 'getDiff',
  tags: [TAG],
  summary: 'What differs between two moments',
  description:
    'The net effect, one row for each object, by resource and id: what was changed and changed back is not there, nor what was created and ' +
    'deleted in between. Of objects that the caller could list.',
  parameters: [
    { ...moment('from', 'The former moment'), required: true },
    moment('to', 'The later moment, the present if left out'),
    queryOf('resource', 'Kinds of objects by their paths, separated by commas.', {
      type: 'string',
      examples: ['applications'],
    }),
    queryOf('view', 'Kinds of one view of the map.', { type: 'string', examples: ['application'] }),
    queryOf('summary', '`1`: counts by resource and action alone.', { type: 'boolean' }),
    paged(),
  ],
  responses: {
    200: success('Rows, or counts.', { oneOf: [list(ref('DiffRow')), list(ref('DiffCounts'))] }, 'X-Page-Size', 'Link'),
    ...faults(false, 400, 410),
  },
});

const undo = (): Operation => ({
  operationId: 'undoChanges',
  tags: [TAG],
  summary: 'Take back what one request did',
  description:
    'By ordinary writes, in one transaction: created objects are deleted, deleted ones restored, changed ones set back. Needs the rights of each ' +
    'write; what somebody else did is for administrators. 409 with `conflicts` where an object was changed since in one of the same columns or ' +
    'pairs. At most 10,000 objects.',
  parameters: [parameter('DryRun'), parameter('IdempotencyKey')],
  requestBody: { required: true, content: json(ref('UndoCreate')) },
  responses: { 200: success('What was taken back.', ref('Undone')), ...faults(true, 404, 409) },
});

export const historyChapter = (): Chapter => {
  const kinds = registry
    .all()
    .filter(isTold)
    .map(({ path }) => path)
    .sort();
  return {
    tags: [{ name: TAG, description: 'What the map was, what differs, and the way back.' }],
    schemas: SCHEMAS,
    paths: {
      '/api/{kind}/{id}/history': {
        parameters: [
          {
            ...{ name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: kinds } },
            description: 'A kind of objects.',
          },
          parameter('Id'),
        ],
        get: history(),
      },
      '/api/diff': { get: diff() },
      '/api/changes/undo': { post: undo() },
    },
  };
};
