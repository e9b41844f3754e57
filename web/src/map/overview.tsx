/** All kinds with their numbers, by view; those that are ticked show their objects. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import type { Actions } from './actions.js';
import { MAX_SHOWN, type Explorer } from './explorer.js';
import { doneIn } from './state.js';

export function OverviewPanel({ explorer, actions }: { explorer: Explorer; actions: Actions }): VNode {
  const state = useStore(explorer.state);
  const numbers = useStore(explorer.numbers)?.nodes.by_kind ?? {};
  const [isFull, setFull] = useState(false);
  const open = new Set(doneIn(state, 'kind'));
  const shown = [...open].reduce((sum, kind) => sum + (numbers[kind] ?? 0), 0);
  const kinds = [...explorer.catalogue.kinds.values()].filter(({ path }) => numbers[path]);
  const toggle = (kind: string): void => {
    const isTooMany = !open.has(kind) && shown + numbers[kind]! > MAX_SHOWN;
    setFull(isTooMany);
    if (!isTooMany) actions.toggle(`*${kind}`);
  };
  return (
    <section class="map-section" aria-labelledby="map-overview">
      <h2 id="map-overview">{t('map.overview.kinds')}</h2>
      <p class="faint">{t('map.overview.about', { most: MAX_SHOWN })}</p>
      {isFull && (
        <p class="form-problem" role="alert">
          {t('map.overview.full')}
        </p>
      )}
      {[...explorer.catalogue.views].map(([view, titles]) => {
        const those = kinds.filter((kind) => kind.view === view);
        if (!those.length) return null;
        return (
          <fieldset key={view}>
            <legend>
              <Titled said={said(titles)} />
            </legend>
            <div class="ticks">
              {those.map(({ path, title }) => (
                <label class="tick" key={path}>
                  <input type="checkbox" checked={open.has(path)} onChange={() => toggle(path)} />
                  {title} <span class="faint">{numbers[path]!.toLocaleString()}</span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
    </section>
  );
}
