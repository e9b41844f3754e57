/** The commands of feeding: `feed` itself, and what belongs to plans, runs, sources and single objects. */
import {
  choice,
  flag,
  number,
  output,
  remote,
  text,
  texts,
  type Command,
  type Option,
  type Positional,
} from './command.js';

const PLAN = { describe: 'The plan, as pl_7k3…' } as const satisfies Positional;
const TYPE = { describe: 'The type of the object', completes: 'types' } as const satisfies Positional;
const ID = { describe: 'The id of the object' } as const satisfies Positional;
const FIELDS = {
  describe: 'The fields, as `operating_system`',
  many: true,
  completes: 'field names',
} as const satisfies Positional;
const OF_SOURCE = text('Those of this source alone');
const OUTPUT = output(['table', 'json', 'jsonl']);
/** Of plans and runs: people read them in mails of cron as well as on a terminal. */
const PRINT = {
  ...choice(
    ['text', 'json', 'jsonl'],
    'For people (unless said otherwise), as one object, or a change and finding a line',
  ),
  alias: 'o',
} as const satisfies Option;

/** Words behind `feed` that are no connectors. */
const wordsBehind = (): string[] => FEED.flatMap(({ name }) => name.split(' ')[1] ?? []);

/** In the order in which the help lists them. */
export const FEED: readonly Command[] = [
  remote({
    name: 'feed',
    summary: 'Plan what files of a tool would change in the map, and store it',
    details:
      'Reads files of nmap, glpi, cyclonedx, spdx, k8s, ldif, ansible, proxmox, netbox, zabbix, of rows (csv, xlsx, jsonl, singer, with --opt ' +
      'map=FILE), or a document (ndjson). Any other name runs the program meridian-feed-NAME of the PATH with the arguments behind it, and ' +
      'takes its output as a document. A file that ends early is refused whole. Without a terminal it plans only, unless --yes ' +
      'stands there.',
    positionals: {
      connector: {
        describe: 'What the files are',
        offers: async () => [...(await import('../feed/connectors/index.js')).CONNECTORS.keys(), 'ndjson'],
      },
      files: {
        describe:
          'The files, - for the input; of glpi, netbox and zabbix also a folder, of netbox and zabbix also an address, with the token in NETBOX_TOKEN or ZABBIX_TOKEN; behind -- whatever a program of your own takes',
        many: true,
        optional: true,
        input: true,
      },
    },
    options: {
      source: text('The name of the source; otherwise that of the connector, in capitals'),
      scope: text('The part of the source that the files are about, as a site or a network'),
      full: flag('The files hold all objects of the scope: what is not there is missing'),
      delta: flag('The files hold some objects'),
      opt: { ...texts('An option of the connector, as `cluster=prod`; can be given several times') },
      'dry-run': flag('Plans and asks nothing; the plan is not kept'),
      yes: flag('Asks nothing: stores it, and makes the source if it is not there'),
      take: flag('Values that stood before any source spoke become those of this one'),
      fit: flag('Names that are too long or taken are made to fit'),
      'skip-errors': flag(
        'Leaves out items that are in error, with all that depend on them; usual for tools that tell of machines: --no-skip-errors',
      ),
      'allow-missing': number('So many objects may go missing, whatever the guard says'),
      'allow-adopted': number('So many objects may be adopted by a weak key alone'),
      'allow-older': flag('It counts, though it is all of its scope and a newer run has reported that'),
      verify: flag('Looks at every object, also at those of which the same is said as last time'),
      print: flag('Writes the document and calls nobody'),
      'exit-code': flag('Ends with 8 if a plan would change something'),
      output: PRINT,
    },
    examples: [
      ['feed nmap scan.xml', 'shows what a scan would change, and asks'],
      ['feed k8s cluster.json --opt cluster=prod --full --yes', 'stores it without asking, from cron'],
      ['feed csv vms.csv --opt map=vms.map.json --dry-run --exit-code', 'whether rows would change something'],
      ['feed netbox https://netbox.example.org --yes', 'all that NetBox says, asked from this machine'],
      ['feed ldif staff.ldif --print', 'the document, which nobody is sent'],
    ],
    run: async (values) => (await import('./remote/feed/feed.js')).feed({ ...values, commands: wordsBehind() }),
  }),
  remote({
    name: 'feed apply',
    summary: 'Store what a plan shows, exactly so, or nothing',
    positionals: { plan: PLAN },
    options: { output: PRINT },
    examples: [['feed apply pl_7k3mq2', 'a plan that you or somebody else has made']],
    run: async (values) => (await import('./remote/feed/plans.js')).apply(values),
  }),
  remote({
    name: 'feed show',
    summary: 'All changes and findings of a plan',
    positionals: { plan: PLAN },
    options: { output: PRINT },
    examples: [['feed show pl_7k3mq2 -o text', 'every one of them']],
    run: async (values) => (await import('./remote/feed/plans.js')).show(values),
  }),
  remote({
    name: 'feed discard',
    summary: 'Throw a plan away',
    positionals: { plan: PLAN },
    examples: [['feed discard pl_7k3mq2', 'nobody can apply it any more']],
    run: async (values) => (await import('./remote/feed/plans.js')).discard(values),
  }),
  remote({
    name: 'feed plans',
    summary: 'Plans that wait to be applied, and what became of others',
    options: { source: OF_SOURCE, state: text('working, ready, blocked, applied or stale'), output: OUTPUT },
    examples: [['feed plans --state ready', 'those that can be applied']],
    run: async (values) => (await import('./remote/feed/plans.js')).plans(values),
  }),
  remote({
    name: 'feed runs',
    summary: 'What was stored when, or all of one run',
    positionals: { id: { describe: 'The number of a run: shows it whole', optional: true } },
    options: {
      source: OF_SOURCE,
      state: text('applied, refused, failed, undone or working'),
      output: {
        ...choice(['table', 'text', 'json', 'jsonl'], 'A table on a terminal, JSON otherwise; of one run: text'),
        alias: 'o',
      },
    },
    examples: [
      ['feed runs --source VCENTER', 'the newest first'],
      ['feed runs 12', 'what run 12 changed, and what it told'],
    ],
    run: async (values) => (await import('./remote/feed/plans.js')).runs(values),
  }),
  remote({
    name: 'feed undo',
    summary: 'Take a run back: what it did and still stands goes back, in one transaction',
    details:
      'What people, other sources or later runs changed since is told, and nothing is stored; with --skip-conflicts that is left ' +
      'as it is, and the rest goes back. It is a run of its own in the list.',
    positionals: { run: { describe: 'The number of the run' } },
    options: {
      'dry-run': flag('Shows what would go back, and what has moved since'),
      'skip-conflicts': flag('Leaves what has moved since the run as it is'),
      output: PRINT,
    },
    examples: [
      ['feed undo 12 --dry-run', 'what would go back'],
      ['feed undo 12', 'the map, and what the source says, as before run 12'],
    ],
    run: async (values) => (await import('./remote/feed/undo.js')).undo(values),
  }),
  remote({
    name: 'feed forget',
    summary: 'Forget what a source said of one object; the object stays, and is sought anew',
    positionals: {
      source: { describe: 'The name of the source' },
      type: TYPE,
      ref: { describe: 'What the source calls the object' },
    },
    examples: [['feed forget VCENTER logical-servers vm-1001', 'it was matched to the wrong machine']],
    run: async (values) => (await import('./remote/feed/undo.js')).forget(values),
  }),
  remote({
    name: 'feed sources',
    summary: 'The sources, their last runs, and what they miss',
    options: { output: OUTPUT },
    examples: [
      ['feed sources', 'which are overdue'],
      ['feed sources -o json', 'with their settings'],
    ],
    run: async (values) => (await import('./remote/feed/sources.js')).sources(values),
  }),
  remote({
    name: 'feed source',
    summary: 'Make a source, show it, change its settings, or retire it',
    details:
      'A setting is `name=value`: JSON where it is some, otherwise a text; `name=@file` takes it from a file of JSON or YAML, ' +
      '`name=` goes back to what is usual. A source that is retired says nothing any more: its records and claims go, the ' +
      'objects stay.',
    positionals: {
      action: { describe: 'set, show or retire', choices: ['set', 'show', 'retire'] },
      source: { describe: 'The name of the source' },
      settings: { describe: 'Settings, as `precedence=60`', many: true, optional: true },
    },
    options: { output: OUTPUT },
    examples: [
      [
        'feed source set VCENTER precedence=60 expected_every=26h',
        'two settings; the source is made if it is not there',
      ],
      [`feed source set VCENTER missing='{"do":"mark"}' map=@vms.map.json`, 'JSON, and a file'],
      ['feed source show VCENTER -o json', 'its settings, and its last run'],
      ['feed source retire OLD', 'its claims go, what it told stays'],
    ],
    run: async (values) => (await import('./remote/feed/sources.js')).source(values),
  }),
  remote({
    name: 'feed why',
    summary: 'Where the values of an object come from, and who says otherwise',
    positionals: { type: TYPE, id: ID },
    options: { output: OUTPUT },
    examples: [['feed why logical-servers 17', 'its sources, and a line for each field of which they speak']],
    run: async (values) => (await import('./remote/feed/provenance.js')).why(values),
  }),
  remote({
    name: 'feed hold',
    summary: 'Keep fields of an object as they are, whatever sources say',
    positionals: { type: TYPE, id: ID, fields: FIELDS },
    examples: [['feed hold logical-servers 17 operating_system', 'no source writes it any more']],
    run: async (values) => (await import('./remote/feed/provenance.js')).mark(values, 'hold'),
  }),
  remote({
    name: 'feed free',
    summary: 'Let sources write fields of an object, also over what a person typed',
    positionals: { type: TYPE, id: ID, fields: FIELDS },
    examples: [['feed free logical-servers 17 operating_system', 'the next run may write it']],
    run: async (values) => (await import('./remote/feed/provenance.js')).mark(values, 'free'),
  }),
  remote({
    name: 'feed release',
    summary: 'Take hold and free away: fields of an object follow the usual rules again',
    positionals: { type: TYPE, id: ID, fields: FIELDS },
    examples: [
      ['feed release logical-servers 17 operating_system', 'what a person types stays, what sources say follows them'],
    ],
    run: async (values) => (await import('./remote/feed/provenance.js')).mark(values, 'release'),
  }),
];
