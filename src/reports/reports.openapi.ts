/** Reports: one route, a file for each name (contract 1 and 12). */
import { VIEWS } from './cartography/views/index.js';
import { translatorTo } from './locales/index.js';
import { formatsOf, type Report, type ReportFacts, type ReportParameter } from './report.js';
import { REPORTS } from './reports.js';
import { INVENTORY_FACTS } from './inventory.report.js';
import { CVE_FACTS } from '../vulnerabilities/cve.report.js';
import {
  header,
  json,
  parameter,
  type Content,
  type Operation,
  type Parameter,
  type Schema,
} from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, FILE, queryOf, XLSX } from '../openapi/routes/answers.js';
import { list, TEXT } from '../openapi/schemas/shapes.js';

const TAG = 'Reports';
const CELL: Schema = { type: ['string', 'number', 'boolean', 'null'] };

const SHEETS: Schema = {
  type: 'object',
  properties: {
    report: { type: 'string' },
    generatedAt: { type: 'string', format: 'date-time' },
    sheets: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          columns: { type: 'array', items: { type: 'string' } },
          levels: {
            type: 'array',
            items: { type: 'integer', minimum: 0 },
            description:
              'Places of the columns whose numbers 0 to 4 stand for insignificant, low, medium, high, very high; absent where there are none.',
          },
          sums: {
            type: 'array',
            items: { type: 'integer', minimum: 0 },
            description: 'Places of the rows that add up those below them, from 0; absent where there are none.',
          },
          rows: { type: 'array', items: { type: 'array', items: CELL } },
        },
        required: ['name', 'columns', 'rows'],
        additionalProperties: false,
      },
    },
  },
  required: ['report', 'generatedAt', 'sheets'],
  additionalProperties: false,
};

/** All reports. */
const NAMED: ReadonlyArray<ReportFacts & Pick<Report, 'document'>> = [...REPORTS, INVENTORY_FACTS, CVE_FACTS];

const FORMATS: Content = {
  [XLSX]: { schema: FILE },
  'application/octet-stream': { schema: FILE },
  'text/csv': { schema: { type: 'string' } },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { schema: FILE },
  'application/json': { schema: SHEETS },
};

/** A text on the cover of the map report. */
const coverText = (name: ReportParameter, en: string, fr: string, more?: string): Parameter => ({
  ...queryOf(name, `Of \`cartography\` as docx, on its cover${more ? `; ${more}` : ''}.`, {
    type: 'string',
    maxLength: 120,
  }),
  'x-titles': { en: `${en}, on the cover`, fr: `${fr}, en couverture` },
});

/** Parameters of some reports, with what people call them and what they choose from. */
const OWN: Readonly<Record<ReportParameter, Parameter>> = {
  date: {
    ...queryOf(
      'date',
      'Of `directory`: the day for which it holds; of `cartography` as docx: that on its cover; of `inventory`: the moment since which changes are told. Today without it.',
      { type: 'string', format: 'date' },
    ),
    'x-titles': {
      en: 'As of',
      fr: 'À la date du',
    },
  },
  organisation: coverText('organisation', 'Organisation', 'Organisation', 'the setting `ORGANISATION` without it'),
  version: coverText('version', 'Version', 'Version'),
  classification: coverText('classification', 'Classification', 'Classification', 'also at the foot of every page'),
  author: coverText('author', 'Author', 'Auteur'),
  granularity: {
    ...queryOf('granularity', 'Of `cartography`: the level of detail; otherwise the caller’s own.', {
      type: 'integer',
      minimum: 1,
      maximum: 3,
    }),
    'x-titles': { en: 'Level of detail', fr: 'Niveau de détail' },
    'x-choices': [
      { value: '1', en: '1, the most important', fr: '1, le plus important' },
      { value: '2', en: '2, more', fr: '2, davantage' },
      { value: '3', en: '3, everything', fr: '3, tout' },
    ],
  },
  views: {
    ...queryOf(
      'views',
      'Of `cartography`: the views, 1 to 6, of docx to 7 (data protection and security), separated by commas; `vues[]` is taken as well.',
      {
        type: 'string',
        examples: ['3,5'],
      },
    ),
    'x-titles': { en: 'Views', fr: 'Vues' },
    'x-choices': VIEWS.map(({ number, title }) => ({
      value: String(number),
      en: translatorTo('en')(title),
      fr: translatorTo('fr')(title),
    })),
    'x-many': true,
  },
  graph: {
    ...queryOf(
      'graph',
      'Of `cartography` as docx: a picture at the beginning of each view; `0` and `false` mean none.',
      { type: 'string' },
    ),
    'x-titles': { en: 'Pictures in the document', fr: 'Images dans le document' },
    'x-choices': [{ value: '1', en: 'One at the beginning of each view', fr: 'Une au début de chaque vue' }],
  },
  objects: {
    ...queryOf('objects', 'Of `cve`: `all` looks at other objects that name a product, too.', {
      type: 'string',
      enum: ['applications', 'all'],
    }),
    'x-titles': { en: 'Of what', fr: 'De quoi' },
    'x-choices': [
      { value: 'applications', en: 'Applications', fr: 'Applications' },
      { value: 'all', en: 'Everything that names a product', fr: 'Tout ce qui nomme un produit' },
    ],
  },
};

