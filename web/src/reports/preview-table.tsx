/** The first rows of a report, with its sheets as tabs. It is made when somebody asks: a report is work for the server, and noted. */
import type { Report } from 'meridian-client';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readBeginning } from '../api/download.js';
import { formOf } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import type { Codes } from '../api/openapi.js';
import { FramedTable } from '../components/framed-table.js';
import { Failed } from '../components/answered.js';
import { PrintButton } from '../components/print-button.js';
import { language, locale, t, type Language } from '../i18n/index.js';
import { sheetsOf } from './preview.js';

/** Rows of a sheet that are shown, and bytes that are read of all of them. */
const ROWS = 20;
/** Rows that are there for paper. */
const ROWS_ON_PAPER = 500;
const BYTES = 500_000;

type State =
  { is: 'reading' } | { is: 'there'; sheets: Report['sheets']; isWhole: boolean } | { is: 'failed'; error: unknown };

/** `path` is the request for the JSON, with words in the language `lang`; the preview is gone once that is another one. */
export function Preview({ map, path, lang }: { map: MapOfKinds; path: string; lang: Language }): VNode {
  const [state, setState] = useState<State | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      ending.current?.abort();
      setState(null);
    },
    [path],
  );
  const read = async (): Promise<void> => {
    const own = new AbortController();
    ending.current?.abort();
    ending.current = own;
    setState({ is: 'reading' });
    const next = await readBeginning(path, BYTES, own.signal).then(
      ({ text, isWhole }): State => ({ is: 'there', sheets: sheetsOf(text), isWhole }),
      (error: unknown): State => ({ is: 'failed', error }),
    );
    if (own.signal.aborted) return;
    setState(next);
  };
  return (
    <section aria-labelledby="report-preview">
      <h2 id="report-preview">{t('reports.preview')}</h2>
      <button class="quiet" type="button" aria-disabled={state?.is === 'reading'} onClick={() => void read()}>
        {t('reports.preview.show')}
      </button>{' '}
      {state?.is === 'there' && <PrintButton />}
      <p class="faint" role="status">
        {state?.is === 'reading' && t('reports.preview.reading')}
      </p>
      {state?.is === 'failed' && <Failed error={state.error} />}
      {state?.is === 'there' && (
        <Sheets sheets={state.sheets} isWhole={state.isWhole} lang={lang} levels={levelsOf(map)} />
      )}
    </section>
  );
}

interface SheetsOptions {
  levels: Codes;
  sheets: Report['sheets'];
  isWhole: boolean;
  /** That of their words. */
  lang: Language;
}

function Sheets({ sheets, isWhole, lang, levels }: SheetsOptions): VNode {
  const [at, setAt] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const sheet = sheets[at];
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (at + step + sheets.length) % sheets.length;
    setAt(next);
    tabs.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus();
  };
  // Words in another language than that of the page say so.
  const own = lang === language.get() ? undefined : lang;
  return (
    <>
      {sheets.length > 1 && (
        <div class="tabs" role="tablist" aria-label={t('reports.sheets')} ref={tabs} onKeyDown={move}>
          {sheets.map(({ name }, i) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`sheet-${i}`}
              aria-selected={i === at}
              aria-controls="sheet"
              tabIndex={i === at ? 0 : -1}
              lang={own}
              onClick={() => setAt(i)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <div
        id="sheet"
        role={sheets.length > 1 ? 'tabpanel' : undefined}
        aria-labelledby={sheets.length > 1 ? `sheet-${at}` : undefined}
      >
        {sheet && sheet.rows.length > 0 ? (
          <Sheet sheet={sheet} lang={own} levels={levels} />
        ) : (
          <p class="empty">{t('reports.preview.empty')}</p>
        )}
        {sheet && (
          <p class="faint for-screen">
            {!isWhole && at === sheets.length - 1
              ? t('reports.preview.cut', { count: Math.min(sheet.rows.length, ROWS) })
              : t('reports.preview.rows', { shown: Math.min(sheet.rows.length, ROWS), count: sheet.rows.length })}
          </p>
        )}
      </div>
    </>
  );
}

function Sheet({
  sheet: { name, columns, rows, sums = [], levels: worded = [] },
  lang,
  levels,
}: {
  sheet: Report['sheets'][number];
  lang: Language | undefined;
  levels: Codes;
}): VNode {
  const wordOf = (cell: unknown): VNode | null => {
    const code = levels.find((one) => one.code === cell);
    const word = code && (code[lang ?? language.get()] ?? code.en);
    return word === undefined ? null : <span class={`level level-${String(cell)}`}>{capital(word)}</span>;
  };
  return (
    <FramedTable label={name} heads={columns} table="objects sheet" lang={lang}>
      {rows.slice(0, ROWS_ON_PAPER).map((row, i) => (
        <tr class={[sums.includes(i) && 'sum', i >= ROWS && 'for-paper'].filter(Boolean).join(' ') || undefined}>
          {row.map((cell, place) => {
            const word = worded.includes(place) ? wordOf(cell) : null;
            return (
              <td class={typeof cell === 'number' && !word ? 'form-number' : undefined}>
                {word ?? inWords(cell, lang)}
              </td>
            );
          })}
        </tr>
      ))}
    </FramedTable>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The levels from insignificant to very high, as the needs of objects have them. */
const levelsOf = ({ kinds }: MapOfKinds): Codes =>
  [...kinds.values()].flatMap(({ columns }) => columns).find((column) => formOf(column) === 'level')?.codes ?? [];

/** A cell as people read it: the file has days and moments as programs write them. */
function inWords(cell: unknown, lang: Language | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  const spoken = lang ?? locale();
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return new Date(`${text}T00:00:00Z`).toLocaleDateString(spoken, { dateStyle: 'medium', timeZone: 'UTC' });
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text))
    return new Date(text).toLocaleString(spoken, { dateStyle: 'medium', timeStyle: 'short' });
  return text;
}
