/** A window in which several objects that are one thing become one: which ones, what stands where they differ, and what moves. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { findOfKind, type FoundObject } from '../api/find.js';
import type { Column, Kind, Thing } from '../api/kinds.js';
import { addressOf, unnamed, type MapOfKinds } from '../api/map.js';
import { namesOfKind, Wanted, type Names } from '../api/names.js';
import { tried } from '../api/send.js';
import { useNames } from '../api/use-names.js';
import { undoOfMerge } from '../app/merging.js';
import { tell } from '../app/notice.js';
import { Dialog } from '../components/dialog.js';
import { TableFrame } from '../components/framed-table.js';
import { Picker } from '../components/picker.js';
import { Problem } from '../components/problem.js';
import { Titled } from '../components/text.js';
import { Value } from '../components/value.js';
import { isKey, locale, t } from '../i18n/index.js';
import { said, type Phrase } from '../i18n/titles.js';
import './form.css';

/** What the API says of a merge, done or tried. */
interface Merged {
  merged: number[];
  differing: Record<string, Differing>;
  filled: Record<string, { from: number; value: unknown }>;
  moved: Record<string, number>;
  entry: number | null;
}

interface Differing {
  /** Null: what all of them say, as of addresses. */
  kept: number | null;
  values: Record<string, unknown>;
}

/** Names by id, in the order in which they were chosen. */
type Others = ReadonlyMap<number, string>;
/** By column the object whose value is to stand; null: what all of them say. */
type Preferred = Readonly<Record<string, number | null>>;

export interface MergeOptions {
  map: MapOfKinds;
  kind: Kind;
  object: Thing;
  name: string;
  /** Others that are chosen already. */
  asked: readonly number[];
  onClose: () => void;
  /** It was done, or taken back: the object is shown anew. */
  onDone: () => void;
}

