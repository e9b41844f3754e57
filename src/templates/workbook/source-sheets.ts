/** Sheets of a report, or the one of a stored query, by what a workbook says of them. */
import type { SourceSheet } from '../sources.js';

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
