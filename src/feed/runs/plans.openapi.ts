/** Plans and runs of feeding (`docs/feeding.md`). */
import { CONNECTORS } from '../connectors/index.js';
import { ACTIONS, LEVELS } from '../plan/changes.js';
import { RUN_STATES } from './runs.js';
import { PLAN_STATES } from './stored-plan.js';
import {
  json,
  parameter,
  ref,
  type Answer,
  type Content,
  type Operation,
  type Parameter,
  type Schema,
} from '../../openapi/model.js';
import type { Chapter } from '../../openapi/chapter.js';
import { problemMembers, problemProperties } from '../../openapi/schemas/shared.js';
import { empty, faults, FILE, queryOf, success } from '../../openapi/routes/answers.js';
import { FEEDING } from '../sources/sources.openapi.js';
import { TOOLS } from './connectors.openapi.js';
import {
  byName,
  COUNT,
  ID,
  ID_OR_NULL,
  list,
  partial,
  strict,
  TEXT,
  TIME_OR_NULL,
} from '../../openapi/schemas/shapes.js';

const COUNTS: Schema = strict({
  items: COUNT,
  ...Object.fromEntries(ACTIONS.map((action) => [action, COUNT])),
  ...{ unchanged: COUNT, missing: COUNT, adopted: COUNT, skipped: COUNT, kept: COUNT, kept_new: COUNT },
  ...{ warnings: COUNT, errors: COUNT },
});

const WORD: Schema = { ...TEXT, description: 'The word that the pair is to carry, such as `down`.' };
const SHOWN: Schema = {
  oneOf: [
    strict({ id: ID, name: TEXT }, { word: WORD, before: { ...TEXT, description: 'The word that the pair carries.' } }),
    strict({ new: { const: true }, name: TEXT }, { id: ID, word: WORD }),
    strict({ hidden: { const: true } }),
  ],
  description:
    'An object of the map, one that the plan makes (its id once it is made), or one of a type that the reader may not list.',
};

const CHANGE: Schema = strict(
  {
    n: { ...ID, description: 'Its place in the plan.' },
    action: { type: 'string', enum: [...ACTIONS] },
    type: { type: 'string', description: 'Path of its type.' },
    name: TEXT,
    set: { ...byName(list({})), description: 'What stands, and what is to stand, by column.' },
  },
  {
    id: ID,
    ref: TEXT,
    by: { type: 'string', description: 'How its object was found: id, ref, ext_refs or a rule.' },
    missing: { const: true, description: 'Staleness made it.' },
    links: byName(
      strict(
        { add: list(SHOWN), remove: list(SHOWN) },
        { change: { ...list(SHOWN), description: 'Pairs that stay, and are to carry another word.' } },
      ),
    ),
    from: { ...byName(TEXT), description: 'By column the source whose value stands now.' },
  },
);

const FINDING: Schema = strict(
  { level: { type: 'string', enum: [...LEVELS] }, code: TEXT, message: TEXT },
  {
    item: { ...ID, description: 'The number of the item in the document.' },
    ...{ type: TEXT, ref: TEXT, id: ID, field: TEXT, said: {}, stored: {} },
    name: { type: 'string', description: 'Of an object that goes missing, which no item names.' },
    by: { type: 'string', description: 'The source that outranks.' },
    ...{ with: list(ID), candidates: list(ID) },
    of: { type: 'string', description: 'The kind of `candidates`, where it is another one.' },
    fits: { ...COUNT, description: 'How many objects fit, where they are more than `candidates`.' },
    more: { ...COUNT, description: 'In place of so many findings of its level, code and type, which are not kept.' },
    new: { type: 'boolean', description: 'It was not kept in the last run of the item.' },
  },
);

