/** The facts of our own registry, in the words of the specification; knows nothing of schema, plans or answers. */
import type { Enumeration, Field, Link, Resource, SqlType } from '../../../src/engine/schema/model.js';
import { sortedByName, type Facts, type ResourceFacts } from './differences.js';

const TYPES: Partial<Record<SqlType, string>> = {
  uint: 'int(10) unsigned',
  ubigint: 'bigint(20) unsigned',
  int: 'int(11)',
  utinyint: 'tinyint(3) unsigned',
  tinyint: 'tinyint(4)',
  usmallint: 'smallint(5) unsigned',
  bool: 'tinyint(1)',
  json: 'longtext json',
};

export const join = (words: Array<string | false | undefined>): string => words.filter(Boolean).join('; ');
const list = (names: readonly string[]): string => `(${names.join(', ')})`;

/** Everything that the resources say of themselves. */
export function factsOf(resources: readonly Resource[]): Facts {
  const codes = new Map<string, Enumeration>();
  for (const resource of resources) {
    const items = resource.links.flatMap((link) => link.items ?? []);
    for (const { rules } of [...resource.fields, ...items]) if (rules.enum) codes.set(rules.enum.name, rules.enum);
  }
  return {
    enumerations: sortedByName([...codes].map(([name, { labels }]) => [name, labelsOf(labels)])),
    resources: sortedByName(resources.map((resource) => [resource.path, factsOfResource(resource, resources)])),
  };
}

const labelsOf = (labels: ReadonlyMap<number, string>): string =>
  [...labels].map(([code, label]) => `${code} ${label}`).join('; ');

/** The facts of one resource among all. */
export function factsOfResource(resource: Resource, all: readonly Resource[]): ResourceFacts {
  return {
    about: join([
      `class ${resource.entity.name}`,
      `table ${resource.table}`,
      `key ${resource.key}`,
      `view ${resource.view}`,
      `php ${resource.polymorphicType}`,
      `label ${resource.label}`,
      resource.uidPrefix !== null && `uid ${resource.uidPrefix}`,
      ...resource.aliases.map((alias) => `alias ${alias}`),
      resource.softDelete && 'soft delete',
      resource.audited && 'audited',
      resource.cartographiable && 'cartographiable',
      resource.readOnly && 'read only',
      resource.deprecated && 'deprecated',
      ...resource.uniqueIndexes.map(({ name, columns }) => `unique ${name} ${list(columns)}`),
      ...resource.fields.flatMap(({ kind, name }) =>
        kind === 'morph' ? [`include ${name.replace(/_type$/, '')}`] : [],
      ),
    ]),
    columns: Object.fromEntries(resource.fields.map((field) => [field.name, columnFact(field, resource)])),
    links: Object.fromEntries(resource.links.map((link) => [link.name, linkFact(link, resource, all)])),
  };
}

function columnFact(field: Field, resource: Resource): string {
  const { ref, aliases } = field;
  return join([
    TYPES[field.type] ?? field.type,
    field.kind,
    field.nullable ? 'null' : 'not null',
    field.default !== undefined && `default ${field.default}`,
    `writable ${field.writable}`,
    field.search && 'searchable',
    field.hidden && 'hidden',
    field.additive && 'additive',
    field.boolean && 'answers boolean',
    field.zoneless && 'without zone',
    field.end && `end ${field.end}`,
    ...rulesOf(field),
    ref && `-> ${ref.target} ${ref.onDelete}`,
    ref && `include ${ref.includeName} as ${ref.embedAs}`,
    ...indexesOf(field, resource),
    ...aliases.map((alias) => `also ${alias}`),
  ]);
}

/** The format of dates follows from their kind, a closed list of class names from `morph`. */
function rulesOf({ kind, type, rules }: Field): string[] {
  const format =
    rules.format ?? (kind === 'day' ? 'date' : kind === 'moment' && type === 'datetime' ? 'date-time' : undefined);
  return Object.entries({
    ...rules,
    ...(format && { format }),
    ...(rules.enum && { enum: rules.enum.name }),
    ...(kind === 'morph' && { enum: 'class names of cartographiable resources' }),
  }).map(([name, value]) => (value === true ? name : `${name} ${String(value)}`));
}

function indexesOf({ name, index }: Field, { uniqueIndexes, indexes }: Resource): Array<string | false> {
  const several = [...uniqueIndexes.map(({ columns }) => columns), ...indexes];
  const leads = several.some(([first]) => first === name);
  const inside = indexes.filter((columns) => columns.indexOf(name) > 0);
  const uniques = uniqueIndexes.filter(({ columns }) => columns.includes(name));
  return [
    (index === true || leads) && 'index',
    ...inside.map((columns) => `index ${list(columns)}`),
    ...uniques.map(({ columns }) => (columns.length === 1 ? 'unique' : `unique ${list(columns)}`)),
  ];
}

function linkFact(link: Link, own: Resource, all: readonly Resource[]): string {
  const { pivot, foreign, items = [] } = link;
  const far = all.find(({ path }) => path === link.target);
  const column = far?.fields.find(({ name, ref }) => name === foreign?.column && ref?.target === own.path);
  return join([
    link.kind,
    `to ${link.target}`,
    ...link.aliases.map((alias) => `alias ${alias}`),
    `include ${link.includeName}`,
    ...link.includeAliases.map((alias) => `include alias ${alias}`),
    ...link.alsoShownAs.map((name) => `also shown as ${name}`),
    link.writable && 'writable',
    link.shown && 'shown',
    pivot && `pivot ${pivot.table}`,
    pivot && `own column ${pivot.ownColumn} ${pivot.onDelete.own}`,
    pivot && `other column ${pivot.otherColumn} ${pivot.onDelete.other}`,
    pivot?.unique && 'unique pair',
    pivot?.withId && 'with id, created_at, updated_at',
    foreign && `column ${foreign.table}.${foreign.column} ${foreign.nullable ? 'null' : 'not null'}`,
    column && `on delete ${column.ref!.onDelete}`,
    ...items.map((item) => `item ${item.name} ${itemType(item)}`),
  ]);
}

function itemType({ kind, rules }: Field): string {
  const codes = [...(rules.enum?.labels.keys() ?? [])];
  return codes.length ? `${kind} ${codes[0]}..${codes.at(-1)}` : kind;
}
