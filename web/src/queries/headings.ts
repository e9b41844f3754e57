/** What people call the columns of a result: `logical_servers.name` is the name of logical servers. */
import type { Kind } from '../api/kinds.js';
import { said, type Said } from '../i18n/titles.js';
import { linksOf } from './complete.js';

/**
 * The titles along a column, the relations that lead to it first; null where a part of it is no field that the reader knows.
 * @param from the path of the kind that was asked for
 */
export function headingOf(column: string, from: string, kinds: ReadonlyMap<string, Kind>): readonly Said[] | null {
  const steps = column.split('.');
  const last = steps.pop()!;
  let kind = kinds.get(from);
  const words: Said[] = [];
  for (const step of steps) {
    const link = kind && linksOf(kind).find(({ name }) => name === step);
    if (!link) return null;
    words.push(link.said);
    kind = kinds.get(link.target);
  }
  const end = kind && [...kind.columns, ...kind.links].find(({ name }) => name === last);
  const told = end ? said(end.titles) : kind && linksOf(kind).find(({ name }) => name === last)?.said;
  return told ? [...words, told] : null;
}
