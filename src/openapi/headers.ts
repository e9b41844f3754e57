/** Headers of answers, and headers and parameters of requests that many operations share (contract 4, 6, 10 and 11). */
import type { Parameter, Schema } from './model.js';

const text = (description: string, example?: string): { description: string; schema: Schema } => ({
  description,
  schema: { type: 'string', ...(example !== undefined && { examples: [example] }) },
});

/** Headers of answers. */
export const HEADERS = {
  ETag: text('The strong tag of the object, for `If-Match` and `If-None-Match`.', '"Jr1ngWm7nWyaLnOt1bKvIkEqzgs"'),
  Location: text('Where the new object is.', '/api/applications/42'),
  'X-Ignored-Fields': text('Names in the body that mean nothing, percent-encoded: at most 20 of them and 1 kB.'),
  'X-Warnings': text(
    'What was stored and looks wrong, as JSON in ASCII: the sentence by field, `items.0.field` in mass actions; at most 20 and 2 kB.',
    '{"source_ip_range":"10.0.0.300 is no address, range, network or name of a host."}',
  ),
  'X-Request-Id': text('The id of the request, as sent or made up; the log names it too.'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  Allow: text('The methods that the path takes.', 'GET, HEAD'),
  'Retry-After': text('Seconds to wait.', '60'),
  'Content-Range': text('Which bytes of how many.', 'bytes 0-99/3141'),
  'Content-Disposition': text('The name under which to keep the file (RFC 6266).', 'attachment; filename="plan.pdf"'),
  'Accept-Ranges': text('Parts can be asked for.', 'bytes'),
  'X-RateLimit-Limit': text('Requests a minute.', '600'),
  'X-RateLimit-Remaining': text('How many are left of them.', '0'),
  'X-RateLimit-Reset': text('When the count begins anew, in seconds since 1970.', '1768465800'),
  'Idempotency-Replayed': text('The answer was given before, under the same key.', 'true'),
  'X-As-Of': text('The moment of which the answer is; with `as_of`.', '2026-11-22T10:15:02.114Z'),
  'X-As-Of-Exact': text('`false` where somebody wrote past the journal since.', 'false'),
  'X-Left-Out': text(
    'With `as_of`: links and references to what is deleted by now, which stay out.',
    'logical_servers=3,4',
  ),
  'X-Total-Count': text('How many objects there are on all pages; with `page[number]`.', '137'),
  'X-Page': text('The number of this page; with `page[number]`.', '2'),
  'X-Page-Size': text('Most objects of a page; where paging is asked for.', '50'),
  Link: text('The pages around this one: `rel` is first, prev, next or last.'),
} as const;

const on = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', enum: ['1', '0', 'true', 'false'] },
  example: '0',
});

/** Parameters, by the name of their component. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  Page: {
    name: 'page',
    in: 'query',
    description:
      '`page[number]` and `page[size]` (1 to 1000, otherwise 50) count from one; `page[after]` goes on behind the cursor ' +
      'that the header `Link` gave, at the same cost however far. Plain `page` and `per_page` do not page.',
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      properties: {
        number: { type: 'integer', minimum: 1 },
        size: { type: 'integer', minimum: 1, maximum: 1000 },
        after: { type: 'string' },
      },
      additionalProperties: false,
    },
    example: {},
  },
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the object. Anything that cannot be an id is 404.',
    schema: { type: 'integer', minimum: 1, maximum: 9999999999 },
    example: 1,
  },
  Strict: on('strict', 'With `1`, names in the body that mean nothing are an error (422) rather than ignored.'),
  DryRun: on('dry_run', 'With `1`, everything is checked and answered as if it were stored, but nothing is stored.'),
  Rows: on('rows', 'With `1`, what each row does is told: `same` and `rows` are added to the answer.'),
  AsOf: {
    name: 'as_of',
    in: 'query',
    description:
      'What was answered at a moment: a time, a day (its midnight, UTC), or `cursor:` and a cursor of the feed of changes. Lists take ' +
      '`fields`, filters on own columns, `page[size]` and `page[after]` beside it, single objects `fields`.',
    schema: { type: 'string' },
    example: '2026-11-22T10:15:02.114Z',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The tag of the object as you read it: 412 if somebody changed it since.',
    schema: { type: 'string' },
    example: '*',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The tag of the object as you have it: 304 if it is still the same.',
    schema: { type: 'string' },
    example: '"Jr1ngWm7nWyaLnOt1bKvIkEqzgs"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own: the same request under the same key is carried out once, and answered again with the first ' +
      'answer within 24 hours.',
    schema: { type: 'string', maxLength: 255 },
    example: '0f8a6d1e-5b1c-4a53-9d1c-2f6c8f6f7a10',
  },
  FileFormat: {
    name: 'format',
    in: 'query',
    description: 'Otherwise CSV where `Accept` prefers it, and a workbook.',
    schema: { type: 'string', enum: ['xlsx', 'csv'] },
    example: 'xlsx',
  },
  TemplateLanguage: {
    name: 'lang',
    in: 'query',
    description: 'The language of the headings; otherwise that of the request.',
    schema: { type: 'string', enum: ['en', 'fr'] },
    example: 'en',
  },
  Match: {
    name: 'match',
    in: 'query',
    description: '`name`: a row without an id is that of the object of its name, where there is one.',
    schema: { type: 'string', enum: ['name'] },
    example: 'name',
  },
  EmptyCells: {
    name: 'empty',
    in: 'query',
    description:
      'What an empty cell of an object that is there does: `clear` empties the field, `keep` leaves it as it is.',
    schema: { type: 'string', enum: ['clear', 'keep'], default: 'clear' },
    example: 'keep',
  },
  ListFormat: {
    name: 'format',
    in: 'query',
    description:
      'Otherwise CSV where `Accept` prefers it, and JSON. CSV has columns only: `include` cannot stand beside it.',
    schema: { type: 'string', enum: ['json', 'csv'] },
    example: 'json',
  },
  Separator: {
    name: 'sep',
    in: 'query',
    description: 'Of CSV: what separates columns.',
    schema: { type: 'string' },
    example: ';',
  },
  ByteOrderMark: on('bom', 'Of CSV: whether it begins with a byte order mark, which Excel asks for.'),
  IdsQuery: {
    name: 'ids[]',
    in: 'query',
    description: 'The ids, for clients that cannot send a body with DELETE.',
    style: 'form',
    explode: true,
    schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
    example: [41, 42],
  },
};