const BLOCKED: Schema = {
  ...list(
    strict(
      { code: { type: 'string', enum: ['errors', 'missing-guard', 'adopted', 'empty', 'older'] } },
      { missing: COUNT, of: COUNT, adopted: COUNT },
    ),
  ),
  description: 'Why nothing of it can be applied; empty where it can.',
};
const PROGRESS: Schema = {
  ...strict({
    phase: { type: 'string', enum: ['reading', 'planning', 'applying'] },
    done: COUNT,
    of: { ...COUNT, type: ['integer', 'null'] },
  }),
  type: ['object', 'null'],
};
const MOVED: Schema = list(
  strict(
    { type: TEXT, id: ID_OR_NULL, name: TEXT, field: { type: ['string', 'null'] }, expected: {}, stored: {} },
    { message: { ...TEXT, description: 'The rule of the map that refuses it now.' } },
  ),
);

const HEAD = { source: TEXT, scope: TEXT, mode: { type: 'string', enum: ['delta', 'full'] } };
const PRECEDENCE = { precedence: COUNT };
const HIDDEN = {
  hidden: { ...COUNT, description: 'Changes, findings and what has moved, of types that the reader may not list.' },
};
const FIRST = {
  changes: { ...list(ref('FeedChange')), description: 'The first 100; fewer where they are more than 1 MiB.' },
  findings: { ...list(ref('FeedFinding')), description: 'The first 100; fewer where they are more than 1 MiB.' },
};

const PLAN_HEAD: Schema = {
  id: { type: 'string', examples: ['pl_k3v6m2qo7x5a4yzt6h3w5nrbcd'] },
  ...HEAD,
  state: { type: 'string', enum: ['ready', 'blocked', 'applied', 'stale'] },
  ...{ blocked: BLOCKED, counts: COUNTS, ...PRECEDENCE, options: { type: 'object' } },
  observed_at: { type: ['string', 'null'] },
  ...{ progress: PROGRESS, created_at: TIME_OR_NULL, expires_at: TIME_OR_NULL, user_id: ID_OR_NULL },
  run: { ...ID_OR_NULL, description: 'The run that applied it.' },
  ...HIDDEN,
};
const PLAN_MORE: Schema = {
  message: { type: 'string', description: 'Why it is blocked.' },
  moved: { ...MOVED, description: 'What had moved when it was to be applied.' },
};
const WORKING: Schema = strict({ id: TEXT, state: { const: 'working' }, progress: PROGRESS }, { ...HEAD });
const PLAN: Schema = { oneOf: [strict({ ...PLAN_HEAD, ...FIRST }, PLAN_MORE), WORKING] };

const RUN_HEAD: Schema = {
  ...{ id: ID, ...HEAD },
  state: { type: 'string', enum: [...RUN_STATES] },
  plan: { type: ['string', 'null'], description: 'The identity of its plan.' },
  ...{ blocked: BLOCKED, counts: { oneOf: [COUNTS, strict({})] }, ...PRECEDENCE, user_id: ID_OR_NULL },
  observed_at: { type: ['string', 'null'] },
  ...{ started_at: TIME_OR_NULL, finished_at: TIME_OR_NULL, ...HIDDEN },
  undoes: { ...ID_OR_NULL, description: 'The run that this one took back.' },
  undone_by: { ...ID_OR_NULL, description: 'The run that took this one back.' },
};
const RUN_MORE: Schema = {
  message: { type: 'string', description: 'Why nothing was stored.' },
  moved: {
    ...MOVED,
    description:
      'What had moved when it was to be applied in the background; of a run that undid another what it left.',
  },
  progress: PROGRESS,
  undoable: {
    type: 'boolean',
    description: 'Of one run: it can be undone, since what stood before it is kept and its source is there.',
  },
};
const RUN: Schema = strict(RUN_HEAD, { ...RUN_MORE, ...FIRST });
const DRY_RUN: Schema = strict({
  ...{ id: TEXT, ...HEAD, state: { type: 'string', enum: ['ready', 'blocked'] }, blocked: BLOCKED, counts: COUNTS },
  ...{ ...PRECEDENCE, ...FIRST },
});

