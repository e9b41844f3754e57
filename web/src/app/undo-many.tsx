/** Takes back from the journal what one change did to many objects: its entries are those of one request. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { fieldsOf } from '../api/form-fields.js';
import type { Values } from '../api/former.js';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { mayDo } from '../api/may.js';
import { namesOfKind } from '../api/names.js';
import { send } from '../api/send.js';
import { Dialog } from '../components/dialog.js';
import { t } from '../i18n/index.js';
import type { Entry } from './entry.js';
import { UndoButton, type Undo } from './notice.js';
import { place } from './router.js';
import { fewOf, undoOfChange } from './undo-of-change.js';

/** Entries of one request; more of them are not put back from here. */
const MOST = 1000;

/** Whether two entries tell of one change of several objects. A client may call its requests alike: so the moment counts, too. */
export const isSameChange = (one: Entry, other: Entry): boolean =>
  one.description === 'updated' &&
  other.description === 'updated' &&
  one.subject_type === other.subject_type &&
  one.user_id === other.user_id &&
  one.created_at === other.created_at &&
  one.properties?.['request_id'] !== undefined &&
  one.properties['request_id'] === other.properties?.['request_id'];

/** All entries of the change; undefined where there are too many, or a value of one was cut. Throws a ConnectionError. */
async function entriesOf(entry: Entry): Promise<Entry[] | undefined> {
  const { subject_type: type, user_id: user, created_at: moment } = entry;
  const filters = [
    ['subject_type_in', type],
    ['user_id', user],
    ['created_at_after', moment],
    ['created_at_before', moment],
    ['description_in', 'updated'],
  ].map(([name, value]) => `filter[${name}]=${encodeURIComponent(String(value))}`);
  const { status, body, next } = await send({
    method: 'GET',
    path: `/api/audit-logs?${filters.join('&')}&sort=-id&page[size]=${MOST}&page[after]=`,
  });
  if (status >= 400 || next !== undefined) return undefined;
  const same = (body as Entry[]).filter((one) => isSameChange(one, entry));
  return same.every(({ properties }) => !properties?.['shortened']) ? same : undefined;
}

interface Options {
  map: MapOfKinds;
  kind: Kind;
  entry: Entry;
  /** Reads the journal anew. */
  again: () => void;
}

export function UndoMany({ map, kind, entry, again }: Options): VNode | null {
  const [asked, setAsked] = useState<{ undo: Undo; count: number; few: string } | null>(null);
  const [problem, setProblem] = useState('');
  const look = async (): Promise<void> => {
    setProblem('');
    const entries = await entriesOf(entry).catch(() => undefined);
    const part = (name: 'before' | 'after'): Map<number, Values> =>
      new Map(entries?.map(({ subject_id: id, properties }) => [id!, (properties?.[name] ?? {}) as Values]));
    const [former, after] = [part('before'), part('after')];
    const known = await namesOfKind(map, kind.path, [...former.keys()]).catch(() => new Map<number, string>());
    // What was deleted since stays so.
    for (const id of former.keys()) if (!known.has(id)) former.delete(id);
    const touched = new Set([...former.values()].flatMap((values) => Object.keys(values)));
    const fields = fieldsOf(map, kind, 'update').filter(({ name }) => touched.has(name));
    const undo = undoOfChange({ kind, names: known, fields, former, after });
    if (!undo) return setProblem(t('history.nothing'));
    const { path } = place.get();
    const done = (): void => {
      setAsked(null);
      again();
    };
    setAsked({ undo: { ...undo, to: path, onDone: done }, count: former.size, few: fewOf(known) });
  };
  if (!mayDo(map, kind, 'mass-update')) return null;
  return (
    <>
      <button class="small-button" type="button" onClick={() => void look()}>
        {t('history.many')}
      </button>
      {problem && (
        <p class="faint" role="status">
          {problem}
        </p>
      )}
      {asked && (
        <Dialog title={t('history.many.title', { count: asked.count })} onClose={() => setAsked(null)}>
          <p>{asked.few}</p>
          <p>{t('history.many.about')}</p>
          <div class="form-end">
            <button class="quiet" type="button" onClick={() => setAsked(null)}>
              {t('cancel')}
            </button>
            <UndoButton undo={asked.undo} />
          </div>
        </Dialog>
      )}
    </>
  );
}
