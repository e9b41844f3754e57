/** Checks and what they found (`docs/checks.md`). */
import type { Chapter } from '../openapi/chapter.js';
import { json, parameter, ref, type Operation, type PathItem, type Schema } from '../openapi/model.js';
import { anyBody, faults, queryOf, success, withCsv, XLSX } from '../openapi/routes/answers.js';
import { byName, COUNT, ID, list, partial, strict, TEXT, TIME, TIME_OR_NULL } from '../openapi/schemas/shapes.js';
import { mapKinds } from './check.js';
import { MAX_CHECKS } from './checks.service.js';
import { STATES } from './findings/answers.js';
import { SUMMARIES } from './findings/findings.service.js';
import { RULES } from './rules/index.js';
import type { OptionShape } from './rules/rule.js';
import { SEVERITIES } from './severity.js';

const TAG = 'Checks';

const ANYTHING = { type: 'object', additionalProperties: true } as const;
const NUMBER_OR_NULL: Schema = { ...COUNT, type: ['integer', 'null'] };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const DAY_OR_NULL: Schema = { type: ['string', 'null'], format: 'date' };
const SEVERITY: Schema = { enum: [...SEVERITIES] };
const NOTE: Schema = { type: ['string', 'number'], description: 'What is said of it: minutes, a level.' };

const texts = (maxLength: number, description: string): Schema => ({
  ...partial({ en: { type: 'string', maxLength }, fr: { type: 'string', maxLength } }),
  description,
});

const optionText = (shape: OptionShape): string => {
  const usual = 'default' in shape && shape.default !== null ? `, otherwise \`${JSON.stringify(shape.default)}\`` : '';
  return `${shape.takes}${usual}`;
};
const rulesText = [...RULES.values()]
  .map(({ name, about, options }) => {
    const reported = Object.entries(options).map(([option, shape]) => `\`${option}\` (${optionText(shape)})`);
    return `* \`${name}\`: ${about.en}${reported.length ? ` Options: ${reported.join(', ')}.` : ''}`;
  })
  .join('\n');

const COMMON = {
  titles: texts(190, 'Its title, in one language at least.'),
  abouts: texts(2000, 'What it looks for.'),
  advices: texts(2000, 'What to do about what it finds.'),
  severity: SEVERITY,
  enabled: { type: 'boolean', default: true },
  type: { ...TEXT_OR_NULL, description: 'Path of the kind that findings are about; null where a rule has several.' },
};
const DEFINITION = {
  filter: {
    ...ANYTHING,
    ...{ type: ['object', 'null'] },
    description:
      'Filters of the list of `type`: `{"end_validity_lt": "30d"}`. One of `filter`, `query` and `rule` is said.',
  },
  query: {
    type: ['object', 'string', 'null'],
    description:
      'A stored query in either form, `FROM` the type: each of its objects is a finding, with what `FIELDS` give.',
  },
  rule: { enum: [...RULES.keys(), null], description: 'A rule of the program.' },
  options: { ...ANYTHING, type: ['object', 'null'], description: 'Options of the rule.' },
  except: {
    ...ANYTHING,
    type: ['object', 'null'],
    description: 'Filters of objects that are never findings; by kind where the rule has several.',
  },
};
const KEY: Schema = { type: 'string', pattern: '^[a-z0-9-]{1,60}$', description: 'Names it for good.' };

const example = {
  ...{ key: 'backups-weekly', titles: { en: 'Backed up weekly only' }, severity: 'medium', type: 'backups' },
  filter: { backup_frequency_gte: 3 },
};
const CREATE: Schema = {
  type: 'object',
  properties: { key: KEY, ...COMMON, ...DEFINITION },
  required: ['key', 'titles', 'severity'],
  examples: [example],
};
const UPDATE: Schema = {
  type: 'object',
  properties: {
    ...COMMON,
    ...DEFINITION,
    reset: { type: 'boolean', description: 'A check that came with the release is as it came.' },
  },
  examples: [{ severity: 'high', enabled: true }],
};

