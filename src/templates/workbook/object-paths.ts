/** What placeholders of objects name: fields and relations of the map, as the list language knows them. */
import { nearest, snake } from '../../core/text/naming.js';
import type { Field, Plans } from '../../engine/index.js';
import { wordsOfField } from '../fill/code-words.js';
import { WORKBOOK_FILTERS, type FilterName, type Placeholder } from './placeholders.js';
import type { PathPlan, ValueKind } from './values.js';

/** How a placeholder is filled, and the relations that its objects have to hold for that. */
export interface ObjectPath {
  plan: PathPlan;
  /** As `include` of a list says it; none for a field of the object itself. */
  include?: string;
}

/** Why there is none: what was meant by a name that there is not, or the filters that what it names does take. */
export type NoPath = { near: string | undefined } | { filters: readonly FilterName[] };

/** The plan of `object.a.b | filter` for objects of a kind, or why it names nothing there. */
export function objectPath(
  { path, filter }: Extract<Placeholder, { kind: 'object' }>,
  type: string,
  plans: Plans,
  language: 'en' | 'fr',
): ObjectPath | NoPath {
  let target = plans.language.targetOf(type);
  const related: string[] = [];
  for (const [i, step] of path.entries()) {
    const isLast = i === path.length - 1;
    const field = target.fields.find((one) => one.name === step && !one.hidden);
    if (field && isLast) return fieldPath(field, [...related, step], related, filter, language);
    const relation = plans.language.relationsOf(target)?.find(step);
    if (!relation) {
      const relations = plans.language.relationsOf(target)?.all ?? [];
      const names = [...target.fields.filter(({ hidden }) => !hidden), ...relations].map(({ name }) => name);
      const near = nearest(step, names);
      return { near: near && ['object', ...path.slice(0, i), near, ...path.slice(i + 1)].join('.') };
    }
    related.push(snake(step));
    if (isLast && !isOfObjects(filter)) return { filters: OF_OBJECTS };
    target = relation.target;
  }
  return { plan: { path: related, kind: 'objects', filter }, include: related.join('.') };
}

/** Filters of related objects, and those of fields. */
const OF_OBJECTS: readonly FilterName[] = ['names', 'count'];
const OF_FIELDS: readonly FilterName[] = WORKBOOK_FILTERS.filter((filter) => filter !== 'names');

const isOfObjects = (filter: PathPlan['filter']): boolean => filter === undefined || OF_OBJECTS.includes(filter);

function fieldPath(
  field: Field,
  path: readonly string[],
  related: readonly string[],
  filter: PathPlan['filter'],
  language: 'en' | 'fr',
): ObjectPath | NoPath {
  const words = wordsOfField(field, language);
  const allowed = OF_FIELDS.filter((one) => one !== 'words' || words);
  if (filter !== undefined && !allowed.includes(filter)) return { filters: allowed };
  const kinds: Partial<Record<Field['kind'], ValueKind>> = { day: 'day', moment: 'moment', html: 'html' };
  const plan = { path, kind: kinds[field.kind] ?? 'plain', filter, ...(words && { words }) } as const;
  return { plan, ...(related.length && { include: related.join('.') }) };
}
