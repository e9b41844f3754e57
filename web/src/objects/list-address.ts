/**
 * What a table shows, as the address holds it: the API's own `filter[…]` and `sort`, the columns where they are not those that
 * the reader keeps, and the cursor of the page. And the request that follows from it.
 */
import { naturalSort, usualColumns, type Column, type Kind, type LinkSet } from '../api/kinds.js';
import { filterOf, type Filter, type ListLanguage } from '../components/list-language.js';
import { reachable, type MapOfKinds } from '../api/map.js';

export interface Shown {
  filters: readonly Filter[];
  sort: string;
  columns: readonly string[];
  /** The cursor of the page; '' for the first. */
  after: string;
  /** Rows of a page. */
  size: number;
}

/** How many rows a page may have, and has until its reader chooses. */
export const SIZES = [25, 50, 100, 200] as const;
const USUAL_SIZE = 50;

/** Objects that the server puts in natural order. */
const MOST_NATURAL = 100_000;

/** What the address asks for; names that are not there are left out. */
export function readAddress(
  search: string,
  { preferences }: Pick<MapOfKinds, 'preferences'>,
  kind: Kind,
  language: Pick<ListLanguage, 'operatorsOf'>,
): Shown {
  const query = new URLSearchParams(search);
  const names = new Set([...kind.columns, ...kind.links].map(({ name }) => name));
  const known = (list: readonly string[] | undefined): string[] => (list ?? []).filter((name) => names.has(name));
  const asked = known(query.get('columns')?.split(','));
  const kept = known(preferences.columnsOf(kind.path));
  const filters = [...query].flatMap(([key, value]) => {
    const name = /^filter\[(.+)\]$/.exec(key)?.[1];
    return name === undefined ? [] : [filterOf(name, value, language)];
  });
  return {
    filters,
    sort: (query.get('sort') ?? '').replace(/:natural$/, ''),
    columns: asked.length ? asked : kept.length ? kept : usualColumns(kind),
    after: query.get('after') ?? '',
    size: SIZES.find((size) => size === preferences.part('table')['size']) ?? USUAL_SIZE,
  };
}

/** The address of a table. `columns` is undefined where the reader's own choice is shown. */
export function writeAddress(
  kind: Kind,
  { filters, sort, after }: Pick<Shown, 'filters' | 'sort' | 'after'>,
  columns?: readonly string[],
): string {
  const query = filtersAsQuery(filters);
  if (sort) query.push(['sort', sort]);
  if (columns) query.push(['columns', columns.join()]);
  if (after) query.push(['after', after]);
  return `/objects/${kind.path}${asText(query)}`;
}

/** The order that is asked of the server: texts as people count, of as many objects as it takes. `total`: how many there are. */
export const orderOf = (kind: Kind, sort: string, total: number | undefined): string =>
  total === undefined || total > MOST_NATURAL ? sort : naturalSort(kind, sort);

/** The request for one page of the table; `sort` as of `orderOf`. */
export function requestOf(map: MapOfKinds, kind: Kind, { filters, sort, columns, after, size }: Shown): string {
  const { fields, include } = partsOf(map, kind, columns);
  const query = filtersAsQuery(filters);
  if (sort) query.push(['sort', sort]);
  query.push(['fields', fields.join()]);
  if (include.length) query.push(['include', include.join()]);
  query.push(['page[size]', String(size)], ['page[after]', after]);
  return `/api/${kind.path}${asText(query)}`;
}

/** What finds the objects of a table in its order, all pages of it, as a query without the question mark. */
export const queryOf = ({ filters, sort }: Pick<Shown, 'filters' | 'sort'>): string =>
  asText([...filtersAsQuery(filters), ...(sort ? [['sort', sort] as const] : [])]).slice(1);

/** The request that says how many objects there are; of them it asks for one. */
export const countRequest = (kind: Kind, filters: readonly Filter[]): string =>
  `/api/${kind.path}${asText([...filtersAsQuery(filters), ['fields', 'id'], ['page[size]', '1'], ['page[number]', '1']])}`;

/** Columns are read as they are; what they lead to is embedded where the reader may list it. */
function partsOf(map: MapOfKinds, kind: Kind, columns: readonly string[]): { fields: string[]; include: string[] } {
  const shown = (part: Column | LinkSet): boolean => columns.includes(part.name);
  const own = kind.columns.filter(shown);
  const embedded = own
    .filter((column) => column.include && reachable(map, column.target))
    .map(({ include }) => include!);
  const linked = kind.links.filter((link) => shown(link) && reachable(map, link.target)).map(({ name }) => name);
  const fields = new Set(['id', ...(kind.label ? [kind.label] : []), ...own.map(({ name }) => name)]);
  return { fields: [...fields], include: [...embedded, ...linked] };
}

const filtersAsQuery = (filters: readonly Filter[]): Array<[string, string]> =>
  filters.map(({ column, suffix, value }) => [`filter[${column}${suffix}]`, value]);

const asText = (query: ReadonlyArray<readonly [string, string]>): string =>
  query.length ? `?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '';