const UNDO: Schema = {
  ...partial({
    conflicts: {
      ...{ type: 'string', enum: ['stop', 'skip'], default: 'stop' },
      description: '`skip`: what has moved since the run is left as it is.',
    },
  }),
  examples: [{ conflicts: 'skip' }],
};
const UNDO_PLAN: Schema = strict({
  ...{ ...HEAD, state: { const: 'ready' }, counts: COUNTS },
  undoes: { ...ID, description: 'The run that would be taken back.' },
  moved: { ...MOVED, description: 'What has moved since, and would be left: the first 100.' },
  ...{ ...HIDDEN, ...FIRST },
});

const PLAN_ID: Parameter = { name: 'id', in: 'path', required: true, schema: TEXT, description: 'The id of a plan.' };
const RUN_ID: Parameter = { name: 'id', in: 'path', required: true, schema: ID, description: 'The id of a run.' };

const paging = [
  queryOf('page[size]', 'How many are answered.', { ...ID, maximum: 1000, default: 100 }),
  queryOf('page[after]', 'What the link to the next page says.', TEXT),
];
const PREFER: Parameter = {
  ...{ name: 'Prefer', in: 'header', required: false, schema: { type: 'string', examples: ['respond-async'] } },
  description: '`respond-async`: 202 as soon as what is sent is read; the work goes on, and `Location` tells of it.',
};

const KEY = parameter('IdempotencyKey');

/** A document, or a file of a tool. */
const body: { required: boolean; content: Content } = {
  required: true,
  content: {
    ...json({
      type: 'object',
      description: 'The document: what it says of itself, and `items`.',
      properties: {
        feed: { const: 1 },
        ...HEAD,
        observed_at: { type: 'string', format: 'date-time' },
        options: { type: 'object' },
        items: list({
          type: 'object',
          properties: { type: TEXT, ref: TEXT, set: { type: 'object' } },
          required: ['type', 'set'],
        }),
      },
      required: ['feed', 'source', 'items'],
      examples: [
        {
          ...{ feed: 1, source: 'VCENTER' },
          items: [
            { type: 'logical-servers', ref: 'vm-1001', set: { name: 'SRV-WEB-01', operating_system: 'Debian 12' } },
          ],
        },
      ],
    }),
    'application/x-ndjson': {
      schema: { type: 'string', description: 'The document without `items`, an item a line, `{"end": n}`.' },
      example:
        '{"feed": 1, "source": "VCENTER"}\n' +
        '{"type": "logical-servers", "ref": "vm-1001", "set": {"name": "SRV-WEB-01"}}\n' +
        '{"end": 1}\n',
    },
    'application/octet-stream': {
      schema: { ...FILE, description: 'With `?as=`: a file of that kind.' },
      example: '<?xml version="1.0"?>\n<nmaprun scanner="nmap">…</nmaprun>\n',
    },
    'multipart/form-data': {
      schema: strict(
        { file: { ...FILE, description: 'With `?as=`: a file of that kind.' } },
        {
          map: { ...TEXT, description: 'Of rows: the mapping, as JSON or YAML.' },
          ...Object.fromEntries(
            ['source', 'scope', 'mode', 'options'].map((name) => [
              name,
              { ...TEXT, description: `As \`${name}\` of the address.` },
            ]),
          ),
        },
      ),
      example: {
        file: 'Code;Site\nN;North hall\n',
        map: 'rows: [{ type: sites, ref: "${Code}", set: { name: "${Site}" } }]',
      },
    },
  },
};
const tool = [
  {
    ...queryOf('as', 'The body is a file of this kind.', { type: 'string', enum: [...CONNECTORS.keys()] }),
    'x-choices': TOOLS,
  },
  queryOf('source', 'With `as`: the name of the source.', TEXT),
  queryOf('scope', 'With `as`: the scope.', TEXT),
  queryOf('mode', 'With `as`: the mode.', { type: 'string', enum: ['delta', 'full'] }),
  queryOf('options', 'With `as`: the options as JSON.', TEXT),
];

