/** The page at /vulnerabilities: what is known of what runs here, the most urgent first, and what was decided of it. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { csvDialect } from '../api/download.js';
import { useAnswer } from '../api/use-answer.js';
import {
  kindsWithProducts,
  mayDecide,
  mayImportSources,
  SEVERITIES,
  STATES,
  VULNERABILITIES,
  type Vulnerability,
  type VulnerabilityList,
  type VulnerabilitySource,
} from '../api/vulnerabilities.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice, tell } from '../app/notice.js';
import { useQuery, withQuery } from '../app/query.js';
import { Answered } from '../components/answered.js';
import { DecideVulnerabilities } from '../components/decide-vulnerability.js';
import { Downloads } from '../components/downloads.js';
import { PrintButton } from '../components/print-button.js';
import { VulnerabilityShown } from '../components/vulnerability.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { ImportSources, Sources } from './sources.js';
import './vulnerabilities.css';

export default function Vulnerabilities(): VNode {
  return (
    <MapFrame>
      {(map) => (
        <>
          <Notice />
          <Shown map={map} />
        </>
      )}
    </MapFrame>
  );
}

function Shown({ map }: { map: MapOfKinds }): VNode {
  const title = t('vulnerabilities.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const mayRead = kindsWithProducts(map).length > 0;
  const sources = useAnswer(mayRead ? `${VULNERABILITIES}/sources` : null);
  if (!mayRead) return <Nothing title={title} about={t('vulnerabilities.not-allowed')} />;
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{t('vulnerabilities.about')}</p>
      <Answered<{ data: VulnerabilitySource[]; meta: { stale_after_days: number } }> {...sources}>
        {({ data, meta }) =>
          data.length ? (
            <>
              <Found map={map} sources={data} />
              <Sources map={map} sources={data} staleAfter={meta.stale_after_days} again={sources.again} />
            </>
          ) : (
            <FirstSteps map={map} again={sources.again} />
          )
        }
      </Answered>
    </>
  );
}

/** Where nothing was imported nothing is known: what to do first. */
const FirstSteps = ({ map, again }: { map: MapOfKinds; again: () => void }): VNode => (
  <section class="card" aria-labelledby="vulnerabilities-first">
    <h2 id="vulnerabilities-first">{t('vulnerabilities.first')}</h2>
    {mayImportSources(map) ? (
      <ol class="vulnerability-steps">
        <li>{t('vulnerabilities.first.products')}</li>
        <li>{t('vulnerabilities.first.sources')}</li>
        <li>{t('vulnerabilities.first.read')}</li>
      </ol>
    ) : (
      <p>{t('vulnerabilities.first.others')}</p>
    )}
    <p>
      <a href="/help/vulnerabilities">{t('vulnerabilities.how')}</a>
    </p>
    <ImportSources map={map} again={again} />
  </section>
);

/** What the address asks for, by the names that it has there. */
const FILTERS = ['kind', 'object', 'severity', 'state', 'min', 'exploited', 'new'] as const;
/** Every state. */
const ANY = 'any';
const SINCE = ['-1d', '-7d', '-30d', '-90d'] as const;
const PAGE = 50;

/** The query of the API for what the address asks for. */
function asked(query: URLSearchParams): Record<string, string> {
  const value = (name: (typeof FILTERS)[number]): string => query.get(name) ?? '';
  const state = value('state') || 'open';
  return {
    'filter[object]': value('object') || value('kind'),
    'filter[severity]': value('severity'),
    'filter[state]': state === ANY ? '' : state,
    min: value('min'),
    known_exploited: value('exploited') && '1',
    new_since: value('new'),
  };
}

