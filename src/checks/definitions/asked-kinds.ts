/** Which kinds a check asks about beside its own: what it finds is told to those alone who see all objects of these (checks 5). */
import { Problems } from '../../core/http/errors.js';
import type { Transaction } from '../../database/database.js';
import type { Plans } from '../../engine/index.js';
import { checkQuery } from '../../queries/check/check.js';
import { readQuery } from '../../queries/language/json.js';
import type { Check } from '../check.js';
import { readFilter, referredBy } from './filters.js';

/** What a query about a kind leads to, and by whatever name refers to. Problems are put under `query`. */
export function kindsOfQuery(query: object, type: string, plans: Plans, problems: Problems): ReadonlySet<string> {
  const kinds = new Set<string>();
  const tree = readQuery(query, 'query', problems);
  if (!tree) return kinds;
  const { checked, followedModels, usedFields } = checkQuery(tree, 'query', problems, plans.language);
  for (const { path } of followedModels) kinds.add(path);
  // What a column refers to is named by its number: to whom it is hidden that column is empty.
  const shown = tree.fields.length ? [] : [type, ...kinds].flatMap((path) => plans.registry.get(path).fields);
  for (const field of [...usedFields, ...shown]) for (const target of referredBy(field)) kinds.add(target);
  if (checked && checked.model.path !== type) problems.add('query.from', 'checkFrom', { type });
  return kinds;
}

/** The same of a whole check, in order. Throws 400 for filters that a list would refuse. */
export function askedKinds(
  { definition, type, exceptions }: Pick<Check, 'definition' | 'type' | 'exceptions'>,
  plans: Plans,
): string[] {
  const kinds = Object.entries(exceptions).flatMap(([path, filter]) => [...readFilter(plans, path, filter).kinds]);
  if (definition.kind === 'filter') kinds.push(...readFilter(plans, type!, definition.filter).kinds);
  if (definition.kind === 'query') kinds.push(...kindsOfQuery(definition.query, type!, plans, new Problems()));
  return [...new Set(kinds)].sort();
}

/**
 * Forgets what a check has found where it asks about fewer kinds than before: what was found, and what went, follows from objects
 * that may be hidden from whoever sees what it finds now.
 */
export async function beginAnew(tx: Transaction, before: Pick<Check, 'id' | 'kinds'>, kinds: readonly string[]) {
  if (before.kinds.every((path) => kinds.includes(path))) return;
  await tx.run('DELETE FROM `own_findings` WHERE `check_id` = ?', [before.id]);
}
