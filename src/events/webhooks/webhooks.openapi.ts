/** Webhooks: readers of the feed that are told of changes by requests (`docs/events.md`). */
import type { Chapter } from '../../openapi/chapter.js';
import { json, parameter, ref, type Operation, type Parameter, type Schema } from '../../openapi/model.js';
import { anyBody, empty, faults, queryOf, success } from '../../openapi/routes/answers.js';
import {
  byName,
  COUNT,
  ID,
  ID_OR_NULL,
  list,
  partial,
  strict,
  TEXT,
  TIME,
  TIME_OR_NULL,
} from '../../openapi/schemas/shapes.js';
import { MAX_HOOK } from './hook-body.js';
import { MAX_ATTEMPTS, DEFAULT_ATTEMPTS } from './webhook-attempts.service.js';
import { MAX_HOOKS, MAX_OF_OWNER } from './webhooks.service.js';

const TAG = 'Webhooks';

const COMPARED: Schema = { type: ['string', 'number', 'boolean', 'null'] };

const SETTINGS = {
  events: {
    ...list({ ...TEXT, examples: ['applications.*'] }),
    ...{ minItems: 1, maxItems: MAX_HOOK.events },
    description: 'Of what it tells: `*`, `applications.*`, `*.deleted`, `applications.updated`.',
  },
  fields: {
    ...list(TEXT),
    maxItems: MAX_HOOK.fields,
    description: 'Updates count only where one of these columns or links changed; empty: all do.',
  },
  when: {
    ...list({
      type: 'object',
      properties: { field: TEXT, from: COMPARED, to: COMPARED },
      ...{ required: ['field'], minProperties: 2, additionalProperties: false },
    }),
    maxItems: MAX_HOOK.when,
    description: 'Conditions on the change itself, all of which must hold: what a column was, what it is, or both.',
  },
  filter: {
    ...byName(byName({ type: ['string', 'number', 'boolean', 'array'], items: TEXT })),
    description:
      'Filters of lists by the path of the kind, judged on the object as it is when it is told, on a deleted one as it was last.',
  },
  direct: { type: 'boolean', default: false, description: 'Leaves out changes of the other ends of links.' },
  payload: {
    ...{ enum: ['full', 'thin'], default: 'full' },
    description: '`thin`: without `object`, and of `changes` and `links` the names alone.',
  },
  batch: { ...ID, maximum: MAX_HOOK.batch, default: 1, description: 'Most events of a request.' },
  batch_wait: {
    ...{ ...COUNT, maximum: MAX_HOOK.wait, default: 0 },
    description: 'Seconds for which a request is held back that is not full.',
  },
  plain_json: { type: 'boolean', default: false, description: 'Sent as `application/json`.' },
  signature: {
    ...{ enum: ['v1', 'v1a'], default: 'v1' },
    description:
      '`v1`: HMAC-SHA256 with the secret; `v1a`: Ed25519, verified with the key of `/api/webhooks/{id}/key`.',
  },
};

const NAME_AND_URL = {
  name: { type: 'string', minLength: 1, maxLength: MAX_HOOK.name, description: 'Unique among those of its owner.' },
  url: {
    ...{ type: 'string', maxLength: MAX_HOOK.url, examples: ['https://hooks.example.org/map'] },
    description: 'Where it sends to: https and a public address, or what the setting `WEBHOOK_TARGETS` opens.',
  },
};

const SENT = {
  ...NAME_AND_URL,
  ...SETTINGS,
  headers: {
    ...byName({ oneOf: [{ type: 'string', maxLength: MAX_HOOK.header }, { const: true }] }),
    maxProperties: MAX_HOOK.headers,
    description:
      'Headers of its own for each request. Values are answered to nobody: `true` stands for the one that is stored.',
  },
  enabled: { type: 'boolean', default: true, description: 'False: paused.' },
  owner_id: { ...ID, 'x-resource': 'users', description: 'Whose rights it has; changed by Admin alone.' },
};

