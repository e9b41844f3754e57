/** Plans of feeding that wait for somebody to apply or discard them. */
import type { VNode } from 'preact';
import { isOpen, PLANS, type Plan } from '../api/feed.js';
import type { MapOfKinds } from '../api/map.js';
import { Read } from '../components/read.js';
import { locale, t } from '../i18n/index.js';
import { ago } from './ago.js';

/** So many are shown; the page of plans has the others. */
const FIRST = 5;

export function Plans({ map }: { map: MapOfKinds }): VNode {
  return (
    <section aria-labelledby="home-plans">
      <h2 id="home-plans">{t('home.plans')}</h2>
      <Read<Plan[]> path={`${PLANS}?page[size]=50`}>
        {(all) => <Open plans={all.filter(isOpen)} mayShow={map.rights.has('feed_show')} />}
      </Read>
    </section>
  );
}

function Open({ plans, mayShow }: { plans: readonly Plan[]; mayShow: boolean }): VNode {
  if (!plans.length) return <p class="faint">{t('home.plans.none')}</p>;
  return (
    <>
      <ul class="home-list">
        {plans.slice(0, FIRST).map(({ id, source, scope, created_at: at }) => {
          const name = scope ? `${source} · ${scope}` : source;
          return (
            <li key={id}>
              <span class="home-name">{mayShow ? <a href={`/import/plans/${id}`}>{name}</a> : name}</span>
              <time dateTime={at}>{ago(Date.parse(at), Date.now(), locale())}</time>
            </li>
          );
        })}
      </ul>
      <a class="home-more" href="/import/runs">
        {t('home.plans.all', { count: plans.length })}
      </a>
    </>
  );
}