const answered = {
  ...{ id: 43, ...example, abouts: {}, advices: {}, enabled: true, query: null, rule: null, options: null },
  ...{
    rule_options: null,
    except: null,
    shipped: false,
    changed: [],
    open: 3,
    accepted: 1,
    last_run_at: '2026-11-28T03:00:04.000000Z',
  },
  ...{ last_run_ms: 12, last_error: null },
  ...{ created_at: '2026-11-20T08:00:00.000000Z', updated_at: '2026-11-20T08:00:00.000000Z' },
};
const CHECK: Schema = strict(
  {
    ...{ id: ID, key: KEY, ...COMMON, ...DEFINITION },
    rule_options: {
      ...ANYTHING,
      type: ['object', 'null'],
      description: 'The options that its rule takes, each with what it takes, its limits and its default.',
    },
    shipped: { type: 'boolean', description: 'It came with the release.' },
    changed: { ...list(TEXT), description: 'What people changed of a check that came with the release.' },
    open: { ...NUMBER_OR_NULL, description: 'Open findings that the caller sees; null without `finding_access`.' },
    accepted: NUMBER_OR_NULL,
    ...{ last_run_at: TIME_OR_NULL, last_run_ms: NUMBER_OR_NULL },
    last_error: { ...TEXT_OR_NULL, description: 'Why its last run failed; its findings stay as they were.' },
    ...{ created_at: TIME, updated_at: TIME },
  },
  {},
  { examples: [answered] },
);

const OBJECT: Schema = strict({ type: TEXT, id: ID, name: TEXT_OR_NULL }, { note: NOTE });
const EVIDENCE: Schema = {
  ...partial({
    fields: { ...list(TEXT), description: 'Columns and links of the object.' },
    objects: { ...list(OBJECT), description: 'Other objects, of those that the caller may list; at most 20.' },
    values: byName({ type: ['string', 'number'] }),
    rows: strict({ columns: list(TEXT), rows: list(list({})), total: COUNT }),
    total: {
      ...partial({ fields: COUNT, objects: COUNT }),
      description: 'How many there are, where not all are told.',
    },
  }),
  description: 'What proves it.',
};
const finding = {
  ...{ id: 7, check: 'certificates-end', severity: 'high', type: 'certificates', object_id: 4 },
  ...{ state: 'open', first_seen: '2026-11-28T03:00:04.000000Z', gone_at: null, accepted_until: null },
  ...{ day: '2026-12-15', reopened: 0 },
  ...{ name: 'portal.example.org', title: 'Certificates run out', message: 'Ends on 15 December 2026.' },
  advice: 'Renew the certificate, install it, and enter its new dates here.',
  evidence: { fields: ['end_validity'], values: { day: '2026-12-15' } },
  ...{ accepted_reason: null, accepted_by: null, accepted_at: null },
};
const COLUMNS = {
  ...{ id: ID, check: { ...KEY, description: 'Key of the check.' }, severity: SEVERITY },
  ...{ type: TEXT, object_id: ID, state: { enum: [...STATES] }, first_seen: TIME, gone_at: TIME_OR_NULL },
  accepted_until: { ...DAY_OR_NULL, description: 'The last day on which it is accepted.' },
  day: { ...DAY_OR_NULL, description: 'Of which the sentence tells: when something ends, or since when it is so.' },
  reopened: { ...COUNT, description: 'How often it came back.' },
};
const BESIDE = {
  ...{
    name: TEXT_OR_NULL,
    title: TEXT,
    message: TEXT,
    advice: TEXT,
    evidence: EVIDENCE,
    accepted_reason: TEXT_OR_NULL,
    accepted_by: { ...TEXT_OR_NULL, description: 'Who accepted it.' },
    accepted_at: TIME_OR_NULL,
  },
};
const FINDING: Schema = strict({ ...COLUMNS, ...BESIDE }, {}, { examples: [finding] });

const ACCEPTANCE = {
  accepted_until: {
    ...DAY_OR_NULL,
    description: 'The last day, at most a year ahead; also `90d` or `6m`. Null: open again.',
  },
  reason: { type: 'string', maxLength: 2000, description: 'Needed with a day.' },
};
const ACCEPT: Schema = {
  type: 'object',
  properties: ACCEPTANCE,
  required: ['accepted_until'],
  examples: [{ accepted_until: '2027-03-31', reason: 'The supplier delivers in March.' }],
};
const ACCEPT_MANY: Schema = {
  type: 'object',
  properties: { ids: { ...list(ID), minItems: 1, maxItems: 1000 }, ...ACCEPTANCE },
  required: ['ids', 'accepted_until'],
  examples: [{ ids: [7, 8], accepted_until: '2027-03-31', reason: 'The supplier delivers in March.' }],
};

