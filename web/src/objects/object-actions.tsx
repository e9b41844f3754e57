/** What can be done with one object: edit, duplicate, delete it, or bring it back. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, nameOf, reachable, type MapOfKinds } from '../api/map.js';
import { send, type Answer } from '../api/send.js';
import { go } from '../app/router.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said, type Said } from '../i18n/titles.js';
import { Dialog } from '../components/dialog.js';
import { mayDo } from './may.js';
import type { Names } from '../api/names.js';
import { MOST } from './names.js';
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
  const linked = useLinked(map, kind, object, names);
  const isKept = kind.columns.some((column) => column.name === 'deleted_at') && mayDo(map, kind, 'restore');
  const about = !linked
    ? t('object.reading')
    : linked.length
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
      {linked && linked.length > 0 && (
        <dl class="linked-names">
          {linked.map(({ title, count, few }) => (
            <div>
              <dt>
                <Titled said={title} /> <span class="faint">{count}</span>
              </dt>
              <dd>{inWords(count, few)}</dd>
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

/** What leads to an object, or is led to by it, under one title. */
interface Linked {
  title: Said;
  count: number;
  few: readonly string[];
}

/** What is linked to an object: its own links, and what refers to it, as far as the reader may see it; null until that is known. */
function useLinked(map: MapOfKinds, kind: Kind, object: Thing, names: Names): readonly Linked[] | null {
  const [referring, setReferring] = useState<readonly Linked[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const asked = [...map.kinds.values()].flatMap((other) =>
      reachable(map, other.path)
        ? other.columns.filter(({ target }) => target === kind.path).map((column) => ({ other, column }))
        : [],
    );
    const read = async ({ other, column }: (typeof asked)[number]): Promise<Linked[]> => {
      const query = `filter[${column.name}]=${object.id}&fields=${other.label ?? 'id'}&page[size]=${FEW}&page[number]=1`;
      const { status, body, total } = await send({ method: 'GET', path: `/api/${other.path}?${query}` });
      const count = Number(total ?? 0);
      if (status >= 400 || count === 0) return [];
      return [{ title: said(other.titles), count, few: (body as Thing[]).map((one) => nameOf(other, one)) }];
    };
    // Where one cannot be read, the others are told all the same.
    void Promise.all(asked.map((one) => read(one).catch(() => []))).then(
      (all) => void (isWanted && setReferring(all.flat())),
    );
    return () => void (isWanted = false);
  }, []);
  if (!referring) return null;
  const own = kind.links.flatMap((link): Linked[] => {
    const ids = object[link.name];
    if (!Array.isArray(ids) || ids.length === 0) return [];
    const known = (ids as number[]).slice(0, MOST).flatMap((id) => names.get(link.target ?? '')?.get(id) ?? []);
    return [{ title: said(link.titles), count: ids.length, few: known.slice(0, FEW) }];
  });
  // A reference may be shown as a link of this object, too: it is told once.
  const told = new Set(own.map(({ title }) => title.text));
  return [...own, ...referring.filter(({ title }) => !told.has(title.text))];
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
