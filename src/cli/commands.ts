/** Every command of the program: what it takes, and what its help says. What a command does stands in `remote/` and `local/`. */
import { SEVERITIES } from './severities.js';
import {
  choice,
  flag,
  FORMATS,
  local,
  number,
  output,
  remote,
  text,
  texts,
  type Command,
  type GraphNames,
  type Positional,
} from './command.js';
import { FEED } from './feed-commands.js';
import { GRAPH } from './graph-commands.js';
import { PICTURE } from './picture-command.js';

const TYPE = {
  describe: 'The type of objects, as `meridian resources` lists them; older names are taken as well',
  completes: 'types',
} as const satisfies Positional;
const ID = { describe: 'The id of the object' } as const;
const IDS = { describe: 'The ids of the objects', many: true } as const;
const FIELDS = {
  describe: '`field=value`; `field=` clears one, a link takes ids: `processes=1,2`, `:=` takes JSON',
  many: true,
  optional: true,
  completes: 'fields',
} as const satisfies Positional;
const FILE = { describe: 'The file' } as const;

const OUTPUT = output(FORMATS);
const DRY_RUN = flag('Checks everything and stores nothing');
const SELECTION = {
  include: texts('Related objects that come along, as `logicalServers,processesCount`'),
  fields: texts('Only these columns, as `name,rto`'),
};
const BODY = text('JSON from a file, or from the input: -');
const SEPARATOR = text('Of CSV: what separates columns, `,` `;` `|` or tab');

const SIGNING_IN: Command[] = [
  remote({
    name: 'login',
    summary: 'Sign in, and stay signed in',
    options: {
      device: flag('Without a browser on this machine: prints a code to type in any other'),
      'address-only': flag('Prints the address in place of opening a browser'),
      login: text('Login or e-mail address: with a password in place of a browser'),
      'password-stdin': flag('Takes the password from the input'),
    },
    examples: [
      ['login --url https://map.example.org', 'opens a browser, in which you sign in as ever'],
      ['login --device', 'where there is no browser'],
      ['login --login anna', 'asks for the password'],
      ['login --login robot --password-stdin < secret', 'asks for nothing'],
    ],
    run: async (values) => (await import('./remote/sign-in.js')).login(values),
  }),
  remote({
    name: 'logout',
    summary: 'End the token, and forget it',
    examples: [['logout', 'the token of this sign-in is worth nothing any more']],
    run: async () => (await import('./remote/sign-in.js')).logout(),
  }),
  remote({
    name: 'whoami',
    summary: 'Who is signed in where, with which rights',
    options: { output: OUTPUT },
    examples: [['whoami', 'login, roles and rights']],
    run: async (values) => (await import('./remote/sign-in.js')).whoami(values),
  }),
];