const RUN: Schema = strict({
  id: ID,
  state: { enum: ['waiting', 'running', 'done', 'failed'] },
  reason: { enum: ['night', 'changes', 'hand'] },
  checks: { type: ['array', 'null'], items: TEXT, description: 'The checks that it keeps to; null: all that are on.' },
  ...{ done: COUNT, total: COUNT },
  opened: {
    type: ['integer', 'null'],
    description: 'Findings that are new, or came back; null, as `gone`, for who may not list every object.',
  },
  gone: { type: ['integer', 'null'] },
  ...{ failed: COUNT, queued_at: TIME, started_at: TIME_OR_NULL, finished_at: TIME_OR_NULL },
});

const LIST = [
  queryOf(
    'filter',
    'On `id`, `check`, `severity`, `type`, `object_id`, `state`, `first_seen`, `gone_at`, `accepted_until`, `day`, `reopened` with the operators of lists; severities are compared by their weight. `filter[state]`: `open` where it is left out, `accepted`, `gone`, `all`.',
    ANYTHING,
  ),
  queryOf('sort', 'These columns, `-` for downwards; without it the most severe first.', TEXT),
  queryOf('fields', 'Names of what is answered.', TEXT),
  parameter('Page'),
  queryOf('format', 'How it is written.', { enum: ['json', 'csv', 'xlsx'] }),
];
const NOW = [
  queryOf('page', '`page[number]`, and `page[size]` from 1 to 1000 (50).', ANYTHING),
  queryOf('format', 'How it is written.', { enum: ['json', 'csv', 'xlsx'] }),
];
const FOUND = (description: string, finding: Schema = ref('Finding')): Operation['responses'][string] => {
  const answer = withCsv(success(description, list(finding)));
  return { ...answer, content: { ...answer.content, [XLSX]: { schema: { type: 'string' } } } };
};

const operation = (operationId: string, described: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  ...{ operationId, tags: [TAG] },
  ...described,
});

const ofObjects = (): Record<string, PathItem> =>
  Object.fromEntries(
    mapKinds().flatMap(({ path: own, aliases, titles }) =>
      [own, ...aliases].map((path): [string, PathItem] => [
        `/api/${path}/{id}/findings`,
        {
          parameters: [parameter('Id')],
          get: operation(`${path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Findings`, {
            summary: `Findings of one of ${titles.en[1]}`,
            description: 'What checks found in it. Needs `finding_access` too.',
            parameters: LIST,
            responses: { 200: FOUND('What was found in it.'), ...faults(false, 400, 404, 422) },
          }),
        },
      ]),
    ),
  );

