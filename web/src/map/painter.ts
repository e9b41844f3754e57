/**
 * Draws the page: lines, those of what is chosen, boxes, and what is under the pointer, on four canvases above each other. Only what is seen is
 * drawn; while it moves, no lines are; afterwards lines come in portions, so that the page answers meanwhile.
 */
import type { Catalogue } from './catalogue.js';
import { NARROW, seen, type Camera, type Size } from './camera.js';
import type { Box, Scene } from './explorer.js';
import { BOX, CELL, MANY } from './layout.js';
import { arrowsOf, Courses, middleOf, trace, type Course } from './lines.js';
import { cutInTheMiddle, drawnNames } from './names.js';
import { colourOf, DOUBT_SIGN, signOf, STATE_SIGNS, type Palette } from './palette.js';
import type { Point } from './state.js';
import type { MapEdge } from './world.js';

/** Pixels for each unit from which boxes have all that they say, names alone in larger letters, and signs alone. */
const WORDS_FROM = 0.85;
const NAMES_FROM = 0.44;
const SIGNS_FROM = 0.32;
/** Pixels of the smallest letters, on a phone and elsewhere. What would be smaller is not written. */
const LEAST_TEXT = { phone: 12, screen: 11 };
const ARROWS_FROM = 0.3;
/** Pixels of the side of a sign where names stand alone. */
const SIGN = 14;
/** Half the height of the sign of vulnerabilities, in units, and in pixels at least. */
const DIAMOND = 8;
const LEAST_DIAMOND = 4;
/** Milliseconds of a frame for lines; lines that are drawn at once. */
const LINES_TIME = 5;
const LINES_LOT = 50;
/** Lines of a frame: without a graphics card, painting them takes longer than saying so. */
const LINES_FRAME = 300;
/** Lines that keep clear of boxes also where they are small. */
const MAX_FAR = 1000;
/** Lines of one object that are made to stand out. */
const MAX_MARKED = 300;
/** How visible the rest is where something is told apart. */
const FADED = 0.22;
/** Units from one size of letters to the next. */
const STEP = 1.5;
/** Names of so many boxes are told apart. */
const MAX_APART = 600;
/** Pixels of the field that opens the neighbours, at the right end of a box. */
export const BADGE = 34;

export type Layers = Readonly<Record<'lines' | 'marks' | 'boxes' | 'over', HTMLCanvasElement>>;

/** What is drawn. */
export interface View {
  scene: Scene;
  camera: Camera;
  palette: Palette;
  chosen: string | null;
  hovered: string | null;
  /** Whether what is chosen has the keyboard. */
  isFocused: boolean;
}

export class Painter {
  private size: Size = { width: 0, height: 0 };
  private ratio = 1;
  private signs = new Map<string, HTMLCanvasElement>();
  private signsOf: Palette | null = null;
  private readonly shortened = new Map<string, string>();
  /** Names as they are drawn in a room and a font. */
  private names = new Map<string, ReadonlyMap<string, string>>();
  private namesOf: Scene | null = null;
  private courses: Courses | null = null;
  private coursesOf: Scene | null = null;
  private lining = 0;

  /** `redraw` is called when a sign has come. */
  constructor(
    private readonly layers: Layers,
    private readonly catalogue: Catalogue,
    private readonly redraw: () => void,
  ) {}

  /** Fits the canvases to their place. */
  resize(size: Size, ratio: number): void {
    this.size = size;
    this.ratio = ratio;
    for (const canvas of Object.values(this.layers)) {
      canvas.width = Math.round(size.width * ratio);
      canvas.height = Math.round(size.height * ratio);
    }
  }

  /** Draws everything; lines are left out while `isMoving`. */
  draw(view: View, isMoving: boolean): void {
    this.drawBoxes(view, isMoving);
    this.drawOver(view, isMoving);
    cancelAnimationFrame(this.lining);
    this.clear('lines');
    if (!isMoving) this.drawLines(view);
  }