export function MergeDialog({ map, kind, object, name, asked, onClose, onDone }: MergeOptions): VNode {
  const [others, setOthers] = useState<Others>(new Map());
  useEffect(() => {
    const ids = asked.filter((id) => id !== object.id);
    if (!ids.length) return;
    void namesOfKind(map, kind.path, ids).then((found) => {
      setOthers(new Map(ids.filter((id) => found.has(id)).map((id) => [id, found.get(id) || `#${id}`])));
    });
  }, []);
  const [chosen, setChosen] = useState<Preferred>({});
  const [problem, setProblem] = useState<VNode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const path = `/api/${kind.path}/${object.id}/merge`;
  const { shown, refused } = useTried(path, [...others.keys()]);
  const find = async (text: string, signal: AbortSignal): Promise<FoundObject[]> =>
    (await findOfKind(map, kind, text, signal)).filter(({ id }) => id !== object.id && !others.has(id));
  const leaveOut = (id: number): void => {
    setOthers(new Map([...others].filter(([other]) => other !== id)));
    setChosen(Object.fromEntries(Object.entries(chosen).filter(([, of]) => of !== id)));
    box.current!.querySelector<HTMLElement>('input')!.focus();
  };
  const merge = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const prefer = Object.fromEntries(
      Object.entries(chosen).filter(([column, of]) => of !== null && column in shown!.differing),
    );
    const { status, body } = await tried({ method: 'POST', path, body: { from: [...others.keys()], prefer } });
    setBusy(false);
    if (status >= 400) return setProblem(<Problem status={status} body={body} titles={titlesOf(kind)} />);
    onClose();
    const { entry } = (body as { data: Merged }).data;
    const names = [...others.values()].map((text) => t('quoted', { text })).join(', ');
    tell(
      t('merge.done', { names, name }),
      addressOf(kind.path, object.id),
      undoOfMerge(map, kind, object.id, entry!, { name, onDone }),
    );
    onDone();
  };
  return (
    <Dialog title={t('merge.title', { name })} onClose={onClose} wide>
      <p>{t('merge.about', { name })}</p>
      <p>{t('merge.becomes', { name })}</p>
      <div ref={box}>
        {others.size > 0 && (
          <ul class="taken" aria-label={t('merge.others')}>
            {[...others].map(([id, other]) => (
              <li key={id}>
                <span class="taken-name">
                  <span>{other}</span>
                  <button type="button" aria-label={t('form.remove', { name: other })} onClick={() => leaveOut(id)}>
                    ×
                  </button>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Picker<FoundObject>
          label={t('merge.others')}
          placeholder={t('form.find', { kind: said(kind.titles).text })}
          find={find}
          onPick={({ id, name: other }) => setOthers(new Map([...others, [id, other]]))}
        />
      </div>
      {refused}
      {others.size > 0 && shown && (
        <>
          <Differences
            {...{ map, kind, shown, chosen }}
            objects={new Map([[object.id, name], ...others])}
            onChoose={(column, id) => setChosen({ ...chosen, [column]: id })}
          />
          <FilledFields map={map} kind={kind} filled={shown.filled} />
          <Moves map={map} kind={kind} moved={shown.moved} />
        </>
      )}
      {problem}
      <div class="form-end">
        <button class="quiet" type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button class="primary" type="button" disabled={isBusy || !others.size || !shown} onClick={() => void merge()}>
          {others.size ? t('merge.do', { count: others.size + 1 }) : t('merge.do.none')}
        </button>
      </div>
    </Dialog>
  );
}

/** What the columns are called, for refusals. */
const titlesOf = ({ columns, links }: Kind): Record<string, string> =>
  Object.fromEntries([...columns, ...links].map(({ name, titles }) => [name, said(titles).text]));

/** What the merge would do; null until that is known, or where it is refused. */
function useTried(path: string, from: readonly number[]): { shown: Merged | null; refused: VNode | null } {
  const [shown, setShown] = useState<Merged | null>(null);
  const [refused, setRefused] = useState<VNode | null>(null);
  useEffect(() => {
    let isWanted = true;
    setRefused(null);
    if (!from.length) setShown(null);
    else
      void tried({ method: 'POST', path: `${path}?dry_run=1`, body: { from } }).then(({ status, body }) => {
        if (!isWanted) return;
        setShown(status < 400 ? (body as { data: Merged }).data : null);
        if (status >= 400) setRefused(<Problem status={status} body={body} />);
      });
    return () => void (isWanted = false);
  }, [path, from.join()]);
  return { shown, refused };
}

interface DifferencesOptions {
  map: MapOfKinds;
  kind: Kind;
  shown: Merged;
  /** All of them, the one that stays first. */
  objects: Others;
  chosen: Preferred;
  onChoose: (column: string, id: number | null) => void;
}

/** Where they differ, side by side: whose value stands is chosen for each. */
function Differences({ map, kind, shown, objects, chosen, onChoose }: DifferencesOptions): VNode {
  const columns = kind.columns.filter(({ name }) => name in shown.differing);
  const wanted = new Wanted();
  for (const { name, target } of columns)
    for (const value of Object.values(shown.differing[name]!.values)) wanted.want(target, value);
  const names = useNames(map, wanted);
  if (!columns.length) return <p>{t('merge.same')}</p>;
  const [stays] = objects.keys();
  const hasSets = columns.some(({ name }) => shown.differing[name]!.kept === null);
  return (
    <>
      <h3 class="merge-head">{t('merge.differing')}</h3>
      <TableFrame label={t('merge.differing')} frame="merge-frame">
        <table class="objects merge-table">
          <thead>
            <tr>
              <th scope="col">{t('merge.field')}</th>
              {[...objects].map(([id, name]) => (
                <th key={id} scope="col">
                  {name} {id === stays && <small class="faint">{t('merge.stays')}</small>}
                </th>
              ))}
              {hasSets && <th scope="col">{t('merge.both')}</th>}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name}>
                <th scope="row">
                  <Titled said={said(column.titles)} />
                </th>
                {[...objects].map(([id, name]) => (
                  <td key={id}>
                    <Side
                      map={map}
                      {...{ column, id, name, names, onChoose }}
                      differing={shown.differing[column.name]!}
                      chosen={chosen[column.name]}
                    />
                  </td>
                ))}
                {hasSets && (
                  <td>
                    {shown.differing[column.name]!.kept === null && (
                      <Both
                        column={column}
                        isChosen={(chosen[column.name] ?? null) === null}
                        onChoose={() => onChoose(column.name, null)}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

interface SideOptions {
  map: MapOfKinds;
  column: Column;
  id: number;
  name: string;
  names: Names;
  differing: Differing;
  chosen: number | null | undefined;
  onChoose: (column: string, id: number) => void;
}

/** What all of them say together, of a set. */
const Both = ({ column, isChosen, onChoose }: { column: Column; isChosen: boolean; onChoose: () => void }): VNode => (
  <label class="merge-side">
    <input type="radio" name={`merge-${column.name}`} checked={isChosen} onChange={onChoose} /> {t('merge.both')}
  </label>
);

/** What one of them says, to be chosen; nothing where it says nothing. */
function Side({ map, column, id, name, names, differing, chosen, onChoose }: SideOptions): VNode {
  const value = differing.values[id];
  // On a phone they stand below each other, and each says whose it is.
  const of = <small class="merge-of">{name}</small>;
  if (value === undefined)
    return (
      <span class="merge-side">
        {of} <Value column={column} value={null} />
      </span>
    );
  return (
    <label class="merge-side">
      {of}
      <input
        type="radio"
        name={`merge-${column.name}`}
        checked={(chosen ?? differing.kept) === id}
        onChange={() => onChoose(column.name, id)}
      />{' '}
      <ShownValue map={map} column={column} value={value} names={names} />
    </label>
  );
}

/** The empty fields of the object that stays, and what they get. */
function FilledFields({ map, kind, filled }: { map: MapOfKinds; kind: Kind; filled: Merged['filled'] }): VNode | null {
  const columns = kind.columns.filter(({ name }) => name in filled);
  const wanted = new Wanted();
  for (const { name, target } of columns) wanted.want(target, filled[name]!.value);
  const names = useNames(map, wanted);
  if (!columns.length) return null;
  return (
    <>
      <h3 class="merge-head">{t('merge.filled')}</h3>
      <ul class="merge-moves">
        {columns.map((column) => (
          <li key={column.name}>
            <Titled said={said(column.titles)} />
            {t('colon')}
            <ShownValue map={map} column={column} value={filled[column.name]!.value} names={names} />
          </li>
        ))}
      </ul>
    </>
  );
}

const ShownValue = ({
  map,
  column,
  value,
  names,
}: {
  map: MapOfKinds;
  column: Column;
  value: unknown;
  names: Names;
}): VNode =>
  column.target ? (
    <>{names.get(column.target)?.get(Number(value)) ?? unnamed(map, column.target, value)}</>
  ) : (
    <Value column={column} value={value} short />
  );

/** What comes to the object that stays, in words. */
function Moves({ map, kind, moved }: { map: MapOfKinds; kind: Kind; moved: Merged['moved'] }): VNode | null {
  const some = Object.entries(moved).filter(([, count]) => count > 0);
  if (!some.length) return null;
  return (
    <>
      <h3 class="merge-head">{t('merge.moves')}</h3>
      <ul class="merge-moves">
        {some.map(([name, count]) => (
          <li key={name}>
            <Titled said={titleOfMove(map, kind, name)} /> <span class="faint">{count.toLocaleString(locale())}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link of the object, a kind that refers to it, or a room of the server that has something of it. */
function titleOfMove(map: MapOfKinds, kind: Kind, name: string): Phrase {
  const titles = kind.links.find((link) => link.name === name)?.titles ?? map.kinds.get(name)?.titles;
  const key = `merge.moves.${name}`;
  return titles ? said(titles) : { text: isKey(key) ? t(key) : name };
}
