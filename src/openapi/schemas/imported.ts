/** What an import tells of single rows, in its answer and in that to a wrong file. */
import type { Schema } from '../model.js';

const TEXT: Schema = { type: ['string', 'null'] };

/** Headings that mean nothing. */
export const IGNORED: Schema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Headings of the file that mean nothing and were left out, the first hundred of them: of wrong files, and with `rows=1`.',
};

/** Members that `rows=1` adds to an answer. */
export const ROW_MEMBERS: Readonly<Record<string, Schema>> = {
  same: { type: 'integer', minimum: 0, description: 'With `rows=1`: how many rows leave their object as it is.' },
  rows: {
    type: 'array',
    items: { $ref: '#/components/schemas/ImportedRow' },
    description: 'With `rows=1`: what the rows do that are not wrong, the first thousand of them.',
  },
};

/** Members that `rows=1` adds to a wrong cell. */
export const WRONG_CELL_MEMBERS: Readonly<Record<string, Schema>> = {
  value: { ...TEXT, description: 'With `rows=1`: what stands in the cell, as a short text.' },
  name: { ...TEXT, description: 'With `rows=1`: what the object of the row is called, as far as it is known.' },
};

/** One row. */
export const IMPORTED_ROW: Schema = {
  type: 'object',
  properties: {
    row: { type: 'integer', minimum: 1 },
    action: { type: 'string', enum: ['created', 'updated', 'deleted'] },
    id: { type: ['integer', 'null'], description: 'The object; null for one that is not made.' },
    name: TEXT,
    cells: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { before: TEXT, after: TEXT },
        required: ['before', 'after'],
        additionalProperties: false,
      },
      description:
        'Of a dry run: the cells that differ, by their heading, as short texts; of a new object those that are filled.',
    },
  },
  required: ['row', 'action', 'id', 'name'],
  additionalProperties: false,
  examples: [
    { row: 2, action: 'updated', id: 41, name: 'SRV-01', cells: { environment: { before: null, after: 'Test' } } },
  ],
};
