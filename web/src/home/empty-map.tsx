/** What to do with a map that nothing is in yet. */
import type { VNode } from 'preact';
import type { MapOfKinds } from '../api/map.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** So many kinds are offered to begin with. */
const FIRST_KINDS = 6;

/** The ways to fill the map that the reader has the rights for. */
export function EmptyMap({ map }: { map: MapOfKinds }): VNode {
  const makeable = [...map.kinds.values()].filter(
    ({ isNode, tag }) => isNode && tag['x-deprecated'] !== true && map.rights.has(`${tag['x-abilities']}_create`),
  );
  return (
    <section aria-labelledby="home-fill">
      <h2 id="home-fill">{t('home.fill')}</h2>
      <p class="lead">{t(makeable.length ? 'home.fill.about' : 'home.fill.others')}</p>
      <div class="views home-ways">
        {makeable.length > 0 && (
          <article class="view">
            <h3>{t('home.fill.by-hand')}</h3>
            <p>{t('home.fill.by-hand.about')}</p>
            <ul class="home-reports">
              {makeable.slice(0, FIRST_KINDS).map((kind) => (
                <li key={kind.path}>
                  <a class="chip" href={`/objects/${kind.path}`}>
                    <Titled said={said(kind.titles)} />
                  </a>
                </li>
              ))}
            </ul>
          </article>
        )}
        {makeable.length > 0 && (
          <article class="view">
            <h3>{t('home.fill.import')}</h3>
            <p>{t('home.fill.import.about')}</p>
            <a class="home-more" href="/import">
              {t('home.fill.import.go')}
            </a>
          </article>
        )}
        {makeable.length > 0 && (
          <article class="view">
            <h3>{t('home.fill.scripts')}</h3>
            <p>{t('home.fill.scripts.about')}</p>
            <a class="home-more" href="/docs">
              {t('home.fill.scripts.go')}
            </a>
          </article>
        )}
        <article class="view">
          <h3>{t('home.fill.example')}</h3>
          <p>{t('home.fill.example.about')}</p>
          <pre class="home-command">npm run demo</pre>
        </article>
      </div>
    </section>
  );
}