const OBJECTS: Command[] = [
  remote({
    name: 'resources',
    summary: 'The types of objects',
    options: { output: OUTPUT },
    examples: [['resources', 'all types, with their older names']],
    run: async (values) => (await import('./remote/objects.js')).resources(values),
  }),
  remote({
    name: 'list',
    summary: 'Objects of a type',
    positionals: { type: TYPE },
    options: {
      filter: { ...texts('`column=value`, with an operator `rto_lte=60`; can be given several times'), alias: 'f' },
      search: text('Words that occur in the object'),
      sort: texts('Columns, `-` for downwards: --sort=-rto,name'),
      ...SELECTION,
      trashed: choice(['with', 'only'], 'Deleted objects too, or only those'),
      limit: number('So many at most; 50 on a terminal, otherwise all'),
      all: flag('All of them'),
      output: OUTPUT,
    },
    examples: [
      ['list applications --filter rto_lte=60 --sort=-name --fields name,rto', 'what has to be back within an hour'],
      ['list logical-servers --filter ip_in=10.0.0.0/8 --include applications', 'with what runs on them'],
      ['list sites --all --output csv > sites.csv', 'a file for a spreadsheet'],
    ],
    run: async (values) => (await import('./remote/objects.js')).list(values),
  }),
  remote({
    name: 'search',
    summary: 'Objects of all types by name, address or reference',
    positionals: { words: { describe: 'What is looked for', many: true } },
    options: {
      kinds: { ...texts('Of these types alone'), offers: (names: GraphNames) => names.kinds },
      limit: number('So many at most, the best first; 20 unless said otherwise'),
      output: OUTPUT,
    },
    examples: [
      ['search 10.10.1.4', 'who has this address'],
      ['search care --kinds applications,processes', 'by a part of their name'],
    ],
    run: async (values) => (await import('./remote/search.js')).search(values),
  }),
  remote({
    name: 'changes',
    summary: 'What changed in the map, and what changes from now on',
    details:
      'Each change as a line of JSON, or on a terminal in words. The id of a change is where --since goes on behind it. Without --since all ' +
      'that is kept; with --follow what comes from now on, until Ctrl+C.',
    options: {
      since: text('A cursor: the id of the last change, or beginning, or now'),
      kinds: { ...texts('Of these types alone'), offers: (names: GraphNames) => names.kinds },
      actions: texts('Of these alone: created, updated, deleted, restored'),
      direct: flag('Without changes of the other ends of links'),
      follow: flag('Waits for more'),
      output: { ...choice(['table', 'jsonl'], 'For people, or a change a line'), alias: 'o' },
    },
    examples: [
      ['changes --follow', 'what others do, as they do it'],
      ['changes --kinds applications --actions deleted', 'what became of applications'],
    ],
    run: async (values) => (await import('./remote/changes.js')).changes(values),
  }),
  remote({
    name: 'history',
    summary: 'The changes of one object, the newest first',
    positionals: { type: TYPE, id: ID },
    options: {
      limit: number('At most so many changes, up to 1000'),
      output: { ...choice(['table', 'jsonl'], 'For people, or a change a line'), alias: 'o' },
    },
    examples: [['history applications 1', 'who changed what of it, and when']],
    run: async (values) => (await import('./remote/history.js')).history(values),
  }),
  remote({
    name: 'diff',
    summary: 'What differs between two moments of the map',
    details:
      'The net effect, a line for each object: what was changed and changed back is not there. Moments are times, days (midnight, UTC), or ' +
      'cursor: and a cursor of the feed of changes.',
    options: {
      from: text('The former moment; it is needed'),
      to: text('The later moment; left out: now'),
      kinds: { ...texts('Of these types alone'), offers: (names: GraphNames) => names.kinds },
      view: text('Of the types of this view of the map alone'),
      summary: flag('Counts by type and action alone'),
      output: OUTPUT,
    },
    examples: [
      ['diff --from 2026-11-01 --to 2026-12-01', 'what became of the map in November'],
      ['diff --from 2026-11-01 --summary', 'in numbers, until now'],
    ],
    run: async (values) => (await import('./remote/history.js')).diff(values),
  }),
  remote({
    name: 'undo',
    summary: 'Take back what one request did',
    details:
      'Created objects are deleted, deleted ones restored, changed ones set back, all or nothing. `meridian history` and `meridian changes` ' +
      'tell the transaction of each change. What somebody changed since stops it, unless --skip-conflicts leaves that as it is.',
    positionals: { transaction: { describe: 'The transaction of the changes', optional: true } },
    options: {
      request: text('The id of a request of your own, in place of a transaction'),
      'dry-run': flag('Shows what would be taken back, and stores nothing'),
      'skip-conflicts': flag('Leaves what was changed since as it is'),
      output: { ...choice(['text', 'json'], 'For people, or the answer of the server'), alias: 'o' },
    },
    examples: [['undo --request night-import --dry-run', 'what taking the import of last night back would do']],
    run: async (values) => (await import('./remote/history.js')).undo(values),
  }),
  remote({
    name: 'webhooks list',
    summary: 'Programs that are told of changes by requests, with their state',
    options: { output: OUTPUT },
    examples: [['webhooks list', 'which are paused, and how many seconds they are behind']],
    run: async (values) => (await import('./remote/webhooks.js')).list(values),
  }),
  remote({
    name: 'webhooks create',
    summary: 'Tell a program of changes by requests to an address',
    positionals: { name: { describe: 'A name for it' }, address: { describe: 'Where it is told, by https' } },
    options: {
      events: texts('Of what: *, applications.*, *.deleted, applications.updated; of everything unless said otherwise'),
      thin: flag('Without the objects: receivers read them'),
      batch: number('So many events in one request at most'),
      output: OUTPUT,
    },
    examples: [
      ['webhooks create Tickets https://hooks.example.org/map --events applications.*', 'prints its secret, this once'],
    ],
    run: async (values) => (await import('./remote/webhooks.js')).create(values),
  }),
  remote({
    name: 'webhooks test',
    summary: 'Send a test event to a webhook now',
    positionals: { id: { describe: 'The id of the webhook' } },
    options: { output: OUTPUT },
    examples: [['webhooks test 4', 'fails where the receiver does not take it']],
    run: async (values) => (await import('./remote/webhooks.js')).test(values),
  }),
  remote({
    name: 'webhooks pause',
    summary: 'Let a webhook rest; it keeps its place',
    positionals: { id: { describe: 'The id of the webhook' } },
    options: { output: OUTPUT },
    examples: [['webhooks pause 4', 'nothing is sent until it goes on']],
    run: async (values) => (await import('./remote/webhooks.js')).pause(values),
  }),
  remote({
    name: 'webhooks resume',
    summary: 'Let a webhook go on from its place',
    positionals: { id: { describe: 'The id of the webhook' } },
    options: { output: OUTPUT },
    examples: [['webhooks resume 4', 'what happened meanwhile is sent']],
    run: async (values) => (await import('./remote/webhooks.js')).resume(values),
  }),
  remote({
    name: 'webhooks deliveries',
    summary: 'What became of the requests of a webhook, newest first',
    positionals: { id: { describe: 'The id of the webhook' } },
    options: { limit: number('So many at most; 20 unless said otherwise'), output: OUTPUT },
    examples: [['webhooks deliveries 4 --limit 100', 'attempts of the last seven days']],
    run: async (values) => (await import('./remote/webhooks.js')).deliveries(values),
  }),
  remote({
    name: 'get',
    summary: 'One object with its links',
    positionals: { type: TYPE, id: ID },
    options: { ...SELECTION, output: OUTPUT },
    examples: [['get applications 1 --include logicalServers', 'with its servers in place of their ids']],
    run: async (values) => (await import('./remote/objects.js')).get(values),
  }),
  remote({
    name: 'create',
    summary: 'Create an object',
    positionals: { type: TYPE, fields: FIELDS },
    options: { file: BODY, 'dry-run': DRY_RUN, output: OUTPUT },
    examples: [
      ['create sites name="North campus"', 'a value'],
      ['create applications name=Imago rto=60 logical_servers=1,2', 'links by their ids'],
      [`create applications name=Imago attributes:='{"a":1}'`, 'JSON behind :='],
      ['create applications --file application.json', 'from a file'],
    ],
    run: async (values) => (await import('./remote/objects.js')).create(values),
  }),
  remote({
    name: 'update',
    summary: 'Change some fields of an object',
    positionals: { type: TYPE, id: ID, fields: FIELDS },
    options: { file: BODY, 'if-match': text('Only if its ETag is still this one'), 'dry-run': DRY_RUN, output: OUTPUT },
    examples: [['update applications 1 rto=30 responsible=', 'changes one field and clears another']],
    run: async (values) => (await import('./remote/objects.js')).update(values),
  }),
  remote({
    name: 'delete',
    summary: 'Delete objects: all that are named, or none',
    positionals: { type: TYPE, ids: IDS },
    options: { 'dry-run': DRY_RUN },
    examples: [['delete sites 3 4', 'two of them']],
    run: async (values) => (await import('./remote/objects.js')).remove(values),
  }),
  remote({
    name: 'undelete',
    summary: 'Bring deleted objects back',
    positionals: { type: TYPE, ids: IDS },
    options: { output: OUTPUT },
    examples: [['undelete sites 3', 'list sites --trashed only shows which there are']],
    run: async (values) => (await import('./remote/objects.js')).undelete(values),
  }),
  remote({
    name: 'merge',
    summary: 'Make one object of several that are one thing',
    details:
      'The first object stays, and gets the links, documents, delegations and records of the others, which are deleted. ' +
      'Empty columns are filled; where they differ the value of the first one stays, unless --prefer names another one. ' +
      '`unmerge` takes it back.',
    positionals: {
      type: TYPE,
      id: { describe: 'The id of the object that stays' },
      from: { describe: 'The ids of those that become part of it', many: true },
    },
    options: {
      prefer: texts('`column=id`: whose value stands; can be given several times'),
      'dry-run': DRY_RUN,
      output: OUTPUT,
    },
    examples: [
      ['merge logical-servers 41 42 --dry-run', 'where they differ, and what would move'],
      ['merge logical-servers 41 42 43 --prefer cpu=42', 'with the processor of #42'],
    ],
    run: async (values) => (await import('./remote/merge.js')).merge(values),
  }),
  remote({
    name: 'unmerge',
    summary: 'Take a merge back, as long as nothing of it changed',
    positionals: {
      type: TYPE,
      id: ID,
      entry: { describe: 'The entry of the merge in the journal, as `merge` tells it' },
    },
    options: { 'dry-run': DRY_RUN, output: OUTPUT },
    examples: [['unmerge logical-servers 41 1207', 'the others are objects of their own again']],
    run: async (values) => (await import('./remote/merge.js')).unmerge(values),
  }),
];

