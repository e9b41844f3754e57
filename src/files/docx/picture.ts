/** Pictures of a document: drawn as shapes, so that they are sharp at any size, can be searched, and names in them lead on. */
import { MAX_ANCHOR, type Box, type Line, type Picture } from '../document.js';
import { escapeXml } from '../xml.js';

const GROUP = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** The unit of drawings, in twentieths of a point. */
const UNIT = 635;
const INK = '7F8FA9';
const ARROW = [110, 45] as const;
/** Shapes of one picture have numbers below this; the document's pictures are numbered above it. */
const SHAPES = 10_000;

/** The run of a paragraph that holds a picture; `number` identifies it within its document. */
export function pictureRun(picture: Picture, number: number): string {
  const { about, width, height, boxes, lines } = picture;
  const first = number * SHAPES;
  const size = `cx="${width * UNIT}" cy="${height * UNIT}"`;
  const drawn = lines.length ? [paths(picture, first + 1, curve, true), paths(picture, first + 2, arrow, false)] : [];
  const shapes = [...drawn, ...boxes.map((box, i) => boxShape(box, first + 3 + i))];
  const frame = `<a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/></a:xfrm>`;
  const text = escapeXml(about);
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing>' +
    `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${first}" name="Picture ${number}" descr="${text}"/><wp:cNvGraphicFramePr/>` +
    `<a:graphic xmlns:a="${DRAWING}"><a:graphicData uri="${GROUP}"><wpg:wgp><wpg:cNvGrpSpPr/>` +
    `<wpg:grpSpPr>${frame}</wpg:grpSpPr>${shapes.join('')}</wpg:wgp></a:graphicData></a:graphic></wp:inline></w:drawing>` +
    `</mc:Choice><mc:Fallback><w:t xml:space="preserve">${text}</w:t></mc:Fallback></mc:AlternateContent></w:r>`
  );
}

const place = (x: number, y: number, width: number, height: number): string =>
  `<a:xfrm><a:off x="${x * UNIT}" y="${y * UNIT}"/><a:ext cx="${width * UNIT}" cy="${height * UNIT}"/></a:xfrm>`;

const solid = (colour: string): string => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`;

const stroke = (colour: string | undefined): string =>
  colour ? `<a:ln w="6350">${solid(colour)}</a:ln>` : '<a:ln><a:noFill/></a:ln>';

/** All lines, or all their arrows, as one shape: hundreds of shapes would make programs slow. */
function paths({ width, height, lines }: Picture, id: number, part: (line: Line) => string, open: boolean): string {
  const path = `<a:path w="${width}" h="${height}"${open ? ' fill="none"' : ''}>${lines.map(part).join('')}</a:path>`;
  return (
    `<wps:wsp><wps:cNvPr id="${id}" name="Lines ${id}"/><wps:cNvSpPr/><wps:spPr>${place(0, 0, width, height)}` +
    '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/>' +
    `<a:pathLst>${path}</a:pathLst></a:custGeom>${open ? '<a:noFill/>' : solid(INK)}${stroke(open ? INK : undefined)}` +
    '</wps:spPr><wps:bodyPr/></wps:wsp>'
  );
}

const point = (x: number, y: number): string => `<a:pt x="${Math.round(x)}" y="${Math.round(y)}"/>`;
const move = (x: number, y: number): string => `<a:moveTo>${point(x, y)}</a:moveTo>`;
const to = (x: number, y: number): string => `<a:lnTo>${point(x, y)}</a:lnTo>`;

function curve({ from: [x, y], to: [u, v], bend: [leaving, arriving] }: Line): string {
  const controls = point(x + leaving, y) + point(u + arriving, v) + point(u, v);
  return `${move(x, y)}<a:cubicBezTo>${controls}</a:cubicBezTo>`;
}

function arrow({ to: [x, y], bend: [, arriving] }: Line): string {
  const back = x + Math.sign(arriving) * ARROW[0];
  return `${move(x, y)}${to(back, y - ARROW[1])}${to(back, y + ARROW[1])}<a:close/>`;
}

function boxShape({ x, y, width, height, text, size, fill, edge, bold, anchor }: Box, id: number): string {
  const run =
    `<w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr>` +
    `<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  const name = anchor && escapeXml(anchor.slice(0, MAX_ANCHOR));
  const content = name ? `<w:hyperlink w:anchor="${name}" w:history="1">${run}</w:hyperlink>` : run;
  return (
    `<wps:wsp><wps:cNvPr id="${id}" name="Box ${id}"/><wps:cNvSpPr/><wps:spPr>${place(x, y, width, height)}` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${solid(fill)}${stroke(edge)}</wps:spPr>` +
    `<wps:txbx><w:txbxContent><w:p><w:pPr><w:pStyle w:val="BoxText"/></w:pPr>${content}</w:p></w:txbxContent></wps:txbx>` +
    '<wps:bodyPr wrap="square" lIns="25400" tIns="0" rIns="25400" bIns="0" anchor="ctr"><a:noAutofit/></wps:bodyPr></wps:wsp>'
  );
}