  /** Draws only what is under the pointer and what is chosen. */
  drawOver(view: View, isMoving: boolean): void {
    const { scene, palette, chosen, hovered, isFocused } = view;
    const context = this.begin('over', view.camera);
    const outline = (id: string | null, width: number): void => {
      const point = id === null ? undefined : scene.points.get(id);
      if (!point) return;
      context.lineWidth = width / view.camera.scale;
      context.strokeStyle = palette.accent;
      roundBox(context, point, 3 / view.camera.scale);
      context.stroke();
    };
    const marks = this.begin('marks', view.camera);
    if (!isMoving && chosen) this.drawLinesAt(marks, context, view, chosen);
    if (hovered !== chosen) outline(hovered, 1.5);
    outline(chosen, isFocused ? 3.5 : 2.5);
  }

  /** What is seen as one picture. */
  picture({ palette }: View): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = this.layers.boxes.width;
    canvas.height = this.layers.boxes.height;
    const context = canvas.getContext('2d')!;
    context.fillStyle = palette.page;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.layers.lines, 0, 0);
    context.drawImage(this.layers.marks, 0, 0);
    context.drawImage(this.layers.boxes, 0, 0);
    return canvas;
  }

  private clear(layer: keyof Layers): CanvasRenderingContext2D {
    const canvas = this.layers[layer];
    const context = canvas.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    return context;
  }

  private begin(layer: keyof Layers, camera: Camera): CanvasRenderingContext2D {
    const context = this.clear(layer);
    this.place(context, camera);
    return context;
  }

  private place(context: CanvasRenderingContext2D, { x, y, scale }: Camera): void {
    const factor = scale * this.ratio;
    const { width, height } = this.size;
    context.setTransform(
      factor,
      0,
      0,
      factor,
      (width / 2 - x * scale) * this.ratio,
      (height / 2 - y * scale) * this.ratio,
    );
  }

  private drawBoxes({ scene, camera, palette }: View, isMoving: boolean): void {
    const context = this.begin('boxes', camera);
    this.prepareSigns(palette);
    const visible = scene.grid.in(seen(camera, this.size)).map((id) => scene.byId.get(id)!);
    const isNamed = camera.scale >= (isMoving && visible.length > MANY ? WORDS_FROM : NAMES_FROM);
    if (!isNamed) {
      this.drawFields(context, visible, scene, camera, palette);
      this.drawVulnerable(context, visible, scene, palette, camera.scale);
      this.drawMarked(context, visible, scene, palette, camera.scale);
      return;
    }
    context.textBaseline = 'middle';
    for (const box of visible) this.drawBox(context, box, scene, palette, camera.scale);
    this.drawVulnerable(context, visible, scene, palette, camera.scale);
    this.drawMarked(context, visible, scene, palette, camera.scale);
    context.globalAlpha = 1;
  }

  /** A size of letters in units that is no smaller on the screen than letters may be. */
  private letters(units: number, scale: number): number {
    const least = this.size.width < NARROW ? LEAST_TEXT.phone : LEAST_TEXT.screen;
    // In steps: what was measured in one size of letters is not measured anew for each movement of a wheel.
    return units * scale >= least ? units : Math.ceil(least / scale / STEP) * STEP;
  }

  /** From far away: fields in the colours of their kinds, those of one colour at once. */
  private drawFields(
    context: CanvasRenderingContext2D,
    boxes: readonly Box[],
    scene: Scene,
    camera: Camera,
    palette: Palette,
  ): void {
    const fields = new Map<string, Box[]>();
    for (const box of boxes) {
      const state = scene.states.get(box.id);
      const colour = state ? palette[state] : colourOf(this.catalogue.kinds.get(box.kind), palette);
      const key = `${colour} ${isLit(scene, box.id) ? '' : 'faded'}`;
      const there = fields.get(key);
      if (there) there.push(box);
      else fields.set(key, [box]);
    }
    const hasSigns = camera.scale >= SIGNS_FROM;
    for (const [key, those] of fields) {
      context.globalAlpha = key.endsWith('faded') ? FADED : 1;
      context.fillStyle = key.split(' ')[0]!;
      context.beginPath();
      for (const { id } of those) {
        const { x, y } = scene.points.get(id)!;
        context.rect(x - BOX.width / 2, y - BOX.height / 2, BOX.width, BOX.height);
      }
      context.fill();
      if (!hasSigns || !scene.states.size) continue;
      context.fillStyle = palette.surface;
      context.font = `700 ${this.letters(34, camera.scale)}px ${palette.font}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      for (const { id } of those) {
        const state = scene.states.get(id);
        const { x, y } = scene.points.get(id)!;
        if (state) context.fillText(STATE_SIGNS[state], x, y + 2);
      }
      context.textAlign = 'left';
    }
    context.globalAlpha = 1;
  }

  private drawBox(context: CanvasRenderingContext2D, box: Box, scene: Scene, palette: Palette, scale: number): void {
    const { x, y } = scene.points.get(box.id)!;
    const [left, top] = [x - BOX.width / 2, y - BOX.height / 2];
    const state = scene.states.get(box.id);
    const isDoubtful = scene.doubtful.has(box.id);
    const colour = state ? palette[state] : colourOf(this.catalogue.kinds.get(box.kind), palette);
    context.globalAlpha = isLit(scene, box.id) ? 1 : FADED;
    const alpha = context.globalAlpha;
    roundBox(context, { x, y }, 0);
    context.fillStyle = palette.surface;
    context.fill();
    context.globalAlpha = alpha * (state ? 0.24 : box.isKind ? 0.16 : 0.08);
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = alpha;
    context.lineWidth = state ? 2 : 1.2;
    context.strokeStyle = colour;
    if (isDoubtful) context.setLineDash([6, 4]);
    context.stroke();
    context.setLineDash([]);
    const mark = (state ? STATE_SIGNS[state] : '') + (isDoubtful ? DOUBT_SIGN : '');
    const badge = box.left ? `+${box.left}` : '';
    const sign = this.signs.get(box.kind);
    if (scale < WORDS_FROM) {
      const size = this.letters(17, scale);
      context.font = `600 ${size}px ${palette.font}`;
      // What it is stands before its name: an application and its process are often called the same.
      const side = Math.min(SIGN / scale, BOX.height - 12);
      if (sign) context.drawImage(sign, left + 5, y - side / 2, side, side);
      const signs = mark && Math.ceil(context.measureText(mark).width) + 3;
      const begin = 9 + side;
      if (mark) {
        context.fillStyle = colour;
        context.fillText(mark, left + begin, y + 1);
      }
      const room = BOX.width - begin - Number(signs) - 4;
      context.fillStyle = palette.ink;
      context.fillText(this.nameIn(context, scene, box.name, room), left + begin + Number(signs), y + 1);
      return;
    }
    if (sign) context.drawImage(sign, left + 8, top + 10, 22, 22);
    const room = BOX.width - 40 - (badge || mark ? BADGE : 4);
    context.fillStyle = palette.ink;
    context.font = `600 ${this.letters(13, scale)}px ${palette.font}`;
    context.fillText(this.nameIn(context, scene, box.name, room), left + 37, box.about ? top + 14 : y + 1);
    if (box.about) {
      context.font = `${this.letters(11, scale)}px ${palette.font}`;
      context.fillStyle = palette.soft;
      context.fillText(this.shorten(context, box.about, room), left + 37, top + 31);
    }
    context.textAlign = 'right';
    if (mark) {
      context.font = `800 ${this.letters(16, scale)}px ${palette.font}`;
      context.fillStyle = colour;
      context.fillText(mark, left + BOX.width - 9, top + 14);
    }
    if (badge) {
      context.font = `600 ${this.letters(11, scale)}px ${palette.font}`;
      context.fillStyle = palette.accent;
      context.fillText(box.isKind ? String(box.left) : badge, left + BOX.width - 7, mark ? top + 32 : y + 1);
    }
    context.textAlign = 'left';
  }

  /** Triangles at the corners of what checks found something severe of: full where it is critical. */
  private drawMarked(
    context: CanvasRenderingContext2D,
    boxes: readonly Box[],
    { marked, points, lit }: Scene,
    palette: Palette,
    scale: number,
  ): void {
    if (!marked.size) return;
    const radius = Math.max(DIAMOND, LEAST_DIAMOND / scale);
    for (const { id } of boxes) {
      const found = marked.get(id);
      if (!found) continue;
      const point = points.get(id)!;
      const [x, y] = [point.x - BOX.width / 2 + 2, point.y + BOX.height / 2 - 2];
      context.globalAlpha = lit === null || lit.has(id) ? 1 : FADED;
      context.beginPath();
      context.moveTo(x, y - radius);
      context.lineTo(x + radius, y + radius * 0.8);
      context.lineTo(x - radius, y + radius * 0.8);
      context.closePath();
      context.fillStyle = found.critical ? palette.down : palette.surface;
      context.fill();
      context.lineWidth = radius / 5;
      context.strokeStyle = palette.down;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** Diamonds at the corners of what has open vulnerabilities: full, with a sign, where one is known to be exploited. */
  private drawVulnerable(
    context: CanvasRenderingContext2D,
    boxes: readonly Box[],
    { vulnerable, points, lit }: Scene,
    palette: Palette,
    scale: number,
  ): void {
    if (!vulnerable.size) return;
    const radius = Math.max(DIAMOND, LEAST_DIAMOND / scale);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `800 ${radius * 1.3}px ${palette.font}`;
    for (const { id } of boxes) {
      const found = vulnerable.get(id);
      if (!found) continue;
      const point = points.get(id)!;
      const [x, y] = [point.x - BOX.width / 2 + 2, point.y - BOX.height / 2 + 2];
      context.globalAlpha = lit === null || lit.has(id) ? 1 : FADED;
      context.beginPath();
      context.moveTo(x, y - radius);
      context.lineTo(x + radius, y);
      context.lineTo(x, y + radius);
      context.lineTo(x - radius, y);
      context.closePath();
      context.fillStyle = found.exploited ? palette.down : palette.surface;
      context.fill();
      context.lineWidth = radius / 5;
      context.strokeStyle = palette.down;
      context.stroke();
      if (!found.exploited) continue;
      context.fillStyle = palette.surface;
      context.fillText('!', x, y + radius / 10);
    }
    context.textAlign = 'left';
    context.globalAlpha = 1;
  }

  /** A name in the font that is set, so that no other name on the page looks like it. */
  private nameIn(context: CanvasRenderingContext2D, scene: Scene, name: string, room: number): string {
    // Of so many nobody compares names; finding them all would take longer than a frame.
    if (scene.boxes.length > MAX_APART) return this.shorten(context, name, room);
    if (this.namesOf !== scene) {
      this.namesOf = scene;
      this.names = new Map();
    }
    const key = `${context.font} ${room}`;
    let drawn = this.names.get(key);
    if (!drawn) {
      const fits = (text: string): boolean => context.measureText(text).width <= room;
      drawn = drawnNames(
        scene.boxes.map((box) => box.name),
        fits,
      );
      this.names.set(key, drawn);
    }
    return drawn.get(name) ?? name;
  }

  /** Lines in portions, a few milliseconds of each frame. */
  private drawLines({ scene, camera, palette }: View): void {
    const context = this.layers.lines.getContext('2d')!;
    this.place(context, camera);
    const area = seen(camera, this.size);
    const hasArrows = camera.scale >= ARROWS_FROM;
    // From far away nobody sees what a line passes.
    const courses = hasArrows || scene.edges.length <= MAX_FAR ? this.coursesFor(scene) : null;
    context.lineWidth = Math.min(1.2, 0.8 / camera.scale + 0.4);
    let next = 0;
    const portion = (): void => {
      const began = performance.now();
      const end = Math.min(next + LINES_FRAME, scene.edges.length);
      while (next < end && performance.now() - began < LINES_TIME) {
        const lot = scene.edges.slice(next, (next += LINES_LOT)).filter((edge) => isNear(edge, scene, area));
        for (const faded of [true, false]) {
          const those = lot.filter(({ from, to }) => (isLit(scene, from) && isLit(scene, to)) !== faded);
          if (!those.length) continue;
          context.globalAlpha = faded ? 0.12 : 0.6;
          context.strokeStyle = palette.line;
          context.fillStyle = palette.line;
          context.beginPath();
          for (const edge of those) {
            if (courses) trace(context, courses.of(edge), area);
            else traceStraight(context, edge, scene);
          }
          context.stroke();
          if (!courses || !hasArrows) continue;
          context.beginPath();
          for (const edge of those) traceArrows(context, courses.of(edge), edge);
          context.fill();
        }
      }
      if (next < scene.edges.length) this.lining = requestAnimationFrame(portion);
    };
    portion();
  }

  /** The lines at what is chosen, with their words. */
  private drawLinesAt(
    marks: CanvasRenderingContext2D,
    context: CanvasRenderingContext2D,
    { scene, camera, palette }: View,
    chosen: string,
  ): void {
    const courses = this.coursesFor(scene);
    const area = seen(camera, this.size);
    const those = scene.edges.filter(({ from, to }) => from === chosen || to === chosen);
    // So many would hide each other, and take long; they are among the lines all the same.
    if (those.length > MAX_MARKED) return;
    marks.lineWidth = 2 / Math.max(camera.scale, 0.5);
    marks.strokeStyle = palette.accent;
    marks.fillStyle = palette.accent;
    marks.beginPath();
    for (const edge of those) trace(marks, courses.of(edge), area);
    marks.stroke();
    marks.beginPath();
    for (const edge of those) traceArrows(marks, courses.of(edge), edge);
    marks.fill();
    if (camera.scale < NAMES_FROM || those.length > 60) return;
    const size = this.letters(11, camera.scale);
    context.font = `600 ${size}px ${palette.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const edge of those) {
      if (!edge.label) continue;
      const middle = middleOf(courses.of(edge));
      const label = this.shorten(context, edge.label, 150);
      const width = context.measureText(label).width + 8;
      context.fillStyle = palette.surface;
      context.fillRect(middle.x - width / 2, middle.y - size * 0.7, width, size * 1.4);
      context.fillStyle = palette.ink;
      context.fillText(label, middle.x, middle.y);
    }
    context.textAlign = 'left';
  }

  private coursesFor(scene: Scene): Courses {
    if (this.coursesOf !== scene) {
      this.courses = new Courses(scene.edges, scene.points);
      this.coursesOf = scene;
    }
    return this.courses!;
  }

  /** A text in the font that is set, as long as there is room. */
  private shorten(context: CanvasRenderingContext2D, text: string, room: number): string {
    const key = `${context.font} ${room} ${text}`;
    const known = this.shortened.get(key);
    if (known !== undefined) return known;
    const short = cutInTheMiddle(text, (part) => context.measureText(part).width <= room);
    this.shortened.set(key, short);
    return short;
  }

  /** Signs as points of the colour that the theme gives them: drawing them as SVG each time would take long. */
  private prepareSigns(palette: Palette): void {
    if (this.signsOf === palette) return;
    this.signsOf = palette;
    this.signs = new Map();
    const { signs } = this;
    for (const kind of this.catalogue.kinds.values()) {
      const image = new Image();
      image.onload = () => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 48;
        canvas.getContext('2d')!.drawImage(image, 0, 0, 48, 48);
        signs.set(kind.path, canvas);
        this.redraw();
      };
      image.src = signOf(kind, colourOf(kind, palette));
    }
  }
}

