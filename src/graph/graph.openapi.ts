/** The graph: routes that tell who hangs on whom; their parameters are those by which requests are read. */
import { GRAPH_FILES } from '../files/graph.js';
import { FAMILIES, ROUTE_FACTS, ROUTES, DOUBTS, HITS, USUAL } from './index.js';
import type { GraphParameter, GraphRoute } from './index.js';
import { PICTURE_FORMATS, type PictureFormat } from '../pictures/index.js';
import { registry } from '../engine/index.js';
import {
  header,
  json,
  parameter,
  type Content,
  type Operation,
  type Parameter,
  type Schema,
} from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { faults, NOT_MODIFIED, queryOf } from '../openapi/routes/answers.js';
import { pictureContent } from '../pictures/pictures.openapi.js';
import { byName, list, strict, TEXT } from '../openapi/schemas/shapes.js';

const TAG = 'Graph';

const COUNT: Schema = { type: 'integer' };
const FLAG: Schema = { type: 'boolean' };
const ID: Schema = { type: 'string', examples: ['applications_1'] };
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });
const counts = byName(COUNT);

const NODE: Schema = {
  id: ID,
  label: TEXT,
  group: { type: 'string', description: 'Path of its kind.' },
  view: TEXT,
  icon: { type: ['string', 'null'], description: 'Where its picture is.' },
  data: {
    ...strict({
      ...{ id: { type: ['integer', 'null'] }, name: TEXT, model: TEXT },
      url: { type: ['string', 'null'] },
    }),
    description:
      'Both `id` and `url` are null of what is no object: a range at the end of a flow that no object has, of the kind `outside`.',
  },
};
const node = (more: Schema = {}, optional: Schema = {}): Schema => strict({ ...NODE, ...more }, optional);

const EDGE: Schema = strict(
  {
    ...{ id: TEXT, from: ID, to: ID, edge: TEXT, family: { type: 'string', enum: [...FAMILIES, 'implied'] } },
    both: { type: 'boolean', description: 'It leads up and down both ways.' },
    ...{ label: { type: ['string', 'null'] }, object: { type: ['integer', 'null'] } },
  },
  {
    ...{ implied: FLAG, via: list(ID) },
    unsure: { type: 'boolean', description: 'An address at one of its ends may stand for other objects as well.' },
  },
);

const meta = (...named: string[]): Schema =>
  strict({
    ...Object.fromEntries(named.map((name) => [name, list(ID)])),
    snapshot: {
      type: 'string',
      description:
        'Names the state of the map that all of the answer is of. A change of what the caller may not see makes another one, too: it tells that something changed, and not what.',
    },
    truncated: { type: 'boolean', description: 'Lists are shorter than what was found.' },
    left_out: { type: 'integer', description: 'By so many.' },
    hidden_kinds: {
      type: 'array',
      items: TEXT,
      description: 'Kinds that the caller has no right to list, and of which nothing was given to them.',
    },
  });

const setBy = (name: 'level' | 'minutes'): Schema => orNull(strict({ [name]: COUNT, of: list(ID) }, { more: COUNT }));
const NEEDS: Schema = strict({
  ...Object.fromEntries(['c', 'i', 'a', 't', 'auth'].map((name) => [name, setBy('level')])),
  ...Object.fromEntries(['rto', 'rpo', 'mtd', 'mtdl'].map((name) => [name, setBy('minutes')])),
});

const COUNTED: Schema = strict({ total: COUNT, by_kind: counts });
const HIT: Schema = strict({ total: COUNT, by_kind: counts, needs: NEEDS });

const PART: Schema = strict({
  ...{ size: COUNT, by_kind: counts, main: FLAG },
  sites: { ...list(ID), description: 'In which its devices are.' },
  sample: { ...list(node()), description: 'Its first devices.' },
});

const NOT_DRAWN: Record<string, Schema> = {
  blocked: { ...COUNT, description: 'Flows at these objects that a rule forbids, and that are not among the edges.' },
  names: { ...list(TEXT), description: 'The first of them.' },
};

