/** Sources of feeding: the tools whose names stand before what they say (`docs/feeding.md`). */
import { CONNECTORS } from '../connectors/index.js';
import { RULES } from '../document/shape.js';
import { RUN_STATES } from '../runs/runs.js';
import { json, parameter, ref, type Operation, type Parameter, type Schema } from '../../openapi/model.js';
import type { Chapter } from '../../openapi/chapter.js';
import { empty, faults, queryOf, success } from '../../openapi/routes/answers.js';
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

export const FEEDING = 'Feeding';

const PRECEDENCE: Schema = { type: 'integer', minimum: 0, maximum: 99 };
const IDENTIFY: Schema = byName(list({ type: 'string', enum: [...RULES] }));
const MISSING = {
  do: { type: 'string', enum: ['keep', 'mark', 'delete'], default: 'keep' },
  runs: {
    ...ID,
    maximum: 1000,
    default: 2,
    description: 'Full runs in a row that miss an object before it is deleted.',
  },
};

const SETTINGS = {
  precedence: { ...PRECEDENCE, default: 50, description: 'Of two sources the value of the higher one stands.' },
  rules: {
    ...list(
      partial({
        types: { ...list(TEXT), description: 'Paths of types; without them all.' },
        fields: { ...list(TEXT), description: 'Columns and links; without them all.' },
        precedence: PRECEDENCE,
        hand: { type: 'string', enum: ['yields', 'stands'], description: 'Whether values of people give way.' },
        ignore: { type: 'boolean', description: 'The source says nothing of these fields.' },
      }),
    ),
    maxItems: 64,
    description: 'Of each member the last rule that fits wins.',
  },
  identify: { ...IDENTIFY, description: 'By type, how its objects are recognised.' },
  missing: partial(
    {
      ...MISSING,
      fields: { ...byName({ type: 'object' }), description: 'By type the values that mark an object as missing.' },
      types: { ...byName(partial(MISSING)), description: 'What differs for a type.' },
    },
    { description: 'What becomes of objects that the source no longer reports.' },
  ),
  guard: partial(
    {
      percent: { type: 'integer', minimum: 0, maximum: 100, default: 20 },
      least: { ...COUNT, default: 5 },
      adopt: { ...COUNT, default: 20 },
    },
    {
      description:
        'A run that misses more than this share, and more than so many, is blocked; so is one that adopts more than `adopt` objects by an address, a hardware address or the first part of a name alone.',
    },
  ),
  perimeter_id: {
    ...{ ...ID, 'x-resource': 'perimeters' },
    description:
      'Where the map has homes: the perimeter that it feeds. Without it that of whoever makes the source, or the first.',
  },
  feeders: { ...list({ ...ID, 'x-resource': 'users' }), description: 'Who may feed it; without them whoever made it.' },
  expected_every: {
    ...{ type: 'string', pattern: '^[1-9][0-9]{0,3}[mhd]$', examples: ['26h'] },
    description: 'How long may lie between two runs, in minutes, hours or days.',
  },
  as: { type: 'string', enum: [...CONNECTORS.keys()], description: 'The connector that reads its files.' },
  map: {
    oneOf: [{ type: 'object' }, TEXT],
    description: 'The mapping of its rows, or the name of one that comes along.',
  },
  opt: { ...byName(TEXT), description: 'Options of the connector.' },
  options: { type: 'object', description: 'Options of its documents, where these say nothing.' },
};

const EXAMPLE = {
  precedence: 60,
  rules: [{ types: ['workstations'], fields: ['operating_system'], precedence: 90 }],
  missing: { do: 'mark', fields: { 'logical-servers': { active: 0 } } },
  expected_every: '26h',
};

/** All of them may be null, too: then they go. */
const UPDATE: Schema = {
  ...partial(
    Object.fromEntries(Object.entries(SETTINGS).map(([name, schema]) => [name, { oneOf: [schema, { type: 'null' }] }])),
  ),
  examples: [EXAMPLE],
};

const RUN: Schema = strict({
  ...{
    id: ID,
    scope: TEXT,
    mode: { type: 'string', enum: ['delta', 'full'] },
    state: { type: 'string', enum: [...RUN_STATES] },
  },
  ...{ counts: byName(COUNT), started_at: TIME_OR_NULL, finished_at: TIME_OR_NULL },
});

