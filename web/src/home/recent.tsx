/** The objects that changed last, the newest first. */
import type { RecentObject } from 'meridian-client';
import type { VNode } from 'preact';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { ago } from './ago.js';

/** The list, with the time that passed since. */
export function Recent({ map, recent }: { map: MapOfKinds; recent: readonly RecentObject[] }): VNode {
  return (
    <section aria-labelledby="home-recent">
      <h2 id="home-recent">{t('home.recent')}</h2>
      {recent.length === 0 && <p class="faint">{t('home.recent.none')}</p>}
      {recent.length > 0 && (
        <ul class="home-list">
          {recent.map((one) => (
            <Changed key={`${one.kind}_${one.id}`} map={map} object={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Changed({ map, object }: { map: MapOfKinds; object: RecentObject }): VNode {
  const kind = map.kinds.get(object.kind);
  const at = object.updated_at;
  return (
    <li>
      <span class={`dot view-${kind?.hue ?? 0}`} aria-hidden="true" />
      <span class="home-name">
        <a href={addressOf(object.kind, object.id)}>{object.name}</a>
        {kind && (
          <small>
            <Titled said={said(kind.one)} />
          </small>
        )}
      </span>
      {at && (
        <time dateTime={at} title={new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })}>
          {ago(Date.parse(at), Date.now(), locale())}
        </time>
      )}
    </li>
  );
}