function Found({ map, sources }: { map: MapOfKinds; sources: readonly VulnerabilitySource[] }): VNode {
  const { query, set } = useQuery();
  const page = Number(query.get('page') ?? '1') || 1;
  const parts = asked(query);
  const path = withQuery(VULNERABILITIES, { ...parts, 'page[size]': String(PAGE), 'page[number]': String(page) });
  const { answer, again } = useAnswer(path);
  const [ticked, setTicked] = useState<ReadonlyMap<number, Vulnerability>>(new Map());
  const [deciding, setDeciding] = useState<readonly Vulnerability[] | null>(null);
  // What is not on the page is not decided with it.
  useEffect(() => setTicked(new Map()), [path]);
  const isNarrowed = FILTERS.some((name) => query.get(name));
  const done = (count: number): void => {
    setDeciding(null);
    setTicked(new Map());
    tell(t('vulnerabilities.decided', { count }));
    again();
  };
  const all = { ...parts, 'page[size]': '' };
  const files = [
    { label: t('vulnerabilities.csv'), path: withQuery(VULNERABILITIES, { ...all, format: 'csv', ...csvDialect() }), name: 'vulnerabilities.csv' }, // prettier-ignore
    { label: t('vulnerabilities.vex.cyclonedx'), path: withQuery(`${VULNERABILITIES}/vex`, all), name: 'vulnerabilities.vex.json', isNamed: true }, // prettier-ignore
    { label: t('vulnerabilities.vex.csaf'), path: withQuery(`${VULNERABILITIES}/vex`, { ...all, format: 'csaf' }), name: 'vulnerabilities.csaf.json', isNamed: true }, // prettier-ignore
  ];
  return (
    <>
      <Filters map={map} query={query} set={set} />
      {sources.some(({ stale }) => stale) && (
        <p class="vulnerability-stale">
          {t('vulnerabilities.stale', { count: sources.filter(({ stale }) => stale).length })}{' '}
          <a href="#sources">{t('vulnerabilities.sources')}</a>
        </p>
      )}
      <Answered<VulnerabilityList> answer={answer} again={again}>
        {({ data, meta }) => (
          <>
            <div class="table-head">
              <p class="count" role="status">
                {t('vulnerabilities.count', { count: meta.total })}
              </p>
              {ticked.size > 0 && (
                <p class="for-screen">
                  <button class="primary" type="button" onClick={() => setDeciding([...ticked.values()])}>
                    {t('vulnerabilities.decide.several', { count: ticked.size })}
                  </button>
                </p>
              )}
              <PrintButton />
            </div>
            {!data.length && <NoneFound isNarrowed={isNarrowed} clear={() => set(NO_FILTERS)} />}
            {data.some((one) => mayDecide(map, one)) && (
              <TickAll rows={data.filter((one) => mayDecide(map, one))} ticked={ticked} onChange={setTicked} />
            )}
            <ul class="vulnerabilities">
              {data.map((one) => (
                <li key={one.id}>
                  <VulnerabilityShown
                    map={map}
                    one={one}
                    before={mayDecide(map, one) && <Tick one={one} ticked={ticked} onChange={setTicked} />}
                    actions={
                      mayDecide(map, one) && (
                        <button
                          class="small-button"
                          type="button"
                          aria-label={`${t('vulnerabilities.decide')} ${one.cve} · ${one.object.name}`}
                          onClick={() => setDeciding([one])}
                        >
                          {t('vulnerabilities.decide')}
                        </button>
                      )
                    }
                  />
                </li>
              ))}
            </ul>
            <NumberedPages
              page={page}
              total={meta.total}
              onGo={(to) => set({ page: to > 1 ? String(to) : '' }, { replace: false })}
            />
          </>
        )}
      </Answered>
      <Downloads files={files} label={t('vulnerabilities.files')} />
      {deciding && <DecideVulnerabilities all={deciding} onClose={() => setDeciding(null)} onDone={done} />}
    </>
  );
}

const NO_FILTERS = Object.fromEntries([...FILTERS, 'page'].map((name) => [name, '']));

interface FilterOptions {
  map: MapOfKinds;
  query: URLSearchParams;
  set: (parts: Readonly<Record<string, string>>) => void;
}

