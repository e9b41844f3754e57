/**
 * The least number of resources that have between them every shape of a column, of a link and of a resource that there is: what
 * the generated tests look at follows from these. On a second engine other statements read and write the same shapes, so those
 * resources are enough there that have every sort of statement. All resources have their tests run by `npm run test:all`.
 */
import type { Field, Link, ResourceModel } from '../../src/engine/index.js';

/** What changes nothing of how objects are read and written: words and places, and what the graph and feeding go by. */
const ELSEWHERE = new Set([
  ...['name', 'about', 'example', 'position', 'titles', 'includeName', 'embedAs', 'view', 'unit', 'index', 'additive'],
  ...['edge', 'connector', 'node', 'need', 'end', 'ends', 'range', 'identifies', 'identity', 'uidPrefix', 'addresses'],
  'graph',
]);
/** What is read beside everything else of a column, a link or a resource: a shape of its own for each kind of them. */
const BESIDE = ['aliases', 'includeAliases', 'alsoShownAs', 'search', 'synonyms'];

/** Words of which each is a shape of its own. What has a name in these has it under `type`. */
const WORDS = new Set(['kind', 'type', 'format', 'onDelete', 'own', 'other']);
const NAMING = new Set(['numbers', 'shownWith', 'foreign']);

/** A value without those; of names and numbers only that they are there, since each column has its own. */
function shapeOf(value: unknown, key = '', isNaming = false): unknown {
  if (WORDS.has(key) && !isNaming) return value;
  if (typeof value === 'string' || typeof value === 'number') return typeof value;
  if (value instanceof Map) return 'map';
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(
    ([name, one]) => !ELSEWHERE.has(name) && !BESIDE.includes(name) && one !== undefined && one !== false,
  );
  return Object.fromEntries(known.sort().map(([name, one]) => [name, shapeOf(one, name, NAMING.has(key))]));
}

const text = (what: string, value: unknown): string => `${what} ${JSON.stringify(shapeOf(value))}`;

/** What a column, a link or a resource has of `BESIDE`. */
const beside = (what: string, value: object): string[] =>
  BESIDE.filter((name) => {
    const one = (value as Record<string, unknown>)[name];
    return Array.isArray(one) ? one.length > 0 : Boolean(one);
  }).map((name) => `${what} ${(value as { kind?: string }).kind ?? ''} with ${name}`);

/** What its routes and rights follow from: what it is without its columns and links. */
export function optionsOf({
  fields,
  links,
  entity,
  uniqueIndexes,
  indexes,
  ownIndexes,
  ...rest
}: ResourceModel): string[] {
  return [text('resource', rest), ...beside('resource', rest)];
}

/** Everything of a resource that its tests may depend on, each as a text. */
export function shapesOf(resource: ResourceModel): string[] {
  const { path, fields, links, uniqueIndexes } = resource;
  const column = (field: Field): string => text(field.ref?.target === path ? 'own column' : 'column', field);
  const link = (one: Link): string => text(one.target === path ? 'own link' : 'link', one);
  const keys = uniqueIndexes.map(({ columns }) => `key of ${columns.length} ${columns.includes('deleted_at')}`);
  const extras = [
    ...fields.flatMap((field) => beside('column', field)),
    ...links.flatMap((link) => beside('link', link)),
  ];
  return [...new Set([...optionsOf(resource), ...fields.map(column), ...links.map(link), ...keys, ...extras])];
}

/** What a resource's statements follow from, each as a text: types of columns, sorts of links, keys, and how objects are deleted. */
export function statementsOf({ path, fields, links, uniqueIndexes, softDelete, readOnly }: ResourceModel): string[] {
  const pairs = (pivot: Link['pivot']): string[] =>
    (['unique', 'value', 'withId'] as const).filter((name) => pivot?.[name]);
  return [
    ...new Set([
      `resource ${[softDelete && 'with a bin', readOnly && 'to be read'].filter(Boolean).join()}`,
      ...fields.map(({ kind, type, nullable }) => `column ${kind} ${type} ${nullable ? 'or null' : ''}`),
      ...links.map(({ kind, target, pivot }) => `link ${kind} ${target === path ? 'own' : ''} ${pairs(pivot).join()}`),
      ...uniqueIndexes.map(({ columns }) => `key of ${columns.length}`),
    ]),
  ];
}

/** Of each choice the resource that adds most shapes to those that were chosen before it, until none adds any. */
export function covering(
  resources: readonly ResourceModel[],
  shapesOf: (resource: ResourceModel) => string[],
): ResourceModel[] {
  const shapes = new Map(resources.map((resource) => [resource, shapesOf(resource)]));
  const lacking = new Set([...shapes.values()].flat());
  const added = (resource: ResourceModel): number => shapes.get(resource)!.filter((one) => lacking.has(one)).length;
  const chosen: ResourceModel[] = [];
  while (lacking.size) {
    const next = resources.reduce((best, one) => (added(one) > added(best) ? one : best));
    for (const shape of shapes.get(next)!) lacking.delete(shape);
    chosen.push(next);
  }
  return resources.filter((resource) => chosen.includes(resource));
}
