/** What may be followed from an object: links, reference columns, small rows; under every spelling that clients use. */
import { camel, snake } from '../core/text/naming.js';
import type { Param } from '../database/database.js';
import { quote, type Condition, type Dialect } from '../database/dialect.js';
import { conditionOf, type AccessScope } from './access-scope.js';
import { shownIn } from './schema/derived.js';
import type { Field, Link, Resource } from './schema/model.js';
import { rowsSource } from './plan/read.js';
import type { Registry } from './schema/registry.js';

/** The objects (or small rows) at the other end. */
export interface Target {
  table: string;
  fields: Field[];
  softDelete: boolean;
  /** What small rows are read from. */
  rows?: string;
  /** Undefined for small rows: they belong to the object itself, so that no right of their own protects them. */
  resource?: Resource;
}

/** One way from an object to others. */
export interface Relation {
  /** In snake_case, as clients and messages write it. */
  name: string;
  spellings: string[];
  target: Target;
  /** At most one object at the other end. */
  single: boolean;
  link?: Link;
  column?: Field;
  polymorphic?: PolymorphicTarget;
}

/** The object at the other end is of one of many types, which another column holds. */
export interface PolymorphicTarget {
  typeColumn: string;
  /** The relation to objects of each type, by what the column holds. */
  to: ReadonlyMap<string, Relation>;
}

/** How rows of a relation are found: the table expression, the column of the owner's key, and that key in the owner. */
export interface RelationPath {
  from: string;
  /** What is bound in the table expression. */
  params: Param[];
  key: string;
  ownerColumn: string;
}

/** The relations of a resource by every spelling. */
export class Relations {
  readonly all: Relation[];
  /** Relations to objects of many types: they can be embedded, not followed further. */
  readonly polymorphic: Relation[];
  private readonly byName = new Map<string, Relation>();

  constructor(resource: Resource, registry: Registry) {
    const links = resource.links.map((link) => ofLink(link, registry));
    const columns = resource.fields.filter(({ ref }) => ref).map((column) => ofColumn(column, registry));
    this.all = [...links, ...columns];
    this.polymorphic = resource.fields
      .filter(({ kind }) => kind === 'morph')
      .map((type) => polymorphicRelation(type, resource, registry));
    // The first to claim a spelling has it: links before columns, names before aliases.
    for (const which of [0, 1]) {
      for (const relation of this.all) {
        const names = which ? relation.spellings : [relation.name, camel(relation.name)];
        for (const name of names) if (!this.byName.has(name)) this.byName.set(name, relation);
      }
    }
  }

  find(name: string): Relation | undefined {
    return this.byName.get(name);
  }

  findPolymorphic(spelling: string): Relation | undefined {
    return this.polymorphic.find(({ name }) => name === snake(spelling));
  }
}

function ofLink(link: Link, registry: Registry): Relation {
  const names = [link.name, link.includeName, ...link.includeAliases, ...link.aliases, ...link.alsoShownAs];
  // Numbers by name are one object.
  const base = { name: link.name, spellings: withBoth(names), single: link.numbers !== undefined, link };
  if (link.kind === 'child') {
    return {
      ...base,
      target: { table: link.foreign!.table, fields: link.items!, softDelete: false, rows: rowsSource(link) },
    };
  }
  return { ...base, target: targetOf(registry.get(link.target)) };
}

function ofColumn(column: Field, registry: Registry): Relation {
  const { target, includeName, embedAs } = column.ref!;
  const names = [column.name, ...column.aliases].filter((name) => name.endsWith('_id'));
  const others = names.map((name) => name.slice(0, -3));
  const spellings = withBoth([embedAs, includeName, ...others]);
  return { name: embedAs, spellings, single: true, column, target: targetOf(registry.get(target)) };
}

const NOTHING: Target = { table: '', fields: [], softDelete: false };

/** `x_type` and `x_id` name an object of any type that can be delegated. */
function polymorphicRelation(type: Field, { fields }: Resource, registry: Registry): Relation {
  const name = type.name.replace(/_type$/, '');
  const column = fields.find((field) => field.name === `${name}_id`)!;
  const end = { name, spellings: [name], single: true, column };
  const resources = registry.all().filter(({ cartographiable }) => cartographiable);
  const to = new Map(resources.map((resource) => [resource.polymorphicType, { ...end, target: targetOf(resource) }]));
  return { ...end, target: NOTHING, polymorphic: { typeColumn: type.name, to } };
}

const targetOf = (resource: Resource): Target => ({
  table: resource.table,
  fields: shownIn(resource),
  softDelete: resource.softDelete,
  resource,
});

const withBoth = (names: string[]): string[] => [...new Set(names.flatMap((name) => [name, camel(name), snake(name)]))];

/**
 * The way along a relation, as the caller sees the other end; its rows stand under `alias`, the joining table under `p` and
 * its number. `thenJoin`: of the dialect.
 */
export function joinPath(
  { link, column, target }: Relation,
  alias: string,
  access: AccessScope,
  thenJoin: string,
): RelationPath {
  const { sql, params } = target.resource ? access.table(target.resource) : { sql: target.rows!, params: [] };
  const table = `${sql} ${alias}`;
  if (column) return { from: table, params, key: `${alias}.\`id\``, ownerColumn: column.name };
  if (link!.foreign) return { from: table, params, key: `${alias}.${quote(link!.foreign.column)}`, ownerColumn: 'id' };
  const { table: pivot, ownColumn, otherColumn } = link!.pivot!;
  const joined = `${quote(pivot)} p${alias} ${thenJoin} ${table} ON ${alias}.\`id\` = p${alias}.${quote(otherColumn)}`;
  return { from: joined, params, key: `p${alias}.${quote(ownColumn)}`, ownerColumn: 'id' };
}

/**
 * The conditions under which rows of a target are read along a relation: they are live, and the caller may list them
 * (contract 3). `open`: what is shown of them needs no right.
 */
export function readable(
  { softDelete, resource }: Target,
  alias: string,
  access: AccessScope,
  open = false,
): Condition[] {
  const rows = resource && (open ? (access.named(resource) ?? 'all') : access.rows(resource));
  const seen = rows && conditionOf(rows, alias);
  return [...(softDelete ? [{ sql: `${alias}.\`deleted_at\` IS NULL`, params: [] }] : []), ...(seen ? [seen] : [])];
}

/**
 * The object with the key `own` has a row at the other end of a way that satisfies these conditions. Engines that would look for
 * it again for each row are given a statement of its own instead, which does not depend on the row outside.
 */
export function hasRelated(
  { from, params, key }: Pick<RelationPath, 'from' | 'params' | 'key'>,
  own: string,
  conditions: readonly Condition[],
  dialect: Dialect,
): Condition {
  const where = [dialect.apart ? `${key} IS NOT NULL` : `${key} = ${own}`, ...conditions.map(({ sql }) => sql)];
  const rows = `FROM ${from} WHERE ${where.join(' AND ')}`;
  const bound = [...params, ...conditions.flatMap((condition) => condition.params)];
  if (!dialect.apart) return { sql: `EXISTS (SELECT 1 ${rows})`, params: bound };
  // It never gives null, which would spoil a NOT around it.
  return { sql: `(${own} IS NOT NULL AND ${own} IN (SELECT ${key} ${rows}))`, params: bound };
}
