/** What can be done with one object: edit, duplicate, delete it, or bring it back. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { send, type Answer } from '../api/send.js';
import { go } from '../app/router.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Dialog } from './dialog.js';
import { mayDo } from './may.js';
import { MOST, type Names } from './names.js';
import { tell } from './notice.js';

type Thing = Readonly<Record<string, unknown>> & { id: number };

interface ActionsOptions {
  map: MapOfKinds;
  kind: Kind;
  object: Thing;
  name: string;
  names: Names;
}

/** The buttons below the heading; none for whoever may only look. */
export function Actions({ map, kind, object, name, names }: ActionsOptions): VNode | null {
  const [isAsking, setAsking] = useState(false);
  const mayEdit = mayDo(map, kind, 'edit');
  // A file is not copied by a form.
  const mayCopy = mayDo(map, kind, 'create') && kind.path !== map.documents?.path;
  const mayDelete = mayDo(map, kind, 'delete');
  if (!mayEdit && !mayCopy && !mayDelete) return null;
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
      {mayDelete && (
        <button class="quiet danger" type="button" onClick={() => setAsking(true)}>
          {t('form.do.delete')}
        </button>
      )}
      {isAsking && <Deletion {...{ map, kind, object, name, names }} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Asks before an object is deleted, and names what is linked to it. */
function Deletion({ map, kind, object, name, names, onClose }: ActionsOptions & { onClose: () => void }): VNode {
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const linked = kind.links.flatMap((link) => {
    const ids = object[link.name];
    return Array.isArray(ids) && ids.length > 0 ? [{ link, ids: ids as number[] }] : [];
  });
  const isKept = kind.columns.some((column) => column.name === 'deleted_at') && mayDo(map, kind, 'restore');
  const about = linked.length
    ? t(isKept ? 'form.delete.linked' : 'form.delete.linked-for-good')
    : t(isKept ? 'form.delete.alone' : 'form.delete.for-good');
  const destroy = async (): Promise<void> => {
    setBusy(true);
    const { status, body } = await tried(() => send({ method: 'DELETE', path: `/api/${kind.path}/${object.id}` }));
    if (status >= 400) {
      setProblem(<Problem status={status} body={body} />);
      return setBusy(false);
    }
    onClose();
    tell(t('form.deleted', { name }), `/objects/${kind.path}`);
    go(`/objects/${kind.path}`);
  };
  return (
    <Dialog title={t('form.delete.title', { name })} onClose={onClose}>
      <p>{about}</p>
      {linked.length > 0 && (
        <dl class="linked-names">
          {linked.map(({ link, ids }) => (
            <div key={link.name}>
              <dt>
                <Titled said={said(link.titles)} /> <span class="faint">{ids.length}</span>
              </dt>
              <dd>{link.target !== undefined && namesIn(names, link.target, ids)}</dd>
            </div>
          ))}
        </dl>
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

function namesIn(names: Names, target: string, ids: readonly number[]): string {
  const known = ids.slice(0, MOST).flatMap((id) => names.get(target)?.get(id) ?? []);
  const more = ids.length - Math.min(FEW, known.length);
  const few = known.slice(0, FEW).join(', ');
  return more > 0 && few ? `${few} ${t('table.more', { count: more })}` : few;
}

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
    const { status, body } = await tried(() =>
      send({ method: 'POST', path: `/api/${kind.path}/${id}/restore`, body: {} }),
    );
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

/** An answer, also where there is none: a write that nobody answered is told like one that was refused. */
export async function tried(sent: () => Promise<Answer>): Promise<Pick<Answer, 'status' | 'body'>> {
  try {
    return await sent();
  } catch {
    return { status: 503, body: { message: t('server.away') } };
  }
}
