/** Pictures of the map; views and their parameters are those that the pictures themselves are made of. */
import { ROUTE_FACTS } from '../graph/index.js';
import { parametersOf, PICTURE_FORMATS, VIEWS, WALKS, type PictureFormat } from './index.js';
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
import { list, TEXT } from '../openapi/schemas/shapes.js';

const TAG = 'Graph';
const WALK_NAMES = [...WALKS.keys()].map(({ name }) => name);

/** What parameters mean that every view takes, or some. */
const SHARED: Readonly<Record<string, readonly [about: string, schema: Schema]>> = {
  format: ['The format of the file.', { type: 'string', enum: Object.keys(PICTURE_FORMATS), default: 'svg' }],
  scale: ['Pixels for each unit, of PNG.', { type: 'integer', minimum: 1, maximum: 4, default: 1 }],
  download: ['The picture is a file to be saved.', { type: 'boolean', default: false }],
  theme: ['On light or on dark ground.', { type: 'string', enum: ['light', 'dark'], default: 'light' }],
  links: [
    'Whether boxes lead to the pages of their objects.',
    { type: 'string', enum: ['map', 'none'], default: 'map' },
  ],
  most: ['Boxes, at most.', { type: 'integer', minimum: 10, maximum: 800, default: 300 }],
  foot: [
    'Whether its foot says whose map it is, what, when, who may see it, and the release.',
    { type: 'boolean', default: true },
  ],
  fold: ['Whether alike boxes may be drawn as one.', { type: 'string', enum: ['auto', 'none'], default: 'auto' }],
  tags: ['Objects with one of these tags alone, separated by commas.', TEXT],
  show: [
    `What is written besides names, separated by commas: ${[...new Set(VIEWS.flatMap(({ show }) => show))].join(', ')}.`,
    TEXT,
  ],
  group: ['Containers that are drawn on demand.', { type: 'string', enum: ['blocks'] }],
  granularity: ['How fine it is, as in the map report.', { type: 'integer', minimum: 1, maximum: 3, default: 3 }],
};

/** What only some views take: what they are narrowed by, or what the question is that they are the picture of. */
const own = (): Parameter[] => {
  const names = new Set(VIEWS.flatMap((view) => parametersOf(view)).filter((name) => !(name in SHARED)));
  return [...names].map((name) => {
    const views = VIEWS.filter((view) => parametersOf(view).includes(name)).map((view) => view.name);
    const asked = Object.values(ROUTE_FACTS)
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.name === name);
    const isWalk = asked && views.every((view) => WALK_NAMES.includes(view));
    const about = isWalk ? asked.about : 'Narrows the picture: ids or texts, separated by commas.';
    return queryOf(name, `Of ${views.join(', ')}. ${about}`, TEXT);
  });
};

/** What files of these formats are. */
export const pictureContent = (formats: readonly PictureFormat[]): Content =>
  Object.fromEntries(
    formats.map((format) => {
      const type = PICTURE_FORMATS[format].split(';')[0]!;
      if (format === 'json') return [type, { schema: { type: 'object' } }];
      return [type, { schema: format === 'png' ? { ...TEXT, format: 'binary' } : TEXT }];
    }),
  );

/** What a picture is narrowed to: objects of a kind, or values of a column. */
const SELECTOR: Schema = {
  type: 'object',
  required: ['name', 'list', 'kind', 'column', 'values'],
  additionalProperties: false,
  properties: {
    name: TEXT,
    list: { type: 'boolean', description: 'Several are taken, separated by commas.' },
    kind: { type: ['string', 'null'], description: 'Objects of this kind are named by id.' },
    column: {
      type: ['object', 'null'],
      description: 'Values of this column are named.',
      required: ['of', 'name'],
      additionalProperties: false,
      properties: { of: TEXT, name: TEXT },
    },
    values: {
      type: ['object', 'null'],
      description: 'The values that there are, with what the column holds; null: any text.',
      additionalProperties: { type: 'integer' },
    },
  },
};
const NAME: Schema = { type: 'string', enum: VIEWS.map(({ name }) => name) };

const listPictures = (): Operation => ({
  operationId: 'graphPictures',
  tags: [TAG],
  summary: 'What pictures of the map there are',
  description: 'Names, titles and parameters, in the language of the request. Needs `explore_access`.',
  responses: {
    200: {
      description: 'All pictures.',
      content: json({
        type: 'object',
        required: ['pictures'],
        additionalProperties: false,
        properties: {
          pictures: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'title', 'about', 'parameters', 'kinds', 'selectors', 'show', 'group', 'granularity'],
              additionalProperties: false,
              properties: {
                name: NAME,
                title: TEXT,
                about: TEXT,
                parameters: list(TEXT),
                kinds: list(TEXT),
                selectors: list(SELECTOR),
                show: { type: 'array', items: TEXT, description: 'Words that `show` takes.' },
                group: { type: 'array', items: TEXT, description: 'Words that `group` takes.' },
                granularity: { type: 'integer', description: 'The finest `granularity`; 0 where there is none.' },
              },
            },
          },
        },
      }),
    },
    ...faults(false, 400),
  },
});

const show = (): Operation => ({
  operationId: 'graphPicture',
  tags: [TAG],
  summary: 'A picture of the map',
  description:
    'A view of the map as a file. Kinds that the caller may not list are not drawn. Never more boxes than can be read: what was drawn as one, closed or left out is said in the picture. Needs `explore_access`.',
  parameters: [
    {
      name: 'name',
      in: 'path',
      required: true,
      schema: NAME,
      description: 'The view.',
    },
    ...Object.entries(SHARED).map(([name, [about, schema]]) => queryOf(name, about, schema)),
    ...own(),
    parameter('IfNoneMatch'),
  ],
  responses: {
    200: {
      description: 'The picture; a file with `download`.',
      headers: { ETag: header('ETag'), 'Content-Disposition': header('Content-Disposition') },
      content: pictureContent(Object.keys(PICTURE_FORMATS) as PictureFormat[]),
    },
    304: NOT_MODIFIED,
    ...faults(false, 400, 404, 422),
  },
});

export const pictures = (): Chapter => ({
  tags: [],
  paths: { '/api/graph/pictures': { get: listPictures() }, '/api/graph/pictures/{name}': { get: show() } },
});
