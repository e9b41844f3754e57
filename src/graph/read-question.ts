/** Reads what a request asks of the graph. Every name and number that is not as documented is refused, and says what is. */
import { ApiError } from '../core/http/errors.js';
import type { Values, MessageKey } from '../core/i18n/messages.js';
import { Repeated } from '../core/http/query-string.js';
import { parseBoolean } from '../core/text/booleans.js';
import { nearest } from '../core/text/naming.js';
import { registry } from '../engine/index.js';
import { csvFile, RFC_4180 } from '../files/csv.js';
import { wantedOf } from '../search/texts.js';
import { FAMILIES } from './graph.js';
import { ROUTE_FACTS, SHARED, USUAL, type Parameter } from './parameters.js';
import { DRAWN_FORMATS, EITHER, type GraphFormat, type ObjectName, type Question, type Route } from './questions.js';

type Query = Readonly<Record<string, unknown>>;

/** Ids beyond are none: columns hold no larger ones. */
const MAX_ID = 0xffffffff;
/** Names of one parameter, at most: there are no more of anything. */
const MAX_NAMES = 200;
const MAX_TEXT_LENGTH = 255;
/** So many suppliers of one sort can be needed. */
const MAX_NEEDED = 1000;

/** The question of a request; of one for a picture as if JSON were asked for. Throws 400 with a sentence that names the parameter. */
export function readQuestion(route: Route, query: Query): Question {
  const { parameters, formats, usual = {} } = ROUTE_FACTS[route];
  const allowed = [...parameters.map(({ name }) => name), ...SHARED];
  for (const name of Object.keys(query)) {
    if (!allowed.includes(name)) refuse('unknownParameter', { name, allowed: allowed.join(', ') });
  }
  const question: Question = { ...USUAL, ...usual, route };
  const connectors = textOf(query, 'connectors') === 'nodes';
  for (const parameter of parameters) {
    const text = textOf(query, parameter.name);
    if (text !== undefined && parameter.reading.as === 'kinds or object' && /[_/]\d+$/.test(text)) {
      question.of = objects(parameter.name, text, 1, connectors);
      continue;
    }
    const value = text === undefined ? undefined : valueOf(parameter, text, connectors);
    const isNothing = value === undefined || (Array.isArray(value) && !value.length);
    if (isNothing && parameter.required) refuse('graphMissing', { name: parameter.name });
    if (value !== undefined) Object.assign(question, { [parameter.into]: value });
  }
  const format = textOf(query, 'format');
  if (format !== undefined) {
    choice('format', format, formats);
    if (!isDrawn(query)) question.format = format as GraphFormat;
  }
  if (question.together > 1 && !question.of.length) refuse('graphTogether', { name: 'together' });
  if (question.format === 'csv') question.csv = csvFile(query, RFC_4180);
  return question;
}

/** Refuses every parameter, for a route that takes none. */
export function readNothing(query: Query): void {
  const [name] = Object.keys(query);
  if (name !== undefined) refuse('graphNone', { name });
}

/** Whether a picture of the answer is asked for; meant once the question has been read. */
export const isDrawn = (query: Query): boolean => DRAWN_FORMATS.some((format) => format === textOf(query, 'format'));

/** Whether an answer is to be saved as a file. */
export function isDownload(query: Query): boolean {
  const text = textOf(query, 'download');
  return text !== undefined && flag('download', text);
}

/** Kinds by which a question names objects or asks for them. */
export function kindsNamed({ of, from, to, minUp, needs, kinds, hide, ofKinds, among }: Question): Set<string> {
  return new Set([
    ...[...of, ...from, ...to, ...minUp, ...needs].map(({ kind }) => kind),
    ...kinds,
    ...hide,
    ...ofKinds,
    ...among,
  ]);
}

/** The kinds of single points, for whoever names none: applications, and all that may fail. Headings do not. */
export function withUsualKinds(question: Question): Question {
  if (question.route !== 'single-points') return question;
  const { nodes, traits } = registry.graph();
  const { of, ofKinds, among } = question;
  return {
    ...question,
    ofKinds: of.length || ofKinds.length ? ofKinds : nodes.filter((path) => registry.get(path).key === 'application'),
    among: (among.length ? among : nodes).filter((path) => !traits.get(path)?.heading),
  };
}

/** The text of a parameter; an empty one is none. */
function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (value instanceof Repeated) refuse('repeatedParameter', { name });
  if (typeof value !== 'string') refuse('wantsText', { name });
  return value.trim() || undefined;
}

