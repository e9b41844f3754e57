/** Writes a picture as a file of draw.io (mxGraph, uncompressed), to go on with by hand. */
import { escapeXml } from '../../files/xml.js';
import { headSize, type Layout, type Place, type Route } from '../layout/places.js';
import type { Theme } from '../options.js';
import { drawnLines, oneLine, shortName, type Box, type Line, type Scene } from '../scene/scene.js';
import { SIGNS } from './signs.js';
import { hueOf, PALETTES, type Palette } from './theme.js';

/** A file with one page. Places of boxes in containers are told from these, as mxGraph has it. */
export function drawio(scene: Scene, layout: Layout, theme: Theme): string {
  const palette = PALETTES[theme];
  const containers = new Set(scene.boxes.map(({ parent }) => parent));
  const cells = [
    '<mxCell id="0"/>',
    '<mxCell id="1" parent="0"/>',
    ...scene.boxes.map((box, i) => boxCell(box, i, containers.has(i), layout, palette, scene.icons)),
    ...drawnLines(scene).map((line, i) => lineCell(line, i, layout.lines[i]!, palette)),
    ...(scene.foot ? [footCell(scene.foot, layout, palette)] : []),
  ];
  const { width, height } = layout;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<mxfile host="meridian"><diagram id="${escapeXml(scene.name)}" name="${attribute(scene.title)}">` +
    `<mxGraphModel grid="1" gridSize="10" page="0" pageWidth="${width}" pageHeight="${height}" background="${palette.ground}"><root>\n` +
    `${cells.join('\n')}\n</root></mxGraphModel></diagram></mxfile>\n`
  );
}

const attribute = (text: string): string => escapeXml(oneLine(text));

/** A name as a label. Labels are plain text here (`html=0`); a second line follows. */
const labelOf = ({ label, second }: Box): string =>
  attribute(shortName(label)) + (second ? `&#10;${attribute(second)}` : '');

type Style = Readonly<Record<string, string | number | undefined>>;

/** Values of styles end at semicolons: ours have none. */
const styleOf = (style: Style): string =>
  Object.entries(style)
    .map(([key, value]) => (value === undefined ? '' : `${key}=${value};`))
    .join('');

function boxCell(
  box: Box,
  i: number,
  isContainer: boolean,
  layout: Layout,
  palette: Palette,
  icons: Scene['icons'],
): string {
  const place = layout.boxes[i]!;
  const parent = box.parent === -1 ? undefined : layout.boxes[box.parent]!;
  const { fill, edge } = box.state
    ? palette.states[box.state]
    : box.doubtful
      ? palette.doubtful
      : hueOf(palette, box.hue);
  const common: Style = { rounded: 1, html: 0, fontColor: palette.text, fontFamily: 'DejaVu Sans', fontSize: 11 };
  const style: Style = isContainer
    ? {
        ...{
          swimlane: undefined,
          shape: 'swimlane',
          startSize: headSize(box).height,
          fillColor: fill,
          strokeColor: palette.border,
        },
        ...{
          swimlaneFillColor: palette.containers[0],
          fontStyle: 1,
          collapsible: 0,
          container: 1,
          ...common,
          arcSize: 4,
        },
      }
    : {
        ...{ shape: 'label', whiteSpace: 'wrap', fillColor: palette.box, strokeColor: edge, ...common, arcSize: 12 },
        ...{ align: 'left', spacingLeft: 30, imageAlign: 'left', imageWidth: 16, imageHeight: 16, spacing: 4 },
        ...{
          image: box.icon && icons?.[box.icon] ? icons[box.icon]!.replace(';base64', '') : signOf(box.kind, edge),
          strokeWidth: box.root ? 3 : undefined,
          dashed: box.folded === 'more' || box.doubtful ? 1 : undefined,
        },
      };
  return (
    `<UserObject id="b${i}" label="${labelOf(box)}" tooltip="${attribute(box.aria)}" node="${attribute(box.id)}"${box.href ? ` link="${attribute(box.href)}"` : ''}>` +
    `<mxCell style="${escapeXml(styleOf(style))}" vertex="1" parent="${parent ? `b${box.parent}` : '1'}">${geometry(place, parent)}</mxCell></UserObject>`
  );
}

const geometry = ({ x, y, width, height }: Place, parent: Place | undefined): string =>
  `<mxGeometry x="${x - (parent?.x ?? 0)}" y="${y - (parent?.y ?? 0)}" width="${width}" height="${height}" as="geometry"/>`;

/** The sign of a kind as an address that styles can hold: mxGraph knows them without `;base64`. */
function signOf(kind: string, stroke: string): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="${stroke}" stroke-width="2">${SIGNS[kind] ?? SIGNS['']}</svg>`;
  return `data:image/svg+xml,${Buffer.from(drawing).toString('base64')}`;
}

function lineCell(line: Line, i: number, route: Route, palette: Palette): string {
  const style: Style = {
    ...{
      html: 0,
      rounded: 1,
      strokeColor: line.blocked ? palette.blocked : (line.colour ?? palette.line),
      strokeWidth: line.width,
      fontSize: 10,
    },
    ...{
      fontColor: palette.quiet,
      labelBackgroundColor: palette.ground,
      dashed: line.dashed || line.pattern || line.blocked ? 1 : undefined,
    },
    ...(line.pattern === 'dotted' && { dashPattern: '1 3' }),
    ...{
      endArrow: line.blocked ? 'cross' : line.arrow === 'none' ? 'none' : 'block',
      startArrow: line.arrow === 'both' ? 'block' : 'none',
    },
    ...(route.straight ? {} : { curved: 1 }),
  };
  const label = `${line.lock ? '\u{1F512} ' : ''}${line.label}`.trim();
  return (
    `<UserObject id="l${i}" label="${attribute(label)}" tooltip="${attribute(line.sentence)}" edge="${attribute(line.id)}">` +
    `<mxCell style="${escapeXml(styleOf(style))}" edge="1" parent="1" source="b${line.from}" target="b${line.to}">` +
    `<mxGeometry relative="1" as="geometry"/></mxCell></UserObject>`
  );
}

/** What stands at the foot, as a text below everything. */
function footCell(foot: string, { width, height }: Layout, palette: Palette): string {
  const style: Style = {
    text: undefined,
    html: 0,
    align: 'left',
    whiteSpace: 'wrap',
    fontSize: 11,
    fontColor: palette.quiet,
  };
  const place = { x: 0, y: height + 16, width: Math.max(width, 400), height: 36 };
  return (
    `<mxCell id="foot" value="${attribute(foot)}" style="${escapeXml(`text;${styleOf(style)}`)}" vertex="1" parent="1">` +
    `${geometry(place, undefined)}</mxCell>`
  );
}
