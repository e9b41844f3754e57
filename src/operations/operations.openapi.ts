/** What stands around the map: health, and this document itself (contract 12). */
import { header, json, type Operation, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { OPEN, openFaults, success } from '../openapi/routes/answers.js';

const TAG = 'Around the API';

const STATUS: Schema = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
};

const PART: Schema = {
  type: 'string',
  description:
    '`failed`, or what keeps it from working. `missing`, `foreign`: documents are not in their store, or it is that of another map.',
  enum: ['ok', 'failed', 'full', 'read-only', 'damaged', 'gone', 'locked', 'missing', 'foreign'],
};

const CHECKS: Schema = {
  type: 'object',
  description: 'Each part of the server with its state.',
  properties: {
    server: { type: 'string', enum: ['ok', 'stopping'] },
    database: PART,
    migrations: PART,
    documents: PART,
  },
  required: ['server', 'database', 'migrations', 'documents'],
  additionalProperties: false,
};

const READY: Schema = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ok' }, checks: CHECKS },
  required: ['status', 'checks'],
  additionalProperties: false,
};

const NOT_READY: Schema = {
  type: 'object',
  description: 'An error like every other, with the state of each part beside it.',
  properties: { message: { type: 'string' }, code: { type: 'integer', const: 503 }, checks: CHECKS },
  required: ['message', 'code', 'checks'],
  examples: [
    {
      message: 'Not ready: database failed, migrations failed.',
      code: 503,
      checks: { server: 'ok', database: 'failed', migrations: 'failed', documents: 'ok' },
    },
  ],
};

const ready: Operation = {
  operationId: 'isReady',
  tags: [TAG],
  summary: 'Can the server work?',
  description:
    '503 while nothing can be stored in the database or the store of documents, documents are missing, migrations are missing, ' +
    'or the server ends.',
  security: OPEN,
  responses: {
    200: success('It can.', READY),
    ...openFaults(),
    503: {
      description: 'It cannot; the message names the part that failed.',
      headers: { 'Retry-After': header('Retry-After') },
      content: json(NOT_READY),
    },
  },
};

const metrics: Operation = {
  operationId: 'getMetrics',
  tags: [TAG],
  summary: 'Figures for Prometheus',
  description: 'Where METRICS_TOKEN is set, it is the bearer token of this route; tokens of users are not taken.',
  security: OPEN,
  responses: {
    200: {
      description: 'Requests, durations, connections, the process.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    ...openFaults(401),
  },
};

const health = (operationId: string, summary: string, description: string): Operation => ({
  operationId,
  tags: [TAG],
  summary,
  description,
  security: OPEN,
  responses: { 200: success('It is.', STATUS), ...openFaults() },
});

export const operations = (): Chapter => ({
  tags: [{ name: TAG, description: 'Health, figures, and this document. None of it needs the token of a user.' }],
  paths: {
    '/health/live': { get: health('isLive', 'Is the server running?', 'Says nothing of the database.') },
    '/health/ready': { get: ready },
    '/metrics': { get: metrics },
    '/api/openapi.json': {
      get: {
        operationId: 'getOpenApi',
        tags: [TAG],
        summary: 'This document',
        description:
          'With `errors=none` operations are described without their refusals, for programs that copy every answer into every ' +
          'operation, such as Postman. With `detail=brief` they are told in a third of the bytes, for programs that want to know ' +
          'what there is: without texts, examples, refusals, and bodies other than JSON; of answers that depend on `fields` and ' +
          '`include`, the whole one.',
        security: OPEN,
        parameters: [
          {
            name: 'errors',
            in: 'query',
            description: 'Leaves out the refusals of all operations',
            schema: { type: 'string', enum: ['none'] },
            example: 'none',
          },
          {
            name: 'detail',
            in: 'query',
            description: 'Leaves out whatever is told to people, and what stands beside',
            schema: { type: 'string', enum: ['brief'] },
            example: 'brief',
          },
        ],
        responses: {
          200: { description: 'OpenAPI 3.1.', content: json({ type: 'object' }) },
          304: { description: 'Not changed since the tag that was sent.' },
          ...openFaults(),
        },
      },
    },
  },
});
