/**
 * Ways of lines between boxes that have their places: along tracks, upright and level, beside each other where they go the same
 * way; never through a box or the name of a container, and no label on a box or on another label.
 */
import { drawnLines, type Line, type Scene } from '../scene/scene.js';
import { obstaclesIn } from './route.js';
import { headSize, labelSize, overlap, type Place, type Point, type Route, type Size } from './places.js';

/** Units from one track to the next. */
const STEP = 6;
/** Units that a line keeps clear of boxes. */
const CLEAR = 3;
/** Units around everything in which lines may go. */
const AROUND = 30;
/** Tracks and lines for which ways are looked for; more would take seconds. */
const MAX_CELLS = 150_000;
const MAX_LINES = 400;
/** What a step costs, and what more it costs to turn, to lie on another line, to cross one, to run along a border, or outside. */
const COST = { step: 10, turn: 45, on: 90, onSibling: 30, cross: 14, border: 12, near: 4, outside: 12 };
const OUTSIDE = 4;
/** What is saved beside another line: they go in bundles. */
const BESIDE = 3;
/** How round turns are. */
const ROUND = 5;
/** The length of an arrow. */
const ARROW = 8;
/** Between labels, and between them and boxes. */
const LABEL_GAP = 1;

interface Grid {
  columns: number;
  rows: number;
  left: number;
  top: number;
  /** The obstacle that covers a cell, as its place in the list and one more; 0: none. */
  owner: Int32Array;
  /** Cells at borders of containers, which nothing is to run along: 1 level, 2 upright; and those outside of everything. */
  border: Uint8Array;
  /** The line that goes through a cell last and one more, by its direction. */
  used: readonly [Int32Array, Int32Array];
}

/** Returns undefined where there are too many lines, or too large a picture. */
export function tracksBetween(
  scene: Scene,
  children: ReadonlyMap<number, readonly number[]>,
  places: ReadonlyMap<number, Place>,
  size: Size,
): Map<number, Route> | undefined {
  const lines = drawnLines(scene);
  const grid = gridOf(size);
  if (!grid || lines.length > MAX_LINES) return undefined;
  const obstacles = obstaclesIn(scene, children, places);
  for (const [i, place] of obstacles) cover(grid, place, i + 1);
  for (const [i, place] of places) if (children.has(i)) outline(grid, place, headSize(scene.boxes[i]!).height);
  const search = new Search(grid, lines);
  const far = ({ from, to }: Line): number => {
    const [a, b] = [obstacles.get(from)!, obstacles.get(to)!];
    return Math.abs(a.x + a.width / 2 - b.x - b.width / 2) + Math.abs(a.y + a.height / 2 - b.y - b.height / 2);
  };
  const order = [...lines.keys()].sort((a, b) => far(lines[a]!) - far(lines[b]!) || a - b);
  const ways = new Map<number, Point[]>();
  for (const i of order) {
    const { from, to } = lines[i]!;
    const way = search.way(i, obstacles.get(from)!, obstacles.get(to)!);
    if (way) ways.set(i, way);
  }
  const labels = labelsOn(lines, ways, [...obstacles.values()]);
  return new Map(
    [...ways].map(([i, way]) => {
      const label = labels.get(i);
      return [i, { ...drawn(way, lines[i]!), ...(label && { label }) }];
    }),
  );
}

function gridOf({ width, height }: Size): Grid | undefined {
  const columns = Math.ceil((width + 2 * AROUND) / STEP);
  const rows = Math.ceil((height + 2 * AROUND) / STEP);
  if (columns * rows > MAX_CELLS) return undefined;
  const cells = columns * rows;
  const border = new Uint8Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const { x, y } = middleOf({ columns, left: -AROUND, top: -AROUND }, cell);
    if (x < 0 || y < 0 || x > width || y > height) border[cell] = OUTSIDE;
  }
  return {
    ...{ columns, rows, left: -AROUND, top: -AROUND, owner: new Int32Array(cells), border },
    used: [new Int32Array(cells), new Int32Array(cells)],
  };
}

const columnAt = ({ left }: Grid, x: number): number => Math.floor((x - left) / STEP);
const rowAt = ({ top }: Grid, y: number): number => Math.floor((y - top) / STEP);
const middleOf = ({ columns, left, top }: Pick<Grid, 'columns' | 'left' | 'top'>, cell: number): Point => ({
  x: left + (cell % columns) * STEP + STEP / 2,
  y: top + Math.floor(cell / columns) * STEP + STEP / 2,
});

