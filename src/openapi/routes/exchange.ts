/** Import and export of the objects of a resource as files (contract 12). */
import { header, parameter, type Body, type Operation, type Parameter, type PathItem, type Schema } from '../model.js';
import { IMPORTED_ROW, ROW_MEMBERS } from '../schemas/imported.js';
import { XLSX, FILE, queryOf, success, uploaded, faults } from './answers.js';
import { COUNT } from '../schemas/shapes.js';

/** How the routes of a resource write down an operation. */
type MakeOperation = (operationId: string, details: Omit<Operation, 'operationId' | 'tags'>) => Operation;

const NOTES: Schema = {
  type: 'array',
  items: { type: 'string' },
  description: 'How a CSV file was read that is not in UTF-8 and separated by commas, in the language of the request.',
};

/** What an import answers, and what is wrong with a file; the latter with a sentence for each cell. */
export const EXCHANGE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Imported: {
    type: 'object',
    properties: { inserted: COUNT, updated: COUNT, deleted: COUNT, ...ROW_MEMBERS, notes: NOTES },
    required: ['inserted', 'updated', 'deleted'],
    additionalProperties: false,
    examples: [{ inserted: 12, updated: 3, deleted: 0 }],
  },
  ImportedRow: IMPORTED_ROW,
};

/** The two paths below a resource. `file`: an example of what is imported; `narrow`: what chooses the objects of an export. */
export function exchangePaths(
  root: string,
  some: string,
  many: string,
  file: string,
  narrow: readonly Parameter[],
  makeOperation: MakeOperation,
): Record<string, PathItem> {
  return {
    [`${root}/export`]: { get: exporting(some, many, narrow, makeOperation) },
    [`${root}/import`]: { post: importing(some, many, file, makeOperation) },
  };
}

const exporting = (some: string, many: string, narrow: readonly Parameter[], makeOperation: MakeOperation): Operation =>
  makeOperation(`export${many}`, {
    summary: `Export ${some}`,
    description:
      'A workbook or CSV with all columns and links, made to be changed and imported again. `filter` and `sort` choose objects ' +
      'as in the list; without them all are there.',
    parameters: [
      ...narrow,
      queryOf('format', 'Otherwise CSV where `Accept` prefers it, and a workbook.', {
        type: 'string',
        enum: ['xlsx', 'csv'],
      }),
      parameter('Separator'),
      parameter('ByteOrderMark'),
    ],
    responses: {
      200: {
        description: 'The file.',
        headers: { 'Content-Disposition': header('Content-Disposition') },
        content: { [XLSX]: { schema: FILE }, 'text/csv': { schema: { type: 'string' } } },
      },
      ...faults(false, 400, 422),
    },
  });

const importing = (some: string, many: string, file: string, makeOperation: MakeOperation): Operation =>
  makeOperation(`import${many}`, {
    summary: `Import ${some}`,
    description:
      'A row with an `id` changes that object, one without creates, one that has an `id` and nothing else deletes. All of it ' +
      'is done, or nothing; a refusal names each wrong cell. A column of codes takes their words in either language. Dates are `YYYY-MM-DD`, and `DD/MM/YYYY` where the request is in French.',
    parameters: [parameter('DryRun'), parameter('Rows'), parameter('Separator'), parameter('IdempotencyKey')],
    requestBody: withExample(uploaded('A workbook (xlsx) or CSV: UTF-8, UTF-16 or Windows-1252.'), { file }),
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
