/**
 * The last changes of an object as the journal has them, for whoever may read that: field by field how it was and is. What one
 * change did is put back from here.
 */
import type { VNode } from 'preact';
import type { Kind, Thing } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { Wanted, type Names } from '../api/names.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { changesOf, wantNames, type Entry } from '../app/entry.js';
import { EntryChanges } from '../app/entry-changes.js';
import { isPutBack, mayPutBack, PutBack } from '../app/put-back.js';
import { Answered } from '../components/answered.js';
import { unknownPerson } from '../components/people.js';
import { isKey, locale, t } from '../i18n/index.js';

/** So many changes are shown; the journal has all of them. */
const LATEST = 10;

interface HistoryOptions {
  map: MapOfKinds;
  kind: Kind;
  object: Thing;
  /** Reads the object anew. */
  onDone: () => void;
}

export default function History({ map, kind, object, onDone }: HistoryOptions): VNode {
  const subject = `filter[subject_type_in]=${encodeURIComponent(kind.tag['x-type'] ?? '')}&filter[subject_id]=${object.id}`;
  const path = `/api/audit-logs?${subject}&sort=-id&page[size]=${LATEST}&page[after]=`;
  const { answer, again } = useAnswer(path);
  const entries = answer && 'status' in answer && answer.status < 400 ? (answer.body as Entry[]) : [];
  const wanted = new Wanted();
  for (const entry of entries) wantNames(wanted, kind, entry);
  const names = useNames(map, wanted);
  const doneOnce = (): void => {
    again();
    onDone();
  };
  return (
    <Answered<Entry[]> answer={answer} again={again}>
      {(found) => (
        <ol class="history" aria-label={t('history')}>
          {found.map((entry) => (
            <EntryShown key={entry.id} {...{ map, kind, object, names, entry }} onDone={doneOnce} />
          ))}
        </ol>
      )}
    </Answered>
  );
}

interface EntryOptions extends HistoryOptions {
  entry: Entry;
  names: Names;
}

function EntryShown({ map, kind, object, entry, names, onDone }: EntryOptions): VNode {
  const { description, user_id: user, created_at: moment } = entry;
  const did = `admin.did.${description}`;
  return (
    <li>
      <p class="history-line">
        {moment && (
          <time dateTime={moment}>
            {new Date(moment).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
        <strong>
          {user === null
            ? t('admin.journal.nobody')
            : user === map.rights.userId
              ? t('feed.you')
              : (names.get('users')?.get(user) ?? unknownPerson(map, user))}
        </strong>
        <span>{isKey(did) ? t(did) : description}</span>
      </p>
      {description === 'updated' && <EntryChanges map={map} changes={changesOf(kind, entry)} names={names} />}
      {mayPutBack(map, kind, entry) && (
        <PutBack
          {...{ map, kind, entry, names, onDone }}
          id={object.id}
          isPutBack={isPutBack(map, kind, entry, object)}
        />
      )}
    </li>
  );
}
