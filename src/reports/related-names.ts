/**
 * Names of related objects, in order, by the id of what they are related to, in maps and lists of numbers outside the heap. What
 * stays on the heap while a report is written counts several times over: garbage is collected once it has grown to a multiple
 * of that.
 */

/** Each name is kept once, however many objects have it beside them; the names of one of these are a chain of places. */
export class RelatedNames {
  private readonly names: string[] = [];
  private readonly indexById = new NumbersById();
  private readonly last = new NumbersById();
  private readonly before = new NumberList();
  private readonly indexes = new NumberList();

  /** Adds a name behind those that `own` has. A pair that comes twice in succession counts once. */
  add(own: number, id: number, name: string): void {
    let index = this.indexById.get(id);
    if (index === undefined) this.indexById.set(id, (index = this.names.push(name) - 1));
    const last = this.last.get(own) ?? -1;
    if (last >= 0 && this.indexes.at(last) === index) return;
    this.before.push(last);
    this.last.set(own, this.indexes.push(index));
  }

  /** The names beside an object; undefined where it has none. */
  get(own: number): readonly string[] | undefined {
    const found: string[] = [];
    for (let at = this.last.get(own) ?? -1; at >= 0; at = this.before.at(at))
      found.push(this.names[this.indexes.at(at)]!);
    return found.length ? found.reverse() : undefined;
  }
}

/** So many places more than ids that are there are still worth a list. */
const SPARE = 4;
const INITIAL = 1024;

/** Whole numbers from 0 by id: a list where ids are dense, as they mostly are. */
export class NumbersById {
  private dense = new Int32Array(INITIAL);
  private readonly sparse = new Map<number, number>();
  private count = 0;

  set(id: number, value: number): void {
    this.count++;
    if (id >= this.dense.length && id < SPARE * (INITIAL + this.count)) this.dense = enlarged(this.dense, id + 1);
    // 0 stands for nothing.
    if (id < this.dense.length) this.dense[id] = value + 1;
    else this.sparse.set(id, value);
  }

  get(id: number): number | undefined {
    const value = id < this.dense.length ? this.dense[id]! : 0;
    // An id may have come before the list was long enough for it.
    return value ? value - 1 : this.sparse.get(id);
  }
}

/** A list of whole numbers. */
export class NumberList {
  private values = new Int32Array(INITIAL);
  private count = 0;

  /** Adds a number and returns its index. */
  push(value: number): number {
    if (this.count === this.values.length) this.values = enlarged(this.values, this.count + 1);
    this.values[this.count] = value;
    return this.count++;
  }

  at(index: number): number {
    return this.values[index]!;
  }
}

/** Texts of which there are few different ones: each is kept once and has a number. */
export class TextPool {
  private readonly values: Array<string | null> = [];
  private readonly numbers = new Map<string | null, number>();

  /** The number of a text. */
  number(value: string | null): number {
    let number = this.numbers.get(value);
    if (number === undefined) this.numbers.set(value, (number = this.values.push(value) - 1));
    return number;
  }

  /** The text of a number. */
  at(number: number): string | null {
    return this.values[number]!;
  }
}

function enlarged(old: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const values = new Int32Array(Math.max(least, 2 * old.length));
  values.set(old);
  return values;
}
