/** What may be followed from an object: links, reference columns, small rows; under every spelling that clients use. */
import { camel, snake } from '../core/text/naming.js';
import { quote, type Dialect } from '../database/dialect.js';
import type { Field, Link, Resource } from './schema/model.js';
import type { Registry } from './schema/registry.js';

/** The objects (or small rows) at the other end. */
export interface Target {
  table: string;
  fields: Field[];
  softDelete: boolean;
  /** Undefined for small rows: they belong to the object itself, so that no right of their own protects them. */
  resource?: Resource;
}

/** One way from an object to others. */
export interface Relation {
  /** Snake_case, as it is spoken of. */
  name: string;
  spellings: string[];
  target: Target;
  /** At most one object at the other end. */
  single: boolean;
  link?: Link;
  column?: Field;
  morph?: Morph;
}

/** The object at the other end is of one of many types, which another column tells. */
export interface Morph {
  typeColumn: string;
  /** The relation to objects of each type, by what the column holds. */
  to: ReadonlyMap<string, Relation>;
}

/** How rows of a relation are found: the table expression, the column of the owner's key, and that key in the owner. */
export interface Way {
  from: string;
  key: string;
  ownerColumn: string;
}

/** The relations of a resource by every spelling. */
export class Relations {
  readonly all: Relation[];
  /** Relations to objects of many types: they can be embedded, not followed further. */
  readonly morphs: Relation[];
  private readonly byName = new Map<string, Relation>();

  constructor(resource: Resource, registry: Registry) {
    const links = resource.links.map((link) => ofLink(link, registry));
    const columns = resource.fields.filter(({ ref }) => ref).map((column) => ofColumn(column, registry));
    this.all = [...links, ...columns];
    this.morphs = resource.fields
      .filter(({ kind }) => kind === 'morph')
      .map((type) => morphOf(type, resource, registry));
    // The first to claim a spelling has it: links before columns, names before aliases.
    for (const place of [0, 1]) {
      for (const relation of this.all) {
        const names = place ? relation.spellings : [relation.name, camel(relation.name)];
        for (const name of names) if (!this.byName.has(name)) this.byName.set(name, relation);
      }
    }
  }

  find(name: string): Relation | undefined {
    return this.byName.get(name);
  }

  findMorph(spelling: string): Relation | undefined {
    return this.morphs.find(({ name }) => name === snake(spelling));
  }
}

function ofLink(link: Link, registry: Registry): Relation {
  const given = [link.name, link.includeName, ...link.includeAliases, ...link.aliases, ...link.alsoShownAs];
  const base = { name: link.name, spellings: withBoth(given), single: false, link };
  if (link.kind === 'child') {
    return { ...base, target: { table: link.foreign!.table, fields: link.items!, softDelete: false } };
  }
  return { ...base, target: targetOf(registry.get(link.target)) };
}

function ofColumn(column: Field, registry: Registry): Relation {
  const { target, includeName, embedAs } = column.ref!;
  const spellings = withBoth([embedAs, includeName]);
  return { name: embedAs, spellings, single: true, column, target: targetOf(registry.get(target)) };
}

const NOTHING: Target = { table: '', fields: [], softDelete: false };

/** `x_type` and `x_id` name an object of any type that can be delegated. */
function morphOf(type: Field, { fields }: Resource, registry: Registry): Relation {
  const name = type.name.replace(/_type$/, '');
  const column = fields.find((field) => field.name === `${name}_id`)!;
  const end = { name, spellings: [name], single: true, column };
  const resources = registry.all().filter(({ cartographiable }) => cartographiable);
  const to = new Map(resources.map((resource) => [resource.morphClass, { ...end, target: targetOf(resource) }]));
  return { ...end, target: NOTHING, morph: { typeColumn: type.name, to } };
}

const targetOf = (resource: Resource): Target => ({
  table: resource.table,
  fields: resource.fields.filter(({ hidden }) => !hidden),
  softDelete: resource.softDelete,
  resource,
});

const withBoth = (names: string[]): string[] => [...new Set(names.flatMap((name) => [name, camel(name), snake(name)]))];

/** The way along a relation; the other end's rows stand under `alias`, the joining table under `p` and its number. */
export function wayOf({ link, column, target }: Relation, alias: string, dialect: Dialect): Way {
  const table = `${quote(target.table)} ${alias}`;
  if (column) return { from: table, key: `${alias}.\`id\``, ownerColumn: column.name };
  if (link!.foreign) return { from: table, key: `${alias}.${quote(link!.foreign.column)}`, ownerColumn: 'id' };
  const { table: pivot, ownColumn, otherColumn } = link!.pivot!;
  const joined = `${quote(pivot)} p${alias} ${dialect.thenJoin} ${table} ON ${alias}.\`id\` = p${alias}.${quote(otherColumn)}`;
  return { from: joined, key: `p${alias}.${quote(ownColumn)}`, ownerColumn: 'id' };
}
