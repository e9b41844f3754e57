/** The tree of a query: one for both of its forms. Every piece knows its key in the JSON form, for what is wrong with it. */

export type Value = string | number | boolean | null;

/** Those that compare two values, whatever these are. */
export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const OPERATORS = [...COMPARISONS, 'like', 'not like', 'in', 'not in', 'is', 'is not'] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * How a part of a filter joins those before it: as in SQL, `and` binds tighter than `or`; `not` is `and not`, which holds wherever
 * the part does not.
 */
export type Join = 'and' | 'or' | 'not';

/** A dotted name: relations, then maybe a column. */
export interface Path {
  key: string;
  names: string[];
}

interface Part {
  key: string;
  join: Join;
}

/** `field operator value`. */
export interface Test extends Part {
  kind: 'test';
  field: Path;
  operator: Operator;
  value: Value | Value[];
}

/** `field operator column(other)`: two columns, the other one of the object itself or of one around it. */
export interface ColumnTest extends Part {
  kind: 'columns';
  field: Path;
  operator: Comparison;
  /** `outer` for each object further out, then a column. */
  column: Path;
}

/** `COUNT(relation) operator number`, of related objects that satisfy all of `parts`. */
export interface Count extends Part {
  kind: 'count';
  relation: string;
  parts: Filter[];
  operator: Comparison;
  value: number;
}

/** Filters in brackets. */
export interface Group extends Part {
  kind: 'group';
  parts: Filter[];
}

/** There is, or there is no, related object that satisfies all of `parts`. */
export interface Exists extends Part {
  kind: 'exists';
  negated: boolean;
  relation: string;
  parts: Filter[];
}

export type Filter = Test | ColumnTest | Count | Group | Exists;

/** A level of a graph; a hidden one gives neither nodes nor edges. */
export interface Step {
  name: string;
  hidden: boolean;
}

/** Relations to be followed, one after the other. */
export interface Traversal {
  key: string;
  steps: Step[];
}

export type Output = 'list' | 'graph';

/** A column by which the objects of a query are ordered. */
export interface OrderKey {
  column: Path;
  descending: boolean;
}

/** A query whose form is right; whether its names mean anything is another question. */
export interface Query {
  from: string;
  /** Columns of the list. */
  fields: Path[];
  /** The own columns that a list without `fields` is kept to; none: all of them. */
  select: Path[];
  filters: Filter[];
  /** None: by id. */
  order: OrderKey[];
  traverse: Traversal[];
  output: Output;
  /** Most objects of the model itself; undefined: the usual number. */
  limit: number | undefined;
}
