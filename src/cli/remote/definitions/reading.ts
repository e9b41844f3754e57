/** Commands that sign in, and those that read the map. */
import { CHOICE, OUTPUT, flag, text, texts, type Definition } from './definition.js';

export const signingIn: Definition[] = [
  {
    command: 'login',
    summary: 'Sign in, and stay signed in',
    takes: 'none',
    options: { login: text('Login or e-mail address'), 'password-stdin': flag('Takes the password from the input') },
    examples: [
      ['login --url https://map.example.org', 'asks for login and password'],
      ['login --login robot --password-stdin < secret', 'asks for nothing'],
    ],
    run: async (given) => (await import('../commands/sign-in.js')).signIn(given),
  },
  {
    command: 'logout',
    summary: 'End the token, and forget it',
    takes: 'none',
    options: {},
    examples: [['logout', 'the token of this sign-in is worth nothing any more']],
    run: async () => (await import('../commands/sign-in.js')).signOut(),
  },
  {
    command: 'whoami',
    summary: 'Who is signed in where, with which rights',
    takes: 'none',
    options: { output: OUTPUT },
    examples: [['whoami', 'login, roles and rights']],
    run: async (given) => (await import('../commands/sign-in.js')).whoAmI(given),
  },
];

export const reading: Definition[] = [
  {
    command: 'resources',
    summary: 'The types of objects',
    takes: 'none',
    options: { output: OUTPUT },
    examples: [['resources', 'all types, with their older names']],
    run: async (given) => (await import('../commands/read.js')).resources(given),
  },
  {
    command: 'list <type>',
    summary: 'Objects of a type',
    takes: 'type',
    options: {
      filter: { ...texts('`column=value`, with an operator `rto_lte=60`; can be given several times'), alias: 'f' },
      search: text('Words that occur in the object'),
      sort: texts('Columns, `-` for downwards: --sort=-rto,name'),
      ...CHOICE,
      trashed: { choices: ['with', 'only'], requiresArg: true, describe: 'Deleted objects too, or only those' },
      limit: { type: 'number', requiresArg: true, describe: 'So many at most; 50 on a terminal, otherwise all' },
      all: flag('All of them'),
      output: OUTPUT,
    },
    examples: [
      ['list applications --filter rto_lte=60 --sort=-name --fields name,rto', 'what has to be back within an hour'],
      ['list logical-servers --filter ip_in=10.0.0.0/8 --include applications', 'with what runs on them'],
      ['list sites --all --output csv > sites.csv', 'a file for a spreadsheet'],
    ],
    run: async (given) => (await import('../commands/read.js')).list(given),
  },
  {
    command: 'get <type> <id>',
    summary: 'One object with its links',
    takes: 'type',
    options: { ...CHOICE, output: OUTPUT },
    examples: [['get applications 1 --include logicalServers', 'with its servers in place of their ids']],
    run: async (given) => (await import('../commands/read.js')).get(given),
  },
];
