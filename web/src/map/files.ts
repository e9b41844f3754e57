/** Files of the page that are made here: a drawing of what is seen, and the list. */
import type { Scene } from './explorer.js';
import type { Area } from './grid.js';
import { BOX } from './layout.js';
import { arrowsOf, Courses } from './lines.js';
import { cutInTheMiddle, drawnNames, type FitsWidth } from './names.js';
import type { Point } from './state.js';

/** Characters of a name that fit into a box. */
const MAX_NAME = 21;
/** Units of letters where names stand alone, and of the room that they have. */
export const NAME_ALONE = { size: 16.5, room: 200 - 37 - 20 };

/** How the drawing looks. */
export interface MapStyle {
  ground: string;
  text: string;
  quiet: string;
  line: string;
  font: string;
  /** Names alone, in larger letters, as much of each as fits: what each object is is said elsewhere. */
  namesAlone?: { fits: FitsWidth };
  /** The colour of a box, and the shapes of its sign. */
  of: (id: string) => { colour: string; icon: string; sign: string };
}

/** What is seen as SVG: presentation attributes alone, so that it shows everywhere. */
export function svgOf(scene: Scene, area: Area, look: MapStyle): string {
  const visible = new Set(scene.grid.in(area));
  const courses = new Courses(scene.edges, scene.points);
  const [width, height] = [Math.round(area.right - area.left), Math.round(area.bottom - area.top)];
  const isLit = (id: string): boolean => scene.lit === null || scene.lit.has(id);
  const lines = scene.edges
    .filter(({ from, to }) => visible.has(from) || visible.has(to))
    .map((edge) => {
      const course = courses.of(edge);
      const { start, curves } = course;
      const drawn = curves.map((points) => `C${points.map(written).join(' ')}`).join('');
      const tips = arrowsOf(course, edge.both).map(
        (tip) => `<path d="M${tip.map(written).join(' ')}Z" fill="${look.line}"/>`,
      );
      const opacity = isLit(edge.from) && isLit(edge.to) ? 0.7 : 0.15;
      return `<g opacity="${opacity}"><path d="M${written(start)}${drawn}" fill="none" stroke="${look.line}"/>${tips.join('')}</g>`;
    });
  const shown = scene.boxes.filter(({ id }) => visible.has(id));
  const fits = (text: string): boolean => text.length <= MAX_NAME;
  const names = drawnNames(
    shown.map(({ name }) => name),
    look.namesAlone?.fits ?? fits,
  );
  const boxes = shown.map(({ id, name, about }) => {
    const { x, y } = scene.points.get(id)!;
    const [left, top] = [Math.round(x - BOX.width / 2), Math.round(y - BOX.height / 2)];
    const { colour, icon, sign } = look.of(id);
    const text = (words: string, at: number, rest: string): string =>
      words && `<text x="37" y="${at}" ${rest}>${escaped(words)}</text>`;
    return (
      `<g transform="translate(${left} ${top})" opacity="${isLit(id) ? 1 : 0.3}"><title>${escaped(`${name} · ${about}`)}</title>` +
      `<rect width="${BOX.width}" height="${BOX.height}" rx="8" fill="${look.ground}" stroke="${colour}" stroke-width="${sign ? 2 : 1.2}"/>` +
      (sign && `<rect width="${BOX.width}" height="${BOX.height}" rx="8" fill="${colour}" fill-opacity="0.16"/>`) +
      `<g transform="translate(8 10) scale(.917)" fill="none" stroke="${colour}" color="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${icon}</g>` +
      (look.namesAlone
        ? text(names.get(name)!, 27, `font-size="${NAME_ALONE.size}" font-weight="600" fill="${look.text}"`)
        : text(names.get(name)!, about ? 18 : 26, `font-size="13" font-weight="600" fill="${look.text}"`) +
          text(cutInTheMiddle(about, fits), 33, `font-size="11" fill="${look.quiet}"`)) +
      (sign &&
        `<text x="${BOX.width - 8}" y="19" font-size="15" font-weight="800" text-anchor="end" fill="${colour}">${sign}</text>`) +
      '</g>'
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${Math.round(area.left)} ${Math.round(area.top)} ${width} ${height}" font-family="${escaped(look.font)}">` +
    `<rect x="${Math.round(area.left)}" y="${Math.round(area.top)}" width="${width}" height="${height}" fill="${look.ground}"/>` +
    `${lines.join('')}${boxes.join('')}</svg>`
  );
}

/** Rows as CSV, for spreadsheets: what begins as a formula is made a text. */
export const csvOf = (rows: ReadonlyArray<readonly string[]>): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const written = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;

const escaped = (text: string): string =>
  text
    // What XML cannot hold at all.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
