/** Sizes of boxes, and what a layout gives: a place for everything. All numbers are whole units, y grows downwards. */
import { shortName, type Box, type Scene } from '../scene/scene.js';
import { textWidth } from './font.js';

/** Sizes of texts. */
export const SIZE = { title: 16, name: 12, second: 12, label: 12, small: 12 };

/** A box without its second line, and with it. */
export const HEIGHT = { one: 28, two: 40 };
/** The head of a container without and with a second line. */
export const HEAD = { one: 26, two: 38 };
/** The field with the sign at the left of a box. */
export const SIGN = 26;
/** Between the text and the border. */
export const PADDING = 9;
/** Between boxes, and between the border of a container and what is in it. */
export const GAP = 10;

export interface Size {
  width: number;
  height: number;
}

export interface Place extends Size {
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The way of a line: its first point, then three for each curve of Bézier; or two points, if it is straight. */
export interface Route {
  points: readonly Point[];
  straight: boolean;
  /** The tips of its arrows, where it has them: the way ends at their feet. */
  startTip?: Point;
  endTip?: Point;
  /** The middle of its label. */
  label?: Point;
}

/** Where everything is. */
export interface Layout extends Size {
  boxes: readonly Place[];
  /** The ways of the lines that are drawn, in their order. */
  lines: readonly Route[];
  /** What made it: `plain` if Graphviz failed or took too long. */
  by: 'packed' | 'graphviz' | 'plain';
}

/** The size of a box that holds nothing. */
export function boxSize({ label, second, root }: Box): Size {
  const name = textWidth(shortName(label), SIZE.name, root ? 'bold' : 'normal');
  const width = SIGN + PADDING * 2 + Math.max(name, textWidth(second, SIZE.second));
  return { width, height: second ? HEIGHT.two : HEIGHT.one };
}

/** The size of the head of a container. */
export function headSize({ label, second }: Box): Size {
  const name = textWidth(shortName(label), SIZE.name, 'bold');
  const width = SIGN + PADDING * 2 + Math.max(name, textWidth(second, SIZE.second));
  return { width, height: second ? HEAD.two : HEAD.one };
}

/** The size of the label of a line, with its lock; nothing if it has neither. */
export function labelSize({ label, lock }: { label: string; lock: boolean }): Size | undefined {
  if (!label && !lock) return undefined;
  const text = label ? textWidth(label, SIZE.label) : 0;
  return { width: text + (lock ? 12 : 0) + 6, height: 16 };
}

/** What stands in each box, and outermost (-1), by place in the list. */
export function childrenOf({ boxes }: Pick<Scene, 'boxes'>): Map<number, number[]> {
  const children = new Map<number, number[]>();
  boxes.forEach(({ parent }, i) => {
    const known = children.get(parent);
    if (known) known.push(i);
    else children.set(parent, [i]);
  });
  return children;
}

/** A way further to the right and further down. */
export function movedRoute({ points, straight, startTip, endTip, label }: Route, x: number, y: number): Route {
  const shift = (point: Point): Point => ({ x: point.x + x, y: point.y + y });
  return {
    ...{ points: points.map(shift), straight },
    ...(startTip && { startTip: shift(startTip) }),
    ...(endTip && { endTip: shift(endTip) }),
    ...(label && { label: shift(label) }),
  };
}

/** Returns true if two places have a part in common. */
export const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