const example = {
  ...{
    name: 'Tickets',
    url: 'https://hooks.example.org/map',
    events: ['applications.*'],
    headers: { 'x-team': 'map' },
  },
};
const CREATE: Schema = { type: 'object', properties: SENT, required: ['name', 'url', 'events'], examples: [example] };
const UPDATE: Schema = { type: 'object', properties: SENT, examples: [{ batch: 20, batch_wait: 5 }] };

const CURSOR: Schema = { type: ['string', 'null'], maxLength: 64 };

const answered = {
  ...{ id: 4, owner_id: 3, name: 'Tickets', url: 'https://hooks.example.org/map', events: ['applications.*'] },
  ...{ fields: [], when: [], filter: {}, direct: false, payload: 'full', batch: 1, batch_wait: 0, plain_json: false },
  ...{ signature: 'v1', headers: { 'x-team': true }, enabled: true, state: 'ok' },
  ...{ position: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A', lag: 0, paused_reason: null },
  ...{ last_success_at: '2026-11-22T10:15:02.114Z', last_error: null, secret_set_at: '2026-11-20T08:00:00.000000Z' },
  ...{ created_at: '2026-11-20T08:00:00.000000Z', updated_at: '2026-11-20T08:00:00.000000Z' },
};
const MEMBERS = {
  ...{ id: ID, owner_id: { ...ID_OR_NULL, 'x-resource': 'users' }, ...NAME_AND_URL, ...SETTINGS },
  headers: { ...byName({ const: true }), description: 'Names of its headers; values are answered to nobody.' },
  enabled: { type: 'boolean' },
  state: { enum: ['ok', 'failing', 'paused'] },
  position: { ...CURSOR, description: 'The place up to which it has told; null where that was in another map.' },
  lag: { ...COUNT, description: 'Age in seconds of the oldest change that it has yet to look at.' },
  paused_reason: {
    enum: ['hand', 'failures', 'gone', 'closed-address', 'owner', 'secret', 'restored', null],
    description: 'Why it sends nothing.',
  },
  last_success_at: TIME_OR_NULL,
  last_error: { type: ['string', 'null'], description: 'What went wrong with the last attempt, where it did.' },
  ...{ secret_set_at: TIME_OR_NULL, created_at: TIME_OR_NULL, updated_at: TIME_OR_NULL },
};
const SECRET: Schema = {
  ...{ type: 'string', pattern: '^whsec_', examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] },
  description: 'By which receivers verify signatures. Told this once.',
};
const HOOK = strict(MEMBERS, {}, { examples: [answered] });
const HOOK_WITH_SECRET = strict(
  { ...MEMBERS, secret: SECRET },
  {},
  { examples: [{ ...answered, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }] },
);

const ERRORS = ['dns', 'refused', 'tls', 'timeout', 'closed-address', 'status', null];
const RESULT = strict({
  status: { type: ['string', 'null'], description: '`2xx`, `4xx` …; null where there was no answer.' },
  error: { enum: ERRORS },
  ms: COUNT,
});
const ATTEMPT = strict(
  {
    id: ID,
    delivery: { ...TEXT, description: 'The header `webhook-id`: the same for all attempts at a request.' },
    events: { ...COUNT, description: 'How many events the request held.' },
    status: { type: ['integer', 'null'] },
    ...{ error: { enum: ERRORS }, ms: COUNT, at: TIME },
  },
  { answer: { type: ['string', 'null'], description: 'How the answer began; for Admin alone.' } },
);
const DEAD = strict({
  id: ID,
  delivery: TEXT,
  events: list(strict({ id: TEXT, type: TEXT, subject: TEXT })),
  reason: { enum: ['refused', 'skipped'] },
  status: { type: ['integer', 'null'] },
  at: TIME,
});

const operation = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  operationId,
  tags: [TAG],
  ...details,
});

