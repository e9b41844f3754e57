/** What pages begin with: one search over all kinds, and the map in numbers. */
import { SEARCH_LIMITS } from './read-search.js';
import { searchedResources } from './kinds.js';
import { FOUND } from './texts.js';
import { json, type Operation, type Schema } from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, queryOf } from '../openapi/routes/answers.js';
import { COUNT, ID, list, strict, TEXT, TIME_OR_NULL } from '../openapi/schemas/shapes.js';

const TAG = 'Search and summary';

const KIND: Schema = { type: 'string', description: 'Path of its kind.', examples: ['logical-servers'] };
const URL: Schema = { type: 'string', description: 'Where it is read.', examples: ['/api/logical-servers/12'] };
const HIDDEN: Schema = {
  ...list(TEXT),
  description:
    'Kinds that the caller has no right to list, and of which nothing was given to them: they are not looked at.',
};
/** What carries the name, in the order in which answers hold it. */
const NAMED: Schema = { kind: KIND, id: ID, name: TEXT };

const RESULTS: Schema = strict(
  {
    results: {
      ...list(
        strict({
          ...NAMED,
          view: { type: 'string', description: 'The view of the map in which its kind stands.' },
          match: strict({
            how: {
              type: 'string',
              enum: FOUND,
              description:
                'The text is the value (of lists of addresses: one of them), begins it, begins a word of it, or stands somewhere in it; ' +
                '`words`: not the text, but each of its words stands in some value of the object.',
            },
            field: { type: 'string', description: 'The column in which it was found.' },
            value: { type: 'string', description: 'What the column holds.' },
          }),
          where: {
            oneOf: [strict(NAMED), { type: 'null' }],
            description: 'What it stands in or belongs to, which tells namesakes apart.',
          },
          url: URL,
        }),
      ),
      description: 'The best first: by `how`, then kind in the order of the map, name in natural order, id.',
    },
    meta: strict({
      total: { ...COUNT, description: 'Objects that were found, listed or not.' },
      by_kind: { type: 'object', additionalProperties: COUNT, description: 'The same by kind.' },
      truncated: { type: 'boolean', description: 'Not all of them are listed.' },
      left_out: { ...COUNT, description: 'So many are not.' },
      hidden_kinds: HIDDEN,
    }),
  },
  {},
  {
    examples: [
      {
        results: [
          {
            ...{ kind: 'logical-servers', id: 12, name: 'SRV-RIS-01', view: 'logical' },
            match: { how: 'equal', field: 'address_ip', value: '10.10.1.4' },
            where: { kind: 'physical-servers', id: 3, name: 'ESX-01' },
            url: '/api/logical-servers/12',
          },
        ],
        meta: { total: 1, by_kind: { 'logical-servers': 1 }, truncated: false, left_out: 0, hidden_kinds: [] },
      },
    ],
  },
);

const SUMMARY: Schema = strict(
  {
    total: COUNT,
    views: {
      ...list(strict({ view: TEXT, total: COUNT, kinds: list(strict({ kind: KIND, total: COUNT, url: TEXT })) })),
      description: 'Views and kinds in the order of the map, empty ones too.',
    },
    recent: {
      ...list(
        strict({
          ...NAMED,
          view: TEXT,
          updated_at: TIME_OR_NULL,
          url: URL,
        }),
      ),
      description: 'The ten objects of the map changed last, of those that the journal tells of; the newest first.',
    },
    hidden_kinds: HIDDEN,
  },
  {
    changed: {
      ...strict({
        since: { type: 'string', format: 'date-time' },
        total: COUNT,
        more: {
          type: 'boolean',
          description: 'There were others before the last changes that were looked at.',
        },
        kinds: list(strict({ kind: KIND, total: COUNT, url: TEXT })),
      }),
      description:
        'With `since`: how many objects of the map changed since, as the filter `updated_at_after` finds them.',
    },
  },
  {
    examples: [
      {
        total: 3,
        views: [{ view: 'physical', total: 3, kinds: [{ kind: 'sites', total: 3, url: '/api/sites' }] }],
        recent: [
          {
            ...{ kind: 'sites', id: 2, name: 'North', view: 'physical' },
            updated_at: '2026-01-15T08:30:00.000000Z',
            url: '/api/sites/2',
          },
        ],
        hidden_kinds: [],
      },
    ],
  },
);

const search = (): Operation => ({
  operationId: 'search',
  tags: [TAG],
  summary: 'Find objects of all kinds',
  description:
    'By name, address (IPv4, IPv6 in any spelling) or reference (`ext_refs`, serial, order and reference numbers, hardware and e-mail ' +
    'addresses), without case, accents and width. What the caller may not list is not there. Every letter means itself, `%` and `_` too.',
  parameters: [
    {
      ...queryOf('q', `What is looked for; ${SEARCH_LIMITS.words} words at most.`, {
        ...{ type: 'string', minLength: 1, maxLength: SEARCH_LIMITS.text },
        examples: ['10.10.1.4'],
      }),
      required: true,
    },
    {
      ...queryOf('kinds', 'Objects of these kinds alone: paths, separated by commas.', {
        ...{ type: 'array', items: { type: 'string', enum: searchedResources().map(({ path }) => path) } },
        examples: [
          searchedResources()
            .slice(0, 2)
            .map(({ path }) => path),
        ],
      }),
      ...{ style: 'form', explode: false },
    },
    queryOf('limit', 'How many are listed; all are counted.', {
      ...{ type: 'integer', minimum: 1, maximum: SEARCH_LIMITS.results, default: SEARCH_LIMITS.usual },
    }),
  ],
  responses: { 200: { description: 'What was found.', content: json(RESULTS) }, ...faults(false, 400, 422) },
});

const summary = (): Operation => ({
  operationId: 'getSummary',
  tags: [TAG],
  summary: 'The map in numbers',
  description:
    'How many objects there are by view and kind, of those that the caller may list, and which changed last.',
  parameters: [
    queryOf('since', 'A moment, as filters of times take it: what changed since is told as well.', {
      type: 'string',
      examples: ['2026-01-15T08:30:00Z', '-7d'],
    }),
  ],
  responses: { 200: { description: 'The numbers.', content: json(SUMMARY) }, ...faults(false, 400, 422) },
});

export const searchAndSummary = (): Chapter => ({
  tags: [{ name: TAG, description: 'What a first page shows, and how anything is found.' }],
  paths: { '/api/search': { get: search() }, '/api/summary': { get: summary() } },
});
