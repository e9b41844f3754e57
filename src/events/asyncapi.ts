/**
 * The AsyncAPI document: the feed, the stream and the deliveries of webhooks, with a message for each kind of object and action (events 6).
 * Objects are described by the OpenAPI document, to which it refers.
 */
import { snake } from '../core/text/naming.js';
import { version } from '../core/version.js';
import { registry, type ResourceModel } from '../engine/index.js';
import { exampleOf } from '../openapi/examples.js';
import type { Schema } from '../openapi/model.js';
import { schemaNames } from '../openapi/schemas/objects.js';
import { strict, TEXT } from '../openapi/schemas/shapes.js';
import { titleOf } from '../openapi/titles.js';
import { ACTIONS, type Action } from './entry.js';
import { CHANGE, DATA } from './events.openapi.js';
import { OTHER_KINDS, type OtherAction, type OtherKind } from './other-events.js';
import { ALL_OTHERS } from './parameters.js';
import { isTold } from './reader.js';
import { schemaAddress } from './settings.js';

const OBJECTS = './openapi.json#/components/schemas/';
const CLOUD_EVENT = 'application/cloudevents+json';

interface Message {
  name: string;
  title: string;
  contentType: string;
  payload: Schema;
  examples: readonly Schema[];
}

/** The document of a server that is reached at `source`. */
export function asyncApi(source: string): object {
  const resources = registry.all().filter(isTold);
  const ofObjects = Object.fromEntries(
    resources.flatMap((resource) => ACTIONS.map((action) => messageOf(resource, action, source))),
  );
  const ofOthers = Object.fromEntries(
    ALL_OTHERS.flatMap((kind) => OTHER_KINDS[kind].map((action) => otherMessage(kind, action, source))),
  );
  const deliveries = deliveryMessages(source);
  const changes = { ...ofObjects, ...ofOthers };
  const { host, protocol } = new URL(source);
  const messages = { ...changes, ...STREAM_MESSAGES, ...deliveries };
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Events of Meridian',
      version: version(),
      description:
        'What happens in the map, as CloudEvents 1.0. The same text goes over the feed, the stream and webhooks; each is kept to the rights of its reader.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      meridian: {
        ...{ host, protocol: protocol.slice(0, -1), description: 'The server that this document comes from.' },
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      feed: channel('/api/changes', 'The feed: read on from a cursor.', Object.keys(changes)),
      stream: channel('/api/changes/stream', 'Server-sent events, as they happen.', [
        ...Object.keys(changes),
        ...Object.keys(STREAM_MESSAGES),
      ]),
      webhooks: {
        ...channel(null, 'Deliveries to the address of each webhook, in the order of the feed, at least once.', [
          ...Object.keys(changes),
          ...Object.keys(deliveries),
        ]),
        servers: [],
      },
    },
    operations: {
      readFeed: operation('feed', 'GET', 'What changed since a cursor: its answer holds the events in `changes`.'),
      followStream: operation('stream', 'GET', 'What changes, as it happens.'),
      deliver: {
        ...operation('webhooks', 'POST', 'A delivery; with `batch` several events in a list, as `…-batch+json`.'),
        traits: [{ $ref: '#/components/operationTraits/signed' }],
      },
    },
    components: {
      messages,
      schemas: { Change: inDraft7(DATA), Event: inDraft7(CHANGE), DeliveryHeaders: DELIVERY_HEADERS },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      operationTraits: { signed: { description: SIGNATURE } },
    },
  };
}

const SIGNATURE =
  'Signed as Standard Webhooks 1.0 has it: HMAC-SHA256 under the secret of the webhook over `id.timestamp.body`.';

