/** The facts of the specification's model.json, in the same words as those of our registry. */
import { sortedByName, type Facts, type ResourceFacts } from './differences.js';
import { join } from './facts.js';
import type { Model, ModelColumn, ModelLink, ModelResource, Rules } from './model-json.js';
import { sharedText } from './shared.js';

/** Contract 1 alone says which resources are deprecated. */
const isDeprecated = (path: string): boolean =>
  /`([\w-]+)` and `([\w-]+)` work and are marked deprecated/
    .exec(sharedText('spec/contract.md'))!
    .slice(1)
    .includes(path);

export function factsOfModel({ enumerations, resources }: Model): Facts {
  const codes = Object.entries(enumerations).filter(([, { levels }]) => levels);
  return {
    enumerations: sortedByName(
      codes.map(([name, { levels, labels }]) => [name, levels!.map((n, i) => `${n} ${labels![i]}`).join('; ')]),
    ),
    resources: sortedByName(resources.map((resource) => [resource.path, resourceFacts(resource)])),
  };
}

function resourceFacts(resource: ModelResource): ResourceFacts {
  const refs = resource.columns.map(({ ref }) => ref?.includeName);
  return {
    about: join([
      `class ${resource.class}`,
      `table ${resource.table}`,
      `key ${resource.permissionKey}`,
      `view ${resource.group}`,
      `php ${resource.phpClass}`,
      `label ${resource.label}`,
      (resource.uidPrefix ?? null) !== null && `uid ${resource.uidPrefix}`,
      ...resource.aliases.map((alias) => `alias ${alias}`),
      resource.softDelete && 'soft delete',
      resource.audited && 'audited',
      resource.cartographiable && 'cartographiable',
      resource.readOnly && 'read only',
      isDeprecated(resource.path) && 'deprecated',
      ...resource.uniqueIndexes.map(({ name, columns }) => `unique ${name} (${columns.join(', ')})`),
      ...(resource.includes ?? []).filter((name) => !refs.includes(name)).map((name) => `include ${name}`),
    ]),
    columns: Object.fromEntries(resource.columns.map((column) => [column.name, columnFact(column)])),
    links: Object.fromEntries(resource.links.map((link) => [link.name, linkFact(link)])),
  };
}

const KINDS: Record<string, string> = { date: 'day', datetime: 'moment', bool: 'flag', float: 'decimal' };

function kindOf({ tsKind, primary, type }: ModelColumn): string {
  if (primary) return 'id';
  if (tsKind === 'polymorphic') return type.startsWith('varchar') ? 'morph' : 'int';
  return KINDS[tsKind] ?? tsKind;
}

function columnFact(column: ModelColumn): string {
  const { ref, index, unique } = column;
  return join([
    column.type,
    kindOf(column),
    column.nullable ? 'null' : 'not null',
    column.default !== undefined && `default ${column.default}`,
    `writable ${column.writable}`,
    column.searchable && 'searchable',
    column.hidden && 'hidden',
    column.additive && 'additive',
    column.answer && `answers ${column.answer}`,
    // Contract 14.
    column.tsKind === 'datetime' && /^(install|update)_date$/.test(column.name) && 'without zone',
    column.end && `end ${column.end}`,
    ...rulesOf(column),
    ref && `-> ${ref.resource} ${ref.onDelete}`,
    ref && `include ${ref.includeName} as ${ref.embedAs}`,
    index && (index === true ? 'index' : `index ${index}`),
    unique && (unique === true ? 'unique' : `unique ${unique}`),
    column.laterName && `also ${column.laterName}`,
  ]);
}

/** Contract 14: these have a least value, which the model does not say. */
const LEAST_ZERO = new Set(
  (
    'rto rpo recovery_time_objective maximum_tolerable_downtime recovery_point_objective maximum_tolerable_data_loss ' +
    'patching_frequency paching_frequency disk disk_used'
  ).split(' '),
);

/** The rules of a column as contract 14 amends them: texts are as long as their columns take, some numbers are 0 or more. */
function amended({ name, type, tsKind, hidden, rules = {} }: ModelColumn): Rules {
  if (tsKind === 'int' && LEAST_ZERO.has(name)) return { ...rules, min: 0 };
  if (!TEXTS.has(tsKind) || hidden) return rules;
  const { min: _, max, ...others } = rules;
  const size = type === 'text' ? 65535 : Number(/^varchar\((\d+)\)$/.exec(type)?.[1]);
  return max === undefined ? others : { ...others, max: size };
}

const TEXTS = new Set(['name', 'string', 'text', 'html']);

/** `proposal` is a remark. `exists` repeats the reference. A length says nothing beside a closed list of names. */
function rulesOf(column: ModelColumn): string[] {
  const { ref, tsKind } = column;
  const said = Object.entries(amended(column)).filter(
    ([name, value]) =>
      name !== 'proposal' &&
      !(name === 'exists' && value === ref?.resource) &&
      !(name === 'max' && tsKind === 'polymorphic' && 'enum' in (column.rules ?? {})),
  );
  return said.map(([name, value]) => {
    if (value === true) return name;
    return `${name} ${name === 'format' && value === 'two letters' ? 'two-letters' : String(value)}`;
  });
}

/** What a link does when rows are physically deleted is checked on the tables for kind `child`. */
function linkFact(link: ModelLink): string {
  const { pivot, fk, writable } = link;
  const everywhere = typeof writable === 'boolean' ? writable : Object.values(writable).every(Boolean);
  const nowhere = typeof writable === 'boolean' ? !writable : !Object.values(writable).some(Boolean);
  return join([
    link.kind,
    `to ${link.target}`,
    ...link.aliases.map((alias) => `alias ${alias}`),
    `include ${link.includeName}`,
    ...link.includeAliases.map((alias) => `include alias ${alias}`),
    ...(link.alsoShownAs ?? []).map((name) => `also shown as ${name}`),
    everywhere ? 'writable' : !nowhere && `writable ${JSON.stringify(writable)}`,
    link.shownInRead && 'shown',
    pivot && `pivot ${pivot.table}`,
    pivot && `own column ${pivot.ownColumn} ${pivot.onDelete.own}`,
    pivot && `other column ${pivot.otherColumn} ${pivot.onDelete.other}`,
    pivot?.uniqueKey && 'unique pair',
    pivot && pivot.extra.length > 0 && `with ${pivot.extra.join(', ')}`,
    fk && `column ${fk.table}.${fk.column} ${fk.nullable ? 'null' : 'not null'}`,
    fk && link.kind !== 'child' && `on delete ${fk.onDelete}`,
    ...Object.entries(link.item ?? {}).map(([name, type]) => `item ${name} ${KINDS[type] ?? type}`),
  ]);
}
