/** What objects are called, where only their ids are known. */
import type { Thing } from './kinds.js';
import { nameOf, reachable, type MapOfKinds } from './map.js';
import { mayReadJournal, namesOfPeople, PEOPLE } from './people.js';
import { send } from './send.js';

/** Names by the path of the kind and the id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Collects ids by kind. */
export class Wanted extends Map<string, Set<number>> {
  want(path: string | undefined, id: unknown): void {
    if (path === undefined || typeof id !== 'number') return;
    if (!this.has(path)) this.set(path, new Set());
    this.get(path)!.add(id);
  }
}

/** Ids in one filter; a request for each lot. */
const LOT = 500;

/**
 * Names of objects of several kinds: what the reader may not list has none.
 * @param withDeleted deleted ones have names too, for whoever may see such
 * @throws ConnectionError
 */
export async function fetchNames(
  map: MapOfKinds,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
  withDeleted = false,
): Promise<Names> {
  const all = [...wanted].filter(([path, ids]) => ids.size > 0 && mayName(map, path));
  return new Map(
    await Promise.all(
      all.map(async ([path, ids]) => [path, await namesOfKind(map, path, [...ids], withDeleted)] as const),
    ),
  );
}

/** People are named to whoever may read the journal, too. */
const mayName = (map: MapOfKinds, path: string): boolean =>
  reachable(map, path) !== undefined || (path === PEOPLE && mayReadJournal(map));

/** The same of one kind. */
export async function namesOfKind(
  map: MapOfKinds,
  path: string,
  ids: readonly number[],
  withDeleted = false,
): Promise<ReadonlyMap<number, string>> {
  if (path === PEOPLE && mayReadJournal(map)) return namesOfPeople(ids);
  const kind = reachable(map, path);
  if (!kind) return new Map();
  const names = new Map<number, string>();
  const isKept = kind.columns.some(({ name }) => name === 'deleted_at');
  const trashed = withDeleted && isKept && map.rights.may('delete', kind.tag) ? '&filter[trashed]=with' : '';
  for (let start = 0; start < ids.length; start += LOT) {
    const lot = ids.slice(start, start + LOT);
    const query = `filter[id_in]=${lot.join()}&fields=${kind.label ?? 'id'}&page[size]=1000&page[after]=${trashed}`;
    const { status, body } = await send({ method: 'GET', path: `/api/${path}?${query}` });
    for (const one of status < 400 ? (body as Thing[]) : []) names.set(one.id, nameOf(kind, one));
  }
  return names;
}
