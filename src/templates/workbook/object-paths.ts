/** What placeholders of objects name: fields and relations of the map, as the list language knows them. */
import { snake } from '../../core/text/naming.js';
import type { Field, Plans } from '../../engine/index.js';
import { wordsOfField } from '../fill/code-words.js';
import type { Placeholder } from './placeholders.js';
import type { PathPlan, ValueKind } from './values.js';

/** How a placeholder is filled, and the relations that its objects have to hold for that. */
export interface ObjectPath {
  plan: PathPlan;
  /** As `include` of a list says it; none for a field of the object itself. */
  include?: string;
}

/** The plan of `object.a.b | filter` for objects of a kind; undefined where it names nothing there. */
export function objectPath(
  { path, filter }: Extract<Placeholder, { kind: 'object' }>,
  type: string,
  plans: Plans,
  language: 'en' | 'fr',
): ObjectPath | undefined {
  let target = plans.language.targetOf(type);
  const related: string[] = [];
  for (const [i, step] of path.entries()) {
    const isLast = i === path.length - 1;
    const field = target.fields.find((one) => one.name === step && !one.hidden);
    if (field && isLast) return fieldPath(field, [...related, step], related, filter, language);
    const relation = plans.language.relationsOf(target)?.find(step);
    if (!relation) return undefined;
    related.push(snake(step));
    if (isLast && !isOfObjects(filter)) return undefined;
    target = relation.target;
  }
  return { plan: { path: related, kind: 'objects', filter }, include: related.join('.') };
}

const isOfObjects = (filter: PathPlan['filter']): boolean =>
  filter === undefined || filter === 'names' || filter === 'count';

function fieldPath(
  field: Field,
  path: readonly string[],
  related: readonly string[],
  filter: PathPlan['filter'],
  language: 'en' | 'fr',
): ObjectPath | undefined {
  const words = wordsOfField(field, language);
  if (filter === 'names' || (filter === 'words' && !words)) return undefined;
  const kinds: Partial<Record<Field['kind'], ValueKind>> = { day: 'day', moment: 'moment', html: 'html' };
  const plan = { path, kind: kinds[field.kind] ?? 'plain', filter, ...(words && { words }) } as const;
  return { plan, ...(related.length && { include: related.join('.') }) };
}
