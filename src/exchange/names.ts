/** Names in place of ids: who writes a file by hand knows what objects are called, and not their numbers. */
import { Message, type MessageKey, type Values } from '../core/i18n/messages.js';
import { fold } from '../core/text/fold.js';
import { registry, type PairValue } from '../engine/index.js';
import type { Read } from '../files/sheet.js';
import type { FileColumn } from './columns.js';
import type { NamedObjects } from './named-objects.js';
import { kindTitle } from './titles.js';

/** Ids that are told of an ambiguous name. */
const MOST = 5;

/** A cell names something that is not there, or that is there more than once. */
export class NameProblem {
  constructor(
    readonly key: MessageKey,
    readonly values: Values,
    private readonly text: string,
  ) {}

  toString(): string {
    return this.text;
  }
}

/** One object in a cell: its name or its id as a text, and the word beside it where pairs carry one. */
interface Named {
  name: string;
  word?: string;
}

/** The path of the kind that a column leads to, where its objects have names; undefined for other columns. */
export function namedKind({ field, link }: FileColumn): string | undefined {
  const target = field ? field.ref?.target : link.numbers ? undefined : link.target;
  return target !== undefined && registry.get(target).label !== null ? target : undefined;
}

/** The names in a cell of a column that leads to other objects; none where it holds ids. */
export const namesIn = (cell: Read | undefined, column: FileColumn): string[] =>
  (partsOf(cell, column) ?? []).filter(({ name }) => !isId(name)).map(({ name }) => name);

/** A cell with ids in place of its names, or what is wrong with one of them; other cells stay as they are. */
export function withoutNames(
  cell: Read | undefined,
  column: FileColumn,
  objects: NamedObjects,
): Read | undefined | NameProblem {
  const parts = partsOf(cell, column);
  if (!parts) return cell;
  const path = namedKind(column)!;
  const ids: string[] = [];
  for (const { name, word } of parts) {
    const found = isId(name) ? [name] : objects.idsOf(path, name);
    if (found.length !== 1) return problemOf(path, name, found, { text: String(cell), isList: !!column.link });
    ids.push(word === undefined ? String(found[0]) : `${found[0]}: ${word}`);
  }
  return ids.join(', ');
}

/** What is wrong with a name that does not lead to one object; `text` is the whole cell, `isList` where it may hold several names. */
export function problemOf(
  path: string,
  name: string,
  found: ReadonlyArray<number | string>,
  { text = name, isList = false } = {},
): NameProblem {
  const kind = new Message('eitherWord', { en: kindTitle(path, 'en'), fr: kindTitle(path, 'fr') });
  if (!found.length) return new NameProblem(isList ? 'importUnknownNames' : 'importUnknownName', { name, kind }, text);
  const ids = found.slice(0, MOST).join(', ') + (found.length > MOST ? ', …' : '');
  return new NameProblem('importSameName', { name, kind, count: found.length, ids }, text);
}

const isId = (text: string): boolean => /^\d+$/.test(text);

/** What a cell names: one object of a reference, several separated by semicolons of a link. Undefined where it holds ids alone. */
function partsOf(cell: Read | undefined, column: FileColumn): Named[] | undefined {
  if (typeof cell !== 'string' || !cell.trim() || namedKind(column) === undefined) return undefined;
  const { link } = column;
  if (!link) return isId(cell.trim()) ? undefined : [{ name: cell.trim() }];
  const trimmed = (text: string, signs: RegExp): string[] =>
    text
      .split(signs)
      .map((part) => part.trim())
      .filter(Boolean);
  if (trimmed(cell, /[,;]/).every((part) => /^\d+(\s*:|$)/.test(part))) return undefined;
  return trimmed(cell, /;/).map((part) => withWord(part, link.pivot?.value));
}

/** A name with the word of its pair, which may be written as pages say it. */
function withWord(part: string, value: PairValue | undefined): Named {
  const at = part.lastIndexOf(':');
  const [name, key] = [part.slice(0, Math.max(at, 0)).trim(), fold(part.slice(at + 1).trim())];
  const word = value?.words.find((one) =>
    [one, ...Object.values(value.titles[one] ?? {})].some((each) => fold(each) === key),
  );
  return word === undefined || !name ? { name: part } : { name, word };
}