/** Cells whose middle lies in a place, or near it. */
function cover(grid: Grid, { x, y, width, height }: Place, owner: number): void {
  for (let row = rowAt(grid, y - CLEAR - STEP); row <= rowAt(grid, y + height + CLEAR); row++) {
    for (let column = columnAt(grid, x - CLEAR - STEP); column <= columnAt(grid, x + width + CLEAR); column++) {
      const cell = row * grid.columns + column;
      const at = middleOf(grid, cell);
      const isIn = at.x > x - CLEAR && at.x < x + width + CLEAR && at.y > y - CLEAR && at.y < y + height + CLEAR;
      if (isIn) grid.owner[cell] = owner;
    }
  }
}

/** Marks the borders of a container, and that of its head. */
function outline(grid: Grid, { x, y, width, height }: Place, head: number): void {
  for (let at = x; at <= x + width; at += STEP / 2)
    for (const edge of [y, y + head, y + height]) for (const off of [-2, 2]) mark(grid, at, edge + off, 1);
  for (let at = y; at <= y + height; at += STEP / 2)
    for (const edge of [x, x + width]) for (const off of [-2, 2]) mark(grid, edge + off, at, 2);
}

function mark(grid: Grid, x: number, y: number, bit: 1 | 2): void {
  grid.border[rowAt(grid, y) * grid.columns + columnAt(grid, x)]! |= bit;
}

/** Finds the cheapest way of each line, and remembers where it goes. A state is a cell and a direction: 0 level, 1 upright. */
class Search {
  private readonly cost: Int32Array;
  private readonly before: Int32Array;
  private readonly seen: Int32Array;
  private turn = 0;

  constructor(
    private readonly grid: Grid,
    private readonly lines: readonly Line[],
  ) {
    const states = grid.owner.length * 2;
    [this.cost, this.before, this.seen] = [new Int32Array(states), new Int32Array(states), new Int32Array(states)];
  }

