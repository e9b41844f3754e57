/** A query whose names mean something: what is compiled to SQL. */
import type { Field, FilterValue } from '../../engine/index.js';
import type { Comparison, Join, Operator, Output, Step } from '../language/tree.js';
import type { Model, ModelRelation } from './model-map.js';

/** A column of the result, reached over some relations. */
export interface Column {
  /** As the query spells it. */
  heading: string;
  steps: ModelRelation[];
  field: Field;
}

/** Relations to be followed, with the levels that are not shown. */
export interface CheckedTraversal {
  heading: string;
  steps: Array<{ relation: ModelRelation; hidden: boolean }>;
}

/** The column of a list in which the names of a trail stand is named by its first visible level. */
export const headingOf = (steps: readonly Step[]): string => steps.find(({ hidden }) => !hidden)!.name;

interface Part {
  join: Join;
}

/** Some related object (over all steps) has a column that compares so; without steps: the object itself. */
export interface CheckedTest extends Part {
  kind: 'test';
  steps: ModelRelation[];
  field: Field;
  operator: Operator;
  /** Those of a list; none: null. */
  values: FilterValue[];
}

/** Some related object (over all steps) has a column that compares so with another one of this object, or of one around it. */
export interface CheckedColumnTest extends Part {
  kind: 'columns';
  steps: ModelRelation[];
  field: Field;
  operator: Comparison;
  other: Field;
  /** How many objects further out the other one is; 0: the object itself. */
  outer: number;
}

export interface CheckedCount extends Part {
  kind: 'count';
  relation: ModelRelation;
  parts: CheckedFilter[];
  operator: Comparison;
  value: number;
}

export interface CheckedGroup extends Part {
  kind: 'group';
  parts: CheckedFilter[];
}

export interface CheckedExists extends Part {
  kind: 'exists';
  negated: boolean;
  relation: ModelRelation;
  parts: CheckedFilter[];
}

export type CheckedFilter = CheckedTest | CheckedColumnTest | CheckedCount | CheckedGroup | CheckedExists;

export interface CheckedQuery {
  model: Model;
  /** The columns that are asked for; undefined: all own ones, and the names of what `traversals` lead to. */
  fields: Column[] | undefined;
  /** The own columns of a list without `fields`. */
  own: Field[];
  filters: CheckedFilter[];
  /** Own columns, as lists take them: `-name`. */
  order: string[];
  traversals: CheckedTraversal[];
  output: Output;
  limit: number;
}
