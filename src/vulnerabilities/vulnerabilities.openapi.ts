/** The import of known vulnerabilities, which the report `cve` reads (contract 12). */
import { registry } from '../engine/index.js';
import { json, parameter, ref, type PathItem, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { anyBody, faults, queryOf, success, uploaded, withCsv } from '../openapi/routes/answers.js';
import { COUNT, ID, list, strict, TEXT, TIME_OR_NULL } from '../openapi/schemas/shapes.js';
import { STATES } from './decisions.js';
import { isProductType } from './products.js';

const TAG = 'Vulnerabilities';

const IMPORTED: Schema = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Where the feed comes from.' },
    sha256: { type: 'string' },
    records: COUNT,
    inserted: COUNT,
    updated: COUNT,
    deleted: COUNT,
    unchanged: COUNT,
    ignored: { ...COUNT, description: 'What stood among them and is no record.' },
    skipped: { type: 'boolean', description: 'The same feed was imported before: nothing was read.' },
  },
  required: ['source', 'sha256', 'records', 'inserted', 'updated', 'deleted', 'unchanged', 'ignored', 'skipped'],
  additionalProperties: false,
};

const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const NUMBER_OR_NULL: Schema = { type: ['number', 'null'] };
const STATE: Schema = { type: 'string', enum: [...STATES] };

const OBJECT = strict({ type: { type: 'string', description: 'Path of its type.' }, id: ID, name: TEXT });
const STEP = strict({ type: { type: 'string', description: 'Path of its type.' }, name: TEXT });

const VULNERABILITY: Schema = strict({
  id: ID,
  object: OBJECT,
  way: {
    oneOf: [list(STEP), { type: 'null' }],
    description: 'Of what an application carries, what lies between them; null for what an object is itself.',
  },
  cve: { type: 'string', description: 'Its CVE, or the id of its advisory where it has none.' },
  advisory: { type: 'string', description: 'The advisory that says it.' },
  ...{ title: TEXT_OR_NULL, severity: TEXT_OR_NULL, score: NUMBER_OR_NULL },
  epss: { ...NUMBER_OR_NULL, description: 'How probable it is that it is exploited within 30 days (EPSS).' },
  percentile: NUMBER_OR_NULL,
  kev: {
    oneOf: [
      strict({ added: TEXT_OR_NULL, due: TEXT_OR_NULL, ransomware: { type: 'boolean' }, action: TEXT_OR_NULL }),
      { type: 'null' },
    ],
    description: 'What the catalogue of those that are known to be exploited says of it.',
  },
  identity: { type: 'string', description: 'By what it was found: a package address, a CPE, or vendor and product.' },
  affected: { ...TEXT_OR_NULL, description: 'The versions that are affected.' },
  first_seen: TIME_OR_NULL,
  state: { ...STATE, description: 'What people or suppliers say of it; open where nobody does, or not any more.' },
  ...{ reason: TEXT_OR_NULL, justification: TEXT_OR_NULL },
  document: { ...TEXT_OR_NULL, description: 'The document (VEX) that says it.' },
  until: TIME_OR_NULL,
  urgency: {
    ...list({ type: 'object', properties: { reason: TEXT }, required: ['reason'] }),
    description:
      'Why it is urgent, the weightiest first: `known_exploited`, `probable`, `score`, `needs` (of the object, or of an application that carries it: `of`), `reachable` (`from` outside, over flows and networks), `fails` (how many objects go down with its object). What lies around the object is told as far as the caller may list it.',
  },
});

const SOURCE: Schema = strict({
  name: TEXT,
  kinds: { ...list(TEXT), description: '`nvd`, `cve5`, `osv`, `ghsa`, `kev`, `epss`, `vex`.' },
  records: COUNT,
  data_at: { ...TIME_OR_NULL, description: 'When the newest of what it holds was changed.' },
  imported_at: TIME_OR_NULL,
  covers: { ...list(TEXT), description: 'Ecosystems of which it holds everything.' },
  stale: { type: 'boolean', description: 'Older than `CVE_STALE_DAYS`.' },
});

const CARRIED: Schema = strict({
  objects: { ...COUNT, description: 'What it carries: services, modules, databases, containers, servers.' },
  left_out: COUNT,
  ...{ hit: COUNT, not_hit: COUNT, cannot_be_told: COUNT },
  unclear: {
    ...list(strict({ object: OBJECT, way: list(STEP), reason: TEXT })),
    description: 'Those that name a product of which it cannot be told; at most 100.',
  },
});

const META: Record<string, Schema> = { total: COUNT, page: COUNT, size: COUNT };

/** What all lists of them take. */
const LIST = [
  queryOf(
    'filter',
    'On `cve`, `severity`, `score`, `epss`, `kev`, `state`, with the operators of lists; `object`: `applications`, or one as `applications:7`.',
    { type: 'object', additionalProperties: true },
  ),
  queryOf('sort', '`cve`, `severity`, `score`, `epss`, `first_seen`, `-` for downwards; without it the most urgent first.', TEXT), // prettier-ignore
  queryOf('min', 'The least score.', { type: 'number' }),
  queryOf('known_exploited', 'Those alone that are known to be exploited.', { type: 'boolean' }),
  queryOf(
    'new_since',
    'Those alone that were first seen on this day, or at this time, or later; also counted from now, as `-7d`.',
    TEXT,
  ),
];
const PAGE = queryOf('page', '`page[number]`, and `page[size]` from 1 to 1000 (50).', {
  type: 'object',
  additionalProperties: true,
});