const data = (schema: Schema): Schema => strict({ data: schema });
const later = success('Under way.', data({ oneOf: [WORKING, strict(RUN_HEAD, RUN_MORE)] }), 'Location');

/** The same as people read it on a terminal, for whoever accepts `text/plain`. */
const printed = (answer: Answer): Answer => ({
  ...answer,
  content: { ...answer.content, 'text/plain': { schema: TEXT } },
});

/** 409 and 422, with what is told beside them. */
const REFUSALS = {
  409: { $ref: '#/components/responses/FeedMoved' },
  422: { $ref: '#/components/responses/FeedRefused' },
};

const operation = (
  operationId: string,
  summary: string,
  more: Omit<Operation, 'operationId' | 'summary' | 'tags'>,
): Operation => ({
  ...{ operationId, tags: [FEEDING], summary },
  ...more,
});

const feedPlan = (): Operation =>
  operation('planFeed', 'Plan what a document means', {
    description:
      'Tells what would be stored; nothing is. The same document on the same map gives the same plan. Types that it names or points to ' +
      'need `<key>_access`.',
    parameters: [...tool, PREFER, KEY],
    requestBody: body,
    responses: {
      201: success('The plan.', data(ref('FeedPlan')), 'Location'),
      200: success('The plan, which the same document gave before.', data(ref('FeedPlan')), 'Location'),
      202: later,
      ...faults(true, 404, 413),
      ...REFUSALS,
    },
  });

const feedRun = (): Operation =>
  operation('runFeed', 'Plan a document and apply it', {
    description:
      'All of it is stored in one transaction, or nothing. 422 with `run`, `counts`, `blocked` and the errors where nothing may be stored; ' +
      '409 with what has moved where the map kept changing.',
    parameters: [
      queryOf('dry_run', '`1`: the plan alone, which is not kept.', { type: 'string', enum: ['0', '1'] }),
      ...tool,
      PREFER,
      KEY,
    ],
    requestBody: body,
    responses: {
      200: success('The run, or with `dry_run` the plan.', data({ oneOf: [RUN, DRY_RUN] }), 'Location'),
      202: later,
      ...faults(true, 404, 413),
      ...REFUSALS,
    },
  });

const undoRun = (): Operation =>
  operation('undoRun', 'Undo a run', {
    description:
      'In one transaction: objects that it made go, what it changed is as before it, and so is what the source says. What has moved since ' +
      'is told with 409 and `moved`; with `conflicts: skip` it is left, and the rest goes back. That is a run of its own, named in ' +
      '`undone_by`. Needs the rights of its changes. 410 once what stood before it is no longer kept (`FEED_HISTORY_DAYS`).',
    parameters: [
      queryOf('dry_run', '`1`: what would go back, and what has moved. Nothing is stored.', {
        type: 'string',
        enum: ['0', '1'],
      }),
      KEY,
    ],
    requestBody: { required: false, content: json(ref('FeedUndo')) },
    responses: {
      200: success(
        'The run that took it back, or with `dry_run` what it would do.',
        data({ oneOf: [RUN, UNDO_PLAN] }),
        'Location',
      ),
      ...faults(true, 404, 410),
      409: REFUSALS[409],
    },
  });

const changesOf = (of: 'Plan' | 'Run'): Operation =>
  operation(`list${of}Changes`, `The changes of a ${of.toLowerCase()}`, {
    parameters: [
      queryOf('action', 'These alone.', { type: 'string', enum: [...ACTIONS] }),
      queryOf('type', 'Of this type alone.', TEXT),
      queryOf('by', 'Objects that were found by this rule alone, such as `host`.', TEXT),
      ...paging,
    ],
    responses: { 200: success('The changes.', list(ref('FeedChange')), 'Link'), ...faults(false, 404, 422) },
  });
