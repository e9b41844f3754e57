/** What queries may name: the resources of the registry as models with columns and relations (stored queries, section 3). */
import { camel, snake } from '../../core/text/naming.js';
import { quote } from '../../database/dialect.js';
import { registry, rowsSource, type Field, type Link, type ResourceModel } from '../../engine/index.js';

/** How the rows of a relation are found from those of its model. */
export type Via =
  /** A column here holds the id of the row there. */
  | { kind: 'ref'; column: Field }
  /** A column there holds the id of the row here. */
  | { kind: 'foreign'; column: string }
  /** Pairs of ids in a table, or what is read as one, in SQL. */
  | { kind: 'pivot'; pairs: string; own: string; other: string };

/** A relation as seen from one model. */
export interface ModelRelation {
  /** Its name in snake_case. */
  name: string;
  via: Via;
  readonly target: Model;
}

/** A resource, or the small rows that belong to the objects of one. */
export interface Model {
  /** Path of the resource, or name of the table of rows. */
  path: string;
  table: string;
  /** What small rows are read from. */
  rows?: string;
  /** Undefined for small rows, which are part of the object that they belong to. */
  resource: ResourceModel | undefined;
  softDelete: boolean;
  /** Visible columns, in the order of lists. */
  fields: Field[];
  /** All columns by name and older name, hidden ones too. */
  columns: ReadonlyMap<string, Field>;
  /** The column that names a row to people. */
  label: Field | undefined;
  relations: Map<string, ModelRelation>;
}

/** Names of the older application that the registry does not know. */
const OLDER_NAMES: Readonly<Record<string, string>> = { 'saved-queries': 'queries' };

const models = new Map<ResourceModel, Model>();

/** The model with this path or older name. */
export function modelOf(path: string): Model | undefined {
  const resource = registry.find(Object.hasOwn(OLDER_NAMES, path) ? OLDER_NAMES[path]! : path);
  return resource && modelFor(resource);
}

/** Every name that a model has. */
export const modelNames = (): string[] => registry.all().flatMap(({ path, aliases }) => [path, ...aliases]);

function modelFor(resource: ResourceModel): Model {
  let model = models.get(resource);
  if (!model) {
    const { path, table, softDelete, fields, links, label } = resource;
    const named = fields.find(({ name }) => name === 'name') ?? fields.find(({ name }) => name === label);
    model = { ...shape(path, table, fields, links), resource, softDelete, label: named };
    // Behind all others: what has such a name already keeps it.
    for (const [name, relation] of connectorsAt(resource)) {
      if (!model.relations.has(name)) model.relations.set(name, relation);
    }
    models.set(resource, model);
  }
  return model;
}

/** The small rows at the end of a link of kind `child`. */
const rowsOf = (link: Link): Model => ({
  ...shape(
    link.target,
    link.foreign!.table,
    link.items!.map((item, position) => ({ ...item, position })),
    [],
  ),
  rows: rowsSource(link),
  resource: undefined,
  softDelete: false,
  label: undefined,
});

function shape(
  path: string,
  table: string,
  fields: Field[],
  links: Link[],
): Pick<Model, 'path' | 'table' | 'fields' | 'columns' | 'relations'> {
  const columns = new Map<string, Field>();
  for (const field of fields) for (const alias of field.aliases) columns.set(alias, field);
  for (const field of fields) columns.set(field.name, field);
  return {
    path,
    table,
    fields: fields.filter(({ hidden }) => !hidden),
    columns,
    relations: relationsOf(fields, links),
  };
}

/** Every spelling of every relation. What is a name of its own wins over what is another one's. */
function relationsOf(fields: readonly Field[], links: readonly Link[]): Map<string, ModelRelation> {
  const found = new Map<string, ModelRelation>();
  const name = (names: string[], relation: ModelRelation): void => {
    for (const spelling of names.flatMap((one) => [one, snake(one), camel(one)])) {
      if (!found.has(spelling)) found.set(spelling, relation);
    }
  };
  const ofLinks = links.map((link) => [link, relationOf(link)] as const);
  const references = fields.flatMap((field) =>
    field.ref && !field.hidden ? [[field.ref, refOf(field)] as const] : [],
  );
  for (const [link, relation] of ofLinks) name([link.name], relation);
  for (const [ref, relation] of references) name([ref.embedAs, ref.includeName], relation);
  for (const [link, relation] of ofLinks) name([link.includeName, ...link.includeAliases], relation);
  for (const [link, relation] of ofLinks) name([...link.aliases, ...link.alsoShownAs], relation);
  return found;
}

/** The connectors of each kind that they connect, by path: relations that are no links of its objects. */
export const connectors = (): Record<string, string[]> =>
  Object.fromEntries(
    registry.all().flatMap((resource) => {
      const own = modelFor(resource).relations;
      const found = connectorsAt(resource).filter(([spelling, { name }]) => spelling === name && isOf(own.get(name)));
      return found.length ? [[resource.path, found.map(([, { target }]) => target.path)]] : [];
    }),
  );

/** The relation is over pairs that are made of a connector, and no link. */
const isOf = (relation: ModelRelation | undefined): boolean =>
  relation?.via.kind === 'pivot' && relation.via.pairs.startsWith('(');

/** Connectors, such as cables and flows, that have an object of the resource at either end: `physical_links` of a server. */
function connectorsAt(resource: ResourceModel): Array<[string, ModelRelation]> {
  return registry.all().flatMap((connector): Array<[string, ModelRelation]> => {
    if (!connector.connector) return [];
    const ends = connector.fields.filter(({ end, ref }) => end && ref && registry.get(ref.target) === resource);
    if (!ends.length) return [];
    const pairs = ends.map(
      ({ name: column }) => `SELECT ${quote(column)} AS own, \`id\` AS other FROM ${quote(connector.table)}`,
    );
    const name = snake(connector.path);
    const relation: ModelRelation = {
      name,
      // One that leads from an object to itself is there once.
      via: { kind: 'pivot', pairs: `(${pairs.join(' UNION ')})`, own: 'own', other: 'other' },
      get target(): Model {
        return modelFor(connector);
      },
    };
    return [name, camel(name)].map((spelling) => [spelling, relation]);
  });
}

function relationOf(link: Link): ModelRelation {
  const { pivot, foreign } = link;
  const via: Via = pivot
    ? { kind: 'pivot', pairs: quote(pivot.table), own: pivot.ownColumn, other: pivot.otherColumn }
    : { kind: 'foreign', column: foreign!.column };
  const rows = link.kind === 'child' ? rowsOf(link) : undefined;
  // Models point at each other in circles: what a relation leads to is looked up when it is asked for.
  return {
    name: link.name,
    via,
    get target(): Model {
      return rows ?? modelFor(registry.get(link.target));
    },
  };
}

function refOf(column: Field): ModelRelation {
  const { target, embedAs } = column.ref!;
  return {
    name: embedAs,
    via: { kind: 'ref', column },
    get target(): Model {
      return modelFor(registry.get(target));
    },
  };
}