const ofObjects = (): Record<string, PathItem> =>
  Object.fromEntries(
    registry
      .all()
      .filter(isProductType)
      .map(({ path, titles }): [string, PathItem] => [
        `/api/${path}/{id}/vulnerabilities`,
        {
          parameters: [parameter('Id')],
          get: {
            operationId: `${path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Vulnerabilities`,
            tags: [TAG],
            summary: `Vulnerabilities of one of ${titles.en[1]}`,
            description:
              'What was found in it, and whether it is hit, is not, or that cannot be told, and why. Of an application also what it carries, with the way to it.',
            parameters: [...LIST, PAGE],
            responses: {
              200: success('What was found in it.', ref('VulnerabilitiesOfObject')),
              ...faults(false, 400, 404),
            },
          },
        },
      ]),
  );

export const vulnerabilities = (): Chapter => ({
  tags: [{ name: TAG, description: 'Feeds of known vulnerabilities, for servers without a way to the internet.' }],
  schemas: {
    ImportedFeed: IMPORTED,
    Vulnerability: VULNERABILITY,
    Vulnerabilities: strict({ data: list(ref('Vulnerability')), meta: strict(META) }),
    VulnerabilitiesOfObject: strict({
      data: list(ref('Vulnerability')),
      meta: strict({
        ...META,
        answer: strict({
          state: { type: 'string', enum: ['hit', 'not_hit', 'cannot_be_told'] },
          reason: { ...TEXT_OR_NULL, description: 'Why it cannot be told.' },
        }),
        carried: { oneOf: [CARRIED, { type: 'null' }], description: 'Of an application: what it carries.' },
      }),
    }),
  },
  paths: {
    ...ofObjects(),
    '/api/vulnerabilities': {
      get: {
        operationId: 'listVulnerabilities',
        tags: [TAG],
        summary: 'Vulnerabilities of the objects of the map',
        description:
          'Those of objects that the caller may list, the most urgent first. As CSV all of them, at most 10,000.',
        parameters: [...LIST, PAGE, queryOf('format', 'How it is written.', { type: 'string', enum: ['json', 'csv'] })],
        responses: { 200: withCsv(success('What was found.', ref('Vulnerabilities'))), ...faults(false, 400) },
      },
    },
    '/api/vulnerabilities/objects': {
      get: {
        operationId: 'objectsWithVulnerabilities',
        tags: [TAG],
        summary: 'Objects with open vulnerabilities',
        description: 'Those that the caller may list, those with known exploited ones first; at most 20,000.',
        responses: {
          200: success(
            'The objects.',
            strict({ data: list(strict({ type: TEXT, id: ID, open: COUNT, exploited: COUNT })) }),
          ),
          ...faults(false),
        },
      },
    },
    '/api/vulnerabilities/sources': {
      get: {
        operationId: 'vulnerabilitySources',
        tags: [TAG],
        summary: 'Imported sources of vulnerabilities',
        description: 'What was imported, of when it is, and whether that is old.',
        responses: {
          200: success('The sources.', strict({ data: list(SOURCE), meta: strict({ stale_after_days: COUNT }) })),
          ...faults(false),
        },
      },
    },
    '/api/vulnerabilities/vex': {
      get: {
        operationId: 'exportVex',
        tags: [TAG],
        summary: 'What stands of vulnerabilities, for others',
        description: 'As CycloneDX 1.6, or as CSAF 2.0; at most 10,000 of them.',
        parameters: [...LIST, queryOf('format', 'How it is written.', { type: 'string', enum: ['cyclonedx', 'csaf'] })],
        responses: {
          200: { description: 'The document.', content: json({ type: 'object', additionalProperties: true }) },
          ...faults(false, 400),
        },
      },
    },
    '/api/vulnerabilities/{id}': {
      parameters: [parameter('Id')],
      patch: {
        operationId: 'decideVulnerability',
        tags: [TAG],
        summary: 'Decide what a vulnerability of an object is',
        description:
          'Needs the right to edit the object. `open` takes a decision back; behind `until` it does not hold any more.',
        requestBody: anyBody({
          type: 'object',
          properties: { state: STATE, reason: TEXT_OR_NULL, until: TEXT_OR_NULL },
          required: ['state'],
        }),
        responses: { 200: success('It, as it is now.', strict({ data: ref('Vulnerability') })), ...faults(true, 404) },
      },
    },
    '/api/cve/import': {
      post: {
        operationId: 'importCve',
        tags: [TAG],
        summary: 'Import a feed of vulnerabilities',
        description:
          'NVD 2.0, CVE JSON 5, OSV (also `all.zip` of an ecosystem), advisories of GitHub in its form, KEV, EPSS, OpenVEX, CSAF, CycloneDX VEX; plain, gzip or zip. Needs the right `configure`. One at a time: others get 503.',
        parameters: [parameter('IdempotencyKey')],
        requestBody: uploaded('The feed.'),
        responses: { 200: success('What became of its records.', ref('ImportedFeed')), ...faults(true, 409) },
      },
    },
  },
});