/** `connectors`: they are nodes, and named as such. */
function valueOf({ name, reading }: Parameter, text: string, connectors: boolean): unknown {
  switch (reading.as) {
    case 'objects':
      return objects(name, text, reading.most, connectors);
    case 'counts':
      return items(text, name).map((item) => count(name, item));
    case 'sorts':
      return items(text, name).map((item) => sortCount(name, item));
    case 'number':
      return number(name, text, reading.min, reading.max);
    case 'flag':
      return flag(name, text);
    case 'text':
      if (text.length > MAX_TEXT_LENGTH) refuse('graphText', { name, max: MAX_TEXT_LENGTH });
      // Signs that fold to nothing would be found everywhere.
      return wantedOf(text) ? text : refuse('graphMissing', { name });
    case 'words':
      return items(text, name);
    case 'choice':
      return choice(name, text, reading.of);
    case 'choices':
      return items(text, name).map((item) => choice(name, item, reading.of));
    case 'kinds':
      return items(text, name).map((item) => kind(name, item, connectors));
    case 'views':
      return items(text, name).map((item) => oneOf(name, item, viewNames()));
    case 'without':
      return items(text, name).map((item) => {
        const family = item.endsWith(EITHER) ? item.slice(0, -EITHER.length) : item;
        return oneOf(name, family, FAMILIES) + item.slice(family.length);
      });
    case 'kinds or object':
      return items(text, name).map((item) => kind(name, item, connectors));
    case 'families':
      return items(text, name).map((item) => oneOf(name, item, FAMILIES));
    case 'edges':
      return items(text, name).map((item) => oneOf(name, item, edgeNames(connectors)));
  }
}

/** The parts of a list, each once. */
function items(text: string, name: string): string[] {
  const list = [...new Set(text.split(',').flatMap((item) => item.trim() || []))];
  if (list.length > MAX_NAMES) refuse('graphMany', { name, max: MAX_NAMES });
  return list;
}

function objects(name: string, text: string, most: number, connectors: boolean): ObjectName[] {
  const found = new Map<string, ObjectName>();
  for (const item of text.split(',')) {
    const object = objectOf(name, item.trim(), connectors);
    found.set(`${object.kind} ${object.id}`, object);
    if (found.size > most) refuse('graphMany', { name, max: most });
  }
  return [...found.values()];
}

/** An object: `<path>_<id>`, `<path>/<id>` or the name that it has in maps of the older application. */
function objectOf(name: string, text: string, areNodes = false): ObjectName {
  const [, word, digits] = /^(.+?)[_/]([1-9]\d{0,9})$/.exec(text.slice(0, 100)) ?? [];
  const id = Number(digits);
  if (word === undefined || id > MAX_ID) return refuse('graphObject', { name, text: text.slice(0, 100) });
  const resource =
    registry.find(word) ?? registry.all().find(({ uidPrefix }) => uidPrefix === `${word}_` && text.includes('_'));
  const { nodes, connectors } = registry.graph();
  if (resource && nodes.includes(resource.path)) return { kind: resource.path, id };
  if (resource && connectors.some((connector) => connector.name === resource.path)) {
    return areNodes ? { kind: resource.path, id } : refuse('graphConnector', { name, text });
  }
  return unknown(name, word, nodes);
}

function count(name: string, item: string): ObjectName & { least: number } {
  const [object = '', least = '', more] = item.split(':');
  if (more !== undefined || !/^\d{1,6}$/.test(least)) refuse('graphCount', { name, text: item.slice(0, 100) });
  return { ...objectOf(name, object), least: Number(least) };
}

/** `applications_12.databases:1`: the object, a name behind its requirements, and how many. */
function sortCount(name: string, item: string): ObjectName & { sort: string; least: number } {
  const [, object = '', sort = '', digits = ''] = /^([^.:]+)\.([^.:]+):(\d{1,4})$/.exec(item) ?? [];
  const least = Number(digits);
  if (!(least >= 1 && least <= MAX_NEEDED))
    refuse('graphSortCount', { name, text: item.slice(0, 100), max: MAX_NEEDED });
  const found = objectOf(name, object);
  const sorts = sortsOf(found.kind);
  return sorts.includes(sort) ? { ...found, sort, least } : unknown(name, sort, sorts);
}

/** The names under which objects of a kind say how many suppliers are enough. */
const sortsOf = (path: string): string[] => [...(registry.requirementsOf(path)?.keys() ?? [])];

function kind(name: string, text: string, areNodes: boolean): string {
  const { nodes, connectors } = registry.graph();
  const path = registry.find(text)?.path;
  return oneOf(name, path ?? text, areNodes ? [...nodes, ...connectors.map((one) => one.name)] : nodes);
}

function number(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : refuse('wantsBetween', { name, min, max });
}

const flag = (name: string, text: string): boolean => parseBoolean(text) ?? refuse('wantsFlag', { name });

const choice = (name: string, text: string, of: readonly string[]): string =>
  of.includes(text) ? text : refuse('wantsChoice', { name, allowed: of.join(', ') });

const oneOf = (name: string, text: string, names: readonly string[]): string =>
  names.includes(text) ? text : unknown(name, text.slice(0, 100), names);

function unknown(name: string, text: string, names: readonly string[]): never {
  const guess = nearest(text, names);
  const values = { name, text, allowed: names.join(', ') };
  return guess === undefined ? refuse('graphName', values) : refuse('graphNameNear', { ...values, guess });
}

const viewNames = (): string[] => [...new Set(registry.graph().nodes.map((path) => registry.get(path).view))];

const edgeNames = (areNodes: boolean): string[] => {
  const { edges, addresses, sameAddresses, connectors, ofConnectors } = registry.graph();
  const ends = connectors.flatMap(({ name }) => [`${name}.source`, `${name}.dest`]);
  const names = [...edges, ...addresses, ...sameAddresses, ...connectors].map(({ name }) => name);
  return areNodes ? [...names, ...ends, ...ofConnectors.map(({ name }) => name)] : names;
};

function refuse(key: MessageKey, values: Values): never {
  throw new ApiError(400, key, values);
}
