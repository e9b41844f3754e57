/** What the import of a file would do, as the page tells it; and where what came of it can be seen. */
import { ApiError, type Imported, type ImportedRow, type WrongCell } from 'meridian-client';
import type { Column, Kind, LinkSet } from '../api/kinds.js';
import { Wanted } from '../api/names.js';

/** What a file would do. Where a cell is wrong, nothing of it can be stored. */
export interface Plan {
  created: number;
  updated: number;
  deleted: number;
  same: number;
  /** Rows with a wrong cell, among those that the server tells. */
  wrong: number;
  cells: readonly WrongCell[];
  rows: readonly ImportedRow[];
  /** Headings that mean nothing. */
  ignored: readonly string[];
  /** What was assumed of the file, and what looks wrong in it. */
  notes: readonly string[];
  /** The sentence for a wrong file as a whole. */
  message: string;
}

/** The plan that a dry run answers. */
export const planOf = ({ inserted, updated, deleted, same = 0, rows = [], ignored, notes = [] }: Imported): Plan => ({
  ...{ created: inserted, updated, deleted, same, rows, ignored, notes },
  ...{ wrong: 0, cells: [], message: '' },
});

/** The plan of a file with wrong cells; undefined for a refusal of another sort. */
export function planOfWrong(error: unknown): Plan | undefined {
  if (!(error instanceof ApiError) || error.status !== 422 || error.cells.length === 0) return undefined;
  const rows = (error.problem['rows'] as ImportedRow[] | undefined) ?? [];
  const count = (action: ImportedRow['action']): number => rows.filter((row) => row.action === action).length;
  return {
    ...{ created: count('created'), updated: count('updated'), deleted: count('deleted') },
    same: Number(error.problem['same'] ?? 0),
    wrong: new Set(error.cells.map(({ row }) => row)).size,
    ...{ cells: error.cells, rows, ignored: (error.problem['ignored'] as string[] | undefined) ?? [], notes: [] },
    message: error.message,
  };
}

/** Rows that the import would do something with. */
export const workOf = ({ created, updated, deleted }: Plan): number => created + updated + deleted;

/**
 * The column or link that a heading of a file means, by its name or its title in either language; undefined for one that means none,
 * and for `id`, which people call so too.
 */
export function partOfHeading(kind: Kind, heading: string): Column | LinkSet | undefined {
  const key = keyOf(heading);
  if (key === 'id') return undefined;
  const snake = heading.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const parts = [...kind.columns, ...kind.links];
  return (
    parts.find(({ name }) => name === heading || name === snake || keyOf(name) === key) ??
    parts.find(({ titles }) => [titles.en, titles.fr].some((title) => title !== undefined && keyOf(title) === key))
  );
}

/** A heading without what does not count in it: case, accents, and the signs between its words. */
export const keyOf = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The objects that wrong cells name by their numbers. */
export function namedIn(kind: Kind, cells: readonly WrongCell[]): Wanted {
  const wanted = new Wanted();
  for (const { column, value } of cells) {
    const target = partOfHeading(kind, column)?.target;
    // A kind of which none is named is asked for as well: then it is known that there is none.
    for (const one of target && value ? value.split(/[,;]/) : []) wanted.want(target, Number(one) || 0);
  }
  return wanted;
}

/** Ids that an address holds. */
const MAX_IDS = 150;

/** The table with what was created and changed; of very much the table by what changed last. */
export function tableOf(kind: Kind, rows: readonly ImportedRow[]): string {
  const ids = rows.filter(({ action }) => action !== 'deleted').map(({ id }) => id);
  if (!ids.length) return `/objects/${kind.path}`;
  const query = ids.length > MAX_IDS ? 'sort=-updated_at' : `filter[id_in]=${encodeURIComponent(ids.join())}`;
  return `/objects/${kind.path}?${query}`;
}
