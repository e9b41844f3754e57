/** The table of operators by class of column: all that filters can ask of a column (contract 5). */
import type { Condition, Dialect } from '../../database/dialect.js';
import type { Param, Scalar } from '../../database/database.js';
import type { MatchPosition } from '../../core/text/like.js';
import type { Field } from '../schema/model.js';
import { classOf, type ColumnClass, type Value } from './filter-values.js';

/** A column as a filter compares it. */
export interface Operand {
  field: Field;
  /** The column in SQL, with its table's alias. */
  sql: string;
  dialect: Dialect;
}

/** What an operator takes: any of a list, one value, both of two, or yes or no. */
export type OperandCount = 'list' | 'one' | 'two' | 'flag';

export interface Operator {
  /** Behind the column's name: `filter[f_not]`; empty for the plain filter. */
  suffix: string;
  about: string;
  classes: readonly ColumnClass[];
  takes: OperandCount;
  condition(operand: Operand, values: readonly Value[]): Condition;
}

const ALL: readonly ColumnClass[] = ['text', 'number', 'flag', 'day', 'moment'];
const TIMES: readonly ColumnClass[] = ['day', 'moment'];

const MAX_CHAIN_LENGTH = 50;

const isText = ({ field }: Operand): boolean => classOf(field) === 'text';

/** Conditions of which one must hold. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 1) return conditions[0]!;
  return { sql: `(${joined(conditions, ' OR ')})`, params: conditions.flatMap((c) => c.params) };
}

/** Conditions that all must hold. */
export function allOf(conditions: readonly Condition[]): Condition {
  return { sql: joined(conditions, ' AND '), params: conditions.flatMap((c) => c.params) };
}

/** SQLite takes no more than a thousand conditions one behind the other: of many, halves are put in brackets. */
function joined(conditions: readonly Condition[], word: ' AND ' | ' OR '): string {
  const half = conditions.length >> 1;
  if (half < MAX_CHAIN_LENGTH) return conditions.map(({ sql }) => sql).join(word);
  return `(${joined(conditions.slice(0, half), word)})${word}(${joined(conditions.slice(half), word)})`;
}

function equals(operand: Operand, values: readonly Value[]): Condition {
  const { sql, dialect } = operand;
  const points = values.filter(({ from, to }) => from === to).map(({ from }) => from);
  const spans = values.filter(({ from, to }) => from !== to);
  const conditions = spans.map(({ from, to }) => ({ sql: `${sql} BETWEEN ? AND ?`, params: [from, to] as Param[] }));
  if (points.length === 1) {
    conditions.push({ sql: isText(operand) ? dialect.sameText(sql) : `${sql} = ?`, params: [points[0]!] });
  } else if (points.length) {
    conditions.push({ sql: isText(operand) ? dialect.textIsIn(sql) : dialect.isIn(sql), params: [points] });
  }
  return anyOf(conditions);
}

/** Rows without a value are left out, as SQL has it. */
function differs(operand: Operand, values: readonly Value[]): Condition {
  const { sql, params } = equals(operand, values);
  return { sql: `NOT (${sql})`, params };
}

const compared =
  (sign: '<' | '<=' | '>' | '>=', end: keyof Value) =>
  (operand: Operand, values: readonly Value[]): Condition =>
    anyOf(values.map((value) => ordered(operand, sign, value[end])));

function ordered(operand: Operand, sign: string, value: Scalar): Condition {
  const around = isText(operand) ? operand.dialect.ordered : (expression: string): string => expression;
  return { sql: `${around(operand.sql)} ${sign} ${around('?')}`, params: [value] };
}

const matching =
  (position: MatchPosition) =>
  ({ sql, dialect }: Operand, values: readonly Value[]): Condition =>
    anyOf(values.map(({ from }) => dialect.matches(sql, from as string, position)));

const between = (operand: Operand, [first, last]: readonly Value[]): Condition =>
  allOf([ordered(operand, '>=', first!.from), ordered(operand, '<=', last!.to)]);

const isNull = ({ sql }: Operand, [yes]: readonly Value[]): Condition => ({
  sql: yes!.from ? `${sql} IS NULL` : `${sql} IS NOT NULL`,
  params: [],
});

/** Nobody filled it in: besides null, older maps hold the empty text, and codes that say so. */
function isEmpty(operand: Operand, [yes]: readonly Value[]): Condition {
  const { sql, field } = operand;
  const unset = field.rules.enum?.unset;
  const conditions = [
    `${sql} IS NULL`,
    ...(isText(operand) ? [`${sql} = ''`] : []),
    ...(unset === undefined ? [] : [`${sql} <= ${unset}`]),
  ];
  const empty = `(${conditions.join(' OR ')})`;
  return { sql: yes!.from ? empty : `NOT ${empty}`, params: [] };
}

/** "Contains" on searchable texts and names, "equals" on everything else. */
function plain(operand: Operand, values: readonly Value[]): Condition {
  return containsByDefault(operand.field) ? matching('anywhere')(operand, values) : equals(operand, values);
}

/** The column names an object to people. */
export const isName = ({ kind, names }: Field): boolean => kind === 'name' || names === true;

/** Returns true if the plain filter on a column finds its value anywhere in the text. */
export const containsByDefault = (field: Field): boolean =>
  classOf(field) === 'text' && (field.search || isName(field));

/** A bare date on a point in time is the whole day in UTC: from its first second where it begins, to its last where it ends. */
export const OPERATORS: readonly Operator[] = [
  { suffix: '', about: 'contains or equals; a comma list is any of', classes: ALL, takes: 'list', condition: plain },
  { suffix: '_not', about: 'not equal; a list is none of', classes: ALL, takes: 'list', condition: differs },
  { suffix: '_in', about: 'one of a list', classes: ALL, takes: 'list', condition: equals },
  { suffix: '_not_in', about: 'none of a list', classes: ALL, takes: 'list', condition: differs },
  { suffix: '_lt', about: 'less', classes: ALL, takes: 'one', condition: compared('<', 'from') },
  { suffix: '_lte', about: 'less or equal', classes: ALL, takes: 'one', condition: compared('<=', 'to') },
  { suffix: '_gt', about: 'greater', classes: ALL, takes: 'one', condition: compared('>', 'to') },
  { suffix: '_gte', about: 'greater or equal', classes: ALL, takes: 'one', condition: compared('>=', 'from') },
  { suffix: '_between', about: 'from, to; both included', classes: ALL, takes: 'two', condition: between },
  { suffix: '_null', about: 'has no value', classes: ALL, takes: 'flag', condition: isNull },
  {
    suffix: '_empty',
    about: 'is not filled in: no value, the empty text, or a code that says so',
    classes: ALL,
    takes: 'flag',
    condition: isEmpty,
  },
  { suffix: '_after', about: 'at or after', classes: TIMES, takes: 'one', condition: compared('>=', 'from') },
  { suffix: '_before', about: 'at or before', classes: TIMES, takes: 'one', condition: compared('<=', 'to') },
  { suffix: '_starts', about: 'starts with', classes: ['text'], takes: 'list', condition: matching('start') },
  { suffix: '_ends', about: 'ends with', classes: ['text'], takes: 'list', condition: matching('end') },
  { suffix: '_like', about: 'pattern with % and _', classes: ['text'], takes: 'list', condition: matching('like') },
];

/** The operators that a column knows. */
export const operatorsOf = (field: Field): Operator[] =>
  OPERATORS.filter(({ classes }) => classes.includes(classOf(field)));
