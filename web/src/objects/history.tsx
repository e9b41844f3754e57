/**
 * What became of an object: who did what, when, why and by which way, field by field. Each moment can be looked at, and what one
 * request did is taken back from here.
 */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, numbered, type MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { EntryChanges } from '../app/entry-changes.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import { fieldsOfChange, wantNamesOf, type HistoryEvent } from '../app/told-change.js';
import { UndoRequest } from '../app/undo-request.js';
import { Answered } from '../components/answered.js';
import { ObjectLink } from '../components/object-link.js';
import { unknownPerson } from '../components/people.js';
import { isKey, locale, t } from '../i18n/index.js';

/** So many changes are shown at a time. */
const SIZE = 10;

export interface HistoryOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
  /** Reads the object anew. */
  onDone: () => void;
}

export default function History({ map, kind, id, onDone }: HistoryOptions): VNode {
  const [after, setAfter] = useState('');
  const path = `/api/${kind.path}/${id}/history?page[size]=${SIZE}${after && `&page[after]=${encodeURIComponent(after)}`}`;
  const { answer, again } = useAnswer(path);
  const events = answer && 'status' in answer && answer.status < 400 ? (answer.body as HistoryEvent[]) : [];
  const wanted = new Wanted();
  for (const { data } of events) {
    wanted.want('users', data.by.user_id);
    if (data.origin) wanted.want(data.origin.resource, data.origin.id);
    wantNamesOf(wanted, fieldsOfChange(kind, data, data.action === 'deleted'));
  }
  const names = useNames(map, wanted, true);
  const done = (sentence: string): void => {
    tell(sentence);
    again();
    onDone();
  };
  return (
    <>
      <AsOf kind={kind} id={id} />
      <Answered<HistoryEvent[]> answer={answer} again={again}>
        {(found, { next }) => (
          <>
            {found.length === 0 && <p class="faint">{t('history.none')}</p>}
            <ol class="history" aria-label={t('history')}>
              {found.map((event, i) => (
                <EventShown
                  key={event.id}
                  {...{ map, kind, id, names, event }}
                  isNow={!after && i === 0}
                  onDone={done}
                />
              ))}
            </ol>
            {(next || after) && (
              <nav class="pages" aria-label={t('pages')}>
                {after && (
                  <button class="quiet" type="button" onClick={() => setAfter('')}>
                    {t('history.newest')}
                  </button>
                )}
                {next && (
                  <button class="quiet" type="button" onClick={() => setAfter(next)}>
                    {t('history.older')}
                  </button>
                )}
              </nav>
            )}
          </>
        )}
      </Answered>
    </>
  );
}

/** Shows the object as it was at any moment. */
function AsOf({ kind, id }: Pick<HistoryOptions, 'kind' | 'id'>): VNode {
  const [at, setAt] = useState('');
  return (
    <form
      class="as-of"
      onSubmit={(event) => {
        event.preventDefault();
        if (at) go(asOfAddress(kind, id, new Date(at).toISOString()));
      }}
    >
      <label>
        {t('history.as-of')}
        <input type="datetime-local" required value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
      </label>
      <button class="quiet" type="submit" disabled={!at}>
        {t('history.as-of.show')}
      </button>
    </form>
  );
}

/** The page of an object as it was: at a moment, or behind the change with this place in the feed, which was made then. */
const asOfAddress = (kind: Kind, id: number, moment: string, place?: string): string => {
  const asOf = place === undefined ? moment : `cursor:${place}`;
  return `${addressOf(kind.path, id)}?as_of=${encodeURIComponent(asOf)}${place === undefined ? '' : `&at=${encodeURIComponent(moment)}`}`;
};

interface EventOptions extends Omit<HistoryOptions, 'onDone'> {
  event: HistoryEvent;
  names: Names;
  /** Nothing came after it. */
  isNow: boolean;
  onDone: (sentence: string) => void;
}

function EventShown({ map, kind, id, event, names, isNow, onDone }: EventOptions): VNode {
  const { data } = event;
  const { action, by, reason, origin, transaction } = data;
  const when = new Date(event.time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
  const fields = fieldsOfChange(kind, data, action === 'deleted');
  const way = `history.via.${by.via}`;
  const { rights } = map;
  // A feed is taken back by its run, and a merge by its entry.
  const mayUndo = by.via !== 'feed' && (rights.isAdmin || by.user_id === rights.userId);
  return (
    <li>
      <p class="history-line">
        <time dateTime={event.time}>{when}</time>
        <strong>
          {by.user_id === null
            ? t(by.via === 'outside' ? 'history.outside' : 'someone')
            : by.user_id === rights.userId
              ? t('feed.you')
              : (names.get('users')?.get(by.user_id) ?? unknownPerson(map, by.user_id))}
        </strong>
        <span>{t(`admin.did.${action}`)}</span>
        {isKey(way) && <span class="faint">{t(way)}</span>}
        {origin && (
          <span class="faint">
            {t('history.origin')}{' '}
            <ObjectLink map={map} kind={origin.resource} id={origin.id}>
              {names.get(origin.resource)?.get(origin.id) ?? numbered(map.kinds.get(origin.resource), origin.id)}
            </ObjectLink>
          </span>
        )}
      </p>
      {reason !== null && <p class="history-reason">{t('quoted', { text: reason })}</p>}
      {fields.length > 0 &&
        (action === 'updated' ? (
          <EntryChanges map={map} changes={fields} names={names} />
        ) : (
          <details>
            <summary>{t('admin.journal.fields', { count: fields.length })}</summary>
            <EntryChanges map={map} changes={fields} names={names} />
          </details>
        ))}
      <p class="history-do">
        {!isNow && action !== 'deleted' && (
          <a
            class="small-button"
            href={asOfAddress(kind, id, event.time, event.id)}
            aria-label={t('history.then.of', { when })}
          >
            {t('history.then')}
          </a>
        )}
        {mayUndo && <UndoRequest target={{ transaction }} about={t('undo.of', { when })} onDone={onDone} />}
      </p>
    </li>
  );
}
