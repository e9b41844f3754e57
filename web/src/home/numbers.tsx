/** How many objects there are, by view and kind; each number leads to its table. */
import type { Summary } from 'meridian-client';
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { isPartHidden, reachable, type MapOfKinds } from '../api/map.js';
import { Bar } from '../components/bar.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

interface Counted {
  kind: Kind;
  total: number;
}

/** The numbers of the summary, in the order of the navigation. */
export function Numbers({ map, summary }: { map: MapOfKinds; summary: Summary }): VNode {
  const views = summary.views
    .map(({ view, total, kinds }) => ({ view, total, kinds: known(map, kinds) }))
    .filter(({ kinds }) => kinds.length > 0)
    .sort((a, b) => a.kinds[0]!.kind.hue - b.kinds[0]!.kind.hue);
  return (
    <section aria-labelledby="home-numbers">
      <h2 id="home-numbers">
        {t(isPartHidden(map) ? 'home.numbers.seen' : 'home.numbers', {
          count: views.reduce((sum, { total }) => sum + total, 0),
        })}
      </h2>
      <div class="home-views">
        {views.map(({ view, total, kinds }) => (
          <View key={view} map={map} total={total} kinds={kinds} />
        ))}
      </div>
    </section>
  );
}

const known = (map: MapOfKinds, counts: Summary['views'][number]['kinds']): Counted[] =>
  counts.flatMap(({ kind, total }) => {
    const found = reachable(map, kind);
    return found ? [{ kind: found, total }] : [];
  });

function View({ map, total, kinds }: { map: MapOfKinds; total: number; kinds: readonly Counted[] }): VNode {
  const { hue, view } = kinds[0]!.kind;
  const most = Math.max(...kinds.map((one) => one.total), 1);
  const filled = kinds.filter((one) => one.total > 0);
  const empty = kinds.filter((one) => one.total === 0);
  return (
    <article class="view">
      <h3>
        <span class={`dot view-${hue}`} aria-hidden="true" />
        <Titled said={said(view)} />
        <span class="view-total">{total.toLocaleString(locale())}</span>
      </h3>
      <ul class="counts">
        {filled.map((one) => (
          <li key={one.kind.path}>
            <a href={`/objects/${one.kind.path}`}>
              <Titled said={said(one.kind.titles)} />
            </a>
            <Bar share={one.total / most} hue={hue} />
            <span class="count-number">{one.total.toLocaleString(locale())}</span>
          </li>
        ))}
      </ul>
      {empty.length > 0 && (
        <details class="empty-kinds">
          <summary>
            {t(empty.some(({ kind }) => isPartHidden(map, kind)) ? 'home.empty-kinds.seen' : 'home.empty-kinds', {
              count: empty.length,
            })}
          </summary>
          <ul>
            {empty.map(({ kind }) => (
              <li key={kind.path}>
                <a href={`/objects/${kind.path}`}>
                  <Titled said={said(kind.titles)} />
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}
