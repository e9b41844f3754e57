/** The chapter of the feed of changes. */
import type { Chapter } from '../openapi/chapter.js';
import { json, type Operation, type Parameter, type Schema } from '../openapi/model.js';
import { faults, OPEN, openFaults, queryOf } from '../openapi/routes/answers.js';
import { byName, ID, ID_OR_NULL, list, strict, TEXT, TIME, TIME_OR_NULL } from '../openapi/schemas/shapes.js';
import { ACTIONS } from './entry.js';
import { OTHER_ACTIONS } from './other-events.js';
import { LIMITS } from './parameters.js';

const TAG = 'Changes';

const CURSOR: Schema = {
  ...{ type: 'string', maxLength: 64, examples: ['k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A'] },
  description: 'A place in the feed: the same for everybody, and without any order to be read from it.',
};
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const ELEMENT: Schema = {
  description: 'An id, or an id with the word of the pair.',
  oneOf: [ID, { type: 'object', properties: { id: ID }, required: ['id'], additionalProperties: TEXT }],
};

/** What a change says. */
export const DATA: Schema = strict(
  {
    resource: { ...TEXT, description: 'Path of the kind of object; `findings` and `vulnerabilities` for those.' },
    id: ID,
    action: {
      enum: [...ACTIONS, ...OTHER_ACTIONS],
      description: 'Behind the first four: of `findings` and `vulnerabilities`.',
    },
    name: TEXT_OR_NULL,
    updated_at: { ...TIME_OR_NULL, description: 'Null where the object itself was not written.' },
    by: strict({
      user_id: { ...ID_OR_NULL, description: 'Null to those who may not list users, unless it is themselves.' },
      via: {
        ...TEXT,
        description:
          'How the change came in: `api`, `import`, `feed`, `mcp`, `restore`, `undo`; `outside`: another program wrote into the database.',
      },
    }),
    reason: { ...TEXT_OR_NULL, description: 'The header `X-Change-Reason` of the request.' },
    request_id: TEXT_OR_NULL,
    transaction: { ...TEXT, description: 'The same for all changes that were stored together.' },
    origin: {
      oneOf: [strict({ resource: TEXT, id: ID }), { type: 'null' }],
      description: 'The object that was written, where this one changed as the other end of a link.',
    },
  },
  {
    object: {
      type: 'object',
      description:
        'Of a created or restored object what a single read answered then, of a deleted one what it answered before; of a finding its check, severity, and until when and why it is accepted. `origin` is its object.',
    },
    changes: {
      ...byName({ type: 'array', minItems: 2, maxItems: 2 }),
      description: 'Of an update: before and after, by column.',
    },
    links: {
      ...byName(strict({ added: list(ELEMENT), removed: list(ELEMENT) })),
      description: 'Of an update: what came into link arrays, and what went.',
    },
    feed: { description: 'The run of a feed that made the change.' },
    between: {
      ...{ type: 'array', items: TIME, minItems: 2, maxItems: 2 },
      description: 'Of a write from outside: when the map was looked at before, and when the write was seen.',
    },
  },
);

