/** What a template lists, and which of it: a kind with filters, an order and related objects, a stored query, or a report. */
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Column, Kind } from '../api/kinds.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { reportsFor } from '../api/reports.js';
import { isListed, type Template } from '../api/templates.js';
import { KindFilters } from '../components/kind-filters.js';
import { KindOptions } from '../components/kind-options.js';
import { t } from '../i18n/index.js';
import { said, type Titles } from '../i18n/titles.js';
import { useQueries } from './words.js';

/** What is listed, and how. */
export type Listed = Pick<Template, 'type' | 'query' | 'report' | 'filter' | 'sort' | 'include'>;

export const NOTHING: Listed = { type: null, query: null, report: null, filter: {}, sort: null, include: null };

export const isChosen = ({ type, query, report }: Listed): boolean =>
  type !== null || query !== null || report !== null;

interface SourceOptions {
  map: MapOfKinds;
  listed: Listed;
  onChange: (listed: Listed) => void;
}

/** Chooses it. Another one begins without filters. A workbook embeds what its placeholders name: `isText` is false for it. */
export function SourceFields({ map, listed, isText, onChange }: SourceOptions & { isText: boolean }): VNode {
  const id = useId();
  const queries = useQueries(map);
  const reports = reportsFor(map);
  const { type, query, report } = listed;
  const kind = type === null ? undefined : map.kinds.get(type);
  const value =
    type !== null ? `type ${type}` : query !== null ? `query ${query}` : report !== null ? `report ${report}` : '';
  const choose = (next: string): void => {
    const [what, name = ''] = next.split(' ');
    if (what === 'type') onChange({ ...NOTHING, type: name });
    if (what === 'query') onChange({ ...NOTHING, query: Number(name) });
    if (what === 'report') onChange({ ...NOTHING, report: name });
  };
  return (
    <>
      <div class="admin-field">
        <label for={id}>{t('templates.lists')}</label>
        <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {value === '' && <option value="">{t('builder.choose')}</option>}
          <KindOptions map={map} isOffered={(one) => isListed(map, one)} keyOf={({ path }) => `type ${path}`} />
          {queries.length > 0 && (
            <optgroup label={t('queries.title')}>
              {queries.map((one) => (
                <option key={one.id} value={`query ${one.id}`}>
                  {one.name}
                </option>
              ))}
            </optgroup>
          )}
          {reports.length > 0 && (
            <optgroup label={t('reports.title')}>
              {reports.map(({ name, titles }) => (
                <option key={name} value={`report ${name}`}>
                  {said(titles).text}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </div>
      {kind && <Narrowed map={map} kind={kind} listed={listed} isText={isText} onChange={onChange} />}
      {report !== null && <ReportLanguage listed={listed} onChange={onChange} />}
    </>
  );
}

/** Headings and words of a report are the same for everybody who fills the template. */
function ReportLanguage({ listed, onChange }: Omit<SourceOptions, 'map'>): VNode {
  const id = useId();
  const { lang: _, ...others } = listed.filter;
  return (
    <div class="admin-field">
      <label for={id}>{t('reports.language')}</label>
      <select
        id={id}
        value={String(listed.filter['lang'] ?? 'en')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...listed, filter: { ...others, ...(value === 'fr' && { lang: value }) } })
        }
      >
        <option value="en">English</option>
        <option value="fr">français</option>
      </select>
    </div>
  );
}

/** Which objects, in which order, and with which related ones in them. */
function Narrowed({ map, kind, listed, isText, onChange }: SourceOptions & { kind: Kind; isText: boolean }): VNode {
  const { filter, sort, include } = listed;
  const isEmbedding = isText || include !== null;
  return (
    <details class="template-more" open={Object.keys(filter).length > 0 || undefined}>
      <summary>{t(isEmbedding ? 'templates.narrow' : 'templates.narrow.workbook')}</summary>
      <KindFilters map={map} kind={kind} filter={filter} onChange={(next) => onChange({ ...listed, filter: next })} />
      <Sort kind={kind} sort={sort} onChange={(next) => onChange({ ...listed, sort: next })} />
      {isEmbedding && (
        <Included map={map} kind={kind} include={include} onChange={(next) => onChange({ ...listed, include: next })} />
      )}
    </details>
  );
}

/** Columns that lists can be sorted by, for people. */
const isSorted = ({ kind }: Column): boolean => kind !== 'json' && kind !== 'html' && kind !== 'numbers';

interface SortOptions {
  kind: Kind;
  sort: string | null;
  onChange: (sort: string | null) => void;
}

function Sort({ kind, sort, onChange }: SortOptions): VNode {
  const id = useId();
  const name = sort?.replace(/^-/, '') ?? '';
  const isDown = sort?.startsWith('-') ?? false;
  const put = (column: string, down: boolean): void => onChange(column ? `${down ? '-' : ''}${column}` : null);
  const columns = kind.columns.filter(isSorted);
  return (
    <div class="admin-field template-sort">
      <label for={id}>{t('templates.sort')}</label>
      <select id={id} value={name} onChange={({ currentTarget }) => put(currentTarget.value, isDown)}>
        <option value="">{t('templates.sort.none')}</option>
        {/* Of several columns, or of those of related objects: as it was written. */}
        {name && !columns.some((one) => one.name === name) && <option value={name}>{name}</option>}
        {columns.map((one) => (
          <option key={one.name} value={one.name}>
            {said(one.titles).text}
          </option>
        ))}
      </select>
      {name && (
        <label class="admin-right">
          <input type="checkbox" checked={isDown} onChange={({ currentTarget }) => put(name, currentTarget.checked)} />
          <span>{t('templates.sort.down')}</span>
        </label>
      )}
    </div>
  );
}

interface IncludedOptions {
  map: MapOfKinds;
  kind: Kind;
  include: string | null;
  onChange: (include: string | null) => void;
}

/** Related objects that stand in the objects; what was written by hand, such as `clusters.logical_servers`, can be taken out. */
function Included({ map, kind, include, onChange }: IncludedOptions): VNode {
  const chosen = include === null ? [] : include.split(',').map((one) => one.trim());
  const offered: Array<[name: string, titles: Titles]> = [
    ...kind.columns.flatMap(({ include: name, titles, target }): Array<[string, Titles]> =>
      name !== undefined && reachable(map, target) ? [[name, titles]] : [],
    ),
    ...kind.links.flatMap(({ name, titles, target }): Array<[string, Titles]> =>
      reachable(map, target) ? [[name, titles]] : [],
    ),
  ];
  const others = chosen.filter((one) => !offered.some(([name]) => name === one));
  const put = (name: string, isIn: boolean): void => {
    const next = isIn ? [...chosen, name] : chosen.filter((one) => one !== name);
    onChange(next.length ? next.join(',') : null);
  };
  return (
    <fieldset class="admin-field">
      <legend>{t('templates.include')}</legend>
      <div class="ticks">
        {[...offered, ...others.map((name): [string, Titles] => [name, { en: name, fr: name }])].map(
          ([name, titles]) => (
            <label key={name} class="tick">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ currentTarget }) => put(name, currentTarget.checked)}
              />
              {said(titles).text}
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}