const LISTED = { name: TEXT, title: TEXT, about: TEXT, formats: list(TEXT), parameters: list(TEXT), kinds: list(TEXT) };

const listReports = (): Operation => ({
  operationId: 'listReports',
  tags: [TAG],
  summary: 'What reports there are',
  description:
    'Names, titles, formats and parameters, in the language of the request; `kinds` are those that one must be allowed to list. Needs `reports_access`.',
  responses: {
    200: {
      description: 'All reports.',
      content: json({
        type: 'object',
        required: ['reports'],
        additionalProperties: false,
        properties: {
          reports: {
            type: 'array',
            items: {
              type: 'object',
              required: Object.keys(LISTED),
              additionalProperties: false,
              properties: LISTED,
            },
          },
        },
      }),
    },
    ...faults(false),
  },
});

const read = (): Operation => ({
  operationId: 'getReport',
  tags: [TAG],
  summary: 'Read a report',
  description: [
    'Needs `reports_access`, and the right to list what the report is about; columns of other kinds that the caller may',
    'not list stay empty. The format is that of `format`, then what `Accept` prefers, then a workbook.\n\n',
    NAMED.map(({ name, abouts }) => `* \`${name}\`: ${abouts.en}`).join('\n'),
  ].join(' '),
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: NAMED.map(({ name }) => name) },
    },
    queryOf('format', 'The format; `docx` where there is a document.', {
      type: 'string',
      enum: ['xlsx', 'csv', 'docx', 'json'],
    }),
    queryOf(
      'lang',
      'The language of headings, sheet names and labels, before `Accept-Language`; those of JSON are English unless `headings` says otherwise.',
      {
        type: 'string',
        enum: ['en', 'fr'],
      },
    ),
    queryOf(
      'headings',
      'Of JSON: `names` are English for everybody, so that programs find their columns; `words` are in the language of `lang`.',
      { type: 'string', enum: ['names', 'words'], default: 'names' },
    ),
    queryOf('sheet', 'Of CSV: another sheet than the first.', { type: 'string' }),
    parameter('Separator'),
    parameter('ByteOrderMark'),
    ...Object.values(OWN),
  ],
  responses: {
    200: {
      description: 'The file.',
      headers: { 'Content-Disposition': header('Content-Disposition') },
      content: FORMATS,
    },
    ...faults(false, 400, 404),
  },
  'x-reports': NAMED.map(({ name, titles, abouts, roots, parameters = [], document }) => ({
    ...{ name, titles, abouts, kinds: roots, parameters },
    formats: formatsOf({ document }),
  })),
  'x-requests': [
    {
      summary: 'The continuity of applications, as JSON',
      description: '`format=json` shows the sheets; without it a workbook comes.',
      path: '/api/report/rto?format=json',
    },
    {
      summary: 'The servers and what runs on them, as CSV',
      description: '`format=csv` gives the first sheet, `sheet` another one.',
      path: '/api/report/logicalServers?format=csv',
    },
  ],
});

export const reports = (): Chapter => ({
  tags: [{ name: TAG, description: 'Workbooks, CSV and documents about the map, made when they are asked for.' }],
  paths: { '/api/report': { get: listReports() }, '/api/report/{name}': { get: read() } },
});