const isLit = ({ lit }: Scene, id: string): boolean => lit === null || lit.has(id);

function roundBox(context: CanvasRenderingContext2D, { x, y }: Point, beyond: number): void {
  context.beginPath();
  context.roundRect(
    x - BOX.width / 2 - beyond,
    y - BOX.height / 2 - beyond,
    BOX.width + 2 * beyond,
    BOX.height + 2 * beyond,
    8 + beyond,
  );
}

/** Whether a line may cross what is seen: it may leave the way between its ends by a box. */
function isNear(
  { from, to }: MapEdge,
  { points }: Scene,
  { left, top, right, bottom }: ReturnType<typeof seen>,
): boolean {
  const [a, b] = [points.get(from), points.get(to)];
  if (!a || !b) return false;
  const { width, height } = CELL;
  const isBeside = Math.max(a.x, b.x) < left - width || Math.min(a.x, b.x) > right + width;
  return !isBeside && Math.max(a.y, b.y) >= top - height && Math.min(a.y, b.y) <= bottom + height;
}

function traceStraight(context: CanvasRenderingContext2D, edge: MapEdge, { points }: Scene): void {
  const [from, to] = [points.get(edge.from)!, points.get(edge.to)!];
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
}

function traceArrows(context: CanvasRenderingContext2D, course: Course, { both }: MapEdge): void {
  for (const [tip, one, two] of arrowsOf(course, both)) {
    context.moveTo(tip.x, tip.y);
    context.lineTo(one.x, one.y);
    context.lineTo(two.x, two.y);
    context.closePath();
  }
}
