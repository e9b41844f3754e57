/**
 * The rights of a role as a grid of ticks. Arrows walk through it, Home and End go to the ends of a line, Space ticks: for Tab it
 * is one stop. Every tick says by itself what it stands for: “Applications: change”.
 */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Titled } from '../components/text.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { stateOf, VERBS, type GridRow } from './rights-grid.js';

interface RightsGridOptions {
  rows: readonly GridRow[];
  isHeld: (id: number) => boolean;
  /** What the reader has themself, and may give. */
  mayGive: (id: number) => boolean;
  onClick: (cell: readonly number[]) => void;
}

const COLUMNS = ['all', ...VERBS] as const;

export function RightsGrid({ rows, isHeld, mayGive, onClick }: RightsGridOptions): VNode {
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState<readonly [row: string, column: number]>(['map', 0]);
  const table = useRef<HTMLTableElement>(null);
  const shown = useMemo(() => rows.filter((row) => isAsked(row, rows, asked)), [rows, asked]);
  // The one tick that Tab stops at is there whatever was looked for.
  const stop = shown.some(({ key }) => key === at[0]) ? at : ([shown[0]?.key ?? '', 0] as const);
  const go = (row: number, column: number): void => {
    const next = shown[row];
    if (!next || column < 0 || column >= COLUMNS.length) return;
    setAt([next.key, column]);
    table
      .current!.querySelectorAll<HTMLElement>('tbody tr')
      [row]!.querySelectorAll<HTMLElement>('input')
      [column]!.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const row = shown.findIndex(({ key }) => key === stop[0]);
    const column = stop[1];
    const page = 10;
    const to: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? shown.length - 1 : row, COLUMNS.length - 1],
      PageUp: [Math.max(row - page, 0), column],
      PageDown: [Math.min(row + page, shown.length - 1), column],
    };
    const next = to[event.key];
    if (!next) return;
    event.preventDefault();
    go(...next);
  };
  return (
    <>
      <p class="grid-find">
        <input
          type="search"
          aria-label={t('admin.grid.find')}
          placeholder={t('admin.grid.find')}
          value={asked}
          onInput={({ currentTarget }) => setAsked(currentTarget.value)}
        />
      </p>
      <p id="grid-help" class="faint">
        <span class="for-keys">{t('admin.grid.keys')}</span> {t('admin.grid.help')}
      </p>
      <div class="table-frame grid-frame">
        <table
          class="rights-grid"
          role="grid"
          aria-label={t('admin.grid')}
          aria-describedby="grid-help"
          ref={table}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col">{t('admin.grid.kind')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  <span>{t(`verb.${column}`)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key} class={`grid-${row.level}`}>
                <th scope="row">
                  {row.level === 'view' && <span class={`dot view-${row.hue}`} aria-hidden="true" />}
                  {row.level === 'kind' ? <Titled said={said(row.titles!)} /> : titleOf(row)}
                </th>
                {row.cells.map((cell, column) => (
                  <td key={COLUMNS[column]} role="gridcell">
                    <Tick
                      label={`${titleOf(row)}${t('colon')}${t(`verb.${COLUMNS[column]!}`)}`}
                      state={cell.length ? stateOf(cell, isHeld) : null}
                      isFixed={!cell.some(mayGive)}
                      isStop={stop[0] === row.key && stop[1] === column}
                      onFocus={() => setAt([row.key, column])}
                      onClick={() => onClick(cell)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface TickOptions {
  label: string;
  /** Null where there is no such right. */
  state: 'all' | 'some' | 'none' | null;
  isFixed: boolean;
  isStop: boolean;
  onFocus: () => void;
  onClick: () => void;
}

/** One tick. What cannot be ticked can be walked over all the same, so that no arrow gets stuck. */
function Tick({ label, state, isFixed, isStop, onFocus, onClick }: TickOptions): VNode {
  return (
    <label class={state === null ? 'grid-tick absent' : 'grid-tick'}>
      <input
        type="checkbox"
        aria-label={state === null ? `${label} (${t('admin.grid.absent')})` : label}
        aria-disabled={isFixed || undefined}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={(event) => {
          if (isFixed) event.preventDefault();
        }}
        onChange={() => {
          if (!isFixed) onClick();
        }}
      />
    </label>
  );
}

/** What a line is of. A view may be called as a kind in it. */
function titleOf({ level, titles }: GridRow): string {
  if (!titles) return t('admin.grid.everything');
  const { text } = said(titles);
  return level === 'view' ? t('admin.grid.view', { view: text }) : text;
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Kinds by what they are called; views with what is shown of them; everything while nothing is looked for. */
function isAsked(row: GridRow, rows: readonly GridRow[], asked: string): boolean {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  if (!words.length) return true;
  if (row.level === 'map') return false;
  const fits = ({ titles }: GridRow): boolean => words.every((word) => fold(said(titles!).text).includes(word));
  if (row.level === 'kind') return fits(row);
  return rows.some((one) => one.level === 'kind' && one.hue === row.hue && fits(one));
}