export const checks = (): Chapter => ({
  tags: [
    { name: TAG, description: `What in the map needs attention: checks, and what they found. Rules:\n\n${rulesText}` },
  ],
  schemas: {
    ...{ Check: CHECK, CheckCreate: CREATE, CheckUpdate: UPDATE, CheckRun: RUN },
    CheckRunCreate: {
      type: 'object',
      properties: { checks: { ...list(TEXT), description: 'Keys of the checks that it keeps to.' } },
      examples: [{ checks: ['certificates-end'] }],
    },
    ...{ Finding: FINDING, FindingUpdate: ACCEPT, FindingsAcceptUpdate: ACCEPT_MANY },
  },
  paths: {
    '/api/checks': {
      get: operation('listChecks', {
        summary: 'Checks',
        description: `With how many findings of each the caller sees. ${MAX_CHECKS} at most.`,
        parameters: [
          queryOf(
            'filter',
            'On own columns such as `key`, `severity`, `enabled`, `type`, `shipped`, `last_error`.',
            ANYTHING,
          ),
          queryOf('sort', 'Names of these columns, `-` for downwards.', TEXT),
          queryOf('fields', 'Names of what is answered.', TEXT),
          parameter('Page'),
        ],
        responses: { 200: success('The checks.', list(ref('Check'))), ...faults(false, 400, 422) },
      }),
      post: operation('createCheck', {
        summary: 'Make a check',
        description:
          'Who writes a check may list every kind that its filter, query and exceptions name, without restriction.',
        requestBody: anyBody(ref('CheckCreate')),
        responses: { 201: success('The check.', ref('Check'), 'Location'), ...faults(true, 409) },
      }),
    },
    '/api/checks/run': {
      post: operation('runChecks', {
        summary: 'Look at the map now',
        description: 'In the background; one run at a time, and one that waits serves all who ask for it.',
        requestBody: { ...anyBody(ref('CheckRunCreate')), required: false },
        responses: {
          202: { description: 'The run.', content: json(strict({ run: ID })) },
          ...faults(true, 409),
        },
      }),
    },
    '/api/checks/runs/{id}': {
      parameters: [parameter('Id')],
      get: operation('getCheckRun', {
        summary: 'How far a run is',
        responses: { 200: success('The run.', strict({ data: ref('CheckRun') })), ...faults(false, 404) },
      }),
    },
    '/api/checks/{id}': {
      parameters: [parameter('Id')],
      get: operation('getCheck', {
        summary: 'One check',
        responses: { 200: success('The check.', strict({ data: ref('Check') })), ...faults(false, 404) },
      }),
      put: operation('replaceCheck', {
        summary: 'Change a check',
        description: 'What is absent stays. Of a check that came with the release what it looks for stays.',
        requestBody: anyBody(ref('CheckUpdate')),
        responses: { 200: success('The check.', ref('Check')), ...faults(true, 404) },
      }),
      patch: operation('updateCheck', {
        summary: 'Change part of a check',
        description: 'What is absent stays. Of a check that came with the release what it looks for stays.',
        requestBody: anyBody(ref('CheckUpdate')),
        responses: { 200: success('The check.', ref('Check')), ...faults(true, 404) },
      }),
      delete: operation('deleteCheck', {
        summary: 'Delete a check',
        description: 'Its findings go with it. One that came with the release can be switched off alone.',
        responses: { 200: success('It is gone.', { type: 'array', maxItems: 0 }), ...faults(false, 404, 409) },
      }),
    },
    '/api/checks/{id}/now': {
      parameters: [parameter('Id')],
      get: operation('evaluateCheck', {
        summary: 'What a check finds at this moment',
        description:
          'With the rights of the caller; nothing is stored. Members that only stored findings have are left out.',
        parameters: NOW,
        responses: {
          200: FOUND('What it finds.', { type: 'object' }),
          ...faults(false, 400, 404, 422),
        },
      }),
    },
    '/api/findings': {
      get: operation('listFindings', {
        summary: 'Findings',
        description:
          'Of objects that the caller may list, proved by something that they may list; sentences in the language of the caller.',
        parameters: LIST,
        responses: { 200: FOUND('What was found.'), ...faults(false, 400, 422) },
      }),
    },
    '/api/findings/summary': {
      get: operation('summarizeFindings', {
        summary: 'Findings in numbers',
        description: 'Of those that the caller sees.',
        parameters: [queryOf('by', 'By what they are counted; `severity` otherwise.', { enum: [...SUMMARIES] })],
        responses: {
          200: success(
            'The numbers.',
            list(strict({ by: TEXT, open: COUNT, new_7d: COUNT, gone_7d: COUNT, accepted: COUNT })),
          ),
          ...faults(false, 400),
        },
      }),
    },
    '/api/findings/trend': {
      get: operation('trendOfFindings', {
        summary: 'Open findings by day',
        description: 'For who may list every kind of the map without restriction.',
        parameters: [queryOf('days', 'So many days back; 90 otherwise.', { ...ID, maximum: 3660 })],
        responses: {
          200: success(
            'The days on which something was looked at.',
            list(
              strict({
                day: { type: 'string', format: 'date' },
                ...Object.fromEntries(SEVERITIES.map((one) => [one, COUNT])),
              }),
            ),
          ),
          ...faults(false, 400),
        },
      }),
    },
    '/api/findings/accept': {
      post: operation('acceptFindings', {
        summary: 'Accept findings until a day',
        description: 'All of them, or none.',
        requestBody: anyBody(ref('FindingsAcceptUpdate')),
        responses: {
          200: success('They are accepted.', strict({ status: { const: 'ok' }, count: COUNT, ids: list(ID) })),
          ...faults(true, 404),
        },
      }),
    },
    '/api/findings/{id}': {
      parameters: [parameter('Id')],
      get: operation('getFinding', {
        summary: 'One finding',
        responses: { 200: success('The finding.', strict({ data: ref('Finding') })), ...faults(false, 404) },
      }),
      patch: operation('acceptFinding', {
        summary: 'Accept a finding until a day',
        description: 'It is open again by itself after that day.',
        requestBody: anyBody(ref('FindingUpdate')),
        responses: { 200: success('The finding.', ref('Finding')), ...faults(true, 404) },
      }),
    },
    ...ofObjects(),
  },
});