const FILES: Command[] = [
  remote({
    name: 'import',
    summary: 'Create, change and delete by a file: .xlsx, .csv, .json, .jsonl',
    positionals: { type: TYPE, file: FILE },
    options: {
      'dry-run': DRY_RUN,
      sep: SEPARATOR,
      match: choice(['name'], 'Find the object of a row without an id by its name'),
    },
    examples: [
      ['import applications applications.xlsx --dry-run', 'what an import would do'],
      ['import logical-servers inventory.jsonl', 'an object on each line; one with an id is changed'],
    ],
    run: async (values) => (await import('./remote/files.js')).importFile(values),
  }),
  remote({
    name: 'export',
    summary: 'All objects with their links: .xlsx, .csv, .json, .jsonl',
    positionals: { type: TYPE, file: FILE },
    options: { sep: SEPARATOR },
    examples: [['export applications applications.xlsx', 'to be changed and imported again']],
    run: async (values) => (await import('./remote/files.js')).exportFile(values),
  }),
];

const QUERIES: Command[] = [
  remote({
    name: 'query',
    summary: 'Run a query: a stored one by its id, or a text',
    positionals: {
      query: {
        describe: 'The id of a stored query, or a text: `FROM applications WHERE rto <= 60`',
        optional: true,
      },
    },
    options: {
      file: text('The query from a file, or from the input: -'),
      output: output([...FORMATS, 'mermaid', 'graphml']),
    },
    examples: [
      [`query 'FROM applications FIELDS name, logical_servers.name WHERE rto <= 60'`, 'a text'],
      ['query 3 --output csv', 'the stored query 3'],
      [`query 'FROM applications WITH logical_servers OUTPUT graph' -o mermaid`, 'a drawing'],
    ],
    run: async (values) => (await import('./remote/queries.js')).query(values),
  }),
  remote({
    name: 'report',
    summary: 'A report on the terminal, or as a file: .xlsx, .csv, .docx, .json',
    positionals: {
      name: { describe: 'The name of the report', completes: 'reports' },
      file: { ...FILE, optional: true },
    },
    options: {
      sheet: text('Of CSV: another sheet than the first'),
      date: text('Of directory: the day for which it holds'),
      granularity: { ...number('Of cartography: the level of detail'), choices: [1, 2, 3] },
      views: text('Of cartography: the views, as 3,5'),
      objects: choice(['applications', 'all'], 'Of cve: other objects too'),
      output: output(['table', 'json', 'csv']),
    },
    examples: [
      ['report rto', 'on the terminal'],
      ['report cartography map.docx --granularity 2', 'as a document'],
    ],
    run: async (values) => (await import('./remote/queries.js')).report(values),
  }),
  remote({
    name: 'templates',
    summary: 'Templates of files for other tools',
    options: { output: OUTPUT },
    examples: [['templates', 'those that came with the release, one’s own, and those that are shared']],
    run: async (values) => (await import('./remote/templates.js')).list(values),
  }),
  remote({
    name: 'fill',
    summary: 'A file for another tool, made of a list by a template',
    positionals: { template: { describe: 'The id of a template, or the key of one that came with the release' } },
    options: {
      filter: { ...texts('`column=value` besides what the template chooses; can be given several times'), alias: 'f' },
      sort: text('In this order'),
      file: { ...text('Where it is written; onto the terminal unless said otherwise'), alias: 'o' },
    },
    examples: [
      ['fill hosts-file -o hosts', 'names and addresses of all logical servers'],
      ['fill prometheus-targets --filter environment=production', 'those of one environment'],
    ],
    run: async (values) => (await import('./remote/templates.js')).fill(values),
  }),
  remote({
    name: 'checks',
    summary: 'Checks of the map, and how much each has found',
    options: {
      'fail-on': choice(
        SEVERITIES,
        'Ends with exit code 3 where one of this severity or a higher one has found something',
      ),
      output: OUTPUT,
    },
    examples: [
      ['checks', 'what is looked for, the most severe first'],
      ['checks --fail-on high', 'stops a pipeline'],
    ],
    run: async (values) => (await import('./remote/checks.js')).list(values),
  }),
  remote({
    name: 'checks run',
    summary: 'Look at the map now, by all checks or some, and wait for the end',
    positionals: {
      keys: { describe: 'Keys of checks; all that are on unless said otherwise', optional: true, many: true },
    },
    options: { output: OUTPUT },
    examples: [['checks run certificates-end', 'one of them']],
    run: async (values) => (await import('./remote/checks.js')).run(values),
  }),
  remote({
    name: 'findings',
    summary: 'What checks have found, the most severe first',
    options: {
      check: text('Of one check, by its key, or several: a,b'),
      severity: choice(SEVERITIES, 'Of this severity, or a higher one'),
      type: text('In objects of one type'),
      state: choice(['open', 'accepted', 'gone', 'all'], 'Open unless said otherwise'),
      output: OUTPUT,
    },
    examples: [['findings --severity high -o csv', 'for a spreadsheet']],
    run: async (values) => (await import('./remote/checks.js')).findings(values),
  }),
  remote({
    name: 'vulnerabilities',
    summary: 'Vulnerabilities of what is on the map, the most urgent first, and why',
    options: {
      object: text('Of objects of one type, `applications`, or of one of them, `applications:7`'),
      min: number('The least score'),
      exploited: flag('Only those that are known to be exploited'),
      since: text('Only those that were first seen since a day, or so many days: -7d'),
      state: choice(
        ['open', 'not_affected', 'accepted', 'fixed', 'any'],
        'What was decided; open unless said otherwise',
      ),
      limit: number('So many at most; 50 unless said otherwise'),
      output: OUTPUT,
    },
    examples: [
      ['vulnerabilities --limit 5', 'what to do first'],
      ['vulnerabilities --exploited --since -7d', 'what is exploited and new'],
    ],
    run: async (values) => (await import('./remote/vulnerabilities.js')).vulnerabilities(values),
  }),
  remote({
    name: 'completion',
    summary: 'What completes commands, types and fields in bash and zsh',
    positionals: { shell: { describe: 'bash or zsh', choices: ['bash', 'zsh'] } },
    examples: [['completion bash', 'into ~/.bashrc: source <(meridian completion bash)']],
    run: async ({ shell }) => (await import('./completion.js')).printScript(shell),
  }),
];

