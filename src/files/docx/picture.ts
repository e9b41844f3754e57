/** Pictures of a document: SVG, sharp at any size, beside the PNG that programs show which do not know SVG. */
import type { Picture } from '../document.js';
import { escapeXml } from '../xml.js';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const SVG = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';
/** The extension of a picture by which programs find its SVG. */
const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}';
/** The unit of drawings, in points. */
const UNIT = 12_700;

/** Which picture of the document it is, from 1 on, and the relations to its files. */
export interface PictureParts {
  number: number;
  png: string;
  svg: string;
}

/** The run of a paragraph that holds a picture. */
export function pictureRun({ title, about, width, height }: Picture, { number, png, svg }: PictureParts): string {
  const size = `cx="${Math.round(width * UNIT)}" cy="${Math.round(height * UNIT)}"`;
  const named = `id="${number}" name="Picture ${number}" descr="${escapeXml(about)}" title="${escapeXml(title)}"`;
  const file =
    `<a:blip r:embed="${png}"><a:extLst><a:ext uri="${SVG_EXTENSION}">` +
    `<asvg:svgBlip xmlns:asvg="${SVG}" r:embed="${svg}"/></a:ext></a:extLst></a:blip>`;
  return (
    '<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">' +
    `<wp:extent ${size}/><wp:docPr ${named}/><wp:cNvGraphicFramePr>` +
    `<a:graphicFrameLocks xmlns:a="${DRAWING}/main" noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture"><pic:pic xmlns:pic="${DRAWING}/picture">` +
    `<pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill>${file}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` +
    '</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  );
}
