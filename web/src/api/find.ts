/** Objects by what somebody types, as fields that take one show them. */
import { ApiError, type SearchResult } from 'meridian-client';
import { said } from '../i18n/titles.js';
import { naturalSort, type Kind, type Thing } from './kinds.js';
import { nameOf, type MapOfKinds } from './map.js';
import { client } from './session.js';

/** An object that can be taken; `about` is its kind, what it stands in, and by what it was found. */
export interface FoundObject {
  key: string;
  kind: string;
  id: number;
  name: string;
  about: string;
}

/** How many are offered at a time. */
const MOST = 20;

/**
 * Objects of the map for a text, by name, address and reference, the best first; none for the empty text.
 * @param kinds paths of kinds; all that the reader may list where there are none
 * @throws as the client does
 */
export async function findObjects(
  map: MapOfKinds,
  text: string,
  { kinds = [], signal }: { kinds?: readonly string[]; signal?: AbortSignal } = {},
): Promise<FoundObject[]> {
  if (!text) return [];
  const options = { limit: MOST, ...(kinds.length && { kinds }), ...(signal && { signal }) };
  const { results } = await client().search(text, options);
  return results.map((result) => foundOf(map, result));
}

const foundOf = (map: MapOfKinds, { kind, id, name, where, match }: SearchResult): FoundObject => {
  const known = map.kinds.get(kind);
  // What it was found by, where that is not its name.
  const by = match.field !== known?.label && match.value !== name ? match.value : undefined;
  const about = [known && said(known.one).text, where?.name, by].filter(Boolean).join(' · ');
  return { key: `${kind}_${id}`, kind, id, name, about };
};

/**
 * Objects of one kind for a text; the first ones by name for the empty text.
 * @throws as the client does
 */
export async function findOfKind(
  map: MapOfKinds,
  kind: Kind,
  text: string,
  signal?: AbortSignal,
): Promise<FoundObject[]> {
  if (text && kind.isSearched) {
    const found = await findObjects(map, text, { kinds: [kind.path], ...(signal && { signal }) });
    // Within one kind its title says nothing.
    const title = said(kind.one).text;
    return found.map((one) => ({ ...one, about: one.about.replace(title, '').replace(/^ · /, '') }));
  }
  const label = kind.label ?? 'id';
  const asked = text && { [`filter[${kind.label ? 'search' : 'id'}]`]: text };
  const find = (sort: string): Promise<Thing[]> => {
    const query = { fields: `id,${label}`, sort, 'page[size]': MOST, 'page[after]': '', ...asked };
    return client().request<Thing[]>('GET', `/api/${kind.path}`, { query, ...(signal && { signal }) });
  };
  const natural = naturalSort(kind, label);
  const found = await find(natural).catch((error: unknown) => {
    // Of more objects than the server puts in natural order the first ones by letters will do.
    if (!(error instanceof ApiError) || error.status !== 400 || natural === label) throw error;
    return find(label);
  });
  return found.map((one) => ({
    key: `${kind.path}_${one.id}`,
    kind: kind.path,
    id: one.id,
    name: nameOf(kind, one),
    about: '',
  }));
}