/** One command under both of its names. */
const importing = (name: string, summary: string): Command =>
  local({
    name,
    summary,
    details:
      'Imports what is known of vulnerabilities: feeds of the National Vulnerability Database (2.0), CVE records (JSON 5), ' +
      'OSV and advisories of GitHub, KEV, EPSS and VEX (OpenVEX, CSAF, CycloneDX), as .json, .json.gz, .csv, .csv.gz or ' +
      '.zip, and folders of them. Feeds that were imported before are skipped; a command that was broken off can simply be ' +
      'repeated.',
    positionals: { feeds: { describe: 'Files, and folders of files', many: true } },
    options: { again: flag('Imports feeds that were imported before, too') },
    examples: [[`${name} stick/`, 'all feeds in a folder, such as that of a stick']],
    run: async (values) => (await import('./local/cve-import.js')).importFeeds(values),
  });

const LOCAL: Command[] = [
  local({
    name: 'admin:reset-password',
    summary: 'A new password for a user, or a list of the administrators',
    details:
      'Gives a live user a new password and signs them out everywhere. The password is made up and printed once.',
    positionals: {
      login: {
        describe: 'Their login or e-mail, or id:7; left out: lists the administrators and changes nothing',
        optional: true,
      },
    },
    options: {
      admin: flag('Makes them an administrator as well'),
      'password-stdin': flag('Takes the password from the input instead of making one up'),
      factors: flag('Takes their second factors away as well, for whoever has lost them'),
    },
    examples: [
      ['admin:reset-password', 'who the administrators are'],
      ['admin:reset-password biomed --admin', 'a new password for an administrator to be'],
    ],
    run: async (values) => (await import('./local/reset-password.js')).resetPassword(values),
  }),
  local({
    name: 'audit verify',
    summary: 'Whether the journal is as it was written',
    details:
      'Walks the chain of the journal and names the first entry that was changed, taken out or put in; then the exit code is 1. ' +
      'Prints the root: the newest link. Keep it elsewhere: with --root a later walk finds an end that was cut off, and a chain that was ' +
      'made anew. A server may go on working meanwhile. Needs the key of the server (TOKEN_SECRET).',
    options: { root: text('A file with a root that was kept') },
    examples: [
      ['audit verify > root.json', 'is it whole? The root is kept'],
      ['audit verify --root root.json', 'and is it still the same as then?'],
    ],
    run: async (values) => (await import('./local/audit-verify.js')).verify(values),
  }),
  local({
    name: 'backup',
    summary: 'The whole map with its documents, in one file',
    details:
      'Writes the whole map into a file: objects, also deleted ones, links, users, roles, named tokens, the journal, ' +
      'imported vulnerabilities and the bytes of documents, all as they are at one moment. Servers may go on working ' +
      'meanwhile. The file holds the hashes of passwords; only its owner may read it. `restore` brings it back, on any engine. ' +
      'Where bytes of documents are missing the file is made without them, and the exit code is 4.',
    positionals: { file: { describe: 'The file into which it is written' } },
    options: { 'allow-missing': flag('Missing bytes of documents are known: they are named, and the exit code is 0') },
    examples: [['backup map.backup', 'the map of DATABASE_URL, and its documents']],
    run: async (values) => (await import('./local/backup.js')).backup(values),
  }),
  local({
    name: 'check',
    summary: 'Whether the file of an embedded database is damaged',
    details:
      'Reads an SQLite file from its beginning to its end: pages, rows, indexes (which other tools cannot check, since they ' +
      'are made with functions of Meridian), and references. It writes nothing, and a server may go on working meanwhile. ' +
      'The exit code is 1 where something is wrong.',
    positionals: { file: { describe: 'The file; left out: the database of DATABASE_URL', optional: true } },
    examples: [
      ['check', 'the database of the settings'],
      ['check backup/meridian.sqlite', 'a copy of it'],
    ],
    run: async (values) => (await import('./local/check.js')).check(values),
  }),
  local({
    name: 'cycles:import',
    summary: 'The ends of support of products, out of a file',
    details:
      'Takes a JSON file in the form in which the API of endoflife.date answers, for one product or several, and replaces what was known of these products.',
    positionals: { file: { describe: 'The file' } },
    options: { product: text('Of which product a bare list of cycles is, such as debian') },
    examples: [['cycles:import debian.json --product debian', 'what /api/debian.json answered']],
    run: async (values) => (await import('./local/cycles-import.js')).importCyclesFile(values),
  }),
  importing('cve:import', 'The older name of `vulnerabilities:import`'),
  local({
    name: 'downgrade',
    summary: 'Prepare the database for an earlier release',
    details:
      'Makes an earlier release start again on the database that this one has brought up to date, without losing what was ' +
      'written since: it takes back the notes of later migrations, whose additions stay and are found again by the next ' +
      'upgrade. End all servers first. Where a later release has done more than add, there is no way back, and it is refused; ' +
      'docs/operations.md lists these.',
    options: {
      to: text('The release that is to be started, such as 0.2.0'),
      'dry-run': flag('Prints what this would take, and changes nothing'),
    },
    examples: [['downgrade --to 0.2.0', 'start release 0.2.0 afterwards']],
    run: async (values) => (await import('./local/downgrade.js')).downgrade(values),
  }),
  local({
    name: 'import-mercator',
    summary: 'A map out of the database of Mercator, or a dump of it',
    details:
      'Reads a map of Mercator, of 2025 or later, into the empty database of the settings, on either engine. The source is ' +
      'only read, as it is at one moment; a dump needs no server. Objects keep their ids, users their passwords. All of it is ' +
      'imported, or nothing; what has no place here is told, as are references that point nowhere and names that are there ' +
      'twice, which are kept.',
    positionals: {
      source: {
        describe:
          'Its database (mysql://user:password@host/database), or a file that mysqldump or mariadb-dump made of it ' +
          '(dump.sql, also packed with gzip)',
      },
    },
    options: {
      documents: text('The folder in which Mercator keeps documents (storage/docs): their bytes are copied'),
      timezone: text("The zone of Mercator's times (its APP_TIMEZONE); Europe/Paris without it"),
      'dry-run': flag('Tells all this, and writes nothing'),
    },
    examples: [['import-mercator dump.sql.gz --documents storage/docs --dry-run', 'what an import would bring']],
    run: async (values) => (await import('./local/import-mercator.js')).importMercator(values),
  }),
  local({
    name: 'ldap:test',
    summary: 'What the directory says of somebody, step by step',
    details:
      'Asks the directory of the settings (LDAP_URL …) as a sign-in would, and prints each step: which server answers, who is ' +
      'found, in which groups they are. Nothing is stored. The exit code is 1 where they would not be let in.',
    positionals: { login: { describe: 'Their login in the directory' } },
    options: { 'password-stdin': flag('Takes their password from the input, and tries it') },
    examples: [['ldap:test ines', 'whether ines is found, and her groups']],
    run: async (values) => (await import('./local/ldap-test.js')).ldapTest(values),
  }),
  local({
    name: 'migrate',
    summary: 'Bring the database up to date, or step aside for the older application',
    details:
      'The database is that of the settings (DATABASE_URL): an empty one, one of an earlier release, or one of the older ' +
      'application. Tables, columns, indexes and rights are only added. The server does the same when it starts. ' +
      '`npm run migrate -- [options]` is another spelling.',
    options: {
      'dry-run': flag('Prints the statements that this would take, and changes nothing; also with --step-aside'),
      'without-copy': flag('Makes no copy of an embedded database first; otherwise PATH.before-RELEASE is one'),
      homes: flag(
        'Gives each object and each role of a map of our own a perimeter to which it belongs; there is no way back but a backup',
      ),
      'step-aside': flag(
        'Removes what Meridian added to the tables of the older application, so that this can be upgraded; the next start ' +
          'of Meridian brings it back, with all that was written into it',
      ),
    },
    examples: [
      ['migrate --dry-run', 'the statements that a first start would take'],
      ['migrate --step-aside', 'before an upgrade of the older application'],
    ],
    run: async (values) => (await import('./local/migrate.js')).migrate(values),
  }),
  local({
    name: 'restore',
    summary: 'A map out of a backup',
    details:
      'Brings the map of a backup into the database and the store of documents of the settings, on whichever engine the ' +
      'backup was made. The database must be empty, or as the first start leaves it, and no server may use it meanwhile. ' +
      'The file is checked first; then all of it is restored, or nothing.',
    positionals: { file: { describe: 'The backup' } },
    options: { force: flag('Replaces a map that is not empty, with all that is in it') },
    examples: [['restore map.backup', 'into an empty database']],
    run: async (values) => (await import('./local/backup.js')).restore(values),
  }),
  importing('vulnerabilities:import', 'What is known of vulnerabilities, out of files'),
];

/** In the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  ...SIGNING_IN,
  ...OBJECTS,
  ...FILES,
  ...FEED,
  ...QUERIES,
  ...GRAPH,
  PICTURE,
  ...LOCAL,
];
