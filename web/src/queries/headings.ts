/** What people call the columns of a result, and all that a query names: `logical_servers.name` is the name of logical servers. */
import type { Column, Kind } from '../api/kinds.js';
import type { Codes } from '../api/openapi.js';
import { said, type Phrase } from '../i18n/titles.js';
import { linksOf, relationOfExists } from './complete.js';
import { clausesOf } from './words.js';

/** Where a column of a result leads: the words of the relations on the way, and the kind at their end. */
function wayOf(
  steps: readonly string[],
  from: string,
  kinds: ReadonlyMap<string, Kind>,
): { words: Phrase[]; kind: Kind | undefined } | null {
  let kind = kinds.get(from);
  const words: Phrase[] = [];
  for (const step of steps) {
    const link = kind && linksOf(kind).find(({ name }) => name === step);
    if (!link) return null;
    words.push(link.said);
    kind = kinds.get(link.target);
  }
  return { words, kind };
}

const split = (column: string): [steps: string[], last: string] => {
  const steps = column.split('.');
  return [steps, steps.pop()!];
};

/**
 * The titles along a column, the relations that lead to it first; null where a part of it is no field that the reader knows.
 * @param from the path of the kind that was asked for
 */
export function headingOf(column: string, from: string, kinds: ReadonlyMap<string, Kind>): readonly Phrase[] | null {
  const [steps, last] = split(column);
  const way = wayOf(steps, from, kinds);
  if (!way) return null;
  const { words, kind } = way;
  const end = kind && [...kind.columns, ...kind.links].find(({ name }) => name === last);
  const told = end ? said(end.titles) : kind && linksOf(kind).find(({ name }) => name === last)?.said;
  return told ? [...words, told] : null;
}

/** The column itself; undefined where it is none. */
export function fieldAt(column: string, from: string, kinds: ReadonlyMap<string, Kind>): Column | undefined {
  const [steps, last] = split(column);
  return wayOf(steps, from, kinds)?.kind?.columns.find(({ name }) => name === last);
}

/** A name of the text with its words, the relations that lead to it first. */
interface Entry {
  name: string;
  words: readonly Phrase[];
  codes?: Codes;
}

/** The names in a text that the reader knows, each once, in their order. */
export function glossaryOf(text: string, kinds: ReadonlyMap<string, Kind>): Entry[] {
  const clauses = clausesOf(text);
  const from = clauses.find(({ name }) => name === 'FROM')?.tokens[0]?.text ?? '';
  const kind = kinds.get(from);
  if (!kind) return [];
  const entries = new Map<string, Entry>([[from, { name: from, words: [said(kind.titles)] }]]);
  for (const token of clauses.filter(({ name }) => name !== 'FROM').flatMap(({ tokens }) => tokens)) {
    if (token.kind !== 'word' || entries.has(token.text)) continue;
    // Within conditions of EXISTS names are of the related objects.
    const path = [...relationOfExists(text.slice(0, token.from)), token.text].join('.');
    const words = headingOf(path, from, kinds);
    const codes = fieldAt(path, from, kinds)?.codes;
    if (words) entries.set(token.text, { name: token.text, words, ...(codes && { codes }) });
  }
  return [...entries.values()];
}