const ONE = success('The webhook.', ref('Webhook'));
const PART: readonly Parameter[] = [
  queryOf('limit', 'Most rows of the answer.', { ...ID, maximum: MAX_ATTEMPTS, default: DEFAULT_ATTEMPTS }),
  queryOf('before', 'Only rows before that with this id.', ID),
];

/** A route that changes how a hook goes on. */
const step = (operationId: string, summary: string, description: string, ...more: number[]): Operation =>
  operation(operationId, { summary, description, responses: { 200: ONE, ...faults(false, 404, ...more) } });

const paths = (): Chapter['paths'] => ({
  '/api/webhooks': {
    get: operation('listWebhooks', {
      summary: 'Webhooks',
      description: 'Those of the caller; of an Admin those of everybody.',
      responses: { 200: success('The webhooks, by name.', list(ref('Webhook'))), ...faults(false) },
    }),
    post: operation('createWebhook', {
      summary: 'Make a webhook',
      description:
        `It tells what happens from now on, as far as its owner may see it. Its secret is in this answer alone. One owner has ${MAX_OF_OWNER} at most, ` +
        `all together ${MAX_HOOKS}. An \`Idempotency-Key\` is not kept.`,
      requestBody: anyBody(ref('WebhookCreate')),
      responses: { 201: success('The webhook.', ref('WebhookWithSecret'), 'Location'), ...faults(true) },
    }),
  },
  '/api/webhooks/{id}': {
    parameters: [parameter('Id')],
    get: operation('getWebhook', {
      summary: 'One webhook',
      responses: { 200: success('The webhook.', strict({ data: ref('Webhook') })), ...faults(false, 404) },
    }),
    put: operation('replaceWebhook', {
      summary: 'Change a webhook',
      description: 'What is absent stays.',
      requestBody: anyBody(ref('WebhookUpdate')),
      responses: { 200: ONE, ...faults(true, 404, 409) },
    }),
    patch: operation('updateWebhook', {
      summary: 'Change part of a webhook',
      description: 'What is absent stays.',
      requestBody: anyBody(ref('WebhookUpdate')),
      responses: { 200: ONE, ...faults(true, 404, 409) },
    }),
    delete: operation('deleteWebhook', {
      summary: 'Delete a webhook',
      responses: { 204: empty('It is gone.'), ...faults(false, 404) },
    }),
  },
  '/api/webhooks/{id}/test': {
    parameters: [parameter('Id')],
    post: operation('testWebhook', {
      summary: 'Send a test event',
      description: 'Sends `meridian.webhook.test` now, and answers what became of it.',
      responses: { 200: success('What became of it.', RESULT), ...faults(false, 404, 409) },
    }),
  },
  '/api/webhooks/{id}/pause': {
    parameters: [parameter('Id')],
    post: step('pauseWebhook', 'Pause a webhook', 'It keeps its place: nothing is lost.'),
  },
  '/api/webhooks/{id}/resume': {
    parameters: [parameter('Id')],
    post: step('resumeWebhook', 'Let a webhook go on', 'From its place on, at once.', 409),
  },
  '/api/webhooks/{id}/seek': {
    parameters: [parameter('Id')],
    post: operation('seekWebhook', {
      summary: 'Let a webhook go on from another place',
      description: 'A cursor of the feed, `now`, `beginning`, or a moment.',
      requestBody: anyBody(ref('WebhookSeekUpdate')),
      responses: { 200: ONE, ...faults(true, 404, 410) },
    }),
  },
  '/api/webhooks/{id}/skip': {
    parameters: [parameter('Id')],
    post: step(
      'skipWebhookEvent',
      'Give up the event that blocks',
      'It is among the dead then. 409 where none blocks.',
      409,
    ),
  },
  '/api/webhooks/{id}/rotate-secret': {
    parameters: [parameter('Id')],
    post: operation('rotateWebhookSecret', {
      summary: 'Give a webhook a new secret',
      description:
        'For 24 hours the former one signs as well, unless the body says `immediately`. An `Idempotency-Key` is not kept.',
      requestBody: { ...anyBody(ref('WebhookRotationUpdate')), required: false },
      responses: { 200: success('The webhook.', ref('WebhookWithSecret')), ...faults(true, 404) },
    }),
  },
  '/api/webhooks/{id}/key': {
    parameters: [parameter('Id')],
    get: operation('getWebhookKey', {
      summary: 'Public keys of a webhook',
      description:
        'By which signatures `v1a` are verified: the present one, and for 24 hours after a rotation the former one.',
      responses: {
        200: success(
          'The keys: Ed25519, as Standard Webhooks writes them.',
          strict({ keys: list({ ...TEXT, pattern: '^whpk_' }) }),
        ),
        ...faults(false, 404, 409),
      },
    }),
  },
  '/api/webhooks/{id}/deliveries': {
    parameters: [parameter('Id')],
    get: operation('listWebhookDeliveries', {
      summary: 'Attempts of the last seven days',
      description: 'Newest first.',
      parameters: PART,
      responses: { 200: success('The attempts.', list(ATTEMPT)), ...faults(false, 400, 404) },
    }),
  },
  '/api/webhooks/{id}/dead': {
    parameters: [parameter('Id')],
    get: operation('listDeadWebhookEvents', {
      summary: 'Events that were given up',
      description: 'Newest first; kept for 30 days.',
      parameters: PART,
      responses: { 200: success('What was given up, request by request.', list(DEAD)), ...faults(false, 400, 404) },
    }),
  },
  '/api/webhooks/{id}/dead/{deadId}/redeliver': {
    parameters: [
      parameter('Id'),
      {
        name: 'deadId',
        in: 'path',
        required: true,
        description: 'Id of what was given up.',
        schema: { ...ID, examples: [1] },
      },
    ],
    post: operation('redeliverWebhookEvent', {
      summary: 'Send again what was given up',
      description:
        'Under the same `webhook-id`, as far as the owner may see it now. Once it was taken it is no longer dead.',
      responses: { 200: success('What became of it.', RESULT), ...faults(false, 404, 409) },
    }),
  },
});

