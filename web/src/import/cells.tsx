/** The cells that a row of a file changes, as people read them: names instead of numbers, days and codes in the reader's language. */
import type { ImportedRow } from 'meridian-client';
import type { VNode } from 'preact';
import { formOf, type Column, type Kind, type LinkSet } from '../api/kinds.js';
import { Wanted, type Names } from '../api/names.js';
import { plainText } from '../components/rich-text.js';
import { Titled } from '../components/text.js';
import { Value } from '../components/value.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { keyOf, partOfHeading } from './plan.js';

type Part = Column | LinkSet;
type Cells = NonNullable<ImportedRow['cells']>;

/** What a cell says of other objects: ids and names, each perhaps with a word behind it; `…` stands where the cell was shortened. */
function partsIn(part: Part, text: string | null): string[] {
  if (text === null) return [];
  if ('kind' in part) return [text.trim()];
  const split = (signs: RegExp): string[] =>
    text
      .split(signs)
      .map((one) => one.trim())
      .filter(Boolean);
  const all = split(/[,;]/);
  return all.every((one) => /^(\d+(\s*:.*)?|\d*…)$/.test(one)) ? all.filter((one) => !one.endsWith('…')) : split(/;/);
}

const LEADS = /^(\d+)(.*)$/;

/** The objects that the cells of these rows name by their ids. */
export function namedInRows(kind: Kind, rows: readonly ImportedRow[]): Wanted {
  const wanted = new Wanted();
  for (const { cells = {} } of rows)
    for (const [heading, { before, after }] of Object.entries(cells)) {
      const part = partOfHeading(kind, heading);
      if (part?.target === undefined) continue;
      for (const one of [...partsIn(part, before), ...partsIn(part, after)])
        wanted.want(part.target, Number(LEADS.exec(one)?.[1] ?? Number.NaN) || undefined);
    }
  return wanted;
}

/** The parts of a cell by the names of what they lead to. */
const inNames = (part: Part, text: string | null, names: Names): string[] =>
  partsIn(part, text).map((one) => {
    const [, id, word = ''] = LEADS.exec(one) ?? [];
    return id === undefined ? one : (names.get(part.target ?? '')?.get(Number(id)) ?? t('value.hidden')) + word;
  });

interface CellsOptions {
  kind: Kind;
  cells: Cells;
  names: Names;
  /** Of a new object: nothing was there before. */
  isNew: boolean;
}

/** All cells of a row, each under the title of its column. */
export function CellsShown({ kind, cells, names, isNew }: CellsOptions): VNode {
  return (
    <ul class="import-cells">
      {Object.entries(cells).map(([heading, { before, after }]) => {
        const part = partOfHeading(kind, heading);
        return (
          <li key={heading}>
            {part ? <Titled said={said(part.titles)} /> : <code>{heading}</code>}
            {t('colon')}
            {part && !('kind' in part) && part.target !== undefined ? (
              <Linked was={inNames(part, before, names)} is={inNames(part, after, names)} isNew={isNew} />
            ) : (
              <>
                {!isNew && (
                  <>
                    <del>
                      <CellText part={part} text={before} names={names} />
                    </del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ins>{after === null ? t('import.emptied') : <CellText part={part} text={after} names={names} />}</ins>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What a link gains and loses. */
function Linked({ was, is, isNew }: { was: string[]; is: string[]; isNew: boolean }): VNode {
  const without = (list: string[], others: string[]): string[] => {
    const keys = new Set(others.map(keyOf));
    return list.filter((one) => !keys.has(keyOf(one)));
  };
  if (isNew) return <ins>{is.join(', ')}</ins>;
  const [come, gone] = [without(is, was), without(was, is)];
  return (
    <>
      {come.length > 0 && <ins>{t('import.adds', { names: come.join(', ') })}</ins>}
      {come.length > 0 && gone.length > 0 && ' · '}
      {gone.length > 0 && <del>{t('import.removes', { names: gone.join(', ') })}</del>}
      {is.length === 0 && <ins> {t('import.emptied.links')}</ins>}
    </>
  );
}

/** A value as the pages write it; what is none of the column stands as in the file. */
function CellText({ part, text, names }: { part: Part | undefined; text: string | null; names: Names }): VNode {
  if (text === null) return <>{t('value.none')}</>;
  if (!part || !('kind' in part)) return <>{text}</>;
  if (part.target !== undefined) return <>{inNames(part, text, names).join(', ')}</>;
  const value = valueOf(part, text);
  return value === undefined ? (
    <>{part.kind === 'html' ? plainText(text) : text}</>
  ) : (
    <Value column={part} value={value} short />
  );
}

/** The value that the text of a cell stands for, of columns whose values are no texts; undefined where it stands for none. */
function valueOf(column: Column, text: string): number | boolean | string | undefined {
  switch (formOf(column)) {
    case 'level':
    case 'code':
    case 'minutes':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'flag':
      return /^(0|1|true|false)$/i.test(text) ? /1|true/i.test(text) : undefined;
    case 'day':
      return /^\d{4}-\d\d-\d\d/.test(text) ? text : undefined;
    case 'moment':
      return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? text : undefined;
    default:
      return undefined;
  }
}

/** A heading by its title, with what stands in the file beside it where that is another word. */
export function Heading({ kind, heading }: { kind: Kind; heading: string }): VNode {
  const part = partOfHeading(kind, heading);
  if (!part) return <code>{heading}</code>;
  const isTitle = [part.titles.en, part.titles.fr].some(
    (title) => title !== undefined && keyOf(title) === keyOf(heading),
  );
  return (
    <>
      <Titled said={said(part.titles)} />
      {!isTitle && <code class="faint"> {heading}</code>}
    </>
  );
}

/** How many cells empty what is there. */
export const emptiedIn = (rows: readonly ImportedRow[]): number =>
  rows.reduce((sum, { cells = {} }) => sum + Object.values(cells).filter(({ after }) => after === null).length, 0);