  /** The turns of a way from the border of one place to that of another; undefined where there is none. */
  way(line: number, start: Place, end: Place): Point[] | undefined {
    const { grid, cost, before, seen } = this;
    const { columns } = grid;
    this.turn++;
    const goals = new Map<number, number>();
    for (const [cell, direction] of this.doors(end)) goals.set(cell * 2 + direction, cell);
    if (!goals.size) return undefined;
    const goal = { x: end.x + end.width / 2, y: end.y + end.height / 2 };
    const rest = (cell: number): number => {
      const column = cell % columns;
      const x = grid.left + column * STEP + STEP / 2;
      const y = grid.top + ((cell - column) / columns) * STEP + STEP / 2;
      const dx = Math.max(0, Math.abs(x - goal.x) - end.width / 2);
      const dy = Math.max(0, Math.abs(y - goal.y) - end.height / 2);
      return (Math.max(0, (dx + dy) / STEP - 2) * (COST.step - BESIDE)) | 0;
    };
    const heap = new Heap();
    const reach = (state: number, spent: number, former: number): void => {
      if (seen[state] === this.turn && cost[state]! <= spent) return;
      seen[state] = this.turn;
      cost[state] = spent;
      before[state] = former;
      heap.push(state, spent + rest(state >> 1));
    };
    for (const [cell, direction] of this.doors(start))
      reach(cell * 2 + direction, this.stepCost(line, cell, direction), -1);
    for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
      if (goals.has(state)) return this.taken(line, state, start, end);
      const [cell, direction] = [state >> 1, state & 1];
      const spent = cost[state]!;
      const column = cell % columns;
      for (const other of [0, 1] as const) {
        for (const sign of [-1, 1]) {
          const next = cell + sign * (other ? columns : 1);
          if (next < 0 || next >= grid.owner.length) continue;
          if (!other && (column + sign < 0 || column + sign >= columns)) continue;
          if (grid.owner[next]) continue;
          const more = (other === direction ? 0 : COST.turn) + this.stepCost(line, next, other);
          reach(next * 2 + other, spent + more, state);
        }
      }
    }
    return undefined;
  }

  private stepCost(line: number, cell: number, direction: 0 | 1): number {
    const { border, used, columns, owner } = this.grid;
    let cost = COST.step;
    if (border[cell]! & (direction ? 2 : 1)) cost += COST.border;
    if (border[cell]! & OUTSIDE) cost += COST.outside;
    const on = used[direction][cell]!;
    if (on) cost += this.isSibling(line, on - 1) ? COST.onSibling : COST.on;
    if (used[(1 - direction) as 0 | 1][cell]) cost += COST.cross;
    const aside = direction ? 1 : columns;
    if (used[direction][cell - aside] || used[direction][cell + aside]) cost -= BESIDE;
    else if (owner[cell - aside] || owner[cell + aside]) cost += COST.near;
    return cost;
  }

  /** Whether two lines have an end in common: these may share the last part of their way. */
  private isSibling(one: number, other: number): boolean {
    const [a, b] = [this.lines[one]!, this.lines[other]!];
    return a.from === b.from || a.from === b.to || a.to === b.from || a.to === b.to;
  }

  /** Free cells beside the sides of a place, with the direction in which lines leave there. */
  private doors({ x, y, width, height }: Place): Array<[cell: number, direction: 0 | 1]> {
    const { grid } = this;
    const found: Array<[number, 0 | 1]> = [];
    const add = (px: number, py: number, direction: 0 | 1): void => {
      const cell = rowAt(grid, py) * grid.columns + columnAt(grid, px);
      if (!grid.owner[cell]) found.push([cell, direction]);
    };
    const out = CLEAR + STEP / 2;
    for (let column = columnAt(grid, x) + 1; column < columnAt(grid, x + width); column++) {
      const { x: px } = middleOf(grid, column);
      if (px < x + STEP || px > x + width - STEP) continue;
      for (const py of [y - out, y + height + out]) add(px, py, 1);
    }
    for (let row = rowAt(grid, y); row <= rowAt(grid, y + height); row++) {
      const { y: py } = middleOf(grid, row * grid.columns);
      if (py < y + STEP || py > y + height - STEP) continue;
      for (const px of [x - out, x + width + out]) add(px, py, 0);
    }
    return found;
  }

  /** Takes the way that ends in a state; as its turns, from border to border. */
  private taken(line: number, last: number, start: Place, end: Place): Point[] {
    const states: number[] = [];
    for (let state = last; state !== -1; state = this.before[state]!) states.unshift(state);
    for (const state of states) this.grid.used[(state & 1) as 0 | 1][state >> 1] = line + 1;
    // Where a way turns, it lies in both directions.
    for (let i = 1; i < states.length; i++)
      if ((states[i]! & 1) !== (states[i - 1]! & 1))
        this.grid.used[(states[i]! & 1) as 0 | 1][states[i - 1]! >> 1] = line + 1;
    const points = states.map((state) => middleOf(this.grid, state >> 1));
    const way = [
      atBorder(points[0]!, start, (states[0]! & 1) as 0 | 1),
      ...points,
      atBorder(points.at(-1)!, end, (last & 1) as 0 | 1),
    ];
    const isTurn = (i: number): boolean => {
      const [a, b, c] = [way[i - 1]!, way[i]!, way[i + 1]!];
      return !((a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y));
    };
    return way.filter((_, i) => i === 0 || i === way.length - 1 || isTurn(i));
  }
}

/** The point of the border right beside another one. */
function atBorder({ x, y }: Point, place: Place, direction: 0 | 1): Point {
  if (direction) return { x, y: y < place.y + place.height / 2 ? place.y : place.y + place.height };
  return { x: x < place.x + place.width / 2 ? place.x : place.x + place.width, y };
}

/** A way with round turns, as curves of Bézier, and its arrows. */
function drawn(way: readonly Point[], { arrow }: Line): Pick<Route, 'points' | 'straight' | 'startTip' | 'endTip'> {
  const turns = [...way];
  const tips: Pick<Route, 'startTip' | 'endTip'> = {};
  if (arrow !== 'none') {
    tips.endTip = turns.at(-1)!;
    turns[turns.length - 1] = towards(turns.at(-1)!, turns.at(-2)!, ARROW);
  }
  if (arrow === 'both') {
    tips.startTip = turns[0]!;
    turns[0] = towards(turns[0]!, turns[1]!, ARROW);
  }
  const points: Point[] = [whole(turns[0]!)];
  const go = (to: Point): void => {
    const from = points.at(-1)!;
    points.push(from, whole(to), whole(to));
  };
  for (let i = 1; i < turns.length - 1; i++) {
    const [before, at, after] = [turns[i - 1]!, turns[i]!, turns[i + 1]!];
    go(towards(at, before, Math.min(ROUND, far(at, before) / 2)));
    const end = whole(towards(at, after, Math.min(ROUND, far(at, after) / 2)));
    points.push(whole(at), whole(at), end);
  }
  go(turns.at(-1)!);
  return { points, straight: false, ...tips };
}

