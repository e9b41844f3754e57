/** What each route of the graph takes: one list, by which requests are read and documented. */
import { RFC_4180 } from '../files/csv.js';
import { HITS } from './graph.js';
import { DRAWN_FORMATS, FORMATS, type DrawnFormat, type GraphFormat, type Question, type Route } from './questions.js';

/** How the text of a parameter is read. */
export type Reading =
  | { as: 'objects'; most: number }
  | { as: 'counts' }
  /** Numbers of a sort of an object. */
  | { as: 'sorts' }
  | { as: 'number'; min: number; max: number }
  | { as: 'flag' }
  | { as: 'text' }
  | { as: 'words' }
  | { as: 'choice'; of: readonly string[] }
  | { as: 'choices'; of: readonly string[] }
  /** Names out of the registry, or of the families. */
  | { as: 'kinds' | 'views' | 'families' | 'edges' }
  /** Families, each with `:either` behind it or without. */
  | { as: 'without' }
  /** Kinds, or one object. */
  | { as: 'kinds or object' };

export interface Parameter {
  name: string;
  /** The member of the question that it fills. */
  into: keyof Question;
  about: string;
  required?: boolean;
  reading: Reading;
}

export interface RouteFacts {
  summary: string;
  about: string;
  parameters: readonly Parameter[];
  /** Those of `DRAWN_FORMATS` are pictures of what is found. */
  formats: readonly (GraphFormat | DrawnFormat)[];
  /** What is taken where a parameter is left out, beside what holds everywhere. */
  usual?: Partial<Question>;
}

const objects = (name: 'of' | 'from' | 'to', about: string, most = 200): Parameter => ({
  ...{ name, into: name, about, required: true },
  reading: { as: 'objects', most },
});
const number = (name: string, into: keyof Question, min: number, max: number, about: string): Parameter => ({
  ...{ name, into, about },
  reading: { as: 'number', min, max },
});
const named = (as: 'kinds' | 'views' | 'families' | 'edges', about: string, name: string = as): Parameter => ({
  ...{ name, into: name as keyof Question, about },
  reading: { as },
});

const MOST = (max = 5000): Parameter =>
  number('most', 'most', 1, max, 'How long lists may be; what is counted is all.');
const DIRECTION: Parameter = {
  ...{ name: 'direction', into: 'direction', about: 'Up: towards the business. Down: towards the machines.' },
  reading: { as: 'choice', of: ['both', 'up', 'down'] },
};
const FAMILIES = named('families', 'Edges of these families alone; those of `edges` are added.');
const EDGES = named('edges', 'Edges of these names alone; those of `families` are added.');
const KINDS = named('kinds', 'Objects of these kinds alone.');
const VIEWS = named('views', 'Objects of these views alone.');

const DRAWN = [...FORMATS, ...DRAWN_FORMATS];

