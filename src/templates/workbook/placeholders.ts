/** Placeholders: cells that hold only `{{ … }}` (templates 3). */
import { nearest } from '../../core/text/naming.js';
import type { Refusal } from './refusal.js';

/** Values that stand anywhere. */
export const VALUES = ['today', 'now', 'count', 'language', 'source', 'name_of_template'] as const;
export type ValueName = (typeof VALUES)[number];

/** What is made of a value before it is written. */
export const WORKBOOK_FILTERS = ['names', 'count', 'words', 'line', 'ip', 'ips'] as const;
export type FilterName = (typeof WORKBOOK_FILTERS)[number];

export type Placeholder =
  | { kind: 'value'; name: ValueName }
  /** Of the sheet: the sheet of a report that its rows are. */
  | { kind: 'sheet'; name: string }
  | { kind: 'object'; path: readonly string[]; filter?: FilterName }
  /** A heading, or the number of a column from 1 on. */
  | { kind: 'row'; column: string };

/** What is no placeholder: it names nothing, has a filter that there is not, or other text stands in its cell. */
export type NoPlaceholder = { kind: 'nothing' } | { kind: 'filter'; filter: string } | { kind: 'beside' };

/** Where something stands in a workbook, and its text. */
export type At = Readonly<Record<'sheet' | 'cell' | 'text', string>>;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Relations and a field behind `object`. */
const MAX_STEPS = 4;
/** `row["Last name"]`, in all quotes that programs make of those that people type. */
const HEADING = /^row\[\s*(?:["'“”„‟‘’«»]\s*(.+?)\s*["'“”„‟‘’«»]|(\d+))\s*\](\s*\|.*)?$/s;

/** What a cell with this text stands for; undefined for a text without braces. */
export function placeholderIn(text: string): Placeholder | NoPlaceholder | undefined {
  const begin = text.indexOf('{{');
  if (begin < 0 || !text.includes('}}', begin)) return undefined;
  const trimmed = text.trim();
  const inner = trimmed.slice(2, -2);
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}') || inner.includes('{{') || inner.includes('}}'))
    return { kind: 'beside' };
  return named(inner.trim()) ?? { kind: 'nothing' };
}

/** Why a cell is refused that holds no placeholder; undefined for one that does. */
export function refusalOf(found: Placeholder | NoPlaceholder, { sheet, cell, text }: At): Refusal | undefined {
  const at = { sheet, cell, text };
  if (found.kind === 'beside') return { key: 'workbookBeside', values: at };
  if (found.kind === 'filter')
    return { key: 'workbookFilter', values: { ...at, filter: found.filter, allowed: WORKBOOK_FILTERS.join(', ') } };
  return found.kind === 'nothing' ? nothingAt(at, nearby(text.replace(/^\{\{|\}\}$/g, '').trim())) : undefined;
}

/** What names nothing, and what was meant by it; `near`: without its braces. */
export const nothingAt = ({ sheet, cell, text }: At, near?: string): Refusal =>
  near === undefined
    ? { key: 'workbookNothing', values: { sheet, cell, text } }
    : { key: 'workbookNothingNear', values: { sheet, cell, text, near: `{{ ${near} }}` } };

/** A value of another spelling, or a field of what is spelled otherwise. */
function nearby(text: string): string | undefined {
  const dot = text.indexOf('.');
  if (dot < 0) return nearest(text, VALUES);
  const root = nearest(text.slice(0, dot), ['object', 'row']);
  const guess = root && root + text.slice(dot);
  return guess !== undefined && guess !== text ? guess : undefined;
}

function named(text: string): Placeholder | NoPlaceholder | undefined {
  const name = VALUES.find((one) => one === text);
  if (name) return { kind: 'value', name };
  if (text.startsWith('sheet:')) {
    const sheet = text.slice('sheet:'.length).trim();
    return sheet ? { kind: 'sheet', name: sheet } : undefined;
  }
  if (text.startsWith('row.')) {
    const column = text.slice('row.'.length).trim();
    return column ? { kind: 'row', column } : undefined;
  }
  const [, heading, number, filter = ''] = HEADING.exec(text) ?? [];
  const column = heading ?? number;
  if (column !== undefined) return { kind: 'row', column: column + filter };
  return text.startsWith('object.') ? objectIn(text.slice('object.'.length)) : undefined;
}

function objectIn(text: string): Placeholder | NoPlaceholder | undefined {
  const [way = '', filter, ...more] = text.split('|').map((part) => part.trim());
  const path = way.split('.');
  if (path.length > MAX_STEPS || !path.every((step) => NAME.test(step))) return undefined;
  if (filter === undefined) return { kind: 'object', path };
  const known = WORKBOOK_FILTERS.find((one) => one === filter);
  if (!known || more.length) return { kind: 'filter', filter: [filter, ...more].join(' | ').slice(0, 50) };
  return { kind: 'object', path, filter: known };
}
