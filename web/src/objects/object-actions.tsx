/** What can be done with one object: edit, duplicate, delete it, make one of it and others, or bring it back. */
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { idsIn, type Kind, type Thing } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { PrintButton } from '../components/print-button.js';
import { WatchButton } from '../components/watch.js';
import { tried } from '../api/send.js';
import { mayMerge } from '../app/merging.js';
import { go } from '../app/router.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, withinSentence, type Phrase } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { mayDo } from '../api/may.js';
import type { MergeOptions } from './merge.js';
import type { Names } from '../api/names.js';
import { MOST } from '../api/known-names.js';
import { KeepObject } from './keep.js';
import { useReferring } from './referring.js';
import { tell } from '../app/notice.js';

interface ActionsOptions {
  map: MapOfKinds;
  kind: Kind;
  object: Thing;
  name: string;
  names: Names;
}

/** The buttons below the heading; whoever may only look may print. */
export function Actions({
  onMerged,
  ...options
}: ActionsOptions & {
  /** The object became one with others, or apart again. */
  onMerged: () => void;
}): VNode | null {
  const { map, kind, object, name } = options;
  const [isAsking, setAsking] = useState(false);
  const [Merge, setMerge] = useState<ComponentType<MergeOptions> | null>(null);
  // Whoever comes by a link to that is to merge it, with others where they are named.
  const toMerge = new URLSearchParams(location.search).get('merge');
  const canMerge = mayMerge(map, kind, object.id);
  const openMerge = (): void => void import('./merge.js').then(({ MergeDialog }) => setMerge(() => MergeDialog));
  useEffect(() => {
    if (toMerge !== null && canMerge) openMerge();
  }, []);
  const mayEdit = mayDo(map, kind, 'edit', object.id);
  // A file is not copied by a form.
  const mayCopy = mayDo(map, kind, 'create') && kind.path !== map.documents?.path;
  const mayDelete = mayDo(map, kind, 'delete');
  const mayExplore = kind.isNode && map.rights.has('explore_access');
  return (
    <div class="object-actions">
      {mayEdit && (
        <a class="primary" href={`${addressOf(kind.path, object.id)}/edit`}>
          {t('form.do.edit')}
        </a>
      )}
      {mayCopy && (
        <a class="quiet" href={`/objects/${kind.path}/new?from=${object.id}`}>
          {t('form.do.copy')}
        </a>
      )}
      {canMerge && (
        <button
          class="quiet"
          type="button"
          // The window comes once somebody wants it.
          onClick={openMerge}
        >
          {t('merge')}
        </button>
      )}
      {mayDelete && (
        <button class="quiet danger" type="button" onClick={() => setAsking(true)}>
          {t('form.do.delete')}
        </button>
      )}
      {mayExplore && (
        <a class="quiet" href={`/map?fails=${kind.path}_${object.id}`}>
          {t('picture.fails')}
        </a>
      )}
      {mayExplore && (
        <a
          class="quiet"
          href={`/map#way=pictures&picture=${encodeURIComponent(`dependencies?of=${kind.path}_${object.id}`)}`}
        >
          {t('picture.relies')}
        </a>
      )}
      <KeepObject map={map} href={addressOf(kind.path, object.id)} name={name} />
      <WatchButton map={map} href={addressOf(kind.path, object.id)} name={name} />
      <PrintButton />
      {isAsking && <Deletion {...options} onClose={() => setAsking(false)} />}
      {Merge && (
        <Merge
          {...{ map, kind, object, name }}
          asked={(toMerge ?? '').split(',').map(Number).filter(Boolean)}
          onClose={() => setMerge(null)}
          onDone={onMerged}
        />
      )}
    </div>
  );
}

