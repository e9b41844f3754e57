/** What changed: how much since the reader was here before, and the objects that changed last, the newest first. */
import type { RecentObject, Summary } from 'meridian-client';
import type { VNode } from 'preact';
import { colourOfKind } from '../api/kinds.js';
import { isPartHidden, reachable, type MapOfKinds } from '../api/map.js';
import { ObjectLink } from '../components/object-link.js';
import { Titled } from '../components/text.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { ago } from './ago.js';

/** Kinds that are shown at once of those of which something changed. */
const FIRST_KINDS = 8;

/** The list, with the time that passed since. */
export function Recent({ map, summary: { recent, changed } }: { map: MapOfKinds; summary: Summary }): VNode {
  return (
    <section aria-labelledby="home-recent">
      <h2 id="home-recent">{t('home.recent')}</h2>
      {changed && <Since map={map} changed={changed} />}
      {recent.length === 0 && (
        <p class="faint">{t(isPartHidden(map) ? 'home.recent.none.seen' : 'home.recent.none')}</p>
      )}
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

/** How many of which kinds, each with its table. */
function Since({ map, changed }: { map: MapOfKinds; changed: NonNullable<Summary['changed']> }): VNode {
  const { since, total, more, kinds } = changed;
  const when = ago(Date.parse(since), Date.now(), locale());
  if (!total) return <p class="faint">{t(isPartHidden(map) ? 'home.since.none.seen' : 'home.since.none', { when })}</p>;
  const filter = `filter[updated_at_after]=${encodeURIComponent(since)}&sort=-updated_at`;
  const tables = [...kinds]
    .sort((one, other) => other.total - one.total)
    .flatMap(({ kind: path, total: count }) => {
      const kind = reachable(map, path);
      return kind ? [{ kind, count }] : [];
    });
  const chips = (some: typeof tables): VNode => (
    <ul class="home-reports">
      {some.map(({ kind, count }) => (
        <li key={kind.path}>
          <a class="chip" href={`/objects/${kind.path}?${filter}`}>
            <Titled said={said(kind.titles)} /> {count.toLocaleString(locale())}
          </a>
        </li>
      ))}
    </ul>
  );
  const others = tables.slice(FIRST_KINDS);
  return (
    <>
      <p>{t(more ? 'home.since.more' : 'home.since', { count: total, when })}</p>
      {chips(tables.slice(0, FIRST_KINDS))}
      {others.length > 0 && (
        <details class="empty-kinds">
          <summary>{t('home.since.kinds', { count: others.length })}</summary>
          {chips(others)}
        </details>
      )}
    </>
  );
}

function Changed({ map, object }: { map: MapOfKinds; object: RecentObject }): VNode {
  const kind = map.kinds.get(object.kind);
  const at = object.updated_at;
  return (
    <li>
      <span class={`dot ${colourOfKind(kind)}`} aria-hidden="true" />
      <span class="home-name">
        <ObjectLink map={map} kind={object.kind} id={object.id}>
          {object.name}
        </ObjectLink>
        {kind && (
          <small>
            <Titled said={said(kind.one)} />
          </small>
        )}
      </span>
      {at && (
        <time dateTime={at} title={new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })}>
          {Date.now() - Date.parse(at) < 60_000 ? t('ago.now') : ago(Date.parse(at), Date.now(), locale())}
        </time>
      )}
    </li>
  );
}
