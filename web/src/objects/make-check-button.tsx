/** A button that makes a check of a filtered table, where that may be. */
import type { VNode } from 'preact';
import { mayMakeChecks } from '../api/checks.js';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { MakeCheckOpener } from '../app/make-check-opener.js';
import { FOUND, type Filter, type ListLanguage } from '../components/list-language.js';
import { said } from '../i18n/titles.js';

interface MakeCheckButtonOptions {
  map: MapOfKinds;
  kind: Kind;
  language: ListLanguage;
  filters: readonly Filter[];
  /** The filters in words. */
  words: readonly string[];
}

export function MakeCheckButton({ map, kind, language, filters, words }: MakeCheckButtonOptions): VNode | null {
  if (!isOffered(map, kind, language, filters)) return null;
  return (
    <MakeCheckOpener
      map={map}
      definition={{ type: kind.path, filter: asFilter(filters) }}
      words={[said(kind.titles).text, ...words]}
    />
  );
}

/** Of live objects of the map, all of which the reader may list. */
const isOffered = (map: MapOfKinds, { tag }: Kind, { special }: ListLanguage, filters: readonly Filter[]): boolean =>
  special.includes('finding') &&
  mayMakeChecks(map) &&
  map.rights.may('access', tag) &&
  !filters.some(({ column }) => column === 'trashed' || FOUND.some((name) => name === column));

const asFilter = (filters: readonly Filter[]): Record<string, string> =>
  Object.fromEntries(filters.map(({ column, suffix, value }) => [column + suffix, value]));
