/** What to do with a map that nothing is in yet. */
import type { Report } from 'meridian-client';
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { mayPlan } from '../api/feed.js';
import { importable, type MapOfKinds } from '../api/map.js';
import { reportRequest, reportsFor } from '../api/reports.js';
import { Read } from '../components/read.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { kindsAskedFor } from './completeness.js';

/** So many kinds are offered to begin with where nothing says which come first. */
const FIRST_KINDS = 6;

/** The ways to fill the map that the reader has the rights for. */
export function EmptyMap({ map }: { map: MapOfKinds }): VNode {
  const { rights, kinds } = map;
  const makeable = [...kinds.values()].filter(
    ({ isNode, tag }) => isNode && tag['x-deprecated'] !== true && rights.may('create', tag),
  );
  const hasLevels = reportsFor(map).some(({ name }) => name === 'maturity');
  const feeds = mayPlan(map);
  return (
    <section aria-labelledby="home-fill">
      <h2 id="home-fill">{t('home.fill')}</h2>
      <p class="lead">{t(makeable.length || feeds ? 'home.fill.about' : 'home.fill.others')}</p>
      <div class="views home-ways">
        <article class="view">
          <h3>{t('home.fill.example')}</h3>
          <p>{t('home.fill.example.about')}</p>
          <pre class="home-command">npm run demo</pre>
        </article>
        {importable(map).length > 0 && (
          <article class="view">
            <h3>{t('home.fill.import')}</h3>
            <p>{t('home.fill.import.about')}</p>
            <a class="home-more" href="/import">
              {t('home.fill.import.go')}
            </a>
          </article>
        )}
        {feeds && (
          <article class="view">
            <h3>{t('home.fill.feed')}</h3>
            <p>{t('home.fill.feed.about')}</p>
            <a class="home-more" href="/import/feed">
              {t('home.fill.feed.go')}
            </a>
          </article>
        )}
      </div>
      {makeable.length > 0 && (
        <>
          <h3>{t('home.fill.by-hand')}</h3>
          <p>{t(hasLevels ? 'home.fill.by-level' : 'home.fill.by-hand.about')}</p>
          {hasLevels ? (
            <Read<Report> path={reportRequest('maturity', { format: 'json' })}>
              {({ sheets }) => (
                <First kinds={kindsAskedFor(sheets[0], kinds, 1).filter((kind) => makeable.includes(kind))} />
              )}
            </Read>
          ) : (
            <First kinds={makeable.slice(0, FIRST_KINDS)} />
          )}
        </>
      )}
    </section>
  );
}

/** Each leads to the form of its first object; those of a view stand together. */
function First({ kinds }: { kinds: readonly Kind[] }): VNode {
  const hues = [...new Set(kinds.map(({ hue }) => hue))];
  return (
    <div class="home-first">
      {hues.map((hue) => {
        const members = kinds.filter((kind) => kind.hue === hue);
        return (
          <section key={hue}>
            <h4>
              <Titled said={said(members[0]!.view)} />
            </h4>
            <ul class="home-reports">
              {members.map(({ path, titles }) => (
                <li key={path}>
                  <a class="chip" href={`/objects/${path}/new`}>
                    <Titled said={said(titles)} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