const far = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
const whole = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

/** The point so far from one on the level or upright way to another, not beyond it. */
function towards(from: Point, to: Point, length: number): Point {
  const all = far(from, to);
  const part = all ? Math.min(1, length / all) : 0;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/**
 * The middle of each label: on its own line, on no box, no other label, and no other line where there is such a place. One for
 * which there is no room is not written: its line says it to whoever points at it.
 */
function labelsOn(
  lines: readonly Line[],
  ways: ReadonlyMap<number, readonly Point[]>,
  boxes: readonly Place[],
): Map<number, Point> {
  const taken: Place[] = [];
  const labels = new Map<number, Point>();
  const segments = [...ways].flatMap(([i, way]) => way.slice(1).map((to, k) => ({ i, place: covered(way[k]!, to) })));
  const lengthOf = (i: number): number =>
    segments.reduce((sum, { i: of, place }) => sum + (of === i ? place.width + place.height : 0), 0);
  const order = [...ways.keys()].filter((i) => labelSize(lines[i]!)).sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  for (const i of order) {
    const { width, height } = labelSize(lines[i]!)!;
    const around = ({ x, y }: Point): Place => ({
      ...{ x: x - width / 2 - LABEL_GAP, y: y - height / 2 - LABEL_GAP },
      ...{ width: width + 2 * LABEL_GAP, height: height + 2 * LABEL_GAP },
    });
    const free = placesOn(ways.get(i)!).filter((at) => {
      const place = around(at);
      return !boxes.some((box) => overlap(box, place)) && !taken.some((other) => overlap(other, place));
    });
    const clear = free.find((at) => !segments.some(({ i: other, place }) => other !== i && overlap(place, around(at))));
    const found = clear ?? free[0];
    if (!found) continue;
    taken.push(around(found));
    labels.set(i, whole(found));
  }
  return labels;
}

/** Points on a way at which a label may stand: in the middle of its longest part first. */
function placesOn(way: readonly Point[]): Point[] {
  const parts = way.slice(1).map((to, k) => [way[k]!, to] as const);
  return parts
    .sort(([a, b], [c, d]) => far(c, d) - far(a, b))
    .flatMap(([a, b]) =>
      [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9].map((part) => ({
        x: a.x + (b.x - a.x) * part,
        y: a.y + (b.y - a.y) * part,
      })),
    );
}

/** What a straight part of a way covers. */
const covered = (a: Point, b: Point): Place => ({
  ...{ x: Math.min(a.x, b.x) - 1, y: Math.min(a.y, b.y) - 1 },
  ...{ width: Math.abs(a.x - b.x) + 2, height: Math.abs(a.y - b.y) + 2 },
});

/** States by what they cost, the cheapest first; of several the one that came first. */
class Heap {
  private readonly states: number[] = [];
  private readonly costs: number[] = [];

  push(state: number, cost: number): void {
    const { states, costs } = this;
    let at = states.length;
    states.push(state);
    costs.push(cost);
    while (at) {
      const above = (at - 1) >> 1;
      if (costs[above]! <= cost) break;
      states[at] = states[above]!;
      costs[at] = costs[above]!;
      at = above;
    }
    states[at] = state;
    costs[at] = cost;
  }

  pop(): number | undefined {
    const { states, costs } = this;
    const first = states[0];
    const [state, cost] = [states.pop(), costs.pop()];
    if (!states.length || state === undefined || cost === undefined) return first;
    let at = 0;
    for (let next = 1; next < states.length; next = 2 * at + 1) {
      if (next + 1 < states.length && costs[next + 1]! < costs[next]!) next++;
      if (costs[next]! >= cost) break;
      states[at] = states[next]!;
      costs[at] = costs[next]!;
      at = next;
    }
    states[at] = state;
    costs[at] = cost;
    return first;
  }
}
