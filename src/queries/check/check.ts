/** Checks the names and values of a query against the map, all at once, and resolves them. */
import { Problems } from '../../core/http/errors.js';
import type { Times } from '../../core/text/moments.js';
import type { Field } from '../../engine/index.js';
import { treeOf } from '../language/forms.js';
import { DEFAULT_OBJECTS } from '../language/limits.js';
import type { Query } from '../language/tree.js';
import type { CheckedQuery } from './checked.js';
import { FilterCheck } from './filters.js';
import { modelNames, modelOf, type Model } from './model-map.js';
import { NameResolver } from './name-resolver.js';

/** Columns that a list without `fields` leaves out. */
const TIMES = new Set(['created_at', 'updated_at', 'deleted_at']);

/** What a check finds. */
export interface Finding {
  /** The query with its names resolved; without the pieces that are wrong. Undefined where there is no model. */
  checked: CheckedQuery | undefined;
  /** Every model that the query touches, wherever it names it. */
  usedModels: Set<Model>;
  /** Those of them that relations lead to. */
  followedModels: Set<Model>;
  /** Every column that the query names. */
  usedFields: Set<Field>;
}

/** The paths of the kinds that a stored query asks about, in order; null if what is stored is none. */
export function kindsOf(stored: unknown, times: Times): string[] | null {
  const query = treeOf(stored);
  if (!query) return null;
  const { usedModels } = checkQuery(query, 'query', new Problems(), times);
  return [...usedModels].map(({ path }) => path).sort();
}

/** Checks a query. `key` stands before the keys of problems. */
export function checkQuery(query: Query, key: string, problems: Problems, times: Times): Finding {
  const names = new NameResolver(problems);
  const found = { usedModels: names.usedModels, followedModels: names.followedModels, usedFields: names.usedFields };
  const model = modelOf(query.from);
  if (!model) {
    names.unknown(`${key}.from`, 'queryModel', query.from, modelNames());
    return { checked: undefined, ...found };
  }
  names.use(model);
  const fields = query.fields.map((path) => names.column(model, path)).filter((column) => column !== undefined);
  const select = query.select.map((path) => names.own(model, path)).filter((field) => field !== undefined);
  const own = query.select.length ? select : model.fields.filter(({ name }) => !TIMES.has(name));
  const checked: CheckedQuery = {
    model,
    fields: query.fields.length ? fields.filter(({ field }) => !field.hidden) : undefined,
    own: own.filter(({ hidden }) => !hidden),
    filters: new FilterCheck(names, problems, times).all(query.filters, [model]),
    order: query.order.flatMap(({ column, descending }) => {
      const field = names.ordering(model, column);
      return field ? [`${descending ? '-' : ''}${field.name}`] : [];
    }),
    traversals: query.traverse
      .map((traversal) => names.checkTraversal(model, traversal))
      .filter((traversal) => traversal !== undefined),
    output: query.output,
    limit: query.limit ?? DEFAULT_OBJECTS,
  };
  return { checked, ...found };
}
