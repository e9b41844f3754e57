/** Filters of one kind as a table has them, kept as the API takes them in a body: `{"name_like": "HR%"}`. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { Filters, FilterWords, forPeople } from './filters.js';
import { filterOf, listLanguageOf, type Filter } from './list-language.js';

/** Filters of a list by their names. */
export type FiltersByName = Readonly<Record<string, string | readonly string[]>>;

interface KindFiltersOptions {
  map: MapOfKinds;
  kind: Kind;
  filter: FiltersByName;
  onChange: (filter: FiltersByName) => void;
}

/** Filters on columns and relations: those of tables that search, or ask sources, are none of a definition that is kept. */
export function KindFilters({ map, kind, filter, onChange }: KindFiltersOptions): VNode | null {
  const asked = askedOf(map, kind, filter);
  return asked && <Filters {...asked} onChange={(next) => onChange(byName(next))} />;
}

/** The same in words, where they cannot be changed. */
export function KindFilterWords({ map, kind, filter }: Omit<KindFiltersOptions, 'onChange'>): VNode | null {
  const asked = askedOf(map, kind, filter);
  return asked && <FilterWords {...asked} />;
}

/** What filters are made of; null for a kind without a list. */
function askedOf(map: MapOfKinds, kind: Kind, filter: FiltersByName) {
  const list = listLanguageOf(kind.tag, map.description);
  if (!list) return null;
  const listed = { ...kind, columns: kind.columns.filter(({ name }) => list.columns.includes(name)) };
  const filters = Object.entries(filter).flatMap(([name, values]) =>
    [values].flat().map((value) => filterOf(name, String(value), list)),
  );
  return { map, kind: listed, language: { ...forPeople(list), special: [] }, filters };
}

/** Several of one name are a list, all of which hold. */
function byName(filters: readonly Filter[]): FiltersByName {
  const found: Record<string, string | readonly string[]> = {};
  for (const { column, suffix, value } of filters) {
    const name = `${column}${suffix}`;
    const before = found[name];
    found[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return found;
}