export const ROUTE_FACTS: Readonly<Record<Route, RouteFacts>> = {
  objects: {
    summary: 'Find objects',
    about:
      'Objects whose name, address or reference is the text, begins with it, has a word that does, contains it, or has all of its words, in this order. `where` tells namesakes apart.',
    parameters: [
      {
        name: 'search',
        into: 'search',
        about: 'The text that is looked for.',
        required: true,
        reading: { as: 'text' },
      },
      KINDS,
      VIEWS,
      MOST(),
    ],
    formats: ['json', 'csv'],
    usual: { most: 20 },
  },
  neighbourhood: {
    summary: 'Who is near some objects',
    about:
      'All edges between the objects of the answer are there. `more` counts the neighbours of an object that are not in the answer.',
    parameters: [
      objects('of', 'The objects to begin with.'),
      number('depth', 'depth', 0, 10, 'Steps from them.'),
      ...[DIRECTION, FAMILIES, EDGES],
      named('kinds', 'Only objects of these kinds are entered.'),
      VIEWS,
      {
        name: 'tags',
        into: 'tags',
        about: 'Only objects with one of these tags are entered.',
        reading: { as: 'words' },
      },
      named('kinds', 'Objects of these kinds are passed through and not shown.', 'hide'),
      {
        ...{
          name: 'connectors',
          into: 'connectors',
          about: 'Whether flows, cables and relations are edges, or nodes between their ends.',
        },
        reading: { as: 'choice', of: ['edges', 'nodes'] },
      },
      MOST(),
    ],
    formats: DRAWN,
  },
  between: {
    summary: 'What lies between the objects of some kinds',
    about:
      'All objects of these kinds, with the edges between them. `more` counts the neighbours of an object that are not in the answer.',
    parameters: [
      { ...named('kinds', 'The kinds whose objects are listed.'), required: true },
      ...[FAMILIES, EDGES, MOST()],
    ],
    formats: FORMATS,
  },
  paths: {
    summary: 'Ways from objects to others',
    about: 'The shortest without loops; several edges of one step are one way.',
    parameters: [
      objects('from', 'Where the ways begin.'),
      objects('to', 'Where they end.'),
      number('longest', 'longest', 1, 20, 'Steps of a way, at most.'),
      ...[DIRECTION, FAMILIES, EDGES, KINDS],
      MOST(20),
    ],
    formats: DRAWN.filter((format) => format !== 'csv'),
    usual: { most: 3 },
  },
  impact: {
    summary: 'What an outage takes with it',
    about:
      'What goes down, works worse, has no reserve left or is to be told when these objects fail, in rounds, with the chain that leads there and what it hangs on; and of what nobody can tell. Needs are those of what is hit.',
    parameters: [
      objects('of', 'The objects that fail.'),
      {
        name: 'flows',
        into: 'flows',
        about: 'Whether a lost source degrades who receives its data.',
        reading: { as: 'flag' },
      },
      {
        ...{
          name: 'min_up',
          into: 'minUp',
          about:
            'How many suppliers are enough for an object, wherever it would go down without them, such as `applications_12:1`.',
        },
        reading: { as: 'counts' },
      },
      {
        ...{
          name: 'needs',
          into: 'needs',
          about:
            'How many suppliers of one sort are enough for an object, such as `applications_12.databases:1`: the names of its links and references.',
        },
        reading: { as: 'sorts' },
      },
      {
        ...{ name: 'states', into: 'states', about: 'Objects in these states, or with this mark, alone are listed.' },
        reading: { as: 'choices', of: [...HITS, 'doubtful'] },
      },
      MOST(),
    ],
    formats: DRAWN,
  },
  dependencies: {
    summary: 'Whom an object hangs on',
    about:
      'All suppliers, and theirs: `effect` is the worst that the failure of one may bring to the object, `critical` are those that take it down alone.',
    parameters: [
      objects('of', 'One object.', 1),
      {
        ...{
          name: 'headings',
          into: 'headings',
          about: 'Whether headings, such as blocks of applications, are listed.',
        },
        reading: { as: 'flag' },
      },
      MOST(),
    ],
    formats: FORMATS,
  },
  'single-points': {
    summary: 'Whom everything hangs on',
    about:
      'Who, failing alone, takes objects of some kinds down, or one object. With `together=2` also the pairs that take one object down while neither does alone, the nearest first.',
    parameters: [
      {
        ...{ name: 'of', into: 'ofKinds', about: 'Kinds whose outage matters, or one object: `applications_12`.' },
        reading: { as: 'kinds or object' },
      },
      {
        name: 'among',
        into: 'among',
        about: 'Kinds that may fail; left out: all but headings, which do not fail.',
        reading: { as: 'kinds' },
      },
      number('least', 'least', 1, 1_000_000, 'So many objects go down, at least.'),
      number('together', 'together', 1, 2, 'How many fail at a time: 2 with one object alone.'),
      MOST(),
    ],
    formats: ['json', 'csv'],
    usual: { most: 100 },
  },
  cuts: {
    summary: 'Where a network falls apart',
    about: 'Objects and pairs without which the graph of some families, directions aside, falls apart.',
    parameters: [named('families', 'Families of edges.'), MOST()],
    formats: ['json', 'csv'],
    usual: { families: ['cables'] },
  },
  cycles: {
    summary: 'Who, in the end, feeds itself',
    about: 'Sets of objects that all reach each other, each with one shortest circle.',
    parameters: [named('families', 'Families of edges.'), MOST()],
    formats: ['json', 'csv'],
    usual: { families: ['flows'] },
  },
  orphans: {
    summary: 'Objects without any edge',
    about: 'Or, with `without`, without anything of these families that carries them.',
    parameters: [
      KINDS,
      {
        ...{ name: 'without', into: 'without' },
        about:
          'Families of which no edge leads to them, such as `hosting`: what runs on nothing. `hosting:either`: what has no such edge at either end.',
        reading: { as: 'without' },
      },
      MOST(),
    ],
    formats: ['json', 'csv'],
  },
  statistics: { summary: 'The map in numbers', about: '', parameters: [], formats: ['json'] },
};

/** What a question has where nothing else is said. */
export const USUAL: Omit<Question, 'route'> = {
  ...{ format: 'json', csv: RFC_4180, of: [], leftOut: 0, from: [], to: [], search: '', depth: 1, direction: 'both' },
  ...{ families: [], edges: [], kinds: [], views: [], tags: [], hide: [], ofKinds: [], among: [], without: [] },
  ...{
    states: [],
    flows: false,
    minUp: [],
    needs: [],
    together: 1,
    headings: false,
    least: 1,
    longest: 10,
    most: 500,
    connectors: 'edges',
  },
};

/** Parameters that every route takes; the last two are those of CSV. */
export const SHARED: readonly string[] = ['format', 'download', 'sep', 'bom'];
