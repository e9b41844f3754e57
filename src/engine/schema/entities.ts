/** The resources as TypeORM entities: columns, and the relations that references and links make. */
import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaRelationOptions } from 'typeorm';
import { sqliteType } from '../../database/sqlite/dialect.js';
import { liveIndexOf, shapeName, type ColumnShape } from '../../database/table-shape.js';
import type { Field, Link, Resource } from './model.js';
import { tableOf } from './schema.js';

/**
 * All resources, with column types of the engine. On MariaDB and MySQL TypeORM takes an index that bears the name of a foreign
 * key as part of that key, and reads `RESTRICT` where no update rule was given. Small rows without identity (`@Rows`) are no
 * entities: one of their tables has no key, and TypeORM needs one.
 */
export function entitiesOf(resources: Resource[], engineType: (type: Field['type']) => string): EntitySchema[] {
  const byTable = new Map(resources.map((resource) => [resource.table, resource]));
  const embedded = engineType === sqliteType;
  return resources.map((resource) => {
    const shape = tableOf(resource, resources);
    // Over a key, which TypeORM has no words for.
    const live = liveIndexOf(resource.table);
    return new EntitySchema<object>({
      name: resource.entity.name,
      target: resource.entity,
      tableName: resource.table,
      columns: Object.fromEntries(shape.columns.map((column) => [column.name, entityColumn(column, engineType)])),
      relations: relationsOf(resource, resources),
      indices: shape.indexes
        .filter(({ name }) => embedded || !name.startsWith('fk_'))
        .map(({ name, columns, unique }) => ({ name, columns, unique, synchronize: !(embedded && name === live) })),
      foreignKeys: shape.columns
        .filter(({ references }) => references)
        .map(({ name, references }) => ({
          name: shapeName('fk', resource.table, name),
          target: byTable.get(references!.table)!.entity.name,
          columnNames: [name],
          referencedColumnNames: ['id'],
          onDelete: references!.onDelete,
          onUpdate: embedded ? 'NO ACTION' : 'RESTRICT',
        })),
    });
  });
}

/** One of the drivers gives decimals and large numbers as text. */
const NUMBER = {
  from: (stored: string | number | null): number | null => (stored === null ? null : Number(stored)),
  to: (value: number | null): number | null => value,
};

function entityColumn(column: ColumnShape, engineType: (type: Field['type']) => string): EntitySchemaColumnOptions {
  const [, type, size, unsigned] = /^(\w+)(?:\(([\d,]+)\))?( unsigned)?$/.exec(engineType(column.type))!;
  const [precision, scale] = type === 'decimal' ? size!.split(',').map(Number) : [];
  return {
    type: type as EntitySchemaColumnOptions['type'],
    nullable: column.nullable,
    ...(type === 'varchar' && { length: size! }),
    ...(precision !== undefined && { precision, scale: scale!, transformer: NUMBER }),
    ...(type === 'bigint' && { transformer: NUMBER }),
    ...(unsigned && { unsigned: true }),
    ...(column.default !== undefined && { default: Number(column.default) }),
    ...(column.increment && { primary: true, generated: 'increment' as const }),
    ...(type === 'timestamp' && { precision: 0, default: null }),
    // TypeORM leaves out deleted objects then, as the API does.
    ...(column.name === 'deleted_at' && { deleteDate: true }),
  };
}

/** References by the names under which `include` embeds them, and links by their own. */
function relationsOf(resource: Resource, resources: Resource[]): Record<string, EntitySchemaRelationOptions> {
  const references = resource.fields.flatMap((field) => (field.ref ? [manyToOne(resource, field, resources)] : []));
  const links = resource.links.flatMap((link) => {
    if (link.kind === 'child') return [];
    return [[link.name, link.pivot ? manyToMany(resource, link, resources) : oneToMany(link, resources)] as const];
  });
  return Object.fromEntries([...references, ...links]);
}

type NamedRelation = readonly [name: string, relation: EntitySchemaRelationOptions];

function manyToOne(resource: Resource, field: Field, resources: Resource[]): NamedRelation {
  const target = resourceOf(resources, field.ref!.target);
  const inverse = target.links.find(
    ({ foreign, target: path }) => path === resource.path && foreign?.column === field.name,
  );
  return [
    field.ref!.embedAs,
    {
      type: 'many-to-one',
      target: target.entity.name,
      joinColumn: { name: field.name, referencedColumnName: 'id' },
      nullable: field.nullable,
      // The keys stand with the columns, under the names that they have in existing databases.
      createForeignKeyConstraints: false,
      ...(inverse && { inverseSide: inverse.name }),
    },
  ];
}

function oneToMany({ target: path, foreign }: Link, resources: Resource[]): EntitySchemaRelationOptions {
  const target = resourceOf(resources, path);
  const column = target.fields.find(({ name }) => name === foreign!.column)!;
  return { type: 'one-to-many', target: target.entity.name, inverseSide: column.ref!.embedAs };
}

/** The join table stands at one end alone: at that whose resource comes first, or whose link does where both are of one. */
function manyToMany(resource: Resource, link: Link, resources: Resource[]): EntitySchemaRelationOptions {
  const target = resourceOf(resources, link.target);
  const { table, ownColumn, otherColumn } = link.pivot!;
  const far = target.links.find(
    ({ pivot }) => pivot?.table === table && pivot.ownColumn === otherColumn && pivot.otherColumn === ownColumn,
  );
  const joinTable = {
    name: table,
    joinColumns: [{ name: ownColumn, referencedColumnName: 'id' }],
    inverseJoinColumns: [{ name: otherColumn, referencedColumnName: 'id' }],
  };
  const before = (one: Resource, other: Resource): boolean => resources.indexOf(one) < resources.indexOf(other);
  const owns =
    !far ||
    before(resource, target) ||
    (resource === target && resource.links.indexOf(link) <= resource.links.indexOf(far));
  return {
    type: 'many-to-many',
    target: target.entity.name,
    createForeignKeyConstraints: false,
    ...(far && { inverseSide: far.name }),
    ...(owns && { joinTable }),
  };
}

const resourceOf = (resources: Resource[], path: string): Resource => resources.find((one) => one.path === path)!;
