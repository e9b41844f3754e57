/** A button that makes a check of a filtered table, where that may be; its window is fetched once somebody wants it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { FOUND, type Filter, type ListLanguage } from '../components/list-language.js';
import { t, withLaterTexts } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import type MakeCheck from './make-check.js';

interface MakeCheckButtonOptions {
  map: MapOfKinds;
  kind: Kind;
  language: ListLanguage;
  filters: readonly Filter[];
  /** The filters in words. */
  words: readonly string[];
}

export function MakeCheckButton({ map, kind, language, filters, words }: MakeCheckButtonOptions): VNode | null {
  const [Window, setWindow] = useState<typeof MakeCheck | null>(null);
  if (!isOffered(map, kind, language, filters)) return null;
  const open = (): void =>
    void withLaterTexts(import('./make-check.js')).then((module) => setWindow(() => module.default));
  return (
    <p class="for-screen">
      <button class="quiet" type="button" onClick={open}>
        {t('checks.make')}
      </button>
      {Window && (
        <Window
          map={map}
          definition={{ type: kind.path, filter: asFilter(filters) }}
          words={[said(kind.titles).text, ...words]}
          onClose={() => setWindow(null)}
        />
      )}
    </p>
  );
}

/** Of live objects of the map, all of which the reader may list. */
const isOffered = (
  { rights }: MapOfKinds,
  { tag }: Kind,
  { special }: ListLanguage,
  filters: readonly Filter[],
): boolean =>
  special.includes('finding') &&
  rights.has('check_create') &&
  rights.may('access', tag) &&
  !filters.some(({ column }) => column === 'trashed' || FOUND.some((name) => name === column));

const asFilter = (filters: readonly Filter[]): Record<string, string> =>
  Object.fromEntries(filters.map(({ column, suffix, value }) => [column + suffix, value]));
