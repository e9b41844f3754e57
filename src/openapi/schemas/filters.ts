/** What `filter[…]` takes: columns by class with their operators, relations, and the filters that stand beside (contract 5). */
import {
  classOf,
  containsByDefault,
  OPERATORS,
  operatorsOf,
  type ColumnClass,
  type Field,
  type ResourceModel,
  type OperandCount,
  shownIn,
} from '../../engine/index.js';
import { canBeFound, FINDING_FILTERS } from '../../checks/findings/list-filters.js';
import { SEVERITIES } from '../../checks/severity.js';
import { DISABLED_FILTER } from '../../access/disabled-filter.js';
import { FEED_FILTERS, canBeFed } from '../../feed/provenance/list-filters.js';
import { ref, type Schema } from '../model.js';
import { namesOf } from '../titles.js';
import { relationsOf } from './selection.js';

const ADDRESSES: ReadonlySet<string | undefined> = new Set(['ip', 'cidr', 'ip-list', 'ip-or-cidr-list']);
const TITLES = ['name', 'title', 'login'];

/** One value, or several: as a list, or separated by commas. */
const several = (one: Schema, commas: string): Schema => ({
  anyOf: [one, { type: 'array', items: one }, { type: 'string', pattern: commas }],
});
const TEXTS: Schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const NUMBER: Schema = { type: 'number' };
/** Counted from the present (checks 1). */
const RELATIVE_DAY: Schema = { type: 'string', pattern: '^(today|now|[+-]?[0-9]{1,5}[dwmy])$' };
const RELATIVE: Schema = { type: 'string', pattern: '^(today|now|[+-]?[0-9]{1,5}[hdwmy])$' };
const DAY: Schema = { anyOf: [{ type: 'string', format: 'date' }, RELATIVE_DAY] };
const DATE_TIME: Schema = {
  anyOf: [{ type: 'string', format: 'date-time' }, { type: 'string', format: 'date' }, RELATIVE],
};
const FLAG: Schema = { type: ['boolean', 'string'], enum: [true, false, 'true', 'false', '1', '0'] };
const NUMBERS = several(NUMBER, '^ *[+-]?[0-9.]+( *, *[+-]?[0-9.]+)* *$');
const DAYS = several(DAY, '^[^,]+(,[^,]+)*$');
const DATE_TIMES = several(DATE_TIME, '^[^,]+(,[^,]+)*$');

const COUNTED =
  'counted from the day in `TIME_ZONE`: `today`, or days, weeks, months, years, `30d`, `-2w`, `6m`, `-1y`';

const KINDS: Record<ColumnClass, { name: string; one: Schema; schema: Schema; about: string }> = {
  text: {
    ...{ name: 'FilterText', one: { type: 'string' }, schema: TEXTS },
    about: 'A text; a comma list is any of, `\\,` is a comma.',
  },
  number: { name: 'FilterNumber', one: NUMBER, schema: NUMBERS, about: 'A number; a comma list is any of.' },
  flag: { name: 'FilterFlag', one: FLAG, schema: FLAG, about: 'Yes or no.' },
  day: { name: 'FilterDay', one: DAY, schema: DAYS, about: `A date, \`YYYY-MM-DD\`; or ${COUNTED}.` },
  moment: {
    ...{ name: 'FilterMoment', one: DATE_TIME, schema: DATE_TIMES },
    about: `A point in time; a bare date is the whole day in UTC. Or ${COUNTED}, or hours, \`-12h\`.`,
  },
};

/** Filters on related objects may be of any class. */
const OF_RELATED: Schema = { anyOf: [{ type: ['number', 'boolean'] }, ...(TEXTS['anyOf'] as Schema[])] };

/** What an operator takes of columns of a class. */
function takenBy(takes: OperandCount, kind: ColumnClass): Schema {
  if (takes === 'flag') return ref('FilterFlag');
  return takes === 'one' ? KINDS[kind].one : ref(KINDS[kind].name);
}

/** Components that the filters of all resources share, with the operators of each class of columns. */
export const filterSchemas = (): Record<string, Schema> => ({
  ...Object.fromEntries(
    (Object.keys(KINDS) as ColumnClass[]).map((kind) => {
      const { name, schema, about } = KINDS[kind];
      const known = OPERATORS.filter(({ classes }) => classes.includes(kind));
      const operators = known.map(({ suffix, about: meaning, takes }) => ({ suffix, about: meaning, takes }));
      return [name, { ...schema, description: about, 'x-operators': operators }];
    }),
  ),
  ...FED_SCHEMAS,
  ...FOUND_SCHEMAS,
});

