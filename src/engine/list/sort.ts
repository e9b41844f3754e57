/** The order of a list, and the place in it where a page begins (contract 5). */
import type { Scalar } from '../../database/database.js';
import type { Condition, Dialect } from '../../database/dialect.js';
import { sqlOf } from '../schema/derived.js';
import type { Field } from '../schema/model.js';
import { badParameter, unknownName } from './refusals.js';
import { classOf } from './filter-values.js';
import type { Comparison } from './natural-order.js';

/** Long texts are sorted by their beginning: what a cursor holds must fit into an address. */
const MAX_LENGTH = 200;

/** One column of the order. */
export interface SortKey {
  field: Field;
  descending: boolean;
  /** Its values are numbers, with a fraction or without. */
  numeric: 'whole' | 'fraction' | undefined;
  /** It is sorted as people count, which no engine does: see `natural-order.ts`. */
  natural?: boolean;
}

/** What makes the order of a column a natural one: `sort=name:natural`. */
export const NATURAL = ':natural';

/** The order of a list: the keys asked for, then the id. */
export class Order {
  readonly keys: SortKey[];

  constructor(
    keys: readonly SortKey[],
    id: Field,
    private readonly dialect: Dialect,
  ) {
    const own = keys.findIndex(({ field }) => field.kind === 'id');
    this.keys = own < 0 ? [...keys, keyOf(id, false)] : keys.slice(0, own + 1);
  }

  /** By id, upwards: the order of a list that asks for none. */
  get plain(): boolean {
    return this.keys.length === 1 && !this.keys[0]!.descending;
  }

  /** How rows compare, where a key is natural; otherwise the database sorts them. */
  get natural(): Comparison[] | undefined {
    if (!this.keys.some(({ natural }) => natural)) return undefined;
    return this.keys.map(({ field, descending, natural }) => ({
      form: natural ? 'natural' : classOf(field) === 'text' ? 'text' : 'value',
      descending,
    }));
  }

  /** `ORDER BY` of these keys in the table under `alias`. */
  sql(alias: string): string {
    return this.by((i) => this.column(this.keys[i]!.field, alias));
  }

  /** `ORDER BY` of the keys that were `selected` in a table under `alias`. */
  sqlOfSelected(alias: string): string {
    return this.by((i) => `${alias}.s${i}`);
  }

  /** The keys of a row, to be selected beside it: they are what a cursor holds. */
  selected(alias: string): string[] {
    return this.keys.map(({ field }, i) => `${this.column(field, alias)} AS s${i}`);
  }

  private by(columnOf: (key: number) => string): string {
    const words = this.keys.map(({ field, descending }, i) => {
      const empty = field.emptyLast && !descending ? `${columnOf(i)} IS NULL, ` : '';
      return `${empty}${this.compared(field, columnOf(i))}${descending ? ' DESC' : ''}`;
    });
    return `ORDER BY ${words.join(', ')}`;
  }

  /** Rows that come behind one with these keys. */
  behind(values: readonly Scalar[], alias: string): Condition {
    return this.from(0, values, alias);
  }

  /** The order as a text, so that a cursor is not used with another one. */
  toString(): string {
    return this.keys
      .map(({ field, descending, natural }) => `${descending ? '-' : ''}${field.name}${natural ? NATURAL : ''}`)
      .join();
  }

  private from(i: number, values: readonly Scalar[], alias: string): Condition {
    const { field, descending } = this.keys[i]!;
    const value = values[i]!;
    const raw = this.column(field, alias);
    const [column, mark] = [this.compared(field, raw), this.compared(field, '?')];
    const rest = i + 1 < this.keys.length ? this.from(i + 1, values, alias) : undefined;
    // Downwards both engines have them there by themselves.
    const isEmptyLast = descending || field.emptyLast === true;
    if (value === null) return behindNull(raw, isEmptyLast, rest);
    const beyond = `${column} ${descending ? '<' : '>'} ${mark}`;
    // Without a value comes first upwards where nothing else is said, and last downwards.
    const empty = isEmptyLast && field.nullable ? ` OR ${raw} IS NULL` : '';
    if (!rest) return { sql: `(${beyond}${empty})`, params: [value] };
    // Said twice, so that an index on the column is entered at the right place.
    const near = isEmptyLast ? '' : `${column} >= ${mark} AND `;
    const sql = `(${near}(${beyond}${empty} OR (${column} = ${mark} AND ${rest.sql})))`;
    return { sql, params: [...(near ? [value] : []), value, value, ...rest.params] };
  }

  private column(field: Field, alias: string): string {
    const name = sqlOf(field, alias);
    return /^(text|longtext|json)$/.test(field.type) ? this.dialect.beginning(name, MAX_LENGTH) : name;
  }

  private compared(field: Field, expression: string): string {
    return classOf(field) === 'text' ? this.dialect.ordered(expression) : expression;
  }
}

const keyOf = (field: Field, descending: boolean): SortKey => ({
  ...{ field, descending },
  numeric: field.kind === 'decimal' ? 'fraction' : /^(number|flag)$/.test(classOf(field)) ? 'whole' : undefined,
});

function behindNull(raw: string, isLast: boolean, rest: Condition | undefined): Condition {
  const same = rest ? `(${raw} IS NULL AND ${rest.sql})` : 'false';
  return { sql: isLast ? same : `(${raw} IS NOT NULL OR ${same})`, params: rest?.params ?? [] };
}

/** The keys of `sort=a,-b:natural`. Throws 400 for a column that there is not, and for a natural order of one that holds no texts. */
export function readSort(sent: unknown, fields: readonly Field[]): SortKey[] {
  const words = (Array.isArray(sent) ? sent : [sent]).flatMap((part) => {
    if (typeof part !== 'string') throw badParameter('sort', 'wantsNames');
    return part.split(',');
  });
  const keys = new Map<string, SortKey>();
  for (const word of words.map((part) => part.trim()).filter(Boolean)) {
    const natural = word.endsWith(NATURAL);
    const name = (natural ? word.slice(0, -NATURAL.length) : word).replace(/^[-+]/, '').trim();
    const field = fields.find((candidate) => candidate.name === name && !candidate.hidden);
    if (!field) throw unknownName('column', 'sort', name, namesOf(fields));
    if (natural && classOf(field) !== 'text') throw badParameter('sort', 'naturalText', { column: name });
    if (!keys.has(name)) keys.set(name, { ...keyOf(field, word.startsWith('-')), ...(natural && { natural }) });
  }
  return [...keys.values()];
}

export const namesOf = (fields: readonly Field[]): string[] =>
  fields.filter(({ hidden }) => !hidden).map(({ name }) => name);
