/** The rows of a table that somebody selected, and what can be done with all of them at once. */
import type { TargetedMouseEvent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import { addressOf, nameOf, type MapOfKinds } from '../api/map.js';
import { send } from '../api/send.js';
import { mayMerge } from '../app/merging.js';
import { t } from '../i18n/index.js';
import { mayDo } from '../api/may.js';
import type { MassDialogs, MassOptions, Selected } from './mass-options.js';

type Row = Readonly<Record<string, unknown>> & { id: number };

/** Objects that one request may change. */
const MOST = 10_000;
/** Objects that one merge may make one. */
const MOST_MERGED = 50;

/** Whether rows of a kind can be selected: where something can be done with them. */
export const isSelectable = (map: MapOfKinds, kind: Kind): boolean =>
  mayDo(map, kind, 'mass-update') || mayDo(map, kind, 'mass-destroy');

interface TicksOptions {
  kind: Kind;
  rows: readonly Row[];
  selected: Selected;
  onChange: (selected: Selected) => void;
}

/** The boxes of a table: that of all its rows, and that of one; with Shift all rows from the last one that was ticked. */
export function ticksOf({ kind, rows, selected, onChange }: TicksOptions, last: { current: number | null }) {
  const set = (some: readonly Row[], isOn: boolean): void => {
    const next = new Map(selected);
    for (const row of some) {
      if (isOn) next.set(row.id, nameOf(kind, row));
      else next.delete(row.id);
    }
    onChange(next);
  };
  const click = (row: Row, event: TargetedMouseEvent<HTMLInputElement>): void => {
    const [from, to] = [rows.findIndex(({ id }) => id === last.current), rows.indexOf(row)];
    last.current = row.id;
    const range = event.shiftKey && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    set(range, event.currentTarget.checked);
  };
  const count = rows.filter(({ id }) => selected.has(id)).length;
  return {
    all: (
      <label class="row-tick">
        <input
          type="checkbox"
          aria-label={t('form.select.page')}
          checked={count > 0 && count === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows.length;
          }}
          onChange={({ currentTarget }) => set(rows, currentTarget.checked)}
        />
      </label>
    ),
    of: (row: Row): VNode => (
      <label class="row-tick">
        <input
          type="checkbox"
          aria-label={t('form.select.one', { name: nameOf(kind, row) })}
          checked={selected.has(row.id)}
          onClick={(event) => click(row, event)}
        />
      </label>
    ),
  };
}

/** Whether a table has deleted objects: as the filter says that asks for them. */
export type Deleted = 'only' | 'with' | 'none';

interface BarOptions {
  map: MapOfKinds;
  kind: Kind;
  selected: Selected;
  /** How many objects fit the filters, and the query that finds them. */
  total: number | undefined;
  query: string;
  /** Whether deleted ones are among them, or nothing else is. */
  deleted: Deleted;
  onChange: (selected: Selected) => void;
  /** Something was changed: the table is read again. */
  onDone: MassOptions['onDone'];
}

/** How many are selected, and what to do with them: at the lower edge of the screen, behind everything else, so that nothing jumps. */
export function SelectionBar({ map, kind, selected, total, query, deleted, onChange, onDone }: BarOptions): VNode {
  const [dialogs, setDialogs] = useState<MassDialogs | null>(null);
  const [open, setOpen] = useState<'change' | 'delete' | 'restore' | null>(null);
  const [problem, setProblem] = useState('');
  const count = selected.size;
  // The one that was ticked first is the one that stays.
  const [first, ...others] = selected.keys();
  useEffect(() => {
    // The dialogs come with the forms: once somebody is about to need them.
    if (count > 0 && !dialogs) void import('./mass.js').then((module) => setDialogs(() => module.dialogs));
  }, [count > 0]);
  const selectAll = async (): Promise<void> => {
    if (total! > MOST) return setProblem(t('form.select.too-many', { count: MOST }));
    const path = `/api/${kind.path}?${query}${query && '&'}fields=id${kind.label ? `,${kind.label}` : ''}`;
    try {
      const { status, body } = await send({ method: 'GET', path });
      if (status >= 400) return setProblem((body as { message?: string }).message ?? String(status));
      onChange(new Map((body as Row[]).map((row) => [row.id, nameOf(kind, row)])));
    } catch {
      setProblem(t('server.away'));
    }
  };
  const finish: MassOptions['onDone'] = (...done) => {
    setOpen(null);
    onChange(new Map());
    onDone(...done);
  };
  const shared = { map, kind, selected, onClose: () => setOpen(null), onChange, onDone: finish };
  return (
    // It is there all the same: who is told of a number has to have heard of its place before.
    <div class={count > 0 ? 'selection' : undefined}>
      <p role="status">{count > 0 && t('form.select.count', { count })}</p>
      {count > 0 && (
        <>
          {total !== undefined && total > count && (
            <button class="small-button" type="button" onClick={() => void selectAll()}>
              {t('form.select.all', { count: total })}
            </button>
          )}
          <button class="small-button" type="button" onClick={() => onChange(new Map())}>
            {t('form.select.none')}
          </button>
          {deleted !== 'none' && mayDo(map, kind, 'mass-restore') && (
            <button class="small-button" type="button" disabled={!dialogs} onClick={() => setOpen('restore')}>
              {t('form.do.restore')}
            </button>
          )}
          {/* What is deleted is neither changed nor deleted once more: the server would refuse all of them. */}
          {deleted !== 'only' && mayDo(map, kind, 'mass-update') && (
            <button class="small-button" type="button" disabled={!dialogs} onClick={() => setOpen('change')}>
              {t('form.mass.change')}
            </button>
          )}
          {deleted === 'none' && count > 1 && count <= MOST_MERGED && mayMerge(map, kind, first!) && (
            <a class="small-button" href={`${addressOf(kind.path, first!)}?merge=${others.join(',')}`}>
              {t('form.select.merge')}
            </a>
          )}
          {deleted !== 'only' && mayDo(map, kind, 'mass-destroy') && (
            <button class="small-button danger" type="button" disabled={!dialogs} onClick={() => setOpen('delete')}>
              {t('form.mass.delete')}
            </button>
          )}
        </>
      )}
      {problem && (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
      {dialogs && open === 'change' && <dialogs.Change {...shared} />}
      {dialogs && open === 'delete' && <dialogs.Delete {...shared} />}
      {dialogs && open === 'restore' && <dialogs.Restore {...shared} />}
    </div>
  );
}
