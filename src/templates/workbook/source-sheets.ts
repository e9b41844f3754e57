/** Sheets of a report, or the one of a stored query, by what a workbook says of them. */
import { nearest } from '../../core/text/naming.js';
import type { SourceSheet } from '../sources.js';
import { nothingAt, type At } from './placeholders.js';
import type { Refusal } from './refusal.js';

/** The sheet of this name, in any letter case. */
export const sheetNamed = (sheets: readonly SourceSheet[], name: string): SourceSheet | undefined =>
  sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** The position of a column, by its heading or its number from 1 on; undefined where there is none. */
export function columnIn(headings: readonly string[], name: string): number | undefined {
  for (const same of [(one: string) => one === name, (one: string) => one.toLowerCase() === name.toLowerCase()]) {
    const found = headings.findIndex(same);
    if (found >= 0) return found;
  }
  const number = /^[1-9]\d{0,3}$/.test(name) ? Number(name) : 0;
  return number >= 1 && number <= headings.length ? number - 1 : undefined;
}

/** Why a workbook names no sheet of a source; undefined where it does. */
export function noSheet(sheets: readonly SourceSheet[], name: string, at: At): Refusal | undefined {
  if (sheetNamed(sheets, name)) return undefined;
  const near = byCase(
    name,
    sheets.map((one) => one.name),
  );
  return nothingAt(at, near && `sheet: ${near}`);
}

/** Why a placeholder names no column of a source; undefined where it does. */
export function noColumn({ headings }: SourceSheet, column: string, at: At): Refusal | undefined {
  if (columnIn(headings, column) !== undefined) return undefined;
  const { sheet, cell, text } = at;
  const [name = '', ...filters] = column.split('|').map((part) => part.trim());
  if (filters.length && columnIn(headings, name.replace(/^"|"$/g, '')) !== undefined)
    return { key: 'workbookRowFilter', values: { sheet, cell, text, filter: filters.join(' | ') } };
  const near = byCase(column, headings);
  return nothingAt(at, near && (/[^\p{L}\p{N}_]/u.test(near) ? `row["${near}"]` : `row.${near}`));
}

/** The nearest name, in whatever letter case it was written. */
const byCase = (name: string, names: readonly string[]): string | undefined => {
  const near = nearest(
    name.toLowerCase(),
    names.map((one) => one.toLowerCase()),
  );
  return names.find((one) => one.toLowerCase() === near);
};
