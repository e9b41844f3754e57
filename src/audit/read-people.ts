/** Reads the questions about people. Every parameter that is not as documented is refused, and the refusal names it. */
import { ApiError } from '../core/http/errors.js';
import { registry, type ResourceModel } from '../engine/index.js';

export const PEOPLE_LIMITS = { ids: 100, found: 20, search: 255 } as const;

type Query = Readonly<Record<string, unknown>>;

/** People by their ids, or by a part of their name. */
export type PeopleRequest = { ids: readonly number[] } | { search: string };

/** Without either the first ones by name. Throws 400. */
export function readPeople(query: Query): PeopleRequest {
  const { ids, search } = textsOf(query, ['ids', 'search']);
  if (ids !== undefined && search !== undefined) throw new ApiError(400, 'onlyOneOf', { names: 'ids, search' });
  if (ids !== undefined) {
    const list = ids.split(',').map((id) => id.trim());
    const max = PEOPLE_LIMITS.ids;
    if (list.length > max || !list.every((id) => /^[1-9]\d{0,9}$/.test(id)))
      throw new ApiError(400, 'wantsIdList', { name: 'ids', max });
    return { ids: [...new Set(list.map(Number))] };
  }
  if (search === undefined) return { search: '' };
  if (!search || search.length > PEOPLE_LIMITS.search)
    throw new ApiError(400, 'graphText', { name: 'search', max: PEOPLE_LIMITS.search });
  return { search };
}

/** The object of which the last change is asked for: `applications_12`. Throws 400. */
export function readLastChange(query: Query): { resource: ResourceModel; id: number } {
  const { of: text } = textsOf(query, ['of']);
  const [, path, id] = /^([a-z-]+)_([1-9]\d{0,9})$/.exec(text ?? '') ?? [];
  const resource = path === undefined ? undefined : registry.find(path);
  if (!resource) throw new ApiError(400, 'graphObject', { name: 'of', text: (text ?? '').slice(0, 100) });
  return { resource, id: Number(id) };
}

function textsOf<const Name extends string>(query: Query, allowed: readonly Name[]): Partial<Record<Name, string>> {
  for (const [name, value] of Object.entries(query)) {
    if (!(allowed as readonly string[]).includes(name))
      throw new ApiError(400, 'unknownParameter', { name, allowed: allowed.join(', ') });
    if (typeof value !== 'string') throw new ApiError(400, 'repeatedParameter', { name });
  }
  return query as Partial<Record<Name, string>>;
}