const header = (name: string, description: string): Parameter => ({
  ...{ name, in: 'header', required: true, description },
  schema: TEXT,
});

/** What receivers get. */
const delivery: Operation = operation('receiveChange', {
  summary: 'Changes, as webhooks send them',
  description:
    'At least once, in the order of the feed. The headers are those of Standard Webhooks 1.0: verify the signature over `id.timestamp.body` before the body ' +
    'is believed, and answer 2xx once it is kept. What comes again has the same `webhook-id`.',
  security: [],
  parameters: [
    header('webhook-id', 'The same for all attempts at a request.'),
    header('webhook-timestamp', 'Of the attempt: seconds since 1970.'),
    header('webhook-signature', '`v1,` and the HMAC-SHA256 in base64; several parted by blanks.'),
  ],
  requestBody: {
    required: true,
    content: {
      'application/cloudevents+json': json(ref('Change'))['application/json']!,
      'application/cloudevents-batch+json': json(list(ref('Change')))['application/json']!,
    },
  },
  responses: {
    '2XX': { description: 'It was taken: the next one follows.' },
    410: { description: 'Nobody is here any more: the webhook is paused.' },
  },
});

export const webhooks = (): Chapter => ({
  tags: [{ name: TAG, description: 'Requests to programs for what happens in the map.' }],
  paths: paths()!,
  webhooks: { change: { post: delivery } },
  schemas: {
    Webhook: HOOK,
    WebhookWithSecret: HOOK_WITH_SECRET,
    WebhookCreate: CREATE,
    WebhookUpdate: UPDATE,
    WebhookSeekUpdate: {
      ...{ type: 'object', properties: { to: { ...TEXT, maxLength: 64 } }, required: ['to'] },
      examples: [{ to: '2026-11-22T10:15:00Z' }],
    },
    WebhookRotationUpdate: partial(
      { immediately: { type: 'boolean', default: false } },
      { examples: [{ immediately: true }] },
    ),
  },
});
