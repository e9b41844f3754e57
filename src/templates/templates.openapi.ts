/** Templates: files for other tools, made of lists (`docs/templates.md`). */
import type { Chapter } from '../openapi/chapter.js';
import { header, json, ref, type Body, type Operation, type Parameter, type Schema } from '../openapi/model.js';
import { anyBody, FILE as BYTES, faults, success } from '../openapi/routes/answers.js';
import { byName, ID, list, strict, TIME_OR_NULL } from '../openapi/schemas/shapes.js';
import { registry } from '../engine/index.js';
import { LIMITS } from './fill/limits.js';
import { WORKBOOK_LIMITS, WORKBOOK_TYPE } from './workbook/limits.js';
import { KINDS } from './template.js';
import { shippedTemplates } from './shipped/index.js';
import { isListed } from './template.js';
import { MAX_TEMPLATE } from './template-body.js';
import { MAX_OF_OWNER } from './templates.service.js';

const TAG = 'Templates';

const FILTER: Schema = {
  ...byName({ type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' } }),
  maxProperties: MAX_TEMPLATE.filters,
  description: 'Filters of the list, as of its query string; of a report its parameters.',
};
const TEXTS = {
  name: { type: 'string', minLength: 1, maxLength: MAX_TEMPLATE.name, description: 'Unique among those of its owner.' },
  about: { type: ['string', 'null'], maxLength: MAX_TEMPLATE.about },
  kind: { enum: KINDS, default: 'text', description: 'A workbook is sent as the part `file` of a multipart form.' },
  type: {
    ...{ type: ['string', 'null'], description: 'Path of the kind of its objects.', examples: ['logical-servers'] },
  },
  query: {
    ...{ oneOf: [ID, { type: 'null' }] },
    description: 'A stored query whose rows it lists, in place of a kind: `rows` stand in its text.',
  },
  report: {
    ...{ type: ['string', 'null'], examples: ['entities'] },
    description: 'A report whose sheets it lists, in place of a kind: `sheets` stand in its text.',
  },
  filter: FILTER,
  sort: { type: ['string', 'null'], maxLength: MAX_TEMPLATE.text, examples: ['name'] },
  include: {
    ...{ type: ['string', 'null'], maxLength: MAX_TEMPLATE.text, examples: ['domain,clusters'] },
    description: 'Related objects that stand in the objects, as of the query string of a list.',
  },
};
const BODY = {
  type: 'string',
  ...{ minLength: 1, maxLength: LIMITS.body, examples: ['{% for o in objects %}{{ o.name | line }}\n{% endfor %}'] },
  description:
    'Liquid. `objects`, or `rows` and `sheets`, `count`, `today`, `now`, `language` and `source` stand in it.',
};
const FILE = {
  content_type: {
    ...{ type: 'string', maxLength: 100, examples: ['text/plain'] },
    description:
      'A text such as `text/plain`, `application/json`, `application/yaml` or `application/xml`; no page, picture or program.',
  },
  file_name: {
    ...{ type: 'string', maxLength: MAX_TEMPLATE.fileName, examples: ['names.txt'] },
    description: 'With an extension; `{{ today }}` may stand in it.',
  },
};
const SHARED = {
  shared: {
    ...{ type: 'boolean', default: false },
    description: 'Whoever holds `template_access` fills it, with their own rights; its owner and Admin change it.',
  },
};

const SENT = { ...TEXTS, body: BODY, ...FILE, ...SHARED };
const example = {
  ...{ name: 'Names', type: 'logical-servers', sort: 'name' },
  body: '{% for o in objects %}{{ o.name | line }}\n{% endfor %}',
  ...{ content_type: 'text/plain', file_name: 'names.txt', shared: true },
};
const CREATE: Schema = {
  type: 'object',
  properties: SENT,
  required: ['name', 'body', 'content_type', 'file_name'],
  description: 'One of `type`, `query` and `report` says what it lists.',
  examples: [example],
};
const UPDATE: Schema = { type: 'object', properties: SENT, examples: [{ shared: false }] };
const TRY: Schema = {
  type: 'object',
  properties: SENT,
  required: ['body'],
  description: 'One of `type`, `query` and `report` says what it lists.',
  examples: [{ type: 'logical-servers', body: example.body }],
};

/** A workbook as it is sent, with its file. */
const workbook = (needed: readonly string[]): Schema => ({
  type: 'object',
  properties: {
    ...{ ...TEXTS, file_name: FILE.file_name, ...SHARED },
    file: {
      ...BYTES,
      description: `A workbook (.xlsx), of ${WORKBOOK_LIMITS.file >> 20} MB at most when it is unpacked.`,
    },
  },
  ...(needed.length && { required: [...needed] }),
});

/** JSON and forms; a form of several parts may hold a workbook. */
const bodyOf = (text: Schema, shown: object, needed: readonly string[] = []): Body => ({
  required: true,
  content: {
    ...anyBody(text).content,
    'multipart/form-data': { schema: { anyOf: [text, workbook(needed)] }, example: shown },
  },
});

const KEYS = shippedTemplates().map(({ id }) => id);
const ANY_ID: Schema = {
  oneOf: [ID, { enum: KEYS }],
  description: 'A number, or the key of one that came with the release.',
};
const MEMBERS = {
  ...{ id: ANY_ID, ...TEXTS, ...FILE, ...SHARED },
  shipped: { type: 'boolean', description: 'Came with the release: it can be copied, and not changed.' },
  owner: { oneOf: [strict({ id: ID, name: { type: ['string', 'null'] } }), { type: 'null' }] },
  ...{ created_at: TIME_OR_NULL, updated_at: TIME_OR_NULL },
};
const answered = {
  ...{ id: 4, name: 'Names', about: null, kind: 'text', type: 'logical-servers', query: null, report: null },
  ...{
    filter: {},
    sort: 'name',
    include: null,
    content_type: 'text/plain',
    file_name: 'names.txt',
    shared: true,
    shipped: false,
  },
  owner: { id: 3, name: 'Ann' },
  ...{ created_at: '2026-11-20T08:00:00.000000Z', updated_at: '2026-11-20T08:00:00.000000Z' },
};
const SCHEMAS: Readonly<Record<string, Schema>> = {
  TemplateCreate: CREATE,
  TemplateUpdate: UPDATE,
  ListedTemplate: strict(MEMBERS, {}, { examples: [answered] }),
  Template: strict(
    { ...MEMBERS, body: { ...BODY, type: ['string', 'null'], description: 'Liquid; null of a workbook.' } },
    {},
    { examples: [{ ...answered, body: example.body }] },
  ),
};

const operation = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>): Operation => ({
  operationId,
  tags: [TAG],
  ...details,
});

const TEMPLATE_ID: Parameter = {
  ...{ name: 'id', in: 'path', required: true, schema: ANY_ID, example: 'hosts-file' },
  description: 'The id of a template, or the key of one that came with the release.',
};
const FILLING: Parameter[] = [
  {
    ...{ name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: FILTER, example: {} },
    description: 'Filters of the list that hold besides those of the template.',
  },
  {
    ...{ name: 'sort', in: 'query', schema: { type: 'string' }, example: 'name' },
    description: 'The order of the list, in place of that of the template.',
  },
];

const TYPES = [...new Set([...shippedTemplates().map(({ contentType }) => contentType), WORKBOOK_TYPE])].sort();
const fileAnswer = () => ({
  description: 'The file, always as an attachment.',
  headers: { 'Content-Disposition': header('Content-Disposition') },
  content: Object.fromEntries(
    TYPES.map((type) => [
      type,
      { schema: type === 'application/json' ? {} : type === WORKBOOK_TYPE ? BYTES : { type: 'string' } },
    ]),
  ),
});

const triedAnswer = () => {
  const { content, ...answer } = fileAnswer();
  const description =
    'The file, always as an attachment. Of a workbook its placeholders and its first rows where JSON is asked for.';
  return { ...answer, description, content: { ...content, 'application/json': { schema: {} } } };
};

const paths = (): Chapter['paths'] => ({
  '/api/templates': {
    get: operation('listTemplates', {
      summary: 'Templates',
      'x-kinds': registry
        .all()
        .filter(isListed)
        .map(({ path }) => path),
      description:
        'The caller’s own, those that are shared, and those that came with the release; without their texts.',
      responses: { 200: success('The templates, by name.', list(ref('ListedTemplate'))), ...faults(false, 400) },
    }),
    post: operation('createTemplate', {
      summary: 'Keep a template',
      description: `Its text is read, and its list asked for, with the rights of the caller, as are its query and report. One owner has ${MAX_OF_OWNER} at most.`,
      requestBody: bodyOf(ref('TemplateCreate'), example, ['name', 'kind', 'file']),
      responses: { 201: success('The template.', ref('Template'), 'Location'), ...faults(true) },
    }),
  },
  '/api/templates/try': {
    post: operation('tryTemplate', {
      summary: 'Fill what is not stored',
      description: `With the first ${LIMITS.tried} objects of its list, or rows of each sheet.`,
      requestBody: {
        required: true,
        content: { ...json(TRY), 'multipart/form-data': { schema: workbook(['kind', 'file']) } },
      },
      responses: { 200: triedAnswer(), ...faults(true) },
    }),
  },
  '/api/templates/{id}': {
    parameters: [TEMPLATE_ID],
    get: operation('getTemplate', {
      summary: 'One template',
      responses: { 200: success('The template.', strict({ data: ref('Template') })), ...faults(false, 404) },
    }),
    put: operation('replaceTemplate', {
      summary: 'Change a template',
      description: 'What is absent stays. A `type`, `query` or `report` takes the place of that which was there.',
      requestBody: bodyOf(ref('TemplateUpdate'), { shared: false }),
      responses: { 200: success('The template.', ref('Template')), ...faults(true, 404, 409) },
    }),
    patch: operation('updateTemplate', {
      summary: 'Change a part of a template',
      requestBody: bodyOf(ref('TemplateUpdate'), { shared: false }),
      responses: { 200: success('The template.', ref('Template')), ...faults(true, 404, 409) },
    }),
    delete: operation('deleteTemplate', {
      summary: 'Delete a template',
      responses: {
        200: success('It is gone.', { type: 'array', maxItems: 0 }),
        ...faults(false, 404, 409),
      },
    }),
  },
  '/api/templates/{id}/file': {
    parameters: [TEMPLATE_ID],
    get: operation('getTemplateFile', {
      summary: 'The workbook of a template',
      description: 'As it was sent, with its placeholders. A text has none: 404.',
      responses: {
        200: {
          description: 'The workbook, as an attachment.',
          headers: { 'Content-Disposition': header('Content-Disposition') },
          content: { [WORKBOOK_TYPE]: { schema: BYTES } },
        },
        ...faults(false, 400, 404),
      },
    }),
  },
  '/api/templates/{id}/fill': {
    parameters: [TEMPLATE_ID],
    get: operation('fillTemplate', {
      summary: 'Fill a template',
      description:
        'With what it lists as far as the caller may see it: who may not run its query or report is refused as there. A template that goes beyond a limit is 422, and so is one that cannot be read any more.',
      parameters: FILLING,
      responses: { 200: fileAnswer(), ...faults(false, 400, 404, 422) },
    }),
  },
});

export const templates = (): Chapter => ({
  tags: [{ name: TAG, description: 'Files for other tools, made of lists.' }],
  schemas: SCHEMAS,
  paths: paths(),
});
