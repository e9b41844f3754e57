/** Words in place of codes: who writes a file by hand writes what the pages show. */
import { Message } from '../core/i18n/messages.js';
import { fold } from '../core/text/fold.js';
import type { Enumeration } from '../engine/index.js';
import { isEmpty, type Read } from '../files/sheet.js';
import { codeWord } from '../map/code-words.js';
import type { FileColumn } from './columns.js';

/** What bodies do not take for a yes or no, and people and French spreadsheets write. */
const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...['oui', 'vrai'].map((word) => [word, true] as const),
  ...['non', 'faux'].map((word) => [word, false] as const),
]);

/** The codes of each list by their folded words: the label of the API, and what pages say in either language. */
const known = new Map<Enumeration, ReadonlyMap<string, number>>();

function codesOf(list: Enumeration): ReadonlyMap<string, number> {
  const found = known.get(list);
  if (found) return found;
  const words = new Map(
    [...list.labels].flatMap(([code, label]) => {
      const { en, fr = en } = codeWord(label);
      return [label, en, fr].map((word) => [fold(word), code] as const);
    }),
  );
  known.set(list, words);
  return words;
}

/** A cell that says a code, or yes or no, in words of either language, as what is stored; other cells stay as they are. */
export function withoutWords(cell: Read | undefined, { field }: FileColumn): Read | undefined {
  if (typeof cell !== 'string' || !field) return cell;
  const word = fold(cell.trim());
  if (field.kind === 'flag') return YES_NO.get(word) ?? cell;
  return (field.rules.enum && codesOf(field.rules.enum).get(word)) ?? cell;
}

/** Whether something else stands where a code should. */
export const isNoCode = (cell: Read, { field }: FileColumn): boolean =>
  field?.rules.enum !== undefined &&
  !isEmpty(cell) &&
  (typeof cell === 'boolean' || !field.rules.enum.labels.has(Number(cell)));

/** What may stand in a column of codes: each code with its word. */
export function codesInWords({ field }: FileColumn): Message {
  const words = [...field!.rules.enum!.labels].map(([code, label]) => ({ code, ...codeWord(label) }));
  const listed = (language: 'en' | 'fr'): string =>
    words.map((word) => `${word.code} = ${word[language] ?? word.en}`).join(', ');
  return new Message('eitherWord', { en: listed('en'), fr: listed('fr') });
}