/** A change as a CloudEvent. */
export const CHANGE: Schema = strict(
  {
    specversion: { const: '1.0' },
    id: CURSOR,
    source: { ...TEXT, description: '`PUBLIC_URL`.' },
    type: { ...TEXT, description: '`meridian.<path in snake_case>.<action>`' },
    subject: TEXT,
    time: TIME,
    datacontenttype: { const: 'application/json' },
    dataschema: { ...TEXT, description: 'Where `data` is described.' },
    recordedtime: { ...TIME, description: 'When the change got its place in the feed.' },
    authtype: { enum: ['user', 'service_account', 'api_key', 'system'] },
    correlationid: { ...TEXT, description: 'The transaction.' },
    data: DATA,
  },
  { traceparent: TEXT },
  {
    examples: [
      {
        ...{ specversion: '1.0', id: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A', source: 'https://map.example.org' },
        ...{ type: 'meridian.applications.updated', subject: 'applications/7', time: '2026-11-22T10:15:02.114Z' },
        dataschema: 'https://map.example.org/api/asyncapi.json#/components/schemas/Change',
        ...{ datacontenttype: 'application/json', recordedtime: '2026-11-22T10:15:02.180Z', authtype: 'user' },
        correlationid: '0b0c2a52-8f0e-4b57-9a1e-6f0d6b1d2c11',
        data: {
          ...{ resource: 'applications', id: 7, action: 'updated', name: 'Patient file' },
          ...{ updated_at: '2026-11-22T10:15:02.000000Z', changes: { rto: [60, 30] } },
          links: { logical_servers: { added: [2], removed: [] } },
          by: { user_id: 3, via: 'api' },
          ...{ reason: null, request_id: '4f0c2a', transaction: '0b0c2a52-8f0e-4b57-9a1e-6f0d6b1d2c11', origin: null },
        },
      },
    ],
  },
);

const SINCE = (what: string): Parameter =>
  queryOf('since', what, { type: 'string', maxLength: 64, examples: ['beginning', 'now'] });

const WANTED: readonly Parameter[] = [
  queryOf('resource', 'Kinds of objects by their paths, `findings`, `vulnerabilities`; separated by commas.', {
    type: 'string',
    examples: ['applications'],
  }),
  queryOf('action', `What happened, separated by commas: ${[...ACTIONS, ...OTHER_ACTIONS].join(', ')}.`, {
    type: 'string',
    examples: ['deleted'],
  }),
  queryOf('id', 'One object; with exactly one `resource`.', ID),
  queryOf('field', 'Only updates that touch one of these columns or links, separated by commas.', {
    type: 'string',
    examples: ['name'],
  }),
  queryOf('direct', '`1` leaves out changes of the other ends of links.', { type: 'boolean' }),
];

const changes = (): Operation => ({
  operationId: 'getChanges',
  tags: [TAG],
  summary: 'What changed since',
  description:
    'Every committed change of objects that the caller could list, once and without a gap: read on with `cursor`. Changes of one object ' +
    'stand in the order in which they were stored. A change that was answered before the request began is in the answer, or behind `more`.',
  parameters: [
    SINCE(
      'The cursor of the answer before; left out or `beginning`: the oldest that is kept; `now`: nothing but the cursor.',
    ),
    queryOf('limit', 'Most changes of the answer.', {
      ...{ type: 'integer', minimum: 1, maximum: LIMITS.limit, default: LIMITS.usual },
    }),
    queryOf('wait', 'Seconds for which an empty answer is held back until something comes.', {
      ...{ type: 'integer', minimum: 0, maximum: LIMITS.wait, default: 0 },
    }),
    ...WANTED,
  ],
  responses: {
    200: {
      description: 'The changes, as CloudEvents 1.0.',
      content: json(
        strict(
          {
            changes: list({ $ref: '#/components/schemas/Change' }),
            cursor: CURSOR,
            more: { type: 'boolean', description: 'There are more: read on at once.' },
          },
          {
            reset: {
              const: true,
              description: 'What the caller may see changed: compare what you hold with the lists.',
            },
          },
        ),
      ),
    },
    ...faults(false, 400, 404, 410),
  },
});

const info = (): Operation => ({
  operationId: 'getChangesInfo',
  tags: [TAG],
  summary: 'The ends of the feed',
  description: 'The feed of this map, and between which places it can be read. A restored map has a new feed.',
  responses: {
    200: {
      description: 'The feed.',
      content: json(
        strict({
          feed: TEXT,
          oldest: CURSOR,
          newest: CURSOR,
          history_since: { ...TIME, description: 'From when on the journal holds the whole of every change.' },
        }),
      ),
    },
    ...faults(false, 404),
  },
});

const asyncApi = (): Operation => ({
  operationId: 'getAsyncApi',
  tags: [TAG],
  summary: 'The description of the events',
  description:
    'An AsyncAPI 3.1 document: the feed, the stream and the deliveries of webhooks, with a message for each kind of object and action.',
  security: OPEN,
  responses: {
    200: { description: 'AsyncAPI 3.1.', content: json({ type: 'object' }) },
    304: { description: 'Not changed since the tag that was sent.' },
    ...openFaults(404),
  },
});

const stream = (): Operation => ({
  operationId: 'streamChanges',
  tags: [TAG],
  summary: 'What changes, as it happens',
  description:
    'Server-sent events: `change` with a change as JSON, whose `id` is the cursor behind it; `cursor` after 15 seconds without one; `reset` ' +
    'where what the caller may see changed; `end` with a reason (`token`, `rights`, `shutdown`, `slow`), after which clients come back with ' +
    '`Last-Event-ID`.',
  parameters: [
    SINCE('Where to begin: a cursor, `beginning`, or `now` as if left out.'),
    {
      ...{ name: 'Last-Event-ID', in: 'header', description: 'The id of the last event; wins over `since`.' },
      schema: { type: 'string', maxLength: 64 },
    },
    ...WANTED,
  ],
  responses: {
    200: {
      description: 'Events, until the client goes.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...faults(false, 400, 404, 410),
  },
});

export const events = (): Chapter => ({
  tags: [{ name: TAG, description: 'What happens in the map, told to programs.' }],
  paths: {
    '/api/changes': { get: changes() },
    '/api/changes/info': { get: info() },
    '/api/changes/stream': { get: stream() },
    '/api/asyncapi.json': { get: asyncApi() },
  },
  schemas: { Change: CHANGE },
});
