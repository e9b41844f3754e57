/** Ids beside the names that a query shows, so that the names lead to their objects. */
import type { Kind } from '../api/kinds.js';
import { clausesOf } from './words.js';
import { kindAt } from './plain.js';

/** A name in an answer: its column, that of the id, and the kind of the object. */
export interface Linked {
  column: string;
  id: string;
  kind: Kind;
}

interface WithIds {
  text: string;
  linked: readonly Linked[];
  /** Columns that were asked for beside those of the text. */
  beside: ReadonlySet<string>;
}

/** More columns are refused. */
const MOST = 50;

/** The text with the ids of all that it names. What is left of it is the same, but that the columns go on. */
export function withIds(text: string, kinds: ReadonlyMap<string, Kind>): WithIds {
  const clauses = clausesOf(text);
  const from = clauses.find(({ name }) => name === 'FROM')?.tokens[0]?.text ?? '';
  const fields = clauses.findLast(({ name }) => name === 'FIELDS' || name === 'SELECT');
  const columns = fields?.tokens.filter(({ kind }) => kind === 'word').map((token) => token.text) ?? [];
  // All own columns are there without FIELDS.
  const names = fields ? columns : [kinds.get(from)?.label ?? 'id'];
  const linked = names.flatMap((column): Linked[] => {
    const links = column.split('.');
    const last = links.pop()!;
    const kind = kindAt(from, links, kinds);
    return kind && last === kind.label ? [{ column, id: [...links, 'id'].join('.'), kind }] : [];
  });
  const beside = new Set(fields ? linked.map(({ id }) => id).filter((id) => !columns.includes(id)) : []);
  const last = fields?.tokens.at(-1);
  if (!last || !beside.size || columns.length + beside.size > MOST)
    return { text, linked: beside.size ? [] : linked, beside: new Set() };
  return { text: `${text.slice(0, last.to)}, ${[...beside].join(', ')}${text.slice(last.to)}`, linked, beside };
}
