/** All objects by what they are found by, in memory, in the order of answers. Plain data and no database. */
import { BETWEEN_OBJECTS, BETWEEN_TEXTS, EQUAL, matchAt, NO_MATCH } from '../core/text/match.js';
import type { VisibleIds } from '../engine/index.js';
import { naturalKey } from '../core/text/natural.js';
import { FOUND, foundIn, NOT_FOUND, type Wanted } from './texts.js';

/** What is looked for, and by whom: for each kind, by its place, what the caller could list of it. */
export interface Question {
  wanted: Wanted;
  seen: readonly VisibleIds[];
  limit: number;
}

/** An object that was found. */
export interface Hit {
  kind: number;
  id: number;
}

/** The best of what was found, and how much there is of each kind, by its place. */
export interface Answer {
  hits: Hit[];
  counts: number[];
}

type Row = readonly [id: number, text: string];

/** Objects that are looked at between two looks at whether anybody waits. */
const STEPS = 4096;

export class NameIndex {
  private readonly kinds: Objects[];

  constructor(kinds: number) {
    this.kinds = Array.from({ length: kinds }, () => Objects.of([]));
  }

  /** Takes all objects of a kind, in any order. */
  fill(kind: number, rows: readonly Row[]): void {
    this.kinds[kind] = Objects.of(rows);
  }

  /** Puts objects as they are now, by id; those without a text are taken out. */
  change(kind: number, changes: ReadonlyMap<number, string | undefined>): void {
    this.kinds[kind] = this.kinds[kind]!.with(changes);
  }

  /** The best objects: by how they were found, then kind, name, id. `tick` is called now and then, and may throw. */
  find({ wanted, seen, limit }: Question, tick: () => void): Answer {
    const best: Hit[][] = FOUND.map(() => []);
    const counts = this.kinds.map(() => 0);
    let steps = 0;
    this.kinds.forEach((objects, kind) => {
      const those = seen[kind]!;
      if (those === 'none' || !those.length) return;
      const listed = those === 'all' ? undefined : new Set(those);
      for (const [place, how] of objects.found(wanted)) {
        if (++steps % STEPS === 0) tick();
        const id = objects.ids[place]!;
        if (how === NOT_FOUND || (listed && !listed.has(id))) continue;
        counts[kind]!++;
        const hits = best[how]!;
        if (hits.length < limit) hits.push({ kind, id });
      }
      tick();
    });
    return { hits: best.flat().slice(0, limit), counts };
  }
}

/**
 * The objects of one kind by name in natural order, then id: their ids, and all their texts as one, in which what is rare is found ten times as
 * fast as in one text after the other. An object's text is from its start to the sign before the next one.
 */
class Objects {
  private constructor(
    readonly ids: readonly number[],
    private readonly starts: readonly number[],
    private readonly text: string,
  ) {}

  static of(rows: readonly Row[]): Objects {
    const sorted = rows.map(([id, text]) => ({ id, text, key: keyOf(text) })).sort(inOrder);
    const starts: number[] = [];
    let length = 0;
    for (const { text } of sorted) {
      starts.push(length);
      length += text.length + 1;
    }
    return new Objects(
      sorted.map(({ id }) => id),
      starts,
      sorted.map(({ text }) => text + BETWEEN_OBJECTS).join(''),
    );
  }

  /** These objects with changed ones: what lies between two changes is taken over as it is. */
  with(changes: ReadonlyMap<number, string | undefined>): Objects {
    const put = [...changes].flatMap(([id, text]) => (text === undefined ? [] : [{ id, text, key: keyOf(text) }]));
    put.sort(inOrder);
    const edits = [
      ...this.ids.flatMap((id, at) => (changes.has(id) ? [{ at, insert: undefined }] : [])),
      ...put.map((insert) => ({ at: this.placeOf(insert), insert })),
      // What is put in before an object that goes comes before it is gone.
    ].sort((a, b) => a.at - b.at || Number(!a.insert) - Number(!b.insert));
    const [ids, starts, texts]: [number[], number[], string[]] = [[], [], []];
    let [next, length] = [0, 0];
    const takeOver = (to: number): void => {
      if (next >= to) return;
      const [from, end] = [this.starts[next]!, this.starts[to] ?? this.text.length];
      for (let at = next; at < to; at++) {
        ids.push(this.ids[at]!);
        starts.push(this.starts[at]! - from + length);
      }
      texts.push(this.text.slice(from, end));
      length += end - from;
      next = to;
    };
    for (const { at, insert } of edits) {
      takeOver(at);
      if (insert) {
        ids.push(insert.id);
        starts.push(length);
        texts.push(insert.text + BETWEEN_OBJECTS);
        length += insert.text.length + 1;
      } else next = at + 1;
    }
    takeOver(this.ids.length);
    return new Objects(ids, starts, texts.join(''));
  }

  /** Objects that may hold what is looked for, ascending, with how they do: a place among `FOUND`, or `NOT_FOUND`. */
  *found(wanted: Wanted): Iterable<readonly [place: number, how: number]> {
    const { forms, words } = wanted;
    const [form] = forms;
    if (forms.length === 1 && !words.length) return yield* this.holding(form!);
    // Whatever holds the whole text holds its longest word; of one address in two forms either may stand there.
    const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
    const probes = longest ? [longest] : forms;
    const places = new Set<number>();
    for (const probe of probes) for (const [place] of this.holding(probe)) places.add(place);
    for (const place of [...places].sort((one, other) => one - other)) {
      yield [place, foundIn(this.textAt(place), wanted)];
    }
  }

  /** The objects whose texts hold a text that is not empty, with how they do. */
  private *holding(wanted: string): Iterable<readonly [place: number, how: number]> {
    const { text, starts } = this;
    let place = 0;
    for (let at = text.indexOf(wanted); at >= 0;) {
      place = this.placeAt(at, place);
      const end = starts[place + 1] ?? text.length;
      let best = NO_MATCH;
      do {
        best = Math.min(best, matchAt(text, wanted, at));
        at = text.indexOf(wanted, best === EQUAL ? end : at + 1);
      } while (at >= 0 && at < end);
      yield [place, best];
    }
  }

  /** The object in whose text a place lies, which is not before `from`. */
  private placeAt(at: number, from: number): number {
    const { starts } = this;
    if (at < (starts[from + 1] ?? Infinity)) return from;
    let [low, high] = [from + 1, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Before which object another one is to stand. */
  private placeOf(object: Named): number {
    let [low, high] = [0, this.ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inOrder({ id: this.ids[middle]!, key: keyOf(this.textAt(middle)) }, object) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private textAt(place: number): string {
    return this.text.slice(this.starts[place]!, (this.starts[place + 1] ?? this.text.length) - 1);
  }
}

interface Named {
  id: number;
  key: string;
}

const inOrder = (one: Named, other: Named): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.id - other.id;

/** By what an object stands among the others: its name in natural order, then as it is folded. */
function keyOf(text: string): string {
  const end = text.indexOf(BETWEEN_TEXTS);
  const name = end < 0 ? text : text.slice(0, end);
  return `${naturalKey(name)}\0${name}`;
}
