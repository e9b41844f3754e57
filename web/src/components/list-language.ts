/** What the list of a resource can be asked, read from its description. */
import type { Description } from '../api/description.js';
import type { Operator, Schema, Tag } from '../api/openapi.js';
import { t, type TextKey } from '../i18n/index.js';

/** A condition of a list: `rto_lte=60` is the column `rto` with the operator `_lte`. */
export interface Filter {
  column: string;
  suffix: string;
  value: string;
}

export interface ListLanguage {
  columns: readonly string[];
  relations: readonly string[];
  /** Filters that stand beside those of columns. */
  special: readonly string[];
  operatorsOf(name: string): readonly Operator[];
  /** What an operator does with a column, in a word or two; the plain filter does different things with different ones. */
  wordOf(operator: Operator, name: string): string;
  /** A value that finds something where the example object is; '' if there is none. */
  sampleOf(name: string): string;
}

/** Filters by what sources know. */
export const FED = ['fed_by', 'missing_from', 'last_seen_before'] as const;

/** Filters by what checks found. */
export const FOUND = ['finding', 'finding_severity_gte'] as const;

const BESIDE = ['search', 'ip_in', 'trashed', ...FED, ...FOUND];

/** Operators and plain filters, by what the document calls them. What it tells of others is shown as it is. */
const WORDS: Readonly<Record<string, TextKey & `operator.${string}`>> = {
  equals: 'operator.equals',
  contains: 'operator.contains',
  _not: 'operator.not',
  _in: 'operator.in',
  _not_in: 'operator.not-in',
  _lt: 'operator.lt',
  _lte: 'operator.lte',
  _gt: 'operator.gt',
  _gte: 'operator.gte',
  _between: 'operator.between',
  _null: 'operator.null',
  _empty: 'operator.empty',
  _starts: 'operator.starts',
  _ends: 'operator.ends',
  _like: 'operator.like',
  _after: 'operator.after',
  _before: 'operator.before',
  ip_in: 'operator.in-range',
  exists: 'operator.is',
  finds: 'operator.finds',
};

/** Columns with their operators, relations, and filters that stand beside; null for a tag without a list. */
export function listLanguageOf(tag: Tag, description: Description): ListLanguage | null {
  const list = description.operationsOf(tag).find(({ operationId }) => operationId.startsWith('list'));
  const filter = list?.parameters?.find(({ name }) => name === 'filter');
  if (!filter || !tag['x-resource']) return null;
  const schema = description.resolve(filter.schema);
  const properties = schema.properties ?? {};
  // Filters that stand in the document once and are of no column have no operators.
  const columns = Object.entries(properties).filter(
    ([, filter]) => filter.$ref && description.resolve(filter)['x-operators'],
  );
  const operators = new Map(columns.map(([name, column]) => [name, description.resolve(column)['x-operators'] ?? []]));
  const plain = new Map(columns.map(([name, column]) => [name, column['x-contains'] ? 'contains' : 'equals']));
  const example = description.exampleOf(tag);
  const plainWord = (name: string): string =>
    plain.get(name) ?? (name === 'ip_in' ? 'ip_in' : name.endsWith('_exists') ? 'exists' : 'finds');
  return {
    columns: columns.map(([name]) => name),
    relations: relationsIn(schema),
    special: BESIDE.filter((name) => properties[name] && !operators.has(name)),
    operatorsOf: (name) => operators.get(name) ?? (name ? [{ suffix: '', about: '' }] : []),
    wordOf({ suffix, about }, name) {
      const word = suffix || plainWord(name);
      const key = WORDS[word];
      return key ? t(key) : suffix ? about.split(/[;,]/)[0]! : word;
    },
    sampleOf: (name) => sample(name, example),
  };
}

function relationsIn({ patternProperties = {} }: Schema): string[] {
  const [, names = ''] =
    Object.keys(patternProperties)
      .map((one) => /^\^\(([^)]*)\)_exists\$$/.exec(one))
      .find(Boolean) ?? [];
  return [...new Set(names.split('|').filter(Boolean))];
}

function sample(name: string, example: Readonly<Record<string, unknown>> | undefined): string {
  if (name.endsWith('_exists')) return 'true';
  if (name === 'trashed') return 'with';
  if (name === 'ip_in') return '10.0.0.0/8';
  const value = name === 'search' ? (example?.['name'] ?? example?.['title']) : example?.[name];
  if (value === null || value === undefined || typeof value === 'object') return '';
  return typeof value === 'string' ? value.replace(/<[^>]*>/g, '').split(/[\s,]/)[0]! : String(value);
}

/** `rto_lte` is the column `rto` with the operator `_lte`, unless a column is called so. */
export function filterOf(name: string, value: string, language: Pick<ListLanguage, 'operatorsOf'>): Filter {
  for (let end = name.length; end > 0; end = name.lastIndexOf('_', end - 1)) {
    const [column, suffix] = [name.slice(0, end), name.slice(end)];
    if (language.operatorsOf(column).some((one) => one.suffix === suffix) && (suffix || isKnown(language, column)))
      return { column, suffix, value };
  }
  return { column: name, suffix: '', value };
}

const isKnown = (language: Pick<ListLanguage, 'operatorsOf'>, column: string): boolean =>
  language.operatorsOf(column).length > 1;
