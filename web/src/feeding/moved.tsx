/** What is no longer as a plan showed it, or as a run left it. */
import type { VNode } from 'preact';
import type { Moved } from '../api/feed.js';
import { numbered, type MapOfKinds } from '../api/map.js';
import { ObjectLink } from '../components/object-link.js';
import { FedValue, FieldTitle } from '../components/fed-value.js';
import { t } from '../i18n/index.js';

/** What the server calls the type of sources, whose settings move as the map does. */
const SETTINGS = 'feed/sources';

export function MovedList({ map, moved }: { map: MapOfKinds; moved: readonly Moved[] }): VNode {
  return (
    <ul class="feed-list">
      {moved.map(({ type, id, name, field, expected, stored, message }, i) => {
        const kind = map.kinds.get(type);
        return (
          <li key={i}>
            <p class="feed-object">
              {id === null ? (
                <strong>{name}</strong>
              ) : (
                <ObjectLink map={map} kind={type} id={id}>
                  {name || numbered(kind, id)}
                </ObjectLink>
              )}
            </p>
            {field === null && message === undefined && <p class="feed-message">{t('feed.moved.gone')}</p>}
            {type === SETTINGS && <p class="feed-message">{t('feed.moved.settings')}</p>}
            {message !== undefined && (
              <p class="feed-message">
                {field !== null && (
                  <strong>
                    <FieldTitle kind={kind} name={field} />
                    {t('colon')}
                  </strong>
                )}
                {message}
              </p>
            )}
            {field !== null && message === undefined && type !== SETTINGS && (
              <p class="feed-message">
                <strong>
                  <FieldTitle kind={kind} name={field} />
                  {t('colon')}
                </strong>
                {t('feed.expected')} <FedValue map={map} kind={kind} name={field} value={expected} />
                {' · '}
                {t('feed.stands')} <FedValue map={map} kind={kind} name={field} value={stored} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
