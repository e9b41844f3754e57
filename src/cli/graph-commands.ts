/** The commands of the graph: one for each of its routes, whose arguments and options are the parameters of the route. */
import { STATES } from '../graph/graph.js';
import { ROUTE_FACTS, type Parameter as GraphParameter } from '../graph/parameters.js';
import type { Route as GraphRoute } from '../graph/questions.js';
import {
  choice,
  flag,
  FORMATS,
  number,
  output,
  remote,
  text,
  texts,
  type Command,
  type Option,
  type Positional,
} from './command.js';

interface CommandFacts {
  /** How the command is called, where that is not the name of the route. */
  name?: string;
  /** Command lines behind the name, and what each of them does. */
  examples: ReadonlyArray<readonly [line: string, meaning: string]>;
  /** What the command takes beside the parameters of the route. */
  options?: Readonly<Record<string, Option>>;
}

const HITS = STATES.filter((state) => state !== 'works');

const COMMANDS: Readonly<Record<GraphRoute, CommandFacts>> = {
  neighbourhood: {
    name: 'near',
    examples: [
      ['applications:Clarté', 'what it is linked to'],
      ['bays_1 --depth 3 --direction up --kinds physical-servers,logical-servers', 'what a bay carries'],
      ['applications_1 --depth 2 -o mermaid', 'a drawing'],
    ],
  },
  between: { examples: [['applications,databases', 'which applications keep their data where']] },
  paths: { examples: [['bays:BAIE-A1 applications:Clarté', 'how they hang together']] },
  impact: {
    examples: [
      ['bays:BAIE-A1', 'what goes down with a bay, and why'],
      ['physical-servers_1 physical-servers_2 --states down', 'two at once, and only what goes down'],
      ['bays:BAIE-A1 --fail-on down:applications', 'ends with 1 if it takes an application down'],
    ],
    options: {
      'fail-on': {
        ...texts('Ends with 1 if objects of a kind are hit so badly or worse, such as down:applications'),
        offers: ({ kinds }) => HITS.flatMap((state) => kinds.map((kind) => `${state}:${kind}`)),
      },
    },
  },
  dependencies: { name: 'needs', examples: [['applications:Clarté', 'all that it needs to work']] },
  'single-points': {
    examples: [
      ['', 'who takes applications down, failing alone'],
      ['--of processes --among physical-servers', 'which machines take processes down'],
      ['--of applications:Clarté --together 2', 'what two failures take it down'],
    ],
  },
  cuts: { examples: [['', 'where the cabling falls apart']] },
  cycles: { examples: [['--families flows,hosting', 'who hangs on itself in the end']] },
  orphans: {
    examples: [
      ['--kinds logical-servers --without network', 'servers in no network'],
      ['--kinds logical-servers --without hosting:either', 'servers that run on nothing, and nothing on them'],
    ],
  },
  statistics: { examples: [['', 'how many of what, and the busiest']] },
  objects: { name: 'search', examples: [['clar --kinds applications,databases', 'objects by a part of their name']] },
};

const commandOf = (route: GraphRoute): Command => {
  const { summary, about, parameters, formats } = ROUTE_FACTS[route];
  const { name = route, examples, options = {} } = COMMANDS[route];
  const needed = parameters.filter(({ required }) => required);
  const others = parameters.filter(({ required }) => !required);
  const drawings = formats.filter((format) => !FORMATS.some((known) => known === format));
  return remote({
    name: `graph ${name}`,
    summary,
    ...(about && { details: about }),
    positionals: Object.fromEntries(needed.map((each) => [each.name, positionalOf(each, needed.length === 1)])),
    options: {
      ...Object.fromEntries(others.map((each) => [each.name.replaceAll('_', '-'), optionOf(each)])),
      ...options,
      output: output([...FORMATS, ...drawings]),
    },
    examples: examples.map(([line, meaning]) => [`graph ${name} ${line}`.trim(), meaning] as const),
    run: async (values) => (await import('./remote/graph.js')).ask(route, values),
  });
};

/** `alone`: no other stands beside it, so that there may be several of it. */
function positionalOf({ about, reading }: GraphParameter, alone: boolean): Positional {
  if (reading.as !== 'objects') return { describe: about };
  return {
    describe: `${about} By type and name, applications:Clarté, or by id, applications_12`,
    completes: 'objects',
    ...(alone && reading.most > 1 && { many: true }),
  };
}

/** The option for a parameter of the graph. */
export function optionOf({ about, reading }: GraphParameter): Option {
  switch (reading.as) {
    case 'number':
      return number(about);
    case 'flag':
      return flag(about);
    case 'choice':
      return choice(reading.of, about);
    case 'choices':
      return { ...texts(about), offers: () => reading.of };
    case 'families':
    case 'kinds':
    case 'views':
    case 'edges': {
      const { as } = reading;
      return { ...texts(about), offers: (names) => names[as] };
    }
    case 'without':
      return { ...texts(about), offers: (names) => names.families.flatMap((one) => [one, `${one}:either`]) };
    case 'kinds or object':
      return { ...texts(about), offers: (names) => names.kinds };
    case 'objects':
    case 'sorts':
    case 'counts':
    case 'words':
      return texts(about);
    case 'text':
      return text(about);
  }
}

/** In the order in which they stand here. */
export const GRAPH: readonly Command[] = (Object.keys(COMMANDS) as GraphRoute[]).map(commandOf);
