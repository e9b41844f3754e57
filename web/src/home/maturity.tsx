/** How complete each view of the map is, as the report of it says, and where most lacks. */
import type { Report } from 'meridian-client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isPartHidden, type MapOfKinds } from '../api/map.js';
import { reportRequest } from '../api/reports.js';
import { Bar } from '../components/bar.js';
import { Read } from '../components/read.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { addressOfLack, completenessOf, LEVELS, type Completeness, type Lack, type Level } from './completeness.js';

/** The bars; which level they are of is the reader's choice, and is found again. */
export function Maturity({ map }: { map: MapOfKinds }): VNode {
  const kept = Number(map.preferences.part('home')['level']);
  const [level, setLevel] = useState<Level>(LEVELS.find((one) => one === kept) ?? 1);
  const choose = (next: Level): void => {
    setLevel(next);
    map.preferences.keep('home', 'level', next);
  };
  return (
    <section aria-labelledby="home-maturity">
      <h2 id="home-maturity">{t('home.maturity')}</h2>
      <label class="home-level">
        {t('home.level')}{' '}
        <select value={level} onChange={({ currentTarget }) => choose(Number(currentTarget.value) as Level)}>
          {LEVELS.map((one) => (
            <option value={one}>{t(`home.level.${one}`)}</option>
          ))}
        </select>
      </label>
      <Read<Report> path={reportRequest('maturity', { format: 'json' })}>
        {({ sheets }) => (
          <ul class="maturity">
            {completenessOf(sheets[0], map.kinds, level, sheets[1]).map((view) => (
              <View key={view.hue} map={map} view={view} />
            ))}
          </ul>
        )}
      </Read>
    </section>
  );
}

const percent = (share: number): string =>
  // What is not whole is not shown as if it were.
  (Math.floor(share * 100) / 100).toLocaleString(locale(), { style: 'percent' });

const fieldsOf = ({ parts }: Lack): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(parts.map(({ titles }) => said(titles).text));

function View({ map, view: { titles, hue, share, weakest } }: { map: MapOfKinds; view: Completeness }): VNode {
  return (
    <li>
      <span class="maturity-title">
        <Titled said={said(titles)} />
      </span>
      {share === null ? (
        <span class="faint maturity-none">
          {t(isPartHidden(map) ? 'home.maturity.none.seen' : 'home.maturity.none')}
        </span>
      ) : (
        <>
          <Bar share={share} hue={hue} />
          <span class="count-number">{percent(share)}</span>
        </>
      )}
      {weakest && (
        <small>
          {t('home.weakest')}{' '}
          <a href={weakest.lack ? addressOfLack(weakest.kind, weakest.lack) : `/objects/${weakest.kind.path}`}>
            <Titled said={said(weakest.kind.titles)} />
          </a>{' '}
          ({percent(weakest.share)})
          {weakest.lack && t('home.lack', { fields: fieldsOf(weakest.lack), count: weakest.lack.count })}
        </small>
      )}
    </li>
  );
}
