/** Reports: one route, a file for each name (contract 1 and 12). */
import { REPORTS } from '../../reports/reports.js';
import { header, parameter, type Chapter, type Content, type Operation, type Schema } from '../model.js';
import { faults, FILE, queryOf, XLSX } from './answers.js';

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

/** All reports; that of vulnerabilities needs more than the map, and is made where its feeds are. */
const NAMED = [...REPORTS, { name: 'cve', about: 'Known vulnerabilities of the applications.' }];

const FORMATS: Content = {
  [XLSX]: { schema: FILE },
  'application/octet-stream': { schema: FILE },
  'text/csv': { schema: { type: 'string' } },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { schema: FILE },
  'application/json': { schema: SHEETS },
};

const read = (): Operation => ({
  operationId: 'getReport',
  tags: [TAG],
  summary: 'Read a report',
  description: [
    'Needs `reports_access`, and the right to list what the report is about; columns of other kinds that the caller may',
    'not list stay empty. The format is that of `format`, then what `Accept` prefers, then a workbook.\n\n',
    NAMED.map(({ name, about }) => `* \`${name}\`: ${about}`).join('\n'),
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
      'The language of headings, sheet names and labels, before `Accept-Language`; those of JSON are English.',
      {
        type: 'string',
        enum: ['en', 'fr'],
      },
    ),
    queryOf('sheet', 'Of CSV: another sheet than the first.', { type: 'string' }),
    parameter('Separator'),
    parameter('ByteOrderMark'),
    queryOf('date', 'Of `directory`: the day for which it holds.', { type: 'string', format: 'date' }),
    queryOf('granularity', 'Of `cartography`: the level of detail; otherwise the caller’s own.', {
      type: 'integer',
      minimum: 1,
      maximum: 3,
    }),
    queryOf('views', 'Of `cartography`: the views, 1 to 6, separated by commas; `vues[]` is taken as well.', {
      type: 'string',
      examples: ['3,5'],
    }),
    queryOf('graph', 'Of `cartography` as docx: a picture at the beginning of each view; `0` and `false` mean none.', {
      type: 'string',
    }),
    queryOf('objects', 'Of `cve`: `all` looks at other objects that name a product, too.', {
      type: 'string',
      enum: ['applications', 'all'],
    }),
  ],
  responses: {
    200: {
      description: 'The file.',
      headers: { 'Content-Disposition': header('Content-Disposition') },
      content: FORMATS,
    },
    ...faults(false, 400, 404),
  },
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
  paths: { '/api/report/{name}': { get: read() } },
});
