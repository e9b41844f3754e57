/** What `filter[…]` takes: columns by class with their operators, relations, and the filters that stand beside (contract 5). */
import type { Field, ResourceModel } from '../../resource/index.js';
import { containsByDefault, OPERATORS, operatorsOf } from '../../resource/list/operators.js';
import { classOf, type ColumnClass } from '../../resource/list/values.js';
import { ref, type Schema } from '../model.js';
import { namesOf } from '../words.js';
import { relationsOf } from './selection.js';

const ADDRESSES: ReadonlySet<string | undefined> = new Set(['ip', 'cidr', 'ip-list', 'ip-or-cidr-list']);
const TITLES = ['name', 'title', 'login'];

const TEXTS: Schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const NUMBERS: Schema = { anyOf: [{ type: 'number' }, ...(TEXTS['anyOf'] as Schema[])] };
const FLAG: Schema = { type: ['boolean', 'string'], enum: [true, false, 'true', 'false', '1', '0'] };

const KINDS: Record<ColumnClass, { name: string; schema: Schema; about: string }> = {
  text: { name: 'FilterText', schema: TEXTS, about: 'A text; a comma list is any of, `\\,` is a comma.' },
  number: { name: 'FilterNumber', schema: NUMBERS, about: 'A number; a comma list is any of.' },
  flag: { name: 'FilterFlag', schema: FLAG, about: 'Yes or no.' },
  day: { name: 'FilterDay', schema: TEXTS, about: 'A date, `YYYY-MM-DD`.' },
  moment: { name: 'FilterMoment', schema: TEXTS, about: 'A point in time; a bare date is the whole day in UTC.' },
};

/** Components that the filters of all resources share, with the operators of each class of columns. */
export const FILTER_SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  (Object.keys(KINDS) as ColumnClass[]).map((kind) => {
    const { name, schema, about } = KINDS[kind];
    const known = OPERATORS.filter(({ classes }) => classes.includes(kind));
    const operators = known.map(({ suffix, about: meaning, takes }) => ({ suffix, about: meaning, takes }));
    return [name, { ...schema, description: about, 'x-operators': operators }];
  }),
);

export const filterName = (resource: Pick<ResourceModel, 'path'>): string => `${namesOf(resource).one}Filter`;

/** The filters of a resource. Operators and relations are told by patterns, so that the document stays readable. */
export function filterSchema(resource: ResourceModel): Schema {
  const fields = resource.fields.filter(({ hidden }) => !hidden);
  const relations = relationsOf(resource).all;
  const plain = fields.map((field): [string, Schema] => [
    field.name,
    ref(KINDS[classOf(field)].name, meaningOf(field)),
  ]);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(plain), ...specialFilters(resource, fields) },
    patternProperties: {
      ...byClass(fields),
      ...(relations.length && {
        [`^(${names(relations)})_exists$`]: ref('FilterFlag'),
        [`^(${names(relations)})\\..+$`]: { ...NUMBERS, description: 'A filter on related objects.' },
      }),
    },
    additionalProperties: false,
  };
}

const meaningOf = (field: Field): Schema => ({
  description: containsByDefault(field) ? 'contains' : 'equals',
});

/** One pattern for the columns of a class: `^(rto|rpo)(_not|_lt)$`. */
function byClass(fields: readonly Field[]): Record<string, Schema> {
  const classes = new Set(fields.map(classOf));
  return Object.fromEntries(
    [...classes].map((kind) => {
      const own = fields.filter((field) => classOf(field) === kind);
      const suffixes = operatorsOf(own[0]!).map(({ suffix }) => suffix);
      return [`^(${names(own)})(${suffixes.filter(Boolean).join('|')})$`, { ...NUMBERS, 'x-class': kind }];
    }),
  );
}

function specialFilters(resource: ResourceModel, fields: readonly Field[]): Record<string, Schema> {
  const searched = fields.some(({ search }) => search) || fields.some(({ name }) => TITLES.includes(name));
  const addressed = fields.some(({ addresses, rules }) => addresses || ADDRESSES.has(rules.format));
  const trashed = { type: 'string', enum: ['with', 'only'], description: 'Deleted objects too, or only those.' };
  return {
    ...(searched && { search: { type: 'string', description: 'Every word occurs in some searchable column.' } }),
    ...(addressed && {
      ip_in: { ...TEXTS, description: 'An address of the object lies in the range.', examples: ['10.0.0.0/8'] },
    }),
    ...(resource.softDelete && { trashed }),
  };
}

const names = (things: ReadonlyArray<{ name: string }>): string => things.map(({ name }) => name).join('|');
