/** A list with `fields`: a row for each combination of an object with its related ones. */
import type { WallClock } from '../../core/text/dates.js';
import type { Row } from '../../database/database.js';
import type { Column } from '../check/checked.js';
import type { Model } from '../check/model-map.js';
import { nameOf, Root, type Level } from './level.js';
import { daysAmong, shownAs, type Cells, type List, type Shown } from './cells.js';

/** Takes the values of a row to their places. */
interface Placing {
  index: number;
  name: string;
  shown: Shown;
}

/** A level in the order in which they vary: those behind vary faster. */
interface Wheel {
  level: Level;
  placings: Placing[];
  /** Place of the level above among the wheels; -1 for the objects themselves. */
  above: number;
}

export class CartesianRows implements List {
  readonly root: Root;
  readonly columns: string[];
  readonly json: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  private readonly placings = new Map<Root, Placing[]>();
  private readonly wheels: Wheel[] = [];

  constructor(model: Model, fields: readonly Column[], clock: WallClock) {
    this.root = new Root(model);
    this.columns = fields.map(({ heading }) => heading);
    this.json = new Set(fields.flatMap(({ field }, i) => (field.kind === 'json' || field.kind === 'list' ? [i] : [])));
    this.days = daysAmong(fields.map(({ field }) => field));
    fields.forEach(({ steps, field }, index) => {
      let level = this.root;
      for (const relation of steps) level = level.child(relation);
      level.columns.add(field);
      this.placingsOf(level).push({ index, name: nameOf(field), shown: shownAs(field, clock) });
    });
    this.addWheels(this.root, -1);
  }

  /** Nobody is sent more than `most` rows, so the number behind it does not matter. */
  count(roots: readonly Row[], most: number): number {
    if (!this.columns.length) return 0;
    let count = 0;
    for (const root of roots) {
      count += combinations(this.root, root, most);
      if (count > most) break;
    }
    return count;
  }

  /** Turns the wheels: the last one fastest, and each anew when one before it has moved. */
  *rows(roots: readonly Row[]): Iterable<Cells> {
    const { wheels } = this;
    const cells: Cells = this.columns.map(() => null);
    const lists: Array<readonly Row[]> = [];
    const at: number[] = [];
    for (const root of roots) {
      place(root, this.placingsOf(this.root), cells);
      let i = 0;
      while (i >= 0) {
        for (; i < wheels.length; i++) {
          const { level, above, placings } = wheels[i]!;
          lists[i] = level.under(above < 0 ? root : lists[above]![at[above]!]);
          at[i] = 0;
          place(lists[i]![0], placings, cells);
        }
        yield cells;
        for (i--; i >= 0; i--) {
          const list = lists[i]!;
          if (++at[i]! < list.length) {
            place(list[at[i]!], wheels[i]!.placings, cells);
            break;
          }
        }
        if (i >= 0) i++;
      }
    }
  }

  private placingsOf(level: Root): Placing[] {
    let placings = this.placings.get(level);
    if (!placings) this.placings.set(level, (placings = []));
    return placings;
  }

  /** The levels in the order of their first appearance, those below each before the next. */
  private addWheels(root: Root, above: number): void {
    for (const level of root.children) {
      const index = this.wheels.push({ level, placings: this.placingsOf(level), above }) - 1;
      this.addWheels(level, index);
    }
  }
}

/** Without a row, as where nothing is related, the places stay empty. */
function place(row: Row | undefined, placings: readonly Placing[], cells: Cells): void {
  for (const { index, name, shown } of placings) {
    const value = row ? row[name]! : null;
    cells[index] = shown ? shown(value) : value;
  }
}

/** How many rows come of one row and all below it: related ones add up, different relations multiply. */
function combinations(root: Root, row: Row, most: number): number {
  let product = 1;
  for (const level of root.children) {
    let sum = 0;
    for (const below of level.under(row)) {
      sum += level.children.length ? combinations(level, below, most) : 1;
      if (sum > most) return sum;
    }
    product *= Math.max(1, sum);
    if (product > most) return product;
  }
  return product;
}
