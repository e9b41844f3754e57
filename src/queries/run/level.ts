/** A level of a result: the objects over one relation from those of the level above it. */
import type { Row, Scalar } from '../../database/database.js';
import type { Field } from '../../engine/index.js';
import type { Model, ModelRelation } from '../check/model-map.js';
import { byName, byValues } from './order.js';

/** Name under which a column is selected. */
export const nameOf = (field: Field): string => `c_${field.name}`;

const NONE: readonly Row[] = [];

/** The top level: the objects of the query's own model. */
export class Root {
  readonly children: Level[] = [];
  /** What is selected beside the id. */
  readonly columns = new Set<Field>();

  constructor(readonly model: Model) {}

  /** The level over a relation; the same one for the same relation, unless one is hidden and the other is not. */
  child(relation: ModelRelation, hidden = false): Level {
    let child = this.children.find((level) => level.relation === relation && level.hidden === hidden);
    if (!child) {
      if (relation.via.kind === 'ref') this.columns.add(relation.via.column);
      this.children.push((child = new Level(relation, hidden)));
    }
    return child;
  }
}

/** A level below. `rows` are there once it is loaded. */
export class Level extends Root {
  /** Column of the rows above by which rows here are found. */
  readonly key: string;
  private groups = new Map<Scalar, readonly Row[]>();

  constructor(
    readonly relation: ModelRelation,
    readonly hidden: boolean,
  ) {
    super(relation.target);
    const { via, target } = relation;
    this.key = via.kind === 'ref' ? nameOf(via.column) : 'id';
    // Where there can be several they are put in order by it.
    if (via.kind !== 'ref' && target.label) this.columns.add(target.label);
  }

  /** The rows that belong to a row of the level above, in order. */
  under(above: Row | undefined): readonly Row[] {
    return (above && this.groups.get(above[this.key]!)) ?? NONE;
  }

  /** All rows; an object that several rows above lead to is there for each of them. */
  *rows(): Iterable<Row> {
    for (const group of this.groups.values()) yield* group;
  }

  /** Takes the rows, each with its `own` key, and puts those of one key in order. */
  load(rows: readonly Row[]): void {
    const groups = new Map<Scalar, Row[]>();
    for (const row of rows) {
      const group = groups.get(row['own']!);
      if (group) group.push(row);
      else groups.set(row['own']!, [row]);
    }
    for (const [key, group] of groups) if (group.length > 1) groups.set(key, this.inOrder(group));
    this.groups = groups;
  }

  /** Rows by name, then by id, each object once. Small rows have neither: they are ordered by what they show. Sorts `rows`. */
  inOrder(rows: Row[]): Row[] {
    const label = this.model.label && nameOf(this.model.label);
    return this.model.resource ? byName(rows, label) : byValues(rows, [...this.columns].map(nameOf));
  }
}