/** Asks before an object is deleted, and names what is linked to it. */
function Deletion({ map, kind, object, name, names, onClose }: ActionsOptions & { onClose: () => void }): VNode {
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const linked = useLinked(map, kind, object, names);
  const isKept = kind.columns.some((column) => column.name === 'deleted_at') && mayDo(map, kind, 'restore');
  const about = !linked
    ? t('object.reading')
    : linked.length
      ? t(isKept ? 'form.delete.linked' : 'form.delete.linked-for-good')
      : t(isKept ? 'form.delete.alone' : 'form.delete.for-good');
  const destroy = async (): Promise<void> => {
    setBusy(true);
    const { status, body } = await tried({ method: 'DELETE', path: `/api/${kind.path}/${object.id}` });
    if (status >= 400) {
      setProblem(<Problem status={status} body={body} />);
      return setBusy(false);
    }
    onClose();
    const undo = {
      path: `/api/${kind.path}/${object.id}/restore`,
      sentence: t('form.restored', { name }),
      to: addressOf(kind.path, object.id),
    };
    tell(t('form.deleted', { name }), `/objects/${kind.path}`, isKept ? undo : undefined);
    go(`/objects/${kind.path}`);
  };
  return (
    <Dialog title={t('form.delete.title', { name, kind: withinSentence(said(kind.one)) })} onClose={onClose}>
      <p>{about}</p>
      {linked && linked.length > 0 && (
        <div class="linked-names" tabIndex={0} role="region" aria-label={t('object.links')}>
          <dl>
            {linked.map(({ title, count, few }) => (
              <div>
                <dt>
                  <Titled said={title} /> <span class="faint">{count}</span>
                </dt>
                <dd>{inWords(count, few)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {problem}
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button class="primary danger" type="button" disabled={isBusy} onClick={() => void destroy()}>
          {t('form.do.delete')}
        </button>
      </div>
    </Dialog>
  );
}

/** Names of a few, and how many more there are. */
const FEW = 5;

/** What leads to an object, or is led to by it, under one title. */
interface Linked {
  title: Phrase;
  count: number;
  few: readonly string[];
}

/** What is linked to an object: its own links, and what refers to it, as far as the reader may see it; null until that is known. */
function useLinked(map: MapOfKinds, kind: Kind, object: Thing, names: Names): readonly Linked[] | null {
  const referring = useReferring(map, kind, object);
  if (!referring) return null;
  const own = kind.links.flatMap((link): Linked[] => {
    const ids = object[link.name];
    if (!Array.isArray(ids) || ids.length === 0) return [];
    const known = idsIn(ids)
      .slice(0, MOST)
      .flatMap((id) => names.get(link.target ?? '')?.get(id) ?? []);
    return [{ title: said(link.titles), count: ids.length, few: known.slice(0, FEW) }];
  });
  const others = referring.map(({ few, ...one }) => ({ ...one, few: few.slice(0, FEW).map(({ name }) => name) }));
  return [...own, ...others];
}

const inWords = (count: number, few: readonly string[]): string =>
  count > few.length && few.length
    ? `${few.join(', ')} ${t('table.more', { count: count - few.length })}`
    : few.join(', ');

/** Brings a deleted object back; `onDone` shows it. */
export function Restoration({
  map,
  kind,
  id,
  name,
  onDone,
}: Omit<ActionsOptions, 'object' | 'names'> & { id: number; onDone: () => void }): VNode | null {
  const [problem, setProblem] = useState<VNode | null>(null);
  if (!mayDo(map, kind, 'restore')) return null;
  const restore = async (): Promise<void> => {
    const { status, body } = await tried({ method: 'POST', path: `/api/${kind.path}/${id}/restore`, body: {} });
    if (status >= 400) return setProblem(<Problem status={status} body={body} />);
    tell(t('form.restored', { name }));
    onDone();
  };
  return (
    <>
      <div class="object-actions">
        <button class="primary" type="button" onClick={() => void restore()}>
          {t('form.do.restore')}
        </button>
      </div>
      {problem}
    </>
  );
}