const ANSWERS: Readonly<Record<GraphRoute, Schema>> = {
  objects: strict({ nodes: list(node({ where: { type: ['string', 'null'] } })), meta: meta() }),
  neighbourhood: strict({
    nodes: list(node({ depth: COUNT, more: COUNT })),
    edges: list(EDGE),
    not_drawn: strict(NOT_DRAWN),
    meta: meta('of'),
  }),
  between: strict({
    ...{ nodes: list(node({ more: COUNT })), edges: list(EDGE), meta: meta() },
    not_drawn: strict({
      ...NOT_DRAWN,
      nowhere: { ...COUNT, description: 'Flows of the whole map of which an end is found nowhere.' },
    }),
  }),
  paths: strict({
    paths: list(strict({ length: COUNT, nodes: list(ID), edges: list(list(TEXT)) })),
    ...{ nodes: list(node()), edges: list(EDGE), meta: meta('from', 'to') },
  }),
  impact: strict({
    nodes: list(
      node(
        {
          state: { type: 'string', enum: HITS },
          round: COUNT,
          chain: { ...list(ID), description: 'How it came to it, from what failed.' },
          chain_states: {
            ...list({ type: 'string', enum: HITS }),
            description: 'What each object of the chain had become by then; it may have become worse since.',
          },
          because: list(
            strict({ edge: TEXT, from: ID, group: { type: ['string', 'null'] }, standing: COUNT, of: COUNT }),
          ),
        },
        {
          chain_left_out: {
            type: 'integer',
            description: 'Of a long chain the middle is left out: so many objects.',
          },
        },
      ),
    ),
    edges: list(EDGE),
    names: {
      type: 'object',
      additionalProperties: TEXT,
      description: 'Names of objects that chains, reasons and needs refer to and `nodes` does not list, by their ids.',
    },
    doubtful: {
      ...list(
        strict({
          ...{ of: ID, why: { type: 'string', enum: DOUBTS }, by: list(ID) },
          ...{ node: node(), names: { ...list(TEXT), description: 'Of the objects in `by`.' } },
        }),
      ),
      description: 'Objects of which nobody can tell whether they fail too: a mark beside their state.',
    },
    parted: {
      ...list(PART),
      description: 'Parts of what is plugged together that no longer reach the rest.',
    },
    summary: strict({
      ...{ down: HIT, degraded: HIT, at_risk: HIT, concerned: COUNTED, doubtful: COUNTED },
      inactive: {
        ...strict({ total: COUNT, by_kind: counts, sample: list(ID) }),
        description: 'Objects that are no longer in use and would be hit.',
      },
    }),
    meta: meta('of'),
  }),
  dependencies: strict({
    nodes: list(
      node({
        ...{ depth: COUNT, critical: FLAG },
        effect: {
          ...{ type: 'string', enum: ['down', 'degraded', 'at_risk'] },
          description: 'The worst that its failure may bring to the object.',
        },
      }),
    ),
    ...{ edges: list(EDGE), meta: meta('of') },
  }),
  'single-points': strict(
    {
      points: list(strict({ node: node(), takes_down: HIT, degrades: strict({ total: COUNT }), sample: list(ID) })),
      meta: meta(),
    },
    {
      pairs: {
        ...list({ ...list(node()), minItems: 2, maxItems: 2 }),
        description: 'With `together=2`: who takes the object down together and not alone, the nearest first.',
      },
      tried: {
        ...strict({ total: COUNT, of: COUNT }),
        description:
          'How many of those whom the object hangs on were tried in pairs, the nearest, and how many there are.',
      },
    },
  ),
  cuts: strict({
    points: list(
      strict({
        ...{ node: node(), components: COUNT },
        sizes: { ...list(COUNT), description: 'Sizes of all parts but the largest, ascending.' },
        parted: { ...list(PART), description: 'The parts that no longer reach the main one, the largest first.' },
      }),
    ),
    bridges: list(strict({ from: ID, to: ID, edges: list(TEXT) })),
    components: list(strict({ size: COUNT, sample: list(ID) })),
    meta: meta(),
  }),
  cycles: strict({ cycles: list(strict({ nodes: list(node()), size: COUNT, example: list(ID) })), meta: meta() }),
  orphans: strict({ nodes: list(node()), total: COUNT, by_kind: counts, meta: meta() }),
  statistics: strict({
    nodes: strict({
      ...{ total: COUNT, by_kind: counts },
      outside: { type: 'integer', description: 'Ends of flows that are no objects; they are counted nowhere else.' },
    }),
    edges: strict({ total: COUNT, by_edge: counts, by_family: counts }),
    components: strict({ total: COUNT, largest: COUNT }),
    busiest: list(node({ edges: COUNT })),
    dangling: strict({ total: COUNT, by_edge: counts }),
    meta: meta(),
  }),
};

const ELEMENTS: Schema = strict({
  elements: strict({ nodes: list({ type: 'object' }), edges: list({ type: 'object' }) }),
});

/** The media types of the formats of a route. */
function contentOf(route: GraphRoute): Content {
  const { formats } = ROUTE_FACTS[route];
  const answer = formats.includes('cytoscape') ? { oneOf: [ANSWERS[route], ELEMENTS] } : ANSWERS[route];
  const texts = formats.flatMap((format) => {
    if (format === 'csv') return ['text/csv'];
    return format === 'cytoscape' || !isFile(format) ? [] : [GRAPH_FILES[format].mediaType.split(';')[0]!];
  });
  return {
    ...json(answer),
    ...Object.fromEntries(texts.map((type) => [type, { schema: TEXT }])),
    ...pictureContent(formats.filter(isDrawn)),
  };
}

const isFile = (format: string): format is keyof typeof GRAPH_FILES => format in GRAPH_FILES;
/** A picture, which is no file for other programs that draw. */
const isDrawn = (format: string): format is PictureFormat =>
  format in PICTURE_FORMATS && format !== 'json' && !isFile(format);

function parameterOf(route: GraphRoute, { name, into, about, required, reading }: GraphParameter): Parameter {
  const usual = { ...USUAL, ...ROUTE_FACTS[route].usual }[into];
  const described = { ...queryOf(name, about, schemaOf(reading, usual)), ...(required && { required }) };
  return described;
}

