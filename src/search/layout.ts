/** How the index is read from the database: plain data. */
import type { SearchColumn } from './texts.js';

/** One kind of objects. The statements give the id, then the columns. */
export interface KindLayout {
  /** Class name under which the journal speaks of it. */
  polymorphicType: string;
  columns: readonly SearchColumn[];
  /** All live objects; those of a bound list of ids. */
  all: string;
  some: string;
}

/** In the order of the registry. */
export type Layout = readonly KindLayout[];
