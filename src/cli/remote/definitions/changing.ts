/** Commands that change the map, object by object and by files. */
import { DRY_RUN, OUTPUT, text, type Definition } from './definition.js';

const FILE = text('JSON from a file, or from the input: -');

export const writing: Definition[] = [
  {
    command: 'create <type> [fields..]',
    summary: 'Create an object',
    takes: 'type',
    fields: true,
    options: { file: FILE, 'dry-run': DRY_RUN, output: OUTPUT },
    examples: [
      ['create sites name="North campus"', 'a value'],
      ['create applications name=Imago rto=60 logical_servers=1,2', 'links by their ids'],
      [`create applications name=Imago attributes:='{"a":1}'`, 'JSON behind :='],
      ['create applications --file application.json', 'from a file'],
    ],
    run: async (given) => (await import('../commands/write.js')).create(given),
  },
  {
    command: 'update <type> <id> [fields..]',
    summary: 'Change some fields of an object',
    takes: 'type',
    fields: true,
    options: { file: FILE, 'if-match': text('Only if its ETag is still this one'), 'dry-run': DRY_RUN, output: OUTPUT },
    examples: [['update applications 1 rto=30 responsible=', 'changes one field and clears another']],
    run: async (given) => (await import('../commands/write.js')).update(given),
  },
  {
    command: 'delete <type> <ids..>',
    summary: 'Delete objects: all that are named, or none',
    takes: 'type',
    options: { 'dry-run': DRY_RUN },
    examples: [['delete sites 3 4', 'two of them']],
    run: async (given) => (await import('../commands/write.js')).remove(given),
  },
  {
    command: 'undelete <type> <ids..>',
    summary: 'Bring deleted objects back',
    takes: 'type',
    options: { output: OUTPUT },
    examples: [['undelete sites 3', 'list sites --trashed only shows which there are']],
    run: async (given) => (await import('../commands/write.js')).undelete(given),
  },
];

const SEPARATOR = text('Of CSV: what separates columns, `,` `;` `|` or tab');

export const files: Definition[] = [
  {
    command: 'import <type> <file>',
    summary: 'Create, change and delete by a file: .xlsx, .csv, .json, .jsonl',
    takes: 'type',
    options: { 'dry-run': DRY_RUN, sep: SEPARATOR },
    examples: [
      ['import applications applications.xlsx --dry-run', 'what an import would do'],
      ['import logical-servers inventory.jsonl', 'an object on each line; one with an id is changed'],
    ],
    run: async (given) => (await import('../commands/files.js')).importFile(given),
  },
  {
    command: 'export <type> <file>',
    summary: 'All objects with their links: .xlsx, .csv, .json, .jsonl',
    takes: 'type',
    options: { sep: SEPARATOR },
    examples: [['export applications applications.xlsx', 'to be changed and imported again']],
    run: async (given) => (await import('../commands/files.js')).exportFile(given),
  },
];
