/** Writes a picture as SVG: presentation attributes only, so that it shows under any policy and in any wiki. */
import { escapeXml } from '../../files/xml.js';
import type { Theme } from '../options.js';
import { OUTSIDE, type StateWord } from '../source.js';
import { textWidth, type Weight } from '../layout/font.js';
import {
  GAP,
  headSize,
  labelSize,
  PADDING,
  SIGN,
  SIZE,
  type Layout,
  type Place,
  type Point,
  type Route,
} from '../layout/places.js';
import { drawnLines, shortName, type Box, type Legend, type Line, type Scene } from '../scene/scene.js';
import { pointOn } from '../layout/route.js';
import { SIGNS } from './signs.js';
import { hueOf, PALETTES, type Hue, type Palette } from './theme.js';

const FAMILY = 'DejaVu Sans, Verdana, Arial, sans-serif';
const MARGIN = 16;
/** The title and its distance from the picture. */
const TITLE_HEIGHT = 34;
const LEGEND_ROW = 22;
/** The sign of an entry, and what is between it and its text. */
const LEGEND_SIGN = 26;
/** Pictures are not narrower, so that title and legend have room. */
const MIN_WIDTH = 480;
const CORNER = 6;
/** How signs are drawn. */
const STROKE = { fill: 'none', 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
/** Lengths of strokes and of what is between them. */
const DASHES = { dashed: '6 4', dotted: '2 3' } as const;
/** Signs of states, beside their colours. */
const STATE_SIGNS = { at_risk: '½', degraded: '!', down: '✕' } as const;
const DOUBT_SIGN = '?';
/** Half of the bar across a way that is closed. */
const BAR = 7;

/** An SVG document and its size in pixels. */
export interface SvgPicture {
  text: string;
  width: number;
  height: number;
}

/**
 * Writes a picture.
 * @param embedded for a document, which says title and caption itself; and nothing in it refers to another part of it, since
 *   word processors differ in what they follow
 */
export function svg(scene: Scene, layout: Layout, theme: Theme, embedded = false): SvgPicture {
  return new SvgWriter(scene, layout, PALETTES[theme], embedded).document();
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

const tag = (name: string, attributes: Attributes, inside?: string): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) =>
      value === undefined ? '' : ` ${key}="${typeof value === 'number' ? value : escapeXml(value)}"`,
    )
    .join('');
  return inside === undefined ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
};

class SvgWriter {
  /** Kinds whose sign is drawn somewhere, and documents whose icon is, in the order in which they are met. */
  private readonly signs = new Set<string>();
  private readonly icons = new Set<number>();
  private readonly containers: ReadonlySet<number>;

  constructor(
    private readonly scene: Scene,
    private readonly layout: Layout,
    private readonly palette: Palette,
    private readonly embedded: boolean,
  ) {
    this.containers = new Set(scene.boxes.map(({ parent }) => parent));
  }

