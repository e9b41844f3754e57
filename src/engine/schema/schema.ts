/** The tables that the resources need, as shapes for migrations. */
import {
  OWN_INDEX,
  shapeName,
  type ColumnShape,
  type IndexShape,
  type TableShape,
} from '../../database/table-shape.js';
import type { Field, Pivot, Resource } from './model.js';

/** The table of each resource and of each set of links, as the migrations should have made them. */
export function tablesOf(resources: Resource[]): TableShape[] {
  const pivots = new Map<string, TableShape>();
  for (const resource of resources) {
    for (const { pivot, target } of resource.links) {
      if (!pivot || pivots.has(pivot.table)) continue;
      const other = resources.find(({ path }) => path === target)!;
      pivots.set(pivot.table, pivotTable(pivot, resource, other));
    }
  }
  return [...resources.map((resource) => tableOf(resource, resources)), ...pivots.values()];
}

const ID: ColumnShape = { name: 'id', type: 'ubigint', nullable: false, increment: true, additive: false };

const stamps = (): ColumnShape[] =>
  ['created_at', 'updated_at'].map((name) => ({
    name,
    type: 'timestamp',
    nullable: true,
    increment: false,
    additive: false,
  }));

/** The table of one resource. */
export function tableOf(resource: Resource, resources: Resource[]): TableShape {
  const { table, fields, beside } = resource;
  const own = fields.filter(({ name }) => !beside?.columns.includes(name));
  return {
    name: table,
    columns: own.map((field) => columnOf(field, resources)),
    primaryKey: ['id'],
    indexes: [
      ...ownIndexes(resource),
      ...inheritedIndexes(resource),
      ...foreignIndexes(resource),
      ...uniqueIndexes(resource),
    ],
  };
}

function columnOf(field: Field, resources: Resource[]): ColumnShape {
  const { name, type, nullable, later, ref } = field;
  return {
    name,
    type,
    nullable,
    additive: later ? 'ours' : field.additive,
    increment: field.kind === 'id',
    ...(field.default !== undefined && { default: String(field.default) }),
    ...(ref && {
      references: { table: resources.find(({ path }) => path === ref.target)!.table, onDelete: ref.onDelete },
    }),
  };
}

/** Indexes of ours: on what lists are sorted and filtered by most, and on marked columns. */
function ownIndexes(resource: Resource): IndexShape[] {
  const { table, fields, label, softDelete, uniqueIndexes: uniques } = resource;
  const covered = new Set(uniques.map(({ columns }) => columns[0]));
  const wanted = fields.filter(({ name, index }) => (name === label && !covered.has(name)) || index === 'own');
  const single = wanted.map(({ name }) => [name, [name]] as const);
  // Live objects by name: lists are sorted, searched and counted over it alone.
  const live = label ? (['live', ['deleted_at', label]] as const) : (['deleted_at', ['deleted_at']] as const);
  const more = Object.entries(resource.ownIndexes);
  return [...single, ...(softDelete ? [live] : []), ...more].map(([name, columns]) => ({
    name: shapeName(OWN_INDEX, table, name),
    columns: [...columns],
    unique: false,
  }));
}

/** Indexes that the existing schema has as well, under names of its own. */
const inheritedIndexes = ({ table, fields, indexes }: Resource): IndexShape[] => {
  const single = fields.filter(({ ref, index }) => index === true && !ref).map(({ name }) => [name]);
  return [...single, ...indexes].map((columns) => ({
    name: shapeName('idx', table, columns.join('_')),
    columns,
    unique: false,
  }));
};

const foreignIndexes = ({ table, fields }: Resource): IndexShape[] =>
  fields
    .filter(({ ref, index }) => ref && index)
    .map(({ name }) => ({ name: shapeName('fk', table, name), columns: [name], unique: false }));

const uniqueIndexes = ({ uniqueIndexes: uniques }: Resource): IndexShape[] =>
  uniques.map(({ name, columns }) => ({ name, columns, unique: true }));

/** Null in a pair that somebody else wrote: it means what is meant where nothing is said. */
const pairColumn = (name: string): ColumnShape => ({
  ...{ name, type: 'varchar(16)', nullable: true, increment: false, additive: false },
});

function pivotTable(pivot: Pivot, own: Resource, other: Resource): TableShape {
  const ends = [
    { name: pivot.ownColumn, table: own.table, onDelete: pivot.onDelete.own },
    { name: pivot.otherColumn, table: other.table, onDelete: pivot.onDelete.other },
  ];
  const columns = ends.map(({ name, table, onDelete }): ColumnShape => {
    const references = onDelete && { references: { table, onDelete } };
    return { name, type: 'uint', nullable: false, increment: false, additive: false, ...references };
  });
  const pair = ends.map(({ name }) => name);
  if (pivot.value) columns.push(pairColumn(pivot.value.name));
  const indexes = pair.map((name) => ({ name: shapeName('fk', pivot.table, name), columns: [name], unique: false }));
  if (pivot.withId) indexes.push({ name: shapeName('uq', pivot.table, 'pair'), columns: pair, unique: true });
  return {
    name: pivot.table,
    columns: pivot.withId ? [ID, ...columns, ...stamps()] : columns,
    primaryKey: pivot.withId ? ['id'] : pivot.unique ? pair : [],
    indexes,
  };
}
