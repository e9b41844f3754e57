/** The objects of a table as a file: those selected, those that fit the filters, or all of them. */
import type { TargetedEvent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { mayDo } from '../api/may.js';
import { exportPath } from '../api/download.js';
import { FillTemplatesOpener } from '../app/fill-templates-opener.js';
import type { Selected } from './mass-options.js';

interface ExportOptions {
  map: MapOfKinds;
  kind: Kind;
  /** What finds the objects of the table, in its order. */
  query: string;
  selected: Selected;
}

/** Ids that one filter may name. */
const MOST = 1000;

export function Export({ map, kind, query, selected }: ExportOptions): VNode | null {
  const [wanted, setWanted] = useState<'selected' | 'shown' | 'all' | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  if (!mayDo(map, kind, 'export')) return null;
  const count = selected.size;
  const canSelected = count > 0 && count <= MOST;
  const choices = [
    ...(canSelected ? [['selected', t('form.export.selected', { count })] as const] : []),
    ...(query.includes('filter') ? [['shown', t('form.export.shown')] as const] : []),
    ['all', t('form.export.all')] as const,
  ];
  const chosen = choices.find(([choice]) => choice === wanted)?.[0] ?? choices[0]![0];
  const sort = new URLSearchParams(query).get('sort');
  const order = sort ? `&sort=${sort}` : '';
  const which = {
    selected: `&filter[id_in]=${[...selected.keys()].join()}${order}`,
    shown: `&${query}`,
    all: query.includes('filter') ? '' : order,
  }[chosen];
  const close = (): void => {
    details.current!.open = false;
    details.current!.querySelector('summary')!.focus();
  };
  return (
    <details
      class="columns"
      ref={details}
      onKeyDown={({ key }) => void (key === 'Escape' && (details.current!.open = false))}
    >
      <summary class="quiet">{t('form.export')}</summary>
      <div class="columns-choice export-choice card">
        <label>
          {t('form.export.what')}
          <select
            value={chosen}
            onChange={({ currentTarget }: TargetedEvent<HTMLSelectElement>) =>
              setWanted(currentTarget.value as typeof chosen)
            }
          >
            {choices.map(([choice, words]) => (
              <option value={choice}>{words}</option>
            ))}
          </select>
        </label>
        <div class="ticks">
          {(['xlsx', 'csv'] as const).map((format) => (
            <a class="quiet" key={format} href={exportPath(kind.path, format, which)} download onClick={close}>
              {t(`form.export.${format}`)}
            </a>
          ))}
        </div>
        <FillTemplatesOpener map={map} kind={kind} query={filtersOf(which)} />
      </div>
    </details>
  );
}

/** The filters of a query alone: a template has its own order. */
const filtersOf = (query: string): string =>
  query
    .split('&')
    .filter((part) => part.startsWith('filter'))
    .join('&');
