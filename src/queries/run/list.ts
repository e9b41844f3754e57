/** A list: its columns, and its rows one by one (stored queries, section 5). */
import type { WallClock } from '../../core/text/dates.js';
import type { Row, Scalar } from '../../database/database.js';
import type { CheckedQuery } from '../check/checked.js';
import { daysAmong, shownAs, type Cells, type List, type Shown } from './cells.js';
import { CartesianRows } from './combinations.js';
import { nameOf, Root, type Level } from './level.js';

/** The list that a query asks for. */
export const listOf = (query: CheckedQuery, clock: WallClock): List =>
  query.fields ? new CartesianRows(query.model, query.fields, clock) : new OneByOne(query, clock);

/** Where the names come from that stand in one column: the levels on the way, hidden ones first. */
interface NamesColumn {
  index: number;
  levels: Level[];
}

/** Without `fields`: a row for each object, with its own columns and the names of what the traversals lead to. */
class OneByOne implements List {
  readonly root: Root;
  readonly columns: string[];
  readonly json: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  private readonly own: Array<{ name: string; shown: Shown }>;
  private readonly names: NamesColumn[];

  constructor({ model, own, traversals }: CheckedQuery, clock: WallClock) {
    this.root = new Root(model);
    this.columns = own.map(({ name }) => name);
    this.own = own.map((field) => ({ name: nameOf(field), shown: shownAs(field, clock) }));
    this.json = new Set(own.flatMap(({ kind }, i) => (kind === 'json' || kind === 'list' ? [i] : [])));
    const days = (this.days = daysAmong(own));
    for (const field of own) this.root.columns.add(field);
    const byHeading = new Map<string, NamesColumn>();
    for (const { heading, steps } of traversals) {
      const levels: Level[] = [];
      for (const { relation, hidden } of steps) {
        levels.push((levels.at(-1) ?? this.root).child(relation));
        if (!hidden) break;
      }
      const label = levels.at(-1)!.model.label;
      if (label) levels.at(-1)!.columns.add(label);
      const index = this.indexOf(heading);
      days.delete(index);
      byHeading.set(heading, { index, levels });
    }
    this.names = [...byHeading.values()];
  }

  count(roots: readonly Row[]): number {
    return this.columns.length ? roots.length : 0;
  }

  *rows(roots: readonly Row[]): Iterable<Cells> {
    const cells: Cells = Array<Scalar>(this.columns.length).fill(null);
    for (const root of roots) {
      this.own.forEach(({ name, shown }, i) => (cells[i] = shown ? shown(root[name]!) : root[name]!));
      for (const { index, levels } of this.names) cells[index] = namesUnder(root, levels);
      yield cells;
    }
  }

  /** The place of a column; a second one of the same name takes the place of the first. */
  private indexOf(heading: string): number {
    const index = this.columns.indexOf(heading);
    return index < 0 ? this.columns.push(heading) - 1 : index;
  }
}

/** The names of what lies at the end of some levels, each object once, in order. */
function namesUnder(root: Row, levels: readonly Level[]): string {
  let rows: readonly Row[] = [root];
  for (const level of levels) {
    const under = rows.flatMap((row) => level.under(row));
    rows = rows.length > 1 ? level.inOrder(under) : under;
  }
  const { label } = levels.at(-1)!.model;
  if (!label) return '';
  return rows
    .map((row) => row[nameOf(label)])
    .filter((name) => name !== null && name !== '')
    .join(', ');
}