  document(): SvgPicture {
    const { scene, layout, palette, embedded } = this;
    const inner = Math.max(layout.width, MIN_WIDTH, Math.min(textWidth(scene.title, SIZE.title, 'bold'), 800));
    const body = this.body();
    const top = MARGIN + (embedded ? 0 : TITLE_HEIGHT);
    const foot = this.foot(inner, top + layout.height + GAP);
    const width = inner + 2 * MARGIN;
    const height = foot.bottom + MARGIN;
    const text = tag(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        ...{ width, height, viewBox: `0 0 ${width} ${height}` },
        ...{ role: 'graphics-document', 'aria-label': scene.title, lang: scene.language },
        ...{ 'font-family': FAMILY, 'font-size': SIZE.name, fill: palette.text },
      },
      [
        tag('title', {}, escapeXml(scene.title)),
        tag('desc', {}, escapeXml(scene.about)),
        this.definitions(),
        tag('rect', { width, height, fill: palette.ground }),
        embedded ? '' : this.text(scene.title, MARGIN, MARGIN + SIZE.title, { size: SIZE.title, weight: 'bold' }),
        tag('g', { transform: `translate(${MARGIN} ${top})` }, body),
        foot.text,
      ].join('\n'),
    );
    return { text, width, height };
  }

  /** Containers with the ground of their heads, lines with their labels, then names and boxes, so that no line crosses a name. */
  private body(): string {
    const { boxes } = this.scene;
    const lines = drawnLines(this.scene);
    const places = this.layout.boxes;
    const depths = depthsOf(boxes);
    const parts = boxes.flatMap((_, i) =>
      this.containers.has(i) ? [this.frame(boxes[i]!, places[i]!, depths[i]!)] : [],
    );
    parts.push(...lines.map((line, i) => this.line(line, this.layout.lines[i]!)));
    parts.push(...lines.map((line, i) => this.label(line, this.layout.lines[i]!)));
    parts.push(
      ...boxes.map((box, i) =>
        this.linked(box, this.containers.has(i) ? this.head(box, places[i]!) : this.box(box, places[i]!)),
      ),
    );
    return parts.filter((part) => part !== '').join('\n');
  }

  private frame(box: Box, { x, y, width, height }: Place, depth: number): string {
    const { containers, border } = this.palette;
    const fill = containers[(depth % 2) as 0 | 1];
    const head = headSize(box).height;
    const shape = `M${x} ${y + head}V${y + CORNER}a${CORNER} ${CORNER} 0 0 1 ${CORNER} ${-CORNER}h${width - 2 * CORNER}a${CORNER} ${CORNER} 0 0 1 ${CORNER} ${CORNER}V${y + head}z`;
    return (
      tag('rect', { ...{ x, y, width, height, rx: CORNER }, fill, stroke: border }) +
      tag('path', { d: shape, fill: this.hueOf(box).fill, stroke: border })
    );
  }

  /** A box and what it says; a link if it leads somewhere. */
  private linked({ aria: name, label, second, whole = second, href }: Box, drawing: string): string {
    // What is read aloud has in it what is seen: the name as far as it is drawn, and the second line.
    const seen = second ? `${shortName(label)} ${second}` : shortName(label);
    const aria = name.replace(label, () => seen);
    const inside = tag('title', {}, escapeXml(whole ? `${label}\n${whole}` : label)) + drawing;
    return href === undefined
      ? tag('g', { role: 'img', 'aria-label': aria }, inside)
      : tag('a', { href, 'aria-label': aria }, inside);
  }

  private head(box: Box, place: Place): string {
    const { x, y } = place;
    const { width, height } = headSize(box);
    const hue = this.hueOf(box);
    // Lines end at the name, not at the whole head: they can be followed through the rest of it, right beside the name.
    const plate = {
      x: x + 1,
      y: y + 2,
      width: Math.min(width - PADDING, place.width) - 2,
      height: height - 4,
      rx: CORNER - 1,
    };
    return (
      tag('rect', { ...plate, fill: hue.fill }) +
      this.outline(box, place, hue) +
      this.sign(box, x + 6, y + 5, hue) +
      this.names(box, box.kind ? x + SIGN : x + PADDING, y, height, 'bold')
    );
  }

  private box(box: Box, place: Place): string {
    const { x, y, width, height } = place;
    const hue = this.hueOf(box);
    const stacked = box.folded && box.folded !== 'more';
    const rect = { ...{ width, height, rx: CORNER }, fill: this.palette.box, stroke: hue.edge };
    const field = `M${x} ${y + CORNER}a${CORNER} ${CORNER} 0 0 1 ${CORNER} ${-CORNER}h${SIGN - CORNER - 2}v${height}h${-(SIGN - CORNER - 2)}a${CORNER} ${CORNER} 0 0 1 ${-CORNER} ${-CORNER}z`;
    return (
      (stacked ? tag('rect', { ...rect, x: x + 3, y: y + 3 }) : '') +
      tag('rect', {
        ...rect,
        x,
        y,
        'stroke-width': box.root ? 3 : box.point ? 2.5 : undefined,
        ...(box.point && { stroke: this.palette.states.down.edge }),
        'stroke-dasharray':
          box.folded === 'more' || box.kind === OUTSIDE ? '4 3' : box.doubtful ? DASHES.dashed : undefined,
      }) +
      tag('path', { d: field, fill: hue.fill, stroke: hue.edge }) +
      this.sign(box, x + 4, y + Math.round(height / 2) - 8, hue) +
      this.names(box, x + SIGN + PADDING - 2, y, height, box.root ? 'bold' : 'normal')
    );
  }

  /** Containers that are the picture's own subject, or have a state, have a border that says so. */
  private outline({ root, state }: Box, { x, y, width, height }: Place, { edge }: Hue): string {
    if (!root && !state) return '';
    return tag('rect', {
      ...{ x, y, width, height, rx: CORNER },
      fill: 'none',
      stroke: edge,
      'stroke-width': root ? 3 : 2,
    });
  }

  private names({ label, second }: Box, x: number, y: number, height: number, weight: Weight): string {
    const name = shortName(label);
    if (!second) return this.text(name, x, y + Math.round(height / 2) + 4, { weight });
    const middle = y + Math.round(height / 2);
    return (
      // A blank, so that programs that read both do not make one word of them.
      `${this.text(name, x, middle - 2, { weight })} ${this.text(second, x, middle + 11, { size: SIZE.second, quiet: true })}`
    );
  }

  private sign({ kind, icon, state, doubtful, folded }: Box, x: number, y: number, { edge }: Hue): string {
    if (state || doubtful) return this.stateSign(state, x + 8, y + 13, doubtful);
    if (icon !== undefined && this.scene.icons?.[icon] !== undefined) {
      this.icons.add(icon);
      return tag('use', { href: `#i-${icon}`, x, y });
    }
    if (!kind && folded !== 'more') return '';
    return this.use(kind, x, y, 16, edge);
  }

  /** An `i` that were a letter would be read as part of the name. */
  private stateSign(state: StateWord | undefined, x: number, y: number, doubtful?: boolean): string {
    if (state === 'concerned' && !doubtful) {
      return tag('path', { d: `M${x} ${y - 9}v2M${x} ${y - 5}v6`, stroke: this.palette.text, 'stroke-width': 2 });
    }
    const sign = state && state !== 'concerned' ? STATE_SIGNS[state] : '';
    return this.text(sign + (doubtful ? DOUBT_SIGN : ''), x, y, { weight: 'bold', anchor: 'middle' });
  }

  private use(kind: string, x: number, y: number, size: number, stroke: string): string {
    const known = SIGNS[kind] === undefined ? '' : kind;
    const scale = Math.round((size / 24) * 1000) / 1000;
    const place = { transform: `translate(${x} ${y}) scale(${scale})`, stroke };
    if (this.embedded) return tag('g', { ...place, ...STROKE }, SIGNS[known]);
    this.signs.add(known);
    return tag('use', { href: `#s-${known}`, ...place });
  }

  private line({ colour, width, dashed, pattern, blocked, sentence, from, to }: Line, route: Route): string {
    const { points, startTip, endTip } = route;
    const d = pathOf(route);
    const stroke = blocked ? this.palette.blocked : (colour ?? this.palette.line);
    const dashes = dashed || blocked ? 'dashed' : pattern;
    // A cable may have any colour, that of the ground too: a quiet edge makes it seen.
    const edge = colour ? tag('path', { d, fill: 'none', stroke: this.palette.line, 'stroke-width': width + 2.5 }) : '';
    const drawn = tag('path', {
      ...{
        d,
        fill: 'none',
        stroke,
        'stroke-width': colour ? width + 1 : blocked ? width + 1 : width + 0.2,
        'stroke-dasharray': dashes && DASHES[dashes],
      },
    });
    const heads = [
      this.isWithin(to, from) ? this.dot(points[0]!) : '',
      this.isWithin(from, to) ? this.dot(points.at(-1)!) : '',
      startTip ? this.arrow(points[0]!, startTip, width, stroke) : '',
      endTip ? this.arrow(points.at(-1)!, endTip, width, stroke) : '',
      blocked ? this.bar(route) : '',
    ];
    return tag(
      'g',
      {},
      tag('title', {}, escapeXml(colour ? `${sentence} ${colour}` : sentence)) + edge + drawn + heads.join(''),
    );
  }

  /** The end of a line that leads from a container to what is in it: a dot, since it is at no border. */
  private dot({ x, y }: Point): string {
    return tag('circle', { cx: x, cy: y, r: 4, fill: this.palette.line });
  }

  private isWithin(i: number, container: number): boolean {
    const { boxes } = this.scene;
    for (let at = boxes[i]?.parent ?? -1; at !== -1; at = boxes[at]!.parent) if (at === container) return true;
    return false;
  }

  /** The head of an arrow, from its foot to its tip. */
  private arrow(foot: Point, tip: Point, width: number, stroke: string): string {
    const length = Math.hypot(tip.x - foot.x, tip.y - foot.y) || 1;
    const half = 3 + width;
    const [dx, dy] = [(-(tip.y - foot.y) / length) * half, ((tip.x - foot.x) / length) * half];
    const corner = (sign: 1 | -1): string => `${Math.round(foot.x + sign * dx)} ${Math.round(foot.y + sign * dy)}`;
    return tag('path', {
      d: `M${corner(1)}L${tip.x} ${tip.y}L${corner(-1)}z`,
      fill: stroke === this.palette.blocked ? stroke : this.palette.line,
    });
  }

  /** The bar across a way that is closed: before its end, where the label does not stand. */
  private bar({ points, straight }: Route): string {
    const [one, other] = straight ? [points[0]!, points.at(-1)!] : [pointOn(points, 0.78), pointOn(points, 0.84)];
    const length = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const [dx, dy] = [(-(other.y - one.y) / length) * BAR, ((other.x - one.x) / length) * BAR];
    const at = straight
      ? { x: one.x + (other.x - one.x) * 0.8, y: one.y + (other.y - one.y) * 0.8 }
      : { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    const end = (sign: 1 | -1): string => `${Math.round(at.x + sign * dx)} ${Math.round(at.y + sign * dy)}`;
    return tag('path', { d: `M${end(1)}L${end(-1)}`, stroke: this.palette.blocked, 'stroke-width': 3 });
  }

  private label(line: Line, { label }: Route): string {
    const size = labelSize(line);
    if (!size || !label) return '';
    const { palette } = this;
    const [x, y] = [label.x - Math.round(size.width / 2), label.y - Math.round(size.height / 2)];
    const ground = tag('rect', {
      x,
      y: y + 2,
      width: size.width,
      height: size.height - 4,
      rx: 3,
      fill: palette.ground,
      'fill-opacity': 0.9,
    });
    const lock = line.lock ? this.use('lock', x + 2, y + 3, 10, palette.quiet) : '';
    const text = line.label
      ? this.text(line.label, x + (line.lock ? 16 : 4), y + 12, { size: SIZE.label, quiet: true })
      : '';
    return ground + lock + text;
  }

  /** Legend and caption below the picture. */
  private foot(width: number, top: number): { text: string; bottom: number } {
    const { legend, caption, explained = '', about, boxes } = this.scene;
    const parts: string[] = [];
    let [x, y] = [0, top];
    for (const entry of legend) {
      const [first = '', ...others] = rowsOf(entry.text, width - LEGEND_SIGN, SIZE.small);
      const room = LEGEND_SIGN + textWidth(first, SIZE.small) + 16;
      if (x > 0 && x + room > width) [x, y] = [0, y + LEGEND_ROW];
      const written = (row: string): string =>
        this.text(row, MARGIN + x + LEGEND_SIGN, y + 14, { size: SIZE.small, quiet: true });
      parts.push(this.entry(entry, MARGIN + x, y) + written(first));
      x += room;
      for (const row of others) {
        [x, y] = [0, y + LEGEND_ROW];
        parts.push(written(row));
        x = width;
      }
    }
    let bottom = legend.length ? y + LEGEND_ROW : top;
    const said = boxes.length ? [explained, caption] : [about];
    for (const row of this.embedded ? [] : said.flatMap((text) => rowsOf(text, width, SIZE.small))) {
      parts.push(this.text(row, MARGIN, bottom + 14, { size: SIZE.small }));
      bottom += 18;
    }
    if (this.scene.foot && !this.embedded) {
      parts.push(tag('path', { d: `M${MARGIN} ${bottom + 8}h${width}`, stroke: this.palette.border }));
      bottom += 8;
      for (const row of rowsOf(this.scene.foot, width, SIZE.small)) {
        parts.push(this.text(row, MARGIN, bottom + 16, { size: SIZE.small, quiet: true }));
        bottom += 18;
      }
    }
    return { text: parts.join('\n'), bottom };
  }

  private entry(entry: Legend, x: number, y: number): string {
    if ('line' in entry) {
      const { line } = entry;
      const at = (along: number): Point => ({ x: x + along, y: y + (line.lock ? 15 : 10) });
      const drawn =
        line.arrow === 'none'
          ? { points: [at(0), at(20)], straight: true }
          : { points: [at(0), at(12)], straight: true, endTip: at(20) };
      const lock = line.lock ? this.use('lock', x + 3, y, 10, this.palette.quiet) : '';
      return (
        this.line({ ...line, id: '', from: -1, to: -1, means: '', label: '', count: 1, sentence: entry.text }, drawn) +
        lock
      );
    }
    if ('point' in entry) {
      const { edge } = this.palette.states.down;
      return tag('rect', {
        x: x + 1,
        y: y + 2,
        width: 18,
        height: 16,
        rx: 4,
        fill: 'none',
        stroke: edge,
        'stroke-width': 2.5,
      });
    }
    const hue =
      'doubtful' in entry
        ? this.palette.doubtful
        : 'state' in entry
          ? this.palette.states[entry.state]
          : hueOf(this.palette, entry.hue);
    const field = tag('rect', { x, y, width: 20, height: 20, rx: 4, fill: hue.fill, stroke: hue.edge });
    if ('doubtful' in entry) return field + this.stateSign(undefined, x + 10, y + 14, true);
    if ('state' in entry) return field + this.stateSign(entry.state, x + 10, y + 14);
    return field + this.use(entry.kind, x + 3, y + 3, 14, hue.edge);
  }

  private hueOf({ hue, state, doubtful }: Box): Hue {
    if (doubtful && !state) return this.palette.doubtful;
    return state ? this.palette.states[state] : hueOf(this.palette, hue);
  }

  private text(
    text: string,
    x: number,
    y: number,
    { size, weight, quiet, anchor }: { size?: number; weight?: Weight; quiet?: boolean; anchor?: string } = {},
  ): string {
    return tag(
      'text',
      {
        ...{
          x,
          y,
          'font-size': size === SIZE.name ? undefined : size,
          'font-weight': weight === 'bold' ? 'bold' : undefined,
        },
        ...{ fill: quiet ? this.palette.quiet : undefined, 'text-anchor': anchor },
      },
      escapeXml(text),
    );
  }

  /** The signs that are used; to be written after all else was. */
  private definitions(): string {
    const signs = [...this.signs].sort().map((kind) => tag('g', { id: `s-${kind}`, ...STROKE }, SIGNS[kind]));
    const icons = [...this.icons]
      .sort((a, b) => a - b)
      .map((id) => {
        return tag('image', { id: `i-${id}`, width: 16, height: 16, href: this.scene.icons![id] });
      });
    return tag('defs', {}, [...signs, ...icons].join(''));
  }
}

/** How deep each box stands. */
function depthsOf(boxes: readonly Box[]): number[] {
  const depths: number[] = [];
  for (const { parent } of boxes) depths.push(parent === -1 ? 0 : depths[parent]! + 1);
  return depths;
}

function pathOf({ points, straight }: Route): string {
  const [first, ...others] = points.map(({ x, y }) => `${x} ${y}`);
  return `M${first}${straight ? 'L' : 'C'}${others.join(' ')}`;
}

/** A text in rows that are not wider than this. */
function rowsOf(text: string, width: number, size: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = rows.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