export const filterName = (resource: Pick<ResourceModel, 'path'>): string => `${namesOf(resource).one}Filter`;

/** The filters of a resource. Operators and relations are described by patterns, so that the document stays readable. */
export function filterSchema(resource: ResourceModel): Schema {
  const fields = shownIn(resource);
  const relations = relationsOf(resource).all;
  const plain = fields.map((field): [string, Schema] => [
    field.name,
    ref(KINDS[classOf(field)].name, meaningOf(field)),
  ]);
  const special = specialFilters(resource, fields);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(plain), ...special },
    patternProperties: {
      ...byClass(fields, Object.keys(special)),
      ...(relations.length && {
        [`^(${names(relations)})_exists$`]: ref('FilterFlag'),
        [`^(${names(relations)})\\..+$`]: { ...OF_RELATED, description: 'A filter on related objects.' },
      }),
    },
    additionalProperties: false,
  };
}

const meaningOf = (field: Field): Schema =>
  containsByDefault(field) ? { description: 'contains', 'x-contains': true } : { description: 'equals' };

/**
 * Patterns for the columns of a class and the operators that take the same: `^(rto|rpo)(_lt|_gt)$`. A special filter comes
 * before an operator of its name: `ip_in` of a column `ip` is a range of addresses.
 */
function byClass(fields: readonly Field[], special: readonly string[]): Record<string, Schema> {
  const patterns = [...new Set(fields.map(classOf))].flatMap((kind) => {
    const own = fields.filter((field) => classOf(field) === kind);
    const known = operatorsOf(own[0]!).filter(({ suffix }) => suffix);
    return [...new Set(known.map(({ takes }) => takes))].map((takes): [string, Schema] => {
      const suffixes = known.filter((operator) => operator.takes === takes).map(({ suffix }) => suffix);
      const operated = `(${names(own)})(${suffixes.join('|')})$`;
      const taken = special.filter((name) => new RegExp(`^${operated}`).test(name));
      const others = taken.map((name) => `(?!${name}$)`).join('');
      return [`^${others}${operated}`, { ...takenBy(takes, kind), 'x-class': kind }];
    });
  });
  return Object.fromEntries(patterns);
}

const ONLY_LISTS = 'Needs `feed_access`; exports do not take it.';
const feedFilter = (name: keyof typeof FEED_FILTERS, schema: Schema): Schema => ({
  ...schema,
  description: `${FEED_FILTERS[name]} ${ONLY_LISTS}`,
});

/** By what sources of feeding know. */
const FED: Record<string, Schema> = {
  fed_by: ref('FilterFedBy'),
  missing_from: ref('FilterMissingFrom'),
  last_seen_before: ref('FilterLastSeen'),
};
const FED_SCHEMAS: Readonly<Record<string, Schema>> = {
  FilterFedBy: feedFilter('fed_by', TEXTS),
  FilterMissingFrom: feedFilter('missing_from', TEXTS),
  FilterLastSeen: feedFilter('last_seen_before', DATE_TIME),
};

const FOUND_LISTS = 'Needs `finding_access`; exports do not take it.';
/** By what checks found. */
const FOUND: Record<string, Schema> = {
  finding: ref('FilterFinding'),
  finding_severity_gte: ref('FilterFindingSeverity'),
};
const FOUND_SCHEMAS: Readonly<Record<string, Schema>> = {
  FilterFinding: { ...TEXTS, description: `${FINDING_FILTERS.finding} ${FOUND_LISTS}` },
  FilterFindingSeverity: {
    ...{ type: 'string', enum: [...SEVERITIES] },
    description: `${FINDING_FILTERS.finding_severity_gte} ${FOUND_LISTS}`,
  },
};

const DISABLED: Schema = {
  ...FLAG,
  description: 'The user may not come in; `false`: they may. Exports do not take it.',
};

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
    ...(resource.path === 'users' && { [DISABLED_FILTER]: DISABLED }),
    ...(canBeFed(resource) && FED),
    ...(canBeFound(resource) && FOUND),
  };
}

const names = (things: ReadonlyArray<{ name: string }>): string => things.map(({ name }) => name).join('|');
