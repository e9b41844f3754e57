/** Reads the dotted names and the filters of the JSON form. */
import type { Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import {
  MAX_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_NAME_LENGTH,
  MAX_PARTS,
  MAX_STEPS,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
} from './limits.js';
import {
  COMPARISONS,
  OPERATORS,
  type Comparison,
  type Filter,
  type Join,
  type Operator,
  type Path,
  type Value,
} from './tree.js';

type Json = Record<string, unknown>;

const NAME = /^[a-zA-Z0-9_]{1,500}$/;
const PATH = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/;
const JOINS: readonly string[] = ['and', 'or', 'not'] satisfies Join[];

/** A dotted name; undefined, and a problem, for anything else. */
export function readPath(raw: unknown, key: string, problems: Problems): Path | undefined {
  if (typeof raw !== 'string') problems.add(key, 'string');
  else if (!PATH.test(raw) || raw.length > MAX_NAME_LENGTH) problems.add(key, 'queryPath');
  else {
    const names = raw.split('.');
    if (names.length <= MAX_STEPS + 1) return { key, names };
    problems.add(key, 'querySteps', { max: MAX_STEPS });
  }
  return undefined;
}

/** The filters of a query, and how many conditions they hold. */
class FilterReader {
  private conditions = 0;
  /** Groups and what is none of all too. */
  private parts = 0;

  constructor(private readonly problems: Problems) {}

  list(raw: unknown, key: string, depth: number): Filter[] {
    if (!Array.isArray(raw)) {
      this.problems.add(key, 'array');
      return [];
    }
    if (depth > MAX_FILTER_DEPTH) {
      this.problems.add(key, 'queryNesting', { max: MAX_FILTER_DEPTH });
      return [];
    }
    const parts: Filter[] = [];
    for (const [i, element] of raw.entries()) {
      if (this.conditions > MAX_CONDITIONS || this.parts > MAX_PARTS) break;
      const part = this.one(element, `${key}.${i}`, depth);
      if (part) parts.push(part);
    }
    return parts;
  }

  private one(raw: unknown, key: string, depth: number): Filter | undefined {
    if (++this.parts > MAX_PARTS) this.problems.add(key, 'queryConditions', { max: MAX_CONDITIONS });
    if (!isObject(raw)) {
      this.problems.add(key, 'object');
      return undefined;
    }
    const join = this.join(raw['boolean'], `${key}.boolean`);
    if ('exists' in raw || 'not_exists' in raw) return this.exists(raw, key, join, depth);
    if ('group' in raw) {
      const parts = this.list(raw['group'], `${key}.group`, depth + 1);
      if (Array.isArray(raw['group']) && !raw['group'].length) this.problems.add(`${key}.group`, 'noItems');
      return { kind: 'group', key, join, parts };
    }
    if ('count' in raw && !('field' in raw)) return this.count(raw, key, join, depth);
    if ('column' in raw && !('value' in raw)) return this.columns(raw, key, join);
    return this.test(raw, key, join);
  }

  private count(raw: Json, key: string, join: Join, depth: number): Filter | undefined {
    this.add(key);
    const relation = raw['count'];
    const named = typeof relation === 'string' && NAME.test(relation);
    if (!named) this.problems.add(`${key}.count`, typeof relation === 'string' ? 'format' : 'string');
    const operator = this.comparison(raw['operator'], `${key}.operator`);
    const value = this.number(raw['value'], `${key}.value`);
    const parts = this.list(raw['conditions'] ?? [], `${key}.conditions`, depth + 1);
    return named && operator && value !== undefined
      ? { kind: 'count', key, join, relation, parts, operator, value }
      : undefined;
  }

  /** A number of objects. */
  private number(raw: unknown, key: string): number | undefined {
    const number = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
    if (raw === undefined || raw === null) this.problems.add(key, 'required');
    else if (number === Infinity) this.problems.add(key, 'max', { field: 'value', max: 999_999_999 });
    else if (typeof number !== 'number' || !Number.isInteger(number))
      this.problems.add(key, 'integer', { field: 'value' });
    else if (number < 0) this.problems.add(key, 'min', { field: 'value', min: 0 });
    else if (number > 999_999_999) this.problems.add(key, 'max', { field: 'value', max: 999_999_999 });
    else return number;
    return undefined;
  }

  private columns(raw: Json, key: string, join: Join): Filter | undefined {
    this.add(key);
    if (!('field' in raw)) this.problems.add(`${key}.field`, 'required');
    const field = 'field' in raw ? readPath(raw['field'], `${key}.field`, this.problems) : undefined;
    const operator = this.comparison(raw['operator'], `${key}.operator`);
    const column = readPath(raw['column'], `${key}.column`, this.problems);
    return field && operator && column ? { kind: 'columns', key, join, field, operator, column } : undefined;
  }

  private comparison(raw: unknown, key: string): Comparison | undefined {
    const operator = this.operator(raw, key);
    const comparison = COMPARISONS.find((one) => one === operator);
    if (operator && !comparison) this.problems.add(key, 'selected');
    return comparison;
  }

  private exists(raw: Json, key: string, join: Join, depth: number): Filter | undefined {
    this.add(key);
    const negated = !('exists' in raw);
    const at = `${key}.${negated ? 'not_exists' : 'exists'}`;
    const relation = raw[negated ? 'not_exists' : 'exists'];
    const named = typeof relation === 'string' && NAME.test(relation);
    if (!named) this.problems.add(at, typeof relation === 'string' ? 'format' : 'string');
    const conditions = raw['conditions'] ?? [];
    const parts = this.list(conditions, `${key}.conditions`, depth + 1);
    return named ? { kind: 'exists', key, join, negated, relation, parts } : undefined;
  }

  private test(raw: Json, key: string, join: Join): Filter | undefined {
    this.add(key);
    if (!('field' in raw)) this.problems.add(`${key}.field`, 'required');
    const field = 'field' in raw ? readPath(raw['field'], `${key}.field`, this.problems) : undefined;
    const operator = this.operator(raw['operator'], `${key}.operator`);
    const value = this.value(raw, `${key}.value`, operator);
    if (!field || !operator || value === undefined) return undefined;
    return { kind: 'test', key, join, field, operator, value };
  }

  private add(key: string): void {
    if (++this.conditions === MAX_CONDITIONS + 1) {
      this.problems.add(key, 'queryConditions', { max: MAX_CONDITIONS });
    }
  }

  private join(raw: unknown, key: string): Join {
    if (raw === undefined || raw === null) return 'and';
    const join = typeof raw === 'string' ? raw.toLowerCase() : '';
    if (JOINS.includes(join)) return join as Join;
    this.problems.add(key, 'selected');
    return 'and';
  }

  private operator(raw: unknown, key: string): Operator | undefined {
    if (raw === undefined || raw === null || raw === '') this.problems.add(key, 'required');
    else {
      const word = typeof raw === 'string' ? raw.trim().toLowerCase().replace(/\s+/g, ' ').replace('<>', '!=') : '';
      if ((OPERATORS as readonly string[]).includes(word)) return word as Operator;
      this.problems.add(key, 'selected');
    }
    return undefined;
  }

  private value(raw: Json, key: string, operator: Operator | undefined): Value | Value[] | undefined {
    if (!('value' in raw)) this.problems.add(key, 'required');
    else if (operator === 'in' || operator === 'not in') return this.values(raw['value'], key, operator);
    else if (operator) return this.scalar(raw['value'], key, operator, operator === '=' || operator === '!=');
    return undefined;
  }

  private values(raw: unknown, key: string, operator: Operator): Value[] | undefined {
    if (raw === null) this.problems.add(key, 'queryNull');
    else if (!Array.isArray(raw)) this.problems.add(key, 'queryList', { operator });
    else if (!raw.length) this.problems.add(key, 'noItems');
    else if (raw.length > MAX_VALUES) this.problems.add(key, 'tooManyItems', { max: MAX_VALUES });
    else {
      const values: Value[] = [];
      for (const element of raw) {
        const value = this.scalar(element, key, operator, false);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    }
    return undefined;
  }

  private scalar(raw: unknown, key: string, operator: Operator, nullable: boolean): Value | undefined {
    if (raw === null) {
      if (nullable) return null;
      this.problems.add(key, 'queryNull');
    } else if (typeof raw === 'string') {
      if (raw.length > MAX_VALUE_LENGTH) this.problems.add(key, 'maxText', { max: MAX_VALUE_LENGTH });
      else if (raw.includes('\0') || !raw.isWellFormed()) this.problems.add(key, 'characters');
      else return raw;
    } else if (typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw))) return raw;
    // JSON and the text form know numbers of any length; one that is no number here is infinite.
    else if (typeof raw === 'number') this.problems.add(key, 'queryLarge');
    else this.problems.add(key, 'queryOne', { operator });
    return undefined;
  }
}

/** The filters under a key; undefined or null: none. */
export function readFilters(raw: unknown, key: string, problems: Problems): Filter[] {
  return raw === undefined || raw === null ? [] : new FilterReader(problems).list(raw, key, 1);
}
