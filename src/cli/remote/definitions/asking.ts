/** Questions that the server answers as a whole, and completion. */
import { FORMATS, OUTPUT, text, type Definition } from './definition.js';

export const asking: Definition[] = [
  {
    command: 'query [query]',
    summary: 'Run a query: a stored one by its id, or a text',
    takes: 'none',
    options: {
      file: text('The query from a file, or from the input: -'),
      output: { ...OUTPUT, choices: [...FORMATS, 'mermaid', 'graphml'] },
    },
    examples: [
      [`query 'FROM applications FIELDS name, logical_servers.name WHERE rto <= 60'`, 'a text'],
      ['query 3 --output csv', 'the stored query 3'],
      [`query 'FROM applications WITH logical_servers OUTPUT graph' -o mermaid`, 'a drawing'],
    ],
    run: async (given) => (await import('../commands/ask.js')).query(given),
  },
  {
    command: 'report <name> [file]',
    summary: 'A report on the terminal, or as a file: .xlsx, .csv, .docx, .json',
    takes: 'report',
    options: {
      sheet: text('Of CSV: another sheet than the first'),
      date: text('Of directory: the day for which it holds'),
      granularity: {
        type: 'number',
        choices: [1, 2, 3],
        requiresArg: true,
        describe: 'Of cartography: the level of detail',
      },
      views: text('Of cartography: the views, as 3,5'),
      objects: { choices: ['applications', 'all'], requiresArg: true, describe: 'Of cve: other objects too' },
      output: { ...OUTPUT, choices: ['table', 'json', 'csv'] },
    },
    examples: [
      ['report rto', 'on the terminal'],
      ['report cartography map.docx --granularity 2', 'as a document'],
    ],
    run: async (given) => (await import('../commands/ask.js')).report(given),
  },
];

export const completing: Definition = {
  command: 'completion <shell>',
  summary: 'What completes commands, types and fields in bash and zsh',
  takes: 'shell',
  options: {},
  examples: [['completion bash', 'into ~/.bashrc: source <(meridian completion bash)']],
  run: async ({ shell }: { shell: 'bash' | 'zsh' }) => {
    const { SCRIPTS } = await import('../completion-scripts.js');
    process.stdout.write(SCRIPTS[shell]!);
  },
};