const SOURCE: Schema = strict(
  {
    name: TEXT,
    settings: partial(SETTINGS, { description: 'What was set.' }),
    version: { ...ID, description: 'Rises with each change of the settings.' },
    user_id: { ...ID_OR_NULL, 'x-resource': 'users', description: 'Who made it.' },
    ...{ created_at: TIME_OR_NULL, updated_at: TIME_OR_NULL },
    last_run: { oneOf: [RUN, { type: 'null' }], description: 'The newest, whatever became of it.' },
    scopes: {
      ...list(
        strict({
          scope: TEXT,
          last_run: { ...ID_OR_NULL, description: 'Number of the newest run that was applied.' },
          last_full_run: ID_OR_NULL,
          last_full_at: TIME_OR_NULL,
          observed_at: { type: ['string', 'null'], description: 'When it was so, as the document said.' },
        }),
      ),
      description: 'Parts that are reported as a whole.',
    },
    records: { ...COUNT, description: 'Objects that it knows.' },
    missing: { ...COUNT, description: 'Of these so many are no longer reported.' },
    overdue: { type: 'boolean', description: 'Nothing was applied for longer than `expected_every`.' },
  },
  {},
  {
    examples: [
      {
        ...{ name: 'VCENTER', settings: EXAMPLE, version: 1, user_id: 1 },
        ...{ created_at: '2026-01-15T08:30:00.000000Z', updated_at: '2026-01-15T08:30:00.000000Z' },
        ...{ last_run: null, scopes: [], records: 0, missing: 0, overdue: false },
      },
    ],
  },
);

const NAME: Parameter = {
  ...{ name: 'name', in: 'path', required: true, description: 'The name of the source.' },
  schema: { type: 'string', pattern: '^[A-Z0-9][A-Z0-9_.-]{0,31}$', examples: ['VCENTER'] },
};

const operation = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  operationId,
  tags: [FEEDING],
  ...details,
});

const listSources = (): Operation =>
  operation('listFeedSources', {
    summary: 'List sources',
    description: 'By name, with their last runs and how many objects they know and miss. Needs `feed_access`.',
    responses: { 200: success('The sources.', list(ref('FeedSource'))), ...faults(false) },
  });

const readSource = (): Operation =>
  operation('getFeedSource', {
    summary: 'Read a source',
    description: 'The tag is that of its settings, for `If-Match`. Needs `feed_access`.',
    responses: {
      200: success('The source.', strict({ data: ref('FeedSource') }), 'ETag'),
      ...faults(false, 404),
    },
  });

const putSource = (): Operation =>
  operation('putFeedSource', {
    summary: 'Make a source, or change its settings',
    description:
      'What is absent stays, null takes a setting away. Everything that is wrong is named. Needs `feed_edit`.',
    parameters: [parameter('IfMatch')],
    requestBody: { required: true, content: json(ref('FeedSourceUpdate')) },
    responses: {
      200: success('As it is now.', ref('FeedSource'), 'ETag'),
      201: success('As it was made.', ref('FeedSource'), 'ETag', 'Location'),
      ...faults(true, 412),
    },
  });

const retireSource = (): Operation =>
  operation('retireFeedSource', {
    summary: 'Retire a source',
    description:
      'What it said of objects goes, and its open plans; objects, what people marked and the history of runs stay. ' +
      'Needs `feed_delete`.',
    parameters: [parameter('IfMatch')],
    responses: { 204: empty('It is retired.'), ...faults(false, 404, 412) },
  });

const forgetRecord = (): Operation =>
  operation('forgetFeedRecord', {
    summary: 'Forget what a source said of an object',
    description:
      'The object stays; where another source says a value that this one had said, that stands. The next time it is sought anew. ' +
      'With `apart=1` the source speaks of another machine: what it alone said of the object goes, and its ref gets an object of its own, ' +
      'which its next run fills. Needs `feed_create`, `<key>_edit`, with `apart` `<key>_create`, and to be one of its feeders.',
    parameters: [
      { ...queryOf('type', 'The type of the object.', TEXT), required: true },
      { ...queryOf('ref', 'What the source calls it.', TEXT), required: true },
      queryOf('apart', 'It is another machine.', { type: 'string', enum: ['0', '1'] }),
    ],
    responses: {
      204: empty('It is forgotten.'),
      ...faults(false, 404, 422),
      409: { $ref: '#/components/responses/FeedMoved' },
    },
  });

export const feedSources = (): Chapter => ({
  tags: [{ name: FEEDING, description: 'Tools that say what they know of the map: their names, settings and runs.' }],
  schemas: { FeedSource: SOURCE, FeedSourceUpdate: UPDATE },
  paths: {
    '/api/feed/sources': { get: listSources() },
    '/api/feed/sources/{name}': { parameters: [NAME], get: readSource(), put: putSource(), delete: retireSource() },
    '/api/feed/sources/{name}/records': { parameters: [NAME], delete: forgetRecord() },
  },
});
