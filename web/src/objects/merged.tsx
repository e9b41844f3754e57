/** What became part of an object, since when and by whom, and a button that takes it back. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { Wanted } from '../api/names.js';
import { useAnswer } from '../api/use-answer.js';
import { useNames } from '../api/use-names.js';
import { mayMerge, undoOfMerge } from '../app/merging.js';
import { UndoButton } from '../app/notice.js';
import { unknownPerson } from '../components/people.js';
import { locale, t } from '../i18n/index.js';
import { mayReadJournal } from '../api/people.js';
import './sources.css';

/** An entry of the journal that tells of a merge, or of one that was taken back. */
interface Entry {
  id: number;
  description: 'merged' | 'unmerged';
  user_id: number | null;
  created_at: string | null;
  /** Null where the reader may not show the object. */
  properties: { after?: { merged?: number[]; merged_names?: Record<number, string>; taken_back?: number } } | null;
}

/** Merges that are told: those before them stand in the journal. */
const MOST = '10';

interface MergedOptions {
  map: MapOfKinds;
  kind: Kind;
  id: number;
  name: string;
  /** It was taken back: the object is shown anew. */
  onDone: () => void;
}

/** Nothing where nothing was merged, or the reader may not read the journal. */
export function MergedOthers({ map, kind, id, name, onDone }: MergedOptions): VNode | null {
  const type = kind.tag['x-type'];
  const query = new URLSearchParams({
    ...{ 'filter[subject_type_in]': type ?? '', 'filter[subject_id]': String(id) },
    ...{ 'filter[description_in]': 'merged,unmerged', sort: '-id', 'page[size]': MOST, 'page[after]': '' },
  });
  const { answer } = useAnswer(mayReadJournal(map) && type !== undefined ? `/api/audit-logs?${query}` : null);
  const entries = answer && 'status' in answer && answer.status < 400 ? (answer.body as Entry[]) : [];
  const back = new Set(entries.map(({ properties }) => properties?.after?.taken_back));
  const merges = entries.filter((entry) => entry.description === 'merged' && !back.has(entry.id));
  const wanted = new Wanted();
  for (const { user_id: user } of merges) wanted.want('users', user);
  const names = useNames(map, wanted);
  const personOf = (user: number | null): string =>
    user === map.rights.userId
      ? t('feed.you')
      : user === null
        ? t('someone')
        : (names.get('users')?.get(user) ?? unknownPerson(map, user));
  const whenOf = ({ created_at: at }: Entry): string =>
    at === null ? '' : new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  if (!merges.length) return null;
  return (
    <ul class="merged-others">
      {merges.map((entry) => {
        const { merged = [], merged_names: named = {} } = entry.properties?.after ?? {};
        return (
          <li key={entry.id}>
            {merged.map((other, i) => (
              <>
                {i > 0 && ', '}
                <a href={addressOf(kind.path, other)}>
                  #{other} {named[other]}
                </a>
              </>
            ))}{' '}
            {t(merged.length === 1 ? 'merge.was.one' : 'merge.was', {
              when: whenOf(entry),
              person: personOf(entry.user_id),
            })}{' '}
            {mayMerge(map, kind, id) && <UndoButton undo={undoOfMerge(map, kind, id, entry.id, { name, onDone })} />}
          </li>
        );
      })}
    </ul>
  );
}
