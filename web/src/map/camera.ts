/** Which part of the plane is seen, and how large. */
import type { Area } from './grid.js';
import type { Point } from './state.js';

export interface Camera {
  /** What is in the middle of the screen. */
  x: number;
  y: number;
  /** Pixels for each unit. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

const MIN_SCALE = 0.02;
const MAX_SCALE = 3;
/** Beyond this a page with few objects is not blown up. */
const MAX_FIT = 1;
/** Not larger where all of it has no room: so much the more is seen. */
const COMFORTABLE = 0.8;
/** Pixels around what is fitted in, and those below it where buttons stand above the plane. */
const MARGIN = 36;
const FOOT = 36;
/** Planes that are not wider than this are those of phones. */
export const NARROW = 600;
const NARROW_MARGIN = 10;

const bounded = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);

/** Where a point of the plane is on the screen. */
export const toScreen = ({ x, y, scale }: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - x) * scale + width / 2,
  y: (point.y - y) * scale + height / 2,
});

/** Which point of the plane is at one of the screen. */
export const toPlane = ({ x, y, scale }: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - width / 2) / scale + x,
  y: (point.y - height / 2) / scale + y,
});

/** Larger or smaller by a factor; the point at `around` on the screen stays where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, around: Point): Camera {
  const fixed = toPlane(camera, size, around);
  const scale = bounded(camera.scale * factor);
  return {
    x: fixed.x - (around.x - size.width / 2) / scale,
    y: fixed.y - (around.y - size.height / 2) / scale,
    scale,
  };
}

/**
 * All of an area in view; as it was where there is none.
 * @param least pixels for each unit, at least: where all of it would be smaller, as much of its upper part as there is room for
 */
export function fitted(camera: Camera, { width, height }: Size, area: Area | null, least = 0): Camera {
  if (!area || !width || !height) return camera;
  const room = within({ width, height });
  const wide = Math.min(room.width / Math.max(area.right - area.left, 1), MAX_FIT);
  const whole = Math.min(wide, room.height / Math.max(area.bottom - area.top, 1));
  const scale = bounded(whole < least ? Math.max(Math.min(wide, COMFORTABLE), least) : whole);
  const { left, right, top, bottom } = area;
  const x = (left + right) / 2;
  if (whole < least) return { x, y: top + (height / 2 - marginOf(width)) / scale, scale };
  return { x, y: (top + bottom) / 2 + FOOT / 2 / scale, scale };
}

/** The room of a plane within its margins, and above its buttons. */
export const within = ({ width, height }: Size): Size => ({
  width: width - 2 * marginOf(width),
  height: height - 2 * marginOf(width) - FOOT,
});

/** On a phone usual margins would take a sixth of the width. */
const marginOf = (width: number): number => (width < NARROW ? NARROW_MARGIN : MARGIN);

/** How far the camera may go so that an area stays in view, in pixels: what is above, below, left and right of what is seen. */
export function beyond(
  camera: Camera,
  size: Size,
  area: Area | null,
): Record<'left' | 'right' | 'top' | 'bottom', number> {
  if (!area || !size.width || !size.height) return { left: 0, right: 0, top: 0, bottom: 0 };
  const shown = seen(camera, size);
  const more = (units: number): number => Math.max(0, Math.round(units * camera.scale));
  return {
    ...{ left: more(shown.left - area.left), right: more(area.right - shown.right) },
    ...{ top: more(shown.top - area.top), bottom: more(area.bottom - shown.bottom) },
  };
}

/** The part of the plane that is seen. */
export function seen(camera: Camera, size: Size): Area {
  const from = toPlane(camera, size, { x: 0, y: 0 });
  const to = toPlane(camera, size, { x: size.width, y: size.height });
  return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

/** The same camera, moved as little as shows a point whole. */
export function following(camera: Camera, size: Size, point: Point): Camera {
  const at = toScreen(camera, size, point);
  const aside = (value: number, length: number, margin: number): number =>
    value < margin ? value - margin : value > length - margin ? value - (length - margin) : 0;
  const dx = aside(at.x, size.width, Math.min(110, size.width / 3));
  const dy = aside(at.y, size.height, Math.min(60, size.height / 3));
  return { ...camera, x: camera.x + dx / camera.scale, y: camera.y + dy / camera.scale };
}
