/** Reads the parameters of a picture; whatever is not understood is refused with its name. */
import { ApiError } from '../core/http/errors.js';
import { Repeated } from '../core/http/query-string.js';
import type { Language } from '../core/i18n/messages.js';
import { GRAPH_FILES } from '../files/graph.js';
import { readQuestion, ROUTE_FACTS, type GraphQuestion, type GraphWalk } from '../graph/index.js';
import type { PictureFormat } from './formats.js';
import { DEFAULT_MOST, type PictureOptions } from './options.js';
import { OVERVIEW } from './views/overview.js';
import type { Selector, View } from './views/view.js';
import { CHAIN, OBJECT, WALKS } from './views/walks.js';

/** Formats of pictures, and what their files are. */
export const PICTURE_FORMATS = {
  svg: 'image/svg+xml',
  png: 'image/png',
  drawio: 'application/vnd.jgraph.mxfile',
  dot: GRAPH_FILES.dot.mediaType,
  mermaid: GRAPH_FILES.mermaid.mediaType,
  text: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<PictureFormat, string>;

/** A picture as it was asked for. */
export interface PictureRequest {
  format: PictureFormat;
  /** Pixels for each unit, of PNG. */
  scale: number;
  /** To be saved, not to be shown. */
  download: boolean;
  options: PictureOptions;
  /** What the graph is asked, for the picture of an answer. */
  question?: GraphQuestion;
}

const MOST = { min: 10, max: 800 };
const MAX_SCALE = 4;
/** Steps from the objects that surroundings are drawn of, at most; objects that a picture is folded from. */
const MAX_DEPTH = 5;
const MAX_FOUND = 5000;
/** Steps from an object to the rack that it runs in. */
const CHAIN_DEPTH = 4;
/** Objects or texts in a selector at most. */
const MAX_SELECTED = 200;
/** Signs of a text in a selector or tag at most. */
const MAX_TEXT = 255;

/** What the question behind a view takes; `most` counts boxes in a picture. */
function questionNames(view: View): string[] {
  const route = WALKS.get(view);
  if (!route) return [];
  return ROUTE_FACTS[route].parameters.map(({ name }) => name).filter((name) => name !== 'most');
}

/** What a view takes, by name. */
export const parametersOf = (view: View): string[] => [
  ...new Set([
    ...questionNames(view),
    ...['format', 'scale', 'download', 'theme', 'links', 'most', 'fold', 'foot'],
    ...narrowingNames(view),
    ...(view.show.length ? ['show'] : []),
    ...(view.groups ? ['group'] : []),
    ...(view.granularity ? ['granularity'] : []),
  ]),
];

/** What people choose among in a view: objects of a kind, or values of a column of one, and words that are written or not. */
interface Choices {
  selectors: Array<{
    name: string;
    /** Several are taken, separated by commas. */
    list: boolean;
    /** Objects of this kind are named by id. */
    kind: string | null;
    /** Values of this column are. */
    column: { of: string; name: string } | null;
    /** The values that there are, with what the column holds for each; null: any text. */
    values: Readonly<Record<string, number>> | null;
  }>;
  show: readonly string[];
  group: readonly string[];
  granularity: number;
}

/** The choices of a view. */
export const choicesOf = ({ selectors, show, groups = {}, granularity = [] }: View): Choices => ({
  selectors: selectors.map((selector) => ({
    name: selector.name,
    list: selector.list === true,
    kind: 'kind' in selector ? selector.kind : null,
    column: 'kind' in selector ? null : { of: selector.on, name: selector.column },
    values: ('kind' in selector ? null : selector.values) ?? null,
  })),
  show,
  group: Object.keys(groups),
  granularity: granularity.length,
});

/**
 * What narrows a view, by name. Ways and outages go through objects whatever their tags, and numbers of kinds are of all objects:
 * there tags are refused.
 */
export function narrowingNames(view: View): string[] {
  const byTags = view !== OVERVIEW && !WALKS.has(view);
  return [...(byTags ? ['tags'] : questionNames(view)), ...view.selectors.map(({ name }) => name)];
}

/**
 * Reads a walk that was asked of the graph as a picture: the view of its route, with the parameters of the walk. `most` counts
 * ways where ways are asked for, boxes elsewhere. Throws 400 for what the graph takes and a picture does not.
 */
export function readWalk(
  route: GraphWalk,
  { download: _, ...query }: Readonly<Record<string, unknown>>,
  language: Language,
): { view: View; wanted: PictureRequest } {
  const [view] = [...WALKS].find(([, question]) => question === route)!;
  if (route === 'neighbourhood') return { view, wanted: readParameters({ depth: '1', ...query }, view, language) };
  if (route !== 'paths') return { view, wanted: readParameters(query, view, language) };
  const { most: __, ...rest } = query;
  return { view, wanted: { ...readParameters(rest, view, language), question: readQuestion(route, query) } };
}

/** Throws 400 for what cannot be understood. */
export function readParameters(
  query: Readonly<Record<string, unknown>>,
  view: View,
  language: Language,
): PictureRequest {
  const allowed = parametersOf(view);
  for (const name of Object.keys(query)) {
    if (!allowed.includes(name))
      throw new ApiError(400, 'unknownName', { name, kind: 'parameter', allowed: allowed.join(', ') });
  }
  const selected = view.selectors.flatMap((selector) => {
    const values = query[selector.name] === undefined ? undefined : selectedBy(selector, query[selector.name]);
    return values ? [[selector.name, values] as const] : [];
  });
  const question = questionOf(query, view);
  const cutAt = question && cutOf(query, view, question);
  const group = view.groups && choice(query, 'group', Object.keys(view.groups));
  const granularity = view.granularity && whole(query, 'granularity', 1, view.granularity.length);
  return {
    format: (choice(query, 'format', Object.keys(PICTURE_FORMATS)) ?? 'svg') as PictureFormat,
    scale: whole(query, 'scale', 1, MAX_SCALE) ?? 1,
    ...(question && { question }),
    download: choice(query, 'download', ['0', '1']) === '1',
    options: {
      language,
      theme: (choice(query, 'theme', ['light', 'dark']) ?? 'light') as 'light' | 'dark',
      links: choice(query, 'links', ['map', 'none']) !== 'none',
      most: whole(query, 'most', MOST.min, MOST.max) ?? DEFAULT_MOST,
      foot: choice(query, 'foot', ['0', '1']) !== '0',
      fold: (choice(query, 'fold', ['auto', 'none']) ?? 'auto') as 'auto' | 'none',
      show: new Set(words(query, 'show', view.show)),
      tags: texts(query['tags'], 'tags'),
      selected: new Map(selected),
      ...(cutAt !== undefined && { cutAt }),
      ...(group !== undefined && { group }),
      ...(granularity !== undefined && { granularity }),
    },
  };
}

/** The question behind a picture of an answer. Of surroundings two steps are drawn, and five at most. */
function questionOf(query: Readonly<Record<string, unknown>>, view: View): GraphQuestion | undefined {
  const route = WALKS.get(view);
  if (!route) return undefined;
  const names = questionNames(view);
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
  const depth = route === 'neighbourhood' ? (whole(own, 'depth', 0, MAX_DEPTH) ?? 2) : undefined;
  const question = readQuestion(route, { ...own, ...(depth !== undefined && { depth: String(depth) }) });
  if (route === 'paths') return question;
  const isUsual = query['depth'] === undefined && cutOf(query, view, question) !== undefined;
  return { ...question, most: MAX_FOUND, ...(isUsual && { depth: CHAIN_DEPTH }) };
}

/** What says which surroundings are meant. */
const SURROUNDINGS = ['direction', 'families', 'edges', 'kinds', 'views', 'tags', 'hide', 'connectors'];

/**
 * After how many steps surroundings of objects between processes and racks end, of which only what lies above and below is drawn;
 * undefined where something says which others are meant.
 */
function cutOf(query: Readonly<Record<string, unknown>>, view: View, question: GraphQuestion): number | undefined {
  if (view !== OBJECT || question.depth < 2 || SURROUNDINGS.some((name) => query[name] !== undefined)) return undefined;
  return question.of.every(({ kind }) => CHAIN.kinds.some((one) => one === kind)) ? question.depth : undefined;
}

/**
 * What the graph is asked for a picture. Where surroundings are cut, it is what lies above and what lies below, each by itself, so
 * that no way leads up and down again; and a step further than is drawn, so that it is known how much was cut.
 * @param hidden kinds of which the caller may list nothing: nobody named them, so they are left out
 */
export function questionsOf(
  question: GraphQuestion,
  cutAt: number | undefined,
  hidden: readonly string[],
): GraphQuestion[] {
  if (cutAt === undefined) return [question];
  const chain = { ...CHAIN, kinds: CHAIN.kinds.filter((kind) => !hidden.includes(kind)) };
  return (['up', 'down'] as const).map((direction) => ({ ...question, direction, depth: cutAt + 1, ...chain }));
}

/** The one value of a parameter. */
function one(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new ApiError(400, 'wantsOne', { name });
  return value;
}

function choice(
  query: Readonly<Record<string, unknown>>,
  name: string,
  allowed: readonly string[],
): string | undefined {
  const value = one(query, name);
  if (value === undefined || allowed.includes(value)) return value;
  throw new ApiError(400, 'wantsChoice', { name, allowed: allowed.join(', ') });
}

function whole(query: Readonly<Record<string, unknown>>, name: string, min: number, max: number): number | undefined {
  const value = one(query, name);
  if (value === undefined) return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  throw new ApiError(400, 'wantsBetween', { name, min, max });
}

function words(query: Readonly<Record<string, unknown>>, name: string, allowed: readonly string[]): string[] {
  const given = texts(query[name], name);
  if (given.every((word) => allowed.includes(word))) return given;
  throw new ApiError(400, 'wantsChoice', { name, allowed: allowed.join(', ') });
}

/** A list with commas; a parameter that is repeated is one too. */
function texts(value: unknown, name: string): string[] {
  if (value === undefined) return [];
  const parts = value instanceof Repeated ? [...value] : [value];
  if (!parts.every((part) => typeof part === 'string')) throw new ApiError(400, 'wantsText', { name });
  const given = [
    ...new Set(
      parts
        .flatMap((part) => part.split(','))
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ];
  if (given.length > MAX_SELECTED) throw new ApiError(400, 'wantsList', { name, max: MAX_SELECTED });
  if (given.some(({ length }) => length > MAX_TEXT)) throw new ApiError(400, 'wantsText', { name });
  return given;
}

function selectedBy(selector: Selector, value: unknown): Array<number | string> {
  const { name } = selector;
  const given = texts(value, name);
  if (!given.length || (!selector.list && given.length > 1)) throw new ApiError(400, 'wantsOne', { name });
  if ('kind' in selector) return given.map((text) => idOf(selector, text));
  const { values } = selector;
  if (values && !given.every((word) => Object.hasOwn(values, word))) {
    throw new ApiError(400, 'wantsChoice', { name, allowed: Object.keys(values).join(', ') });
  }
  return given;
}

/** An id, alone or behind the name of its kind. */
function idOf({ name, kind }: Extract<Selector, { kind: string }>, text: string): number {
  const plain = text.startsWith(`${kind}_`) ? text.slice(kind.length + 1) : text;
  const id = /^\d{1,10}$/.test(plain) ? Number(plain) : 0;
  if (id >= 1 && id <= 4_294_967_295) return id;
  throw new ApiError(400, 'wantsBetween', { name, min: 1, max: 4_294_967_295 });
}
