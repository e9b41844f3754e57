/** Which boxes are where: what is under the pointer, what can be seen, what is next in a direction. */
import { BOX } from './layout.js';
import type { Point } from './state.js';

/** A part of the plane; boxes are meant by their middle. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;
export type Arrow = (typeof ARROWS)[number];

/** The way of each arrow: along which axis, and whether forward. */
const WAYS: Readonly<Record<Arrow, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const SIDE = 512;

export class Grid {
  private readonly cells = new Map<number, string[]>();
  /** What all boxes together cover; null where there are none. */
  readonly bounds: Area | null;

  constructor(private readonly points: ReadonlyMap<string, Point>) {
    let bounds: Area | null = null;
    for (const [id, { x, y }] of points) {
      const cell = key(Math.floor(x / SIDE), Math.floor(y / SIDE));
      const there = this.cells.get(cell);
      if (there) there.push(id);
      else this.cells.set(cell, [id]);
      bounds ??= { left: x, top: y, right: x, bottom: y };
      bounds.left = Math.min(bounds.left, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
    this.bounds = bounds && widened(bounds);
  }

  /** The box at a point; the last one drawn where several lie there. */
  at({ x, y }: Point): string | undefined {
    const within = this.in({ left: x, top: y, right: x, bottom: y });
    return within.at(-1);
  }

  /** The boxes of which an area shows a part. */
  in(area: Area): string[] {
    const { left, top, right, bottom } = widened(area);
    const found: string[] = [];
    const [from, to] = [Math.floor(left / SIDE), Math.floor(right / SIDE)];
    const [above, below] = [Math.floor(top / SIDE), Math.floor(bottom / SIDE)];
    // More cells than there are boxes: from far away all of them are looked at.
    if ((to - from + 1) * (below - above + 1) > this.cells.size) {
      for (const ids of this.cells.values())
        for (const id of ids) if (this.isIn(id, left, top, right, bottom)) found.push(id);
      return found;
    }
    for (let row = above; row <= below; row++) {
      for (let column = from; column <= to; column++) {
        for (const id of this.cells.get(key(column, row)) ?? [])
          if (this.isIn(id, left, top, right, bottom)) found.push(id);
      }
    }
    return found;
  }

  /** The nearest box in the direction of an arrow: straight ahead rather than to the side. */
  next(from: string, arrow: Arrow): string | undefined {
    const start = this.points.get(from);
    if (!start) return undefined;
    const way = WAYS[arrow];
    let best: { id: string; cost: number } | undefined;
    for (const [id, { x, y }] of this.points) {
      const [dx, dy] = [x - start.x, y - start.y];
      const ahead = dx * way.x + dy * way.y;
      const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
      if (ahead <= 0 || id === from) continue;
      const cost = ahead + 2 * aside;
      if (!best || cost < best.cost) best = { id, cost };
    }
    return best?.id;
  }

  private isIn(id: string, left: number, top: number, right: number, bottom: number): boolean {
    const { x, y } = this.points.get(id)!;
    return x >= left && x <= right && y >= top && y <= bottom;
  }
}

/** Middles of boxes that reach into an area lie in a wider one. */
const widened = ({ left, top, right, bottom }: Area): Area => ({
  left: left - BOX.width / 2,
  top: top - BOX.height / 2,
  right: right + BOX.width / 2,
  bottom: bottom + BOX.height / 2,
});

const key = (column: number, row: number): number => row * 2 ** 21 + column;
