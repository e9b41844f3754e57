/** The parameters of lists and single reads (contract 5). */
import { classOf, NATURAL, shownIn, type ResourceModel } from '../engine/index.js';
import { parameter, ref, type Parameter, type Reference, type Schema } from './model.js';
import { filterName } from './schemas/filters.js';
import { relationsOf } from './schemas/selection.js';
import { namesOf } from './titles.js';

/** What narrows, orders, widens and divides a list of this resource. */
export const listParameters = (resource: ResourceModel): Array<Parameter | Reference> => [
  ...narrowParameters(resource),
  ...selectParameters(resource),
  parameter('Page'),
  parameter('ListFormat'),
  parameter('Separator'),
  parameter('ByteOrderMark'),
];

/** What narrows and orders a list; exports take it as well. */
export const narrowParameters = (resource: ResourceModel): Parameter[] => [filter(resource), sort(resource)];

/** What a single read takes as well. */
export function selectParameters(resource: ResourceModel): Array<Parameter | Reference> {
  return [...(relationsOf(resource).all.length ? [include(resource)] : []), fields(resource)];
}

/** Names of columns, as components. */
export function nameSchemas(resource: ResourceModel): Record<string, Schema> {
  const visible = shownIn(resource);
  const columns = visible.map(({ name }) => name);
  const natural = visible.filter((field) => classOf(field) === 'text').map(({ name }) => name + NATURAL);
  const links = resource.links.filter(({ shown }) => shown).flatMap((link) => [link.name, ...link.alsoShownAs]);
  return {
    [sortName(resource)]: { type: 'string', enum: [...columns, ...natural].flatMap((name) => [name, `-${name}`]) },
    [memberName(resource)]: { type: 'string', enum: [...columns, ...links] },
  };
}

const sortName = (resource: ResourceModel): string => `${namesOf(resource).one}Sort`;
const memberName = (resource: ResourceModel): string => `${namesOf(resource).one}Member`;

const FILTER_WORDS =
  'All that are given must hold: `filter[name]=x`, with an operator `filter[name_not]=x`, on related objects ' +
  '`filter[relation.name]=x`, `filter[relation_exists]=true`. Operators: `_not`, `_in`, `_not_in`, `_lt`, `_lte`, ' +
  '`_gt`, `_gte`, `_between`, `_null`, `_empty`; on texts `_starts`, `_ends`, `_like`; on dates `_after`, `_before`.';

const filter = (resource: ResourceModel): Parameter => ({
  name: 'filter',
  in: 'query',
  description: FILTER_WORDS,
  style: 'deepObject',
  explode: true,
  schema: ref(filterName(resource)),
  example: {},
});

const listed = (name: string, description: string, items: Schema, example: readonly string[]): Parameter => ({
  name,
  in: 'query',
  description,
  style: 'form',
  explode: false,
  schema: { type: 'array', items },
  example,
});

/** The column by which people know an object. */
const labelOf = ({ label }: ResourceModel): string => label ?? 'id';

const sort = (resource: ResourceModel): Parameter =>
  listed(
    'sort',
    'Columns, `-` for downwards; no value comes first upwards. The id comes last by itself. `:natural` behind a column of text ' +
      'counts as people do (`srv-2`, `srv-10`; addresses as numbers), of at most 100,000 objects.',
    ref(sortName(resource)),
    [labelOf(resource)],
  );

const fields = (resource: ResourceModel): Parameter =>
  listed(
    'fields',
    'Only these columns, and the id; on single reads links by name as well.',
    ref(memberName(resource)),
    [labelOf(resource)],
  );

function include(resource: ResourceModel): Parameter {
  const { all, polymorphic } = relationsOf(resource);
  const names = [...new Set([...all, ...polymorphic].map(({ name }) => name))];
  const description =
    'Related objects, to depth 3 (`a.b.c`); `aCount` and `aExists` add numbers and flags. ' +
    `There are ${names.map((name) => `\`${name}\``).join(', ')}. Each needs the right to list it.`;
  return listed('include', description, { type: 'string' }, names.slice(0, 1));
}
