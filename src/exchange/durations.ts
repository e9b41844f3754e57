/** Durations as people write them: `4 h`, `2 heures`, `1 jour`, `1 d 4 h`, `1h30`; they are stored as minutes. */
import { fold } from '../core/text/fold.js';
import type { Read } from '../files/sheet.js';
import type { FileColumn } from './columns.js';

/** Minutes of each unit, by its words in either language. */
const MINUTES: ReadonlyArray<readonly [words: RegExp, minutes: number]> = [
  [/^(?:min|mn|minutes?)$/, 1],
  [/^(?:h|hr|hrs|hours?|heures?)$/, 60],
  [/^(?:d|j|days?|jours?)$/, 1440],
  [/^(?:weeks?|semaines?|sem)$/, 10_080],
];

const WHOLE = /^(?:\d+(?:[.,]\d+)?\s*[a-z]+\.?\s*)+$/;
const PART = /(\d+(?:[.,]\d+)?)\s*([a-z]+)\.?/g;
/** `1h30`: what stands behind the hours are minutes. */
const CLOCK = /^(\d+)\s*h\s*(\d{1,2})$/;

const isDuration = ({ field }: FileColumn): boolean => field?.need !== undefined && field.rules.enum === undefined;

/** A cell of a duration that is written with units, as minutes; other cells stay as they are. */
export function withoutUnits(cell: Read | undefined, column: FileColumn): Read | undefined {
  return typeof cell === 'string' && isDuration(column) ? (minutesOf(fold(cell.trim())) ?? cell) : cell;
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  if (!WHOLE.test(text)) return undefined;
  let sum = 0;
  for (const [, count, word] of text.matchAll(PART)) {
    const unit = MINUTES.find(([words]) => words.test(word!));
    if (!unit) return undefined;
    sum += Number(count!.replace(',', '.')) * unit[1];
  }
  return sum;
}

/** Whether something stands where a duration should that is none. */
export const isNoDuration = (cell: Read, column: FileColumn): boolean =>
  typeof cell === 'string' && isDuration(column) && cell.trim() !== '' && !/^[-+]?\d+(?:\.\d+)?$/.test(cell.trim());
