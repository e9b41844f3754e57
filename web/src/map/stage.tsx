/** The plane on which objects stand: drawn on canvases, moved with pointer, wheel, fingers and keys. */
import type { TargetedKeyboardEvent, TargetedPointerEvent, VNode } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Ref } from 'preact';
import { theme } from '../app/theme.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { beyond, fitted, following, seen, toPlane, zoomed, type Camera, type Size } from './camera.js';
import type { Explorer } from './explorer.js';
import { ARROWS, type Area, type Arrow } from './grid.js';
import { BOX, LEAST_SCALE, MANY } from './layout.js';
import { BADGE, Painter, type View } from './painter.js';
import { paletteNow, type Palette } from './palette.js';
import { markedInWords, vulnerableInWords } from './reader.js';
import type { Point } from './state.js';

/** What others ask of the plane. */
export interface StageHandle {
  /** All of it in view. */
  fit(): void;
  zoom(factor: number): void;
  /** Brings an object into view. */
  follow(id: string): void;
  focus(): void;
  /** What is seen, as a picture of points. */
  picture(): HTMLCanvasElement;
  /** The part of the plane that is seen. */
  area(): Area;
  palette(): Palette;
}

interface StageOptions {
  explorer: Explorer;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Shows the neighbours of an object, or takes them away. */
  onToggle: (id: string) => void;
  /** Keys that are not for the plane itself. */
  onKey: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  handle: Ref<StageHandle>;
}

/** Milliseconds without a move until lines are drawn again. */
const REST = 140;
/** Pixels that a pointer moves before it drags. */
const DRAG_FROM = 4;
/** Pixels that a key moves the plane. */
const KEY_STEP = 80;

/** Keys that move the plane by what is seen, as in any page. */
const PAGES: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

interface DragState {
  at: Point;
  began: Point;
  /** The object that is dragged; null where the plane is. */
  id: string | null;
  offset: Point;
  hasMoved: boolean;
}