function schemaOf(reading: GraphParameter['reading'], usual: unknown): Schema {
  switch (reading.as) {
    case 'number':
      return { type: 'integer', minimum: reading.min, maximum: reading.max, default: usual };
    case 'flag':
      return { type: 'boolean', default: usual };
    case 'choice':
      return { type: 'string', enum: reading.of, default: usual };
    case 'objects':
      return {
        type: 'string',
        examples: ['applications_1'],
        description: `Names of objects, separated by commas: ${reading.most} at most.`,
      };
    case 'sorts':
      return { type: 'string', examples: ['applications_1.databases:1'] };
    case 'counts':
      return { type: 'string', examples: ['applications_1:1'] };
    case 'choices':
      return {
        type: 'string',
        examples: [reading.of.join(',')],
        description: `Of ${reading.of.join(', ')}, separated by commas.`,
      };
    case 'families':
      return {
        type: 'string',
        examples: [FAMILIES.slice(0, 2).join(',')],
        description: `Of ${FAMILIES.join(', ')}, separated by commas.`,
      };
    case 'without':
      return {
        type: 'string',
        examples: ['hosting', 'hosting:either'],
        description: `Of ${FAMILIES.join(', ')}, separated by commas, each with \`:either\` behind it or without.`,
      };
    case 'kinds or object':
      return {
        type: 'string',
        examples: ['applications,databases', 'applications_1'],
        description: 'Paths of kinds, separated by commas, or the name of one object.',
      };
    case 'kinds':
      return {
        type: 'string',
        examples: [registry.graph().nodes[0]],
        description: 'Paths of kinds, separated by commas.',
      };
    case 'views':
    case 'edges':
    case 'words':
      return { type: 'string', description: 'Names, separated by commas.' };
    case 'text':
      return { type: 'string', maxLength: 255 };
  }
}

const ABOUT_DRAWN =
  'The format of the answer. As svg, png, drawio and text it is the picture of it, with a tag: of `depth` 5 at most, ' +
  'and where nodes are listed `most` counts boxes, 10 to 800.';

const operationOf = (route: GraphRoute): Operation => {
  const { summary, about, parameters, formats } = ROUTE_FACTS[route];
  const drawn = formats.filter(isDrawn);
  return {
    operationId: `graph${route
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}`,
    tags: [TAG],
    summary,
    description: `${about} Needs \`explore_access\`; what the caller may not list is not there.`.trim(),
    parameters: [
      ...parameters.map((one) => parameterOf(route, one)),
      queryOf('format', drawn.length ? ABOUT_DRAWN : 'The format of the answer.', {
        type: 'string',
        enum: formats,
        default: 'json',
      }),
      queryOf('download', 'The answer is a file to be saved.', { type: 'boolean', default: false }),
      ...(formats.includes('csv') ? [parameter('Separator'), parameter('ByteOrderMark')] : []),
      ...(drawn.length ? [parameter('IfNoneMatch')] : []),
    ],
    responses: {
      200: {
        description: 'The answer; a file with `download`.',
        headers: {
          'Content-Disposition': header('Content-Disposition'),
          ...(drawn.length && { ETag: header('ETag') }),
        },
        content: contentOf(route),
      },
      ...(drawn.length && { 304: NOT_MODIFIED }),
      ...faults(false, 400, 404, 422),
    },
  };
};

const RULE: Schema = { type: 'object' };
const LOOKS: Record<string, Schema> = {
  ...{ path: TEXT, title: TEXT, view: TEXT },
  colour: { type: 'string', pattern: '^#[0-9a-f]{6}$', description: 'Of its lines in pictures, on light ground.' },
  icon: { type: 'string', description: 'SVG: shapes of lines within a square of 24 units.' },
};
const KIND: Schema = strict({
  ...LOOKS,
  account: { type: 'boolean', description: 'Its objects are accounts of people.' },
});

const kinds = (): Operation => ({
  operationId: 'graphKinds',
  tags: [TAG],
  summary: 'What there is in the graph',
  description: 'Kinds, families, and edges with what an outage does along them, in the language of the request.',
  responses: {
    200: {
      description: 'All of it that the caller may list.',
      content: json(
        strict({
          kinds: list(KIND),
          connectors: list(strict(LOOKS)),
          families: list(strict({ name: { type: 'string', enum: FAMILIES }, title: TEXT })),
          edges: list(
            strict({
              ...{ name: TEXT, family: TEXT, from: list(TEXT), to: list(TEXT) },
              ...{ connector: { type: ['string', 'null'] }, rules: list(RULE) },
            }),
          ),
          meta: strict({ hidden_kinds: list(TEXT) }),
        }),
      ),
    },
    ...faults(false, 400),
  },
});

export const graph = (): Chapter => ({
  tags: [
    {
      name: TAG,
      description:
        'The objects of the map and what lies between them: who is near whom, and what an outage takes with it.',
    },
  ],
  paths: {
    '/api/graph/kinds': { get: kinds() },
    ...Object.fromEntries(ROUTES.map((route) => [`/api/graph/${route}`, { get: operationOf(route) }])),
  },
});
