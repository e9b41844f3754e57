/** Words in place of codes: who writes a file by hand writes what the pages show. */
import { fold } from '../core/text/fold.js';
import { isEmpty, type Read } from '../files/sheet.js';
import { codeOf } from '../map/code-words.js';
import type { FileColumn } from './columns.js';

/** What bodies do not take for a yes or no, and people and French spreadsheets write. */
const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...['oui', 'vrai'].map((word) => [word, true] as const),
  ...['non', 'faux'].map((word) => [word, false] as const),
]);

/** A cell that says a code, or yes or no, in words of either language, as what is stored; other cells stay as they are. */
export function withoutWords(cell: Read | undefined, { field }: FileColumn): Read | undefined {
  if (typeof cell !== 'string' || !field) return cell;
  const word = fold(cell.trim());
  if (field.kind === 'flag') return YES_NO.get(word) ?? cell;
  return (field.rules.enum && codeOf(field.rules.enum, word)) ?? cell;
}

/** Whether something else stands where a code should. */
export const isNoCode = (cell: Read, { field }: FileColumn): boolean =>
  field?.rules.enum !== undefined &&
  !isEmpty(cell) &&
  (typeof cell === 'boolean' || !field.rules.enum.labels.has(Number(cell)));