const DELIVERY_HEADERS: Schema = {
  type: 'object',
  properties: {
    'webhook-id': { ...TEXT, description: 'The same on every attempt.' },
    'webhook-timestamp': { ...TEXT, description: 'Of the attempt, in seconds since 1970.' },
    'webhook-signature': { ...TEXT, description: '`v1,` and the signature; several, while a secret is changed.' },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

const channel = (address: string | null, description: string, names: readonly string[]): object => ({
  address,
  description,
  messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
});

const operation = (name: string, method: string, summary: string): object => ({
  ...{ action: 'send', channel: { $ref: `#/channels/${name}` }, summary },
  bindings: { http: { method, bindingVersion: '0.3.0' } },
});

/** The name of a message among the components. */
const nameOf = ({ path }: ResourceModel, action: Action): string => `${snake(path)}.${action}`;

function messageOf(resource: ResourceModel, action: Action, source: string): [string, Message] {
  const name = nameOf(resource, action);
  const type = `meridian.${name}`;
  const object = ['created', 'restored', 'deleted'].includes(action) ? { object: objectOf(resource) } : {};
  const data = { properties: { resource: { const: resource.path }, action: { const: action }, ...object } };
  const said = Object.keys(object).length ? { ...data, required: ['object'] } : data;
  return [
    name,
    {
      name: type,
      title: `${titleOf(resource)}: ${action}`,
      contentType: CLOUD_EVENT,
      payload: {
        allOf: [
          { $ref: '#/components/schemas/Event' },
          { type: 'object', properties: { type: { const: type }, data: said } },
        ],
      },
      examples: [{ name, payload: exampleEvent(resource, action, source) }],
    },
  ];
}

/** What an event that is none of an object says of it, and one such event: of what, with which name, about which object of the map. */
interface Other {
  title: string;
  schema: Schema;
  id: number;
  name: string;
  object: (action: OtherAction) => Schema;
  origin: { resource: string; id: number };
}

/** What happened to something that is no object of the map. */
function otherMessage(kind: OtherKind, action: OtherAction, source: string): [string, Message] {
  const { title, schema, id, name, object, origin } = OTHERS[kind];
  const type = `meridian.${kind}.${action}`;
  const transaction = '0b0c2a52-8f0e-4b57-9a1e-6f0d6b1d2c11';
  const data = {
    properties: { resource: { const: kind }, action: { const: action }, object: schema },
    required: ['object'],
  };
  const example = {
    ...{ specversion: '1.0', id: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A', source, type, subject: `${kind}/${id}` },
    ...{ time: '2026-11-22T10:15:02.114Z', datacontenttype: 'application/json', dataschema: schemaAddress(source) },
    ...{ recordedtime: '2026-11-22T10:15:02.114Z', authtype: 'system', correlationid: transaction },
    data: {
      ...{ resource: kind, id, action, name, updated_at: null, object: object(action) },
      by: { user_id: null, via: 'system' },
      ...{ reason: null, request_id: null, transaction, origin },
    },
  };
  return [
    `${kind}.${action}`,
    {
      ...{ name: type, title: `${title}: ${action}`, contentType: CLOUD_EVENT },
      payload: {
        allOf: [
          { $ref: '#/components/schemas/Event' },
          { type: 'object', properties: { type: { const: type }, data } },
        ],
      },
      examples: [{ name: `${kind}.${action}`, payload: example }],
    },
  ];
}

const OTHERS: Readonly<Record<OtherKind, Other>> = {
  findings: {
    title: 'Findings',
    schema: strict(
      { check: TEXT, severity: TEXT, type: TEXT, object_id: { type: 'integer' } },
      { accepted_until: TEXT, accepted_reason: TEXT },
    ),
    ...{ id: 12, name: 'Mail', origin: { resource: 'certificates', id: 4 } },
    object: (action) => ({
      ...{ check: 'certificates-end', severity: 'high', type: 'certificates', object_id: 4 },
      ...(action === 'accepted' && {
        ...{ accepted_until: '2027-03-31', accepted_reason: 'The supplier delivers in March.' },
      }),
    }),
  },
  vulnerabilities: {
    title: 'Vulnerabilities',
    schema: strict({ cve: TEXT, score: { type: ['number', 'null'] }, type: TEXT, object_id: { type: 'integer' } }),
    ...{ id: 31, name: 'Billing', origin: { resource: 'applications', id: 7 } },
    object: () => ({ cve: 'CVE-2021-44228', score: 10, type: 'applications', object_id: 7 }),
  },
};

/** Whole where the reader may see links; without them otherwise. */
const objectOf = (resource: ResourceModel): Schema => {
  const { whole, row } = schemaNames(resource);
  return { anyOf: [{ $ref: `${OBJECTS}${whole}` }, { $ref: `${OBJECTS}${row}` }] };
};

function exampleEvent(resource: ResourceModel, action: Action, source: string): Schema {
  const object = exampleOf(resource);
  const id = object['id'];
  const { path, label } = resource;
  const transaction = '0b0c2a52-8f0e-4b57-9a1e-6f0d6b1d2c11';
  const column = label ?? resource.fields.find(({ hidden, kind }) => !hidden && kind !== 'id')!.name;
  return {
    ...{
      specversion: '1.0',
      id: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A',
      source,
      type: `meridian.${nameOf(resource, action)}`,
    },
    ...{ subject: `${path}/${String(id)}`, time: '2026-11-22T10:15:02.114Z', datacontenttype: 'application/json' },
    ...{ dataschema: schemaAddress(source), recordedtime: '2026-11-22T10:15:02.180Z', authtype: 'user' },
    correlationid: transaction,
    data: {
      ...{ resource: path, id, action, name: label === null ? null : object[label] },
      updated_at: '2026-11-22T10:15:02.000000Z',
      ...(action === 'updated' ? { changes: { [column]: [null, object[column]] }, links: {} } : { object }),
      by: { user_id: 3, via: 'api' },
      ...{ reason: null, request_id: '4f0c2a', transaction, origin: null },
    },
  };
}

const STREAM_MESSAGES: Readonly<Record<string, Message>> = Object.fromEntries(
  (
    [
      ['cursor', 'Nothing came for a while: the newest place is the id.', { const: '' }, ''],
      ['reset', 'What you may see changed: compare what you hold with the lists.', { type: 'string' }, '{}'],
      [
        'end',
        'The stream ends; come back with `Last-Event-ID`.',
        strict({ reason: { enum: ['token', 'rights', 'shutdown', 'slow'] } }),
        { reason: 'shutdown' },
      ],
    ] as const
  ).map(([name, title, payload, example]) => [
    `stream.${name}`,
    { name, title, contentType: 'text/event-stream', payload, examples: [{ name, payload: example }] as never },
  ]),
);

function deliveryMessages(source: string): Record<string, Message> {
  const head = {
    ...{ specversion: '1.0', id: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A', source },
    ...{ time: '2026-11-22T10:15:02.114Z', datacontenttype: 'application/json' },
  };
  const own = (name: string, title: string, data: Schema, example: Schema): [string, Message] => [
    `webhook.${name}`,
    {
      ...{ name: `meridian.${name}`, title, contentType: CLOUD_EVENT },
      payload: {
        type: 'object',
        properties: { specversion: { const: '1.0' }, type: { const: `meridian.${name}` }, data },
        required: ['specversion', 'id', 'source', 'type', 'data'],
      },
      examples: [{ name, payload: { ...head, type: `meridian.${name}`, data: example } }],
    },
  ];
  const gap = { type: 'object', properties: { from: TEXT, to: TEXT } };
  return Object.fromEntries([
    own('webhook.test', 'A delivery that was asked for as a test.', { type: 'object' }, {}),
    own('feed.gap', 'Changes between these places are not kept any more.', gap, {
      ...{ from: 'k3v9xm.Q2pVn0yqTg5mB3xW1sLr8A', to: 'k3v9xm.8Y1zv0yqTg5mB3xW1sLr8A' },
    }),
  ]);
}

/** Where schemas of AsyncAPI differ from those of OpenAPI 3.1: examples stand with messages. */
function inDraft7({ examples: _, ...schema }: Schema): Schema {
  return schema;
}