export function Stage({ explorer, chosen, onChoose, onToggle, onKey, handle }: StageOptions): VNode {
  const scene = useStore(explorer.scene);
  const ground = useStore(theme);
  const place = useRef<HTMLDivElement>(null);
  const [lines, marks, boxes, over] = [
    useRef<HTMLCanvasElement>(null),
    useRef<HTMLCanvasElement>(null),
    useRef<HTMLCanvasElement>(null),
    useRef<HTMLCanvasElement>(null),
  ];
  const [down, across] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const palette = useMemo(paletteNow, [ground]);
  /** What changes many times a second is kept beside the component: drawing it anew would take longer than the frame. */
  const now = useRef({
    camera: { x: 0, y: 0, scale: 1 } as Camera,
    size: { width: 0, height: 0 } as Size,
    hovered: null as string | null,
    isFocused: false,
    isMoving: false,
    isFitted: false,
    laid: '',
    /** Somebody moved the plane: it stays where it is when its frame becomes larger. */
    isMoved: false,
    isBadge: false,
    frame: 0,
    rest: 0,
    pointers: new Map<number, Point>(),
    held: null as DragState | null,
    painter: null as Painter | null,
    view: null as Pick<View, 'scene' | 'palette' | 'chosen'> | null,
  }).current;
  now.view = { scene, palette, chosen };

  const viewNow = (): View => ({
    ...now.view!,
    camera: now.camera,
    hovered: now.hovered,
    isFocused: now.isFocused,
  });
  const draw = (): void => {
    cancelAnimationFrame(now.frame);
    now.frame = requestAnimationFrame(() => {
      now.painter?.draw(viewNow(), now.isMoving);
      if (place.current) bars();
    });
  };
  /** The camera goes elsewhere: lines come back when it rests. */
  const move = (camera: Camera): void => {
    now.camera = camera;
    now.isMoving = true;
    now.isMoved = true;
    draw();
    clearTimeout(now.rest);
    now.rest = window.setTimeout(() => {
      now.isMoving = false;
      draw();
    }, REST);
  };
  /** Where the bars stand, and how far they go: as much as is beyond what is seen. */
  const bars = (): void => {
    const { bounds } = explorer.scene.get().grid;
    const more = beyond(now.camera, now.size, bounds);
    for (const [bar, before, after, length, along] of [
      [down.current!, more.top, more.bottom, now.size.height, 'height'],
      [across.current!, more.left, more.right, now.size.width, 'width'],
    ] as const) {
      const isNeeded = before + after > 1;
      bar.classList.toggle('needed', isNeeded);
      if (!isNeeded) continue;
      const whole = length + before + after;
      bar.style.setProperty(`inset-${along === 'height' ? 'block' : 'inline'}-start`, `${(before / whole) * 100}%`);
      bar.style.setProperty(along, `${(length / whole) * 100}%`);
    }
  };
  const fit = (): void => {
    const { boxes: all, grid } = explorer.scene.get();
    // Names stay readable, and the rest is scrolled to; very many are looked at from afar.
    now.camera = fitted(now.camera, now.size, grid.bounds, all.length > MANY ? 0 : LEAST_SCALE);
    draw();
  };

  useLayoutEffect(() => {
    const layers = { lines: lines.current!, marks: marks.current!, boxes: boxes.current!, over: over.current! };
    now.painter = new Painter(layers, explorer.catalogue, draw);
    const resize = (): void => {
      const { width, height } = place.current!.getBoundingClientRect();
      const isOther = now.size.width !== width || now.size.height !== height;
      now.size = { width, height };
      now.painter!.resize(now.size, Math.min(devicePixelRatio || 1, 2));
      if (isOther && width && height) {
        explorer.resize(now.size);
        if (now.isFitted && !now.isMoved) fit();
      }
      draw();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(place.current!);
    resize();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(now.frame);
      clearTimeout(now.rest);
    };
  }, [explorer]);

  // A listener that may keep the page from scrolling must say so.
  useEffect(() => {
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = place.current!.getBoundingClientRect();
      const around = { x: event.clientX - left, y: event.clientY - top };
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const { camera } = now;
      // As elsewhere: Shift scrolls to the side; a finger on a pad that goes to the side scrolls too.
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
        move({ ...camera, x: camera.x + (dx * lines) / camera.scale, y: camera.y + (dy * lines) / camera.scale });
        return;
      }
      move(zoomed(now.camera, now.size, Math.exp(-event.deltaY * lines * 0.0016), around));
    };
    const stage = place.current!;
    stage.addEventListener('wheel', turn, { passive: false });
    return () => stage.removeEventListener('wheel', turn);
  }, []);

  // The first objects are brought into view, and all of them where all were laid out anew; later ones move nothing.
  useLayoutEffect(() => {
    if (!scene.boxes.length) now.isFitted = false;
    else if (!now.isFitted || now.laid !== scene.laid) {
      now.isFitted = true;
      now.isMoved = false;
      now.laid = scene.laid;
      fit();
    }
    draw();
  }, [scene]);
  useLayoutEffect(draw, [chosen, palette]);

  useImperativeHandle(handle, () => ({
    fit: () => {
      now.isMoved = false;
      fit();
    },
    zoom: (factor) => move(zoomed(now.camera, now.size, factor, { x: now.size.width / 2, y: now.size.height / 2 })),
    follow: (id) => {
      const point = explorer.scene.get().points.get(id);
      if (point) now.camera = following(now.camera, now.size, point);
      draw();
    },
    focus: () => place.current!.focus({ preventScroll: true }),
    picture: () => now.painter!.picture(viewNow()),
    area: () => seen(now.camera, now.size),
    palette: () => now.view!.palette,
  }));

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = place.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const under = (at: Point): { id: string | null; plane: Point } => {
    const plane = toPlane(now.camera, now.size, at);
    return { id: explorer.scene.get().grid.at(plane) ?? null, plane };
  };
  /** The name whole, what it is, and what became of it. */
  const wordsOf = (id: string): string => {
    const { byId, states, vulnerable, marked } = explorer.scene.get();
    const [box, word, found, mark] = [byId.get(id), states.get(id), vulnerable.get(id), marked.get(id)];
    return [
      box?.name,
      box?.about,
      word && t(`map.state.${word}`),
      found && vulnerableInWords(found),
      mark && markedInWords(mark),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  const hover = (id: string | null): void => {
    if (now.hovered === id) return;
    now.hovered = id;
    place.current!.classList.toggle('over-object', id !== null);
    place.current!.title = id === null ? '' : wordsOf(id);
    requestAnimationFrame(() => now.painter?.drawOver(viewNow(), now.isMoving));
  };

  const press = (event: TargetedPointerEvent<HTMLElement>): void => {
    if (event.button) return;
    const at = pointOf(event);
    now.pointers.set(event.pointerId, at);
    place.current!.setPointerCapture(event.pointerId);
    const { id, plane } = under(at);
    const point = id === null ? plane : explorer.scene.get().points.get(id)!;
    now.held = { at, began: at, id, offset: { x: point.x - plane.x, y: point.y - plane.y }, hasMoved: false };
  };
  const moved = (event: TargetedPointerEvent<HTMLElement>): void => {
    const at = pointOf(event);
    if (!now.pointers.has(event.pointerId)) {
      hover(under(at).id);
      return;
    }
    const former = now.pointers.get(event.pointerId)!;
    now.pointers.set(event.pointerId, at);
    const { held } = now;
    if (!held) return;
    if (now.pointers.size > 1) {
      pinch(event.pointerId, former, at);
      return;
    }
    held.hasMoved ||= Math.hypot(at.x - held.began.x, at.y - held.began.y) > DRAG_FROM;
    if (!held.hasMoved) return;
    if (held.id === null) {
      const { camera } = now;
      move({
        ...camera,
        x: camera.x - (at.x - held.at.x) / camera.scale,
        y: camera.y - (at.y - held.at.y) / camera.scale,
      });
    } else {
      const plane = toPlane(now.camera, now.size, at);
      now.isMoving = true;
      explorer.drag(held.id, { x: plane.x + held.offset.x, y: plane.y + held.offset.y });
      draw();
    }
    held.at = at;
  };
  /** Two fingers: their middle stays where it is on the plane. */
  const pinch = (id: number, former: Point, at: Point): void => {
    now.held!.hasMoved = true;
    const [, other] = [...now.pointers].find(([one]) => one !== id)!;
    const apart = (one: Point): number => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    const { camera } = now;
    const dragged = {
      ...camera,
      x: camera.x - (at.x - former.x) / 2 / camera.scale,
      y: camera.y - (at.y - former.y) / 2 / camera.scale,
    };
    move(zoomed(dragged, now.size, apart(at) / apart(former), middle));
  };
  const up = (event: TargetedPointerEvent<HTMLElement>): void => {
    const { held } = now;
    now.pointers.delete(event.pointerId);
    if (now.pointers.size || !held) return;
    now.held = null;
    if (held.id !== null && held.hasMoved) {
      now.isMoving = false;
      explorer.drop(held.id, explorer.scene.get().points.get(held.id)!);
    } else if (!held.hasMoved) {
      onChoose(held.id);
      now.isBadge = held.id !== null && isOnBadge(held);
      if (now.isBadge) onToggle(held.id!);
    }
  };
  /** Whether a box was hit at its end, where the number of further neighbours stands. */
  const isOnBadge = ({ id, offset }: DragState): boolean => {
    const box = explorer.scene.get().byId.get(id!);
    return Boolean(box?.left) && -offset.x > BOX.width / 2 - BADGE;
  };

  const keys = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS.find((one) => one === event.key);
    const page = PAGES[event.key];
    if (page !== undefined) {
      event.preventDefault();
      const { camera, size } = now;
      move({ ...camera, y: camera.y + (page * size.height * 0.85) / camera.scale });
      return;
    }
    if (!arrow) {
      onKey(event);
      return;
    }
    event.preventDefault();
    if (event.shiftKey) {
      move(shifted(now.camera, arrow));
      return;
    }
    const { grid, boxes: list } = explorer.scene.get();
    const next = chosen === null ? list[0]?.id : grid.next(chosen, arrow);
    if (next !== undefined) onChoose(next);
  };

  return (
    <div
      class="stage"
      ref={place}
      tabIndex={0}
      role="application"
      aria-label={t('map.stage')}
      aria-describedby="map-keys"
      onPointerDown={press}
      onPointerMove={moved}
      onPointerUp={up}
      onPointerCancel={up}
      onPointerLeave={() => hover(null)}
      onDblClick={(event) => {
        const { id } = under(pointOf(event));
        // The first click of two on the badge did it already.
        if (id !== null && !now.isBadge) onToggle(id);
      }}
      onFocus={() => {
        now.isFocused = true;
        draw();
      }}
      onBlur={() => {
        now.isFocused = false;
        draw();
      }}
      onKeyDown={keys}
    >
      <canvas ref={lines} aria-hidden="true" />
      <canvas ref={marks} aria-hidden="true" />
      <canvas ref={boxes} aria-hidden="true" />
      <canvas ref={over} aria-hidden="true" />
      <div class="stage-bar down" ref={down} aria-hidden="true" />
      <div class="stage-bar across" ref={across} aria-hidden="true" />
      <p id="map-keys" class="visually-hidden">
        {t('map.stage.keys')}
      </p>
    </div>
  );
}

/** The plane, moved by a key. */
const shifted = (camera: Camera, arrow: Arrow): Camera => {
  const step = KEY_STEP / camera.scale;
  const x = { ArrowLeft: -step, ArrowRight: step, ArrowUp: 0, ArrowDown: 0 }[arrow];
  const y = { ArrowLeft: 0, ArrowRight: 0, ArrowUp: -step, ArrowDown: step }[arrow];
  return { ...camera, x: camera.x + x, y: camera.y + y };
};