const findingsOf = (of: 'Plan' | 'Run'): Operation =>
  operation(`list${of}Findings`, `The findings of a ${of.toLowerCase()}`, {
    parameters: [
      queryOf('level', 'These alone.', { type: 'string', enum: [...LEVELS] }),
      queryOf('code', 'These alone.', TEXT),
      queryOf('type', 'Of this type alone.', TEXT),
      ...paging,
    ],
    responses: { 200: success('The findings.', list(ref('FeedFinding')), 'Link'), ...faults(false, 404, 422) },
  });

const listOf = (operationId: string, what: string, states: readonly string[], item: Schema): Operation =>
  operation(operationId, `List ${what}`, {
    description: 'The newest first.',
    parameters: [
      queryOf('source', 'Of this source alone.', TEXT),
      queryOf('state', 'In this state alone.', { type: 'string', enum: [...states] }),
      ...paging,
    ],
    responses: { 200: success(`The ${what}.`, list(item), 'Link'), ...faults(false, 422) },
  });

/** A refusal with what is told beside it. */
const refusal = (description: string, more: Schema): Schema => ({
  ...{ type: 'object', description, properties: { ...problemProperties, ...more } },
  ...{ required: problemMembers, additionalProperties: false },
});

export const feedPlans = (): Chapter => ({
  tags: [],
  schemas: {
    ...{ FeedPlan: PLAN, FeedChange: CHANGE, FeedFinding: FINDING, FeedUndo: UNDO },
    FeedMoved: refusal('What is no longer as the plan shows it, or as the run left it.', { moved: MOVED, ...HIDDEN }),
    FeedRefused: refusal('Why nothing of a feed is stored.', {
      ...{ errors: byName(list(TEXT)), run: ID, counts: COUNTS, blocked: BLOCKED, findings: list(ref('FeedFinding')) },
    }),
  },
  paths: {
    '/api/feed/plans': {
      post: feedPlan(),
      get: listOf('listPlans', 'plans', PLAN_STATES, strict(PLAN_HEAD, PLAN_MORE)),
    },
    '/api/feed/plans/{id}': {
      parameters: [PLAN_ID],
      get: operation('readPlan', 'Read a plan', {
        responses: { 200: printed(success('The plan.', data(ref('FeedPlan')))), ...faults(false, 404, 409, 422) },
      }),
      delete: operation('discardPlan', 'Discard a plan', {
        description: 'One’s own; with `feed_delete` anybody’s.',
        responses: { 204: empty('Discarded.'), ...faults(false, 404) },
      }),
    },
    '/api/feed/plans/{id}/changes': { parameters: [PLAN_ID], get: changesOf('Plan') },
    '/api/feed/plans/{id}/findings': { parameters: [PLAN_ID], get: findingsOf('Plan') },
    '/api/feed/plans/{id}/apply': {
      parameters: [PLAN_ID],
      post: operation('applyPlan', 'Apply a plan', {
        description:
          'Stores exactly what the plan shows, in one transaction; 409 with `moved` where anything that it changes is no longer as shown. ' +
          'Applied again it answers with the same run.',
        parameters: [PREFER, KEY],
        responses: { 200: success('The run.', data(RUN)), 202: later, ...faults(false, 404), ...REFUSALS },
      }),
    },
    '/api/feed/runs': { post: feedRun(), get: listOf('listRuns', 'runs', RUN_STATES, strict(RUN_HEAD, RUN_MORE)) },
    '/api/feed/runs/{id}': {
      parameters: [RUN_ID],
      get: operation('readRun', 'Read a run', {
        responses: { 200: printed(success('The run.', data(RUN))), ...faults(false, 404) },
      }),
    },
    '/api/feed/runs/{id}/undo': { parameters: [RUN_ID], post: undoRun() },
    '/api/feed/runs/{id}/changes': { parameters: [RUN_ID], get: changesOf('Run') },
    '/api/feed/runs/{id}/findings': { parameters: [RUN_ID], get: findingsOf('Run') },
  },
});
