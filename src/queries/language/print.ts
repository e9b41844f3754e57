/** Prints a query in the text form, which reads back as the same query. */
import type { Filter, OrderKey, Path, Query, Traversal, Value } from './tree.js';

/** Words of the text form that are never names by themselves. */
const KEYWORDS = new Set([
  ...['FROM', 'WHERE', 'AND', 'OR', 'NOT', 'WITH', 'TRAVERSE', 'OUTPUT', 'LIMIT', 'LIKE', 'IN', 'IS', 'EXISTS'],
  ...['FIELDS', 'SELECT', 'NULL', 'TRUE', 'FALSE'],
]);

/** Returns true if a word can stand for a name as it is. */
const isName = (word: string): boolean => /^[A-Za-z_]\w*$/.test(word) && !KEYWORDS.has(word.toUpperCase());

/** A name as it stands in the text form: in backquotes where it would be something else otherwise. */
const quoted = (name: string): string => (isName(name) ? name : `\`${name}\``);

const CLAUSE = '\n';

/** The text form of a query, a clause to a line. */
export function printQuery(query: Query): string {
  const clauses = [`FROM ${query.from.split('-').every(isName) ? query.from : `\`${query.from}\``}`];
  if (query.fields.length) clauses.push(`FIELDS ${query.fields.map(pathText).join(', ')}`);
  if (query.select.length) clauses.push(`COLUMNS ${query.select.map(pathText).join(', ')}`);
  if (query.filters.length) clauses.push(`WHERE ${filtersText(query.filters)}`);
  if (query.order.length) clauses.push(`ORDER BY ${query.order.map(orderText).join(', ')}`);
  if (query.traverse.length) clauses.push(`WITH ${query.traverse.map(traversalText).join(', ')}`);
  if (query.output === 'graph') clauses.push('OUTPUT graph');
  if (query.limit !== undefined) clauses.push(`LIMIT ${query.limit}`);
  return clauses.join(CLAUSE);
}

const pathText = ({ names }: Path): string => names.map(quoted).join('.');

const orderText = ({ column, descending }: OrderKey): string => `${pathText(column)}${descending ? ' DESC' : ''}`;

const traversalText = ({ steps }: Traversal): string =>
  steps.map(({ name, hidden }) => (hidden ? `(${quoted(name)})` : quoted(name))).join('.');

function filtersText(parts: readonly Filter[]): string {
  let text = '';
  parts.forEach((part, i) => {
    const next = parts[i + 1];
    const followed = next !== undefined && next.join !== 'or';
    if (i) text += part.join === 'or' ? ' OR ' : ' AND ';
    text +=
      part.join === 'or' && i > 0 && !followed && isChain(part) ? chainText(part.parts) : negatable(part, followed);
  });
  return text;
}

/** What stands right of OR without brackets: parts joined by AND, or one part after NOT. */
const isChain = (part: Filter): part is Filter & { kind: 'group' } =>
  part.kind === 'group' &&
  part.parts.slice(1).every(({ join }) => join !== 'or') &&
  (part.parts.length > 1 || part.parts[0]?.join === 'not');

const chainText = (parts: readonly Filter[]): string => filtersText(parts);

function negatable(part: Filter, followed: boolean): string {
  if (part.join !== 'not') return partText(part, followed);
  // A group of one that is negated is the NOT of that one.
  if (part.kind === 'group' && part.parts.length === 1) return `NOT ${negated(part.parts[0]!, followed)}`;
  if (part.kind === 'exists')
    return part.negated ? `NOT ${partText(part, followed)}` : existsText(part, true, followed);
  return `NOT ${partText(part, followed)}`;
}

function negated(only: Filter, followed: boolean): string {
  if (only.join === 'not') return negatable(only, followed);
  // NOT EXISTS is a word of its own: the NOT of an EXISTS needs brackets.
  if (only.kind === 'exists' && !only.negated) return `(${partText(only, false)})`;
  return partText(only, followed);
}

/** `followed`: AND comes next, which would be taken for a further condition of EXISTS. */
function partText(part: Filter, followed: boolean): string {
  if (part.kind === 'test') return testText(part);
  if (part.kind === 'columns') return `${pathText(part.field)} ${part.operator} column(${pathText(part.column)})`;
  if (part.kind === 'count') return countText(part);
  if (part.kind === 'exists') return existsText(part, part.negated, followed);
  return `(${filtersText(part.parts)})`;
}

function existsText(part: Filter & { kind: 'exists' }, negated: boolean, followed: boolean): string {
  const text = `${negated ? 'NOT ' : ''}EXISTS ${quoted(part.relation)}`;
  if (!part.parts.length) return text;
  const plain = part.parts.every(
    ({ kind, join }, i) => kind === 'test' && (join === 'and' || (i === 0 && join === 'or')),
  );
  const conditions = filtersText(part.parts);
  return `${text} WHERE ${plain && !followed ? conditions : `(${conditions})`}`;
}

function countText({ relation, parts, operator, value }: Filter & { kind: 'count' }): string {
  const conditions = parts.length ? ` WHERE ${filtersText(parts)}` : '';
  return `COUNT(${quoted(relation)}${conditions}) ${operator} ${value}`;
}

function testText({ field, operator, value }: Filter & { kind: 'test' }): string {
  const path = pathText(field);
  if (value === null) return `${path} IS ${operator === '=' ? '' : 'NOT '}NULL`;
  const text = Array.isArray(value) ? `(${value.map(valueText).join(', ')})` : valueText(value);
  return `${path} ${operator.toUpperCase()} ${text}`;
}

function valueText(value: Value): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return typeof value === 'number' ? decimal(value) : String(value).toUpperCase();
}

/** A number without exponent. */
function decimal(value: number): string {
  const text = String(value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign = '', first = '', rest = '', exponent] = parts;
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${first}${rest}`;
  return `${sign}${first}${rest.padEnd(shift, '0')}`;
}