function Filters({ map, query, set }: FilterOptions): VNode {
  const value = (name: (typeof FILTERS)[number]): string => query.get(name) ?? '';
  const take = (name: (typeof FILTERS)[number], next: string): void => set({ [name]: next, page: '' });
  const object = value('object');
  return (
    <form
      class="vulnerability-filters filters"
      aria-label={t('vulnerabilities.filters')}
      onSubmit={(event) => event.preventDefault()}
    >
      <label>
        {t('vulnerabilities.filter.kind')}
        <select
          value={object ? object.split(':')[0]! : value('kind')}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value, object: '', page: '' })}
        >
          <option value="">{t('vulnerabilities.all')}</option>
          {kindsWithProducts(map).map(({ path, titles }) => (
            <option key={path} value={path}>
              {said(titles).text}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('vulnerabilities.filter.severity')}
        <select value={value('severity')} onChange={({ currentTarget }) => take('severity', currentTarget.value)}>
          <option value="">{t('vulnerabilities.all')}</option>
          {SEVERITIES.map((one) => (
            <option key={one} value={one}>
              {t(`vulnerabilities.severity.${one.toLowerCase() as Lowercase<typeof one>}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('vulnerabilities.filter.state')}
        <select
          value={value('state') || 'open'}
          onChange={({ currentTarget }) => take('state', currentTarget.value === 'open' ? '' : currentTarget.value)}
        >
          {STATES.map((one) => (
            <option key={one} value={one}>
              {t(`vulnerabilities.state.${one}`)}
            </option>
          ))}
          <option value={ANY}>{t('vulnerabilities.all')}</option>
        </select>
      </label>
      <label>
        {t('vulnerabilities.filter.min')}
        <select value={value('min')} onChange={({ currentTarget }) => take('min', currentTarget.value)}>
          <option value="">{t('vulnerabilities.all')}</option>
          {['4', '7', '9'].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('vulnerabilities.filter.new')}
        <select value={value('new')} onChange={({ currentTarget }) => take('new', currentTarget.value)}>
          <option value="">{t('vulnerabilities.all')}</option>
          {SINCE.map((one) => (
            <option key={one} value={one}>
              {t('vulnerabilities.days', { count: Number(one.slice(1, -1)) })}
            </option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={value('exploited') !== ''}
          onChange={({ currentTarget }) => take('exploited', currentTarget.checked ? '1' : '')}
        />
        {t('vulnerabilities.filter.exploited')}
      </label>
      {object && (
        <p>
          {t('vulnerabilities.filter.object')}{' '}
          <button class="small-button" type="button" onClick={() => take('object', '')}>
            {t('vulnerabilities.filter.object.leave')}
          </button>
        </p>
      )}
    </form>
  );
}

/** Nothing was found: because of the filters, or because nothing that is known touches what is on the map. */
const NoneFound = ({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }): VNode =>
  isNarrowed ? (
    <p>
      {t('vulnerabilities.none.narrowed')}{' '}
      <button class="small-button" type="button" onClick={clear}>
        {t('vulnerabilities.none.clear')}
      </button>
    </p>
  ) : (
    <>
      <p>{t('vulnerabilities.none')}</p>
      <p>
        <a href="/help/vulnerabilities">{t('vulnerabilities.how')}</a>
      </p>
    </>
  );

interface TickOptions {
  ticked: ReadonlyMap<number, Vulnerability>;
  onChange: (ticked: ReadonlyMap<number, Vulnerability>) => void;
}

function ticking(some: readonly Vulnerability[], { ticked, onChange }: TickOptions, isOn: boolean): void {
  const next = new Map(ticked);
  for (const one of some) {
    if (isOn) next.set(one.id, one);
    else next.delete(one.id);
  }
  onChange(next);
}

const Tick = ({ one, ...options }: TickOptions & { one: Vulnerability }): VNode => (
  <label class="vulnerability-tick for-screen">
    <input
      type="checkbox"
      aria-label={t('vulnerabilities.tick', { cve: one.cve, object: one.object.name })}
      checked={options.ticked.has(one.id)}
      onChange={({ currentTarget: { checked } }) => ticking([one], options, checked)}
    />
  </label>
);

const TickAll = ({ rows, ...options }: TickOptions & { rows: readonly Vulnerability[] }): VNode => {
  const count = rows.filter(({ id }) => options.ticked.has(id)).length;
  return (
    <label class="tick vulnerability-all for-screen">
      <input
        type="checkbox"
        checked={count > 0 && count === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < rows.length;
        }}
        onChange={({ currentTarget: { checked } }) => ticking(rows, options, checked)}
      />
      {t('vulnerabilities.tick.all')}
    </label>
  );
};

/** The way to the other pages of a list that is read by number. */
function NumberedPages({
  page,
  total,
  onGo,
}: {
  page: number;
  total: number;
  onGo: (page: number) => void;
}): VNode | null {
  const last = Math.max(1, Math.ceil(total / PAGE));
  if (last < 2 && page < 2) return null;
  return (
    <nav class="pages" aria-label={t('pages')}>
      {page > 1 && (
        <button class="quiet" type="button" onClick={() => onGo(Math.min(page - 1, last))}>
          {t('pages.back')}
        </button>
      )}
      <span>
        {t('vulnerabilities.page', { page: page.toLocaleString(locale()), last: last.toLocaleString(locale()) })}
      </span>
      {page < last && (
        <button class="quiet" type="button" onClick={() => onGo(page + 1)}>
          {t('pages.next')}
        </button>
      )}
    </nav>
  );
}
