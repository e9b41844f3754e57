/** Import and export of the objects of a resource as files (contract 12). */
import { idsIn, type LinkSet, type ResourceModel } from '../engine/index.js';
import type { Chapter } from '../openapi/chapter.js';
import { exampleOf } from '../openapi/examples.js';
import { narrowParameters } from '../openapi/list-parameters.js';
import { header, parameter, type Body, type Operation, type Schema } from '../openapi/model.js';
import type { RouteWriter } from '../openapi/routes/route-writer.js';
import { IGNORED, IMPORTED_ROW, ROW_MEMBERS } from '../openapi/schemas/imported.js';
import { XLSX, FILE, success, uploaded, faults } from '../openapi/routes/answers.js';
import { COUNT } from '../openapi/schemas/shapes.js';
import { columnsOf, isExchanged } from './columns.js';

const NOTES: Schema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'How a CSV file was read that is not in UTF-8 and separated by commas, and what is stored and looks wrong, in the language of the request.',
};

/** What an import answers, and what is wrong with a file; the latter with a sentence for each cell. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  Imported: {
    type: 'object',
    properties: { inserted: COUNT, updated: COUNT, deleted: COUNT, ...ROW_MEMBERS, ignored: IGNORED, notes: NOTES },
    required: ['inserted', 'updated', 'deleted'],
    additionalProperties: false,
    examples: [{ inserted: 12, updated: 3, deleted: 0 }],
  },
  ImportedRow: IMPORTED_ROW,
};

export const exchange = (): Chapter => ({
  schemas: SCHEMAS,
  ofResource(writer) {
    if (!isExchanged(writer.resource)) return {};
    const root = `/api/${writer.resource.path}`;
    return {
      [`${root}/export`]: { get: exporting(writer) },
      [`${root}/import`]: { post: importing(writer) },
      [`${root}/import/template`]: { get: template(writer) },
    };
  },
});

/** A workbook or CSV, as it is downloaded. */
const fileResponse = () => ({
  description: 'The file.',
  headers: { 'Content-Disposition': header('Content-Disposition') },
  content: { [XLSX]: { schema: FILE }, 'text/csv': { schema: { type: 'string' as const } } },
});

const exporting = (writer: RouteWriter): Operation =>
  writer.operation(`export${writer.names.many}`, {
    summary: `Export ${writer.some}`,
    description:
      'A workbook or CSV with all columns and links, made to be changed and imported again. `filter` and `sort` choose objects ' +
      'as in the list; without them all are there.',
    parameters: [
      ...narrowParameters(writer.resource),
      parameter('FileFormat'),
      parameter('Separator'),
      parameter('ByteOrderMark'),
    ],
    responses: {
      200: fileResponse(),
      ...faults(false, 400, 422),
    },
  });

const template = (writer: RouteWriter): Operation =>
  writer.operation(`template${writer.names.many}`, {
    summary: `Template for ${writer.some}`,
    description: 'An empty file to import: headings in words, and in a workbook what may stand in each column.',
    parameters: [
      parameter('FileFormat'),
      parameter('TemplateLanguage'),
      parameter('Separator'),
      parameter('ByteOrderMark'),
    ],
    responses: {
      200: fileResponse(),
      ...faults(false, 400),
    },
  });

const importing = (writer: RouteWriter): Operation =>
  writer.operation(`import${writer.names.many}`, {
    summary: `Import ${writer.some}`,
    description:
      'A row with an `id` changes that object, one without creates, one that has an `id` and nothing else deletes. All of it ' +
      'is done, or nothing; a refusal names each wrong cell. Headings are names or titles, in English or French; codes may be ' +
      'words, and other objects be named. Durations are minutes, or `4 h`, `1 day`. Dates are `YYYY-MM-DD`, and `DD/MM/YYYY` where the request is in French.',
    parameters: [
      parameter('DryRun'),
      parameter('Rows'),
      parameter('Match'),
      parameter('EmptyCells'),
      parameter('Separator'),
      parameter('IdempotencyKey'),
    ],
    requestBody: withExample(uploaded('A workbook (xlsx) or CSV: UTF-8, UTF-16 or Windows-1252.'), {
      file: exampleFile(writer.resource),
    }),
    responses: {
      200: success('What was done.', { $ref: '#/components/schemas/Imported' }, 'X-Ignored-Fields'),
      ...faults(true, 409),
      422: { $ref: '#/components/responses/InvalidFile' },
    },
  });

const withExample = (body: Body, example: unknown): Body => ({
  ...body,
  content: Object.fromEntries(Object.entries(body.content).map(([type, media]) => [type, { ...media, example }])),
});

/** A file of one new object, as an import takes it: the column of ids is there, and empty. */
export function exampleFile(resource: ResourceModel): string {
  const whole = exampleOf(resource);
  const written = columnsOf(resource).filter(({ field, link }) => (field ? field.writable === true : link.writable));
  const cells = written.map(({ heading, field, link }) => {
    const value = whole[(field ?? link).name];
    return [heading, link?.pivot?.value ? idsIn(value as LinkSet) : value] as const;
  });
  const filled = [['id', ''] as const, ...cells.filter(([, value]) => value !== null)];
  const line = (values: readonly unknown[]): string => values.map((value) => quoted(String(value))).join(',');
  return [line(filled.map(([heading]) => heading)), line(filled.map(([, value]) => value))].join('\r\n');
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
