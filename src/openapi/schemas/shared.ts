/** Schemas that every part of the document refers to. */
import { ref, type Schema } from '../model.js';
import { filterSchemas } from './filters.js';
import { IGNORED, ROW_MEMBERS, WRONG_CELL_MEMBERS } from './imported.js';
import { strict } from './shapes.js';

const errors: Schema = {
  type: 'object',
  description: 'Sentences by field, under flat keys such as `name`, `applications.2` or `items.0.name`.',
  additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
};

const cell: Schema = {
  type: 'object',
  properties: {
    ...{ row: { type: 'integer' }, column: { type: 'string' }, message: { type: 'string' } },
    ...WRONG_CELL_MEMBERS,
  },
  required: ['row', 'column', 'message'],
  additionalProperties: false,
};

/** Members of every refusal. */
export const problemProperties: Schema = {
  message: { type: 'string', description: 'One sentence for people, in English or French.' },
  code: { type: 'integer', description: 'The HTTP status.' },
  type: { type: 'string', const: 'about:blank' },
  title: { type: 'string', description: 'The name of the status.' },
  status: { type: 'integer' },
  detail: { type: 'string', description: 'The same sentence as `message`.' },
  instance: { type: 'string', description: 'The path of the request.' },
  setting: { type: 'string', description: 'With 403 of a feed: the setting of its source that stands in the way.' },
  signed_in: strict(
    { id: { type: 'integer' }, login: { type: 'string' }, name: { type: ['string', 'null'] } },
    {},
    { description: 'With 401, for the pages of a browser: who has signed in there since the page was made.' },
  ),
  factor: {
    type: 'array',
    items: { type: 'string', enum: ['passkey', 'totp'] },
    description: 'With 401 of a log-in: the password is right, and one of these is to be shown as well.',
  },
  ticket: { type: 'string', description: 'With `factor`: goes with it to `/api/login/factor`, within five minutes.' },
  confirm: {
    type: 'array',
    items: { type: 'string', enum: ['passkey', 'totp', 'password', 'provider'] },
    description:
      'With 401 and `error="insufficient_user_authentication"` in `WWW-Authenticate`: the session is to be confirmed by one of these, ' +
      'see `/api/me/confirm`.',
  },
  error: {
    ...{ type: 'string', enum: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied'] },
    description: 'With 400 of a program that signs in without a browser: the word of RFC 8628.',
  },
  merged_into: { type: 'integer', description: 'With 404: the object of the same kind that this one became part of.' },
  reason: { const: 'gone', description: 'With 410 of the feed of changes: begin anew.' },
  oldest: { type: 'string', description: 'With 410 of the feed of changes: the oldest place that can be read from.' },
  conflicts: {
    type: 'array',
    items: { type: 'object', additionalProperties: {} },
    description: 'With 409 of an undo: the objects that were changed since, with their columns and links.',
  },
  transactions: {
    ...{ type: 'array', items: { type: 'string' } },
    description: 'With 422 of an undo: the transactions that have this request id.',
  },
  put_back: {
    type: 'object',
    description: 'With 409 of a merge that is to be taken back: by column what it left there.',
    additionalProperties: {},
  },
  changed: {
    type: 'array',
    items: { type: 'string' },
    description: 'With 409 of a merge that is to be taken back: what changed since.',
  },
  traceId: { type: 'string', description: 'With 500: the number under which the log tells more.' },
};

/** Those that are always there. */
export const problemMembers = ['message', 'code', 'type', 'title', 'status', 'detail', 'instance'];

/** Components that belong to no resource. */
export const SHARED: Readonly<Record<string, Schema>> = {
  ...filterSchemas(),
  Id: { type: 'integer', minimum: 1, description: 'The id of an object.', examples: [1] },
  Ids: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    description: 'Ids of live objects, ascending.',
  },
  IdsInput: {
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1 },
    description:
      'Replaces the whole set; `[]` or null clears it. An element may also be a numeric string or an object with `id`.',
  },
  Related: {
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1 } },
    required: ['id'],
    description: 'An object that an embedded one embeds: all of its columns, and what it embeds in its turn.',
  },
  Nothing: { type: 'array', maxItems: 0, items: {}, description: 'An empty array: there is nothing to tell.' },
  Problem: {
    type: 'object',
    description: 'What went wrong, for people and for programs; the members of RFC 9457 are among it.',
    properties: problemProperties,
    required: problemMembers,
    additionalProperties: false,
  },
  ValidationProblem: {
    type: 'object',
    description: 'What is wrong with which field.',
    properties: { ...problemProperties, errors },
    required: [...problemMembers, 'errors'],
    additionalProperties: false,
  },
  Invalid: { oneOf: [ref('ValidationProblem'), ref('Problem')] },
  InvalidFile: {
    type: 'object',
    description: 'What is wrong with which cell of a file; by field, where it is the request that is wrong.',
    properties: {
      ...problemProperties,
      ...ROW_MEMBERS,
      ignored: IGNORED,
      errors: { anyOf: [{ type: 'array', items: cell }, errors] },
    },
    required: problemMembers,
    additionalProperties: false,
  },
  MassAnswer: {
    type: 'object',
    properties: {
      status: { type: 'string', const: 'ok' },
      count: { type: 'integer', description: 'How many objects were sent.' },
      ids: { type: 'array', items: { type: 'integer' }, description: 'Their ids, in the order sent.' },
    },
    required: ['status', 'count', 'ids'],
    additionalProperties: false,
    examples: [{ status: 'ok', count: 2, ids: [41, 42] }],
  },
  MassDestroy: {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 10000 } },
    required: ['ids'],
    examples: [{ ids: [41, 42] }],
  },
};
