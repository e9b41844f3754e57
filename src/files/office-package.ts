/** What all Office files have in common: lists of their parts, and what they say of themselves. */
import type { FileFacts } from './table.js';
import { escapeXml, XML } from './xml.js';

const PRODUCT = 'Meridian';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The list of what the parts of an Office file are; what is not listed is known by its ending, `endings` are further ones. */
export const packageTypes = (
  overrides: ReadonlyArray<readonly [part: string, type: string]>,
  endings: ReadonlyArray<readonly [ending: string, type: string]> = [],
): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  [['rels', 'application/vnd.openxmlformats-package.relationships+xml'], ['xml', 'application/xml'], ...endings]
    .map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`)
    .join('') +
  [...overrides, ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml']]
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
    .join('') +
  '</Types>';

/** What a relation is, and the part that it leads to. */
export type Relationship = readonly [type: string, target: string];

/** The relations of a part; their ids are `rId1` and so on. */
export const relations = (all: readonly Relationship[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  all.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"/>`).join('') +
  '</Relationships>';

/** The relations of the file itself, to its main part and to what it says of itself. */
export const packageRelations = (main: string): string =>
  relations([
    [`${OFFICE}/officeDocument`, main],
    [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  ]);

/** What a file says of itself. */
export const coreProperties = ({ title, created }: FileFacts): string =>
  `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
  'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
  `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${PRODUCT}</dc:creator>` +
  `<cp:lastModifiedBy>${PRODUCT}</cp:lastModifiedBy>` +
  ['created', 'modified']
    .map((name) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${created.toISOString()}</dcterms:${name}>`)
    .join('') +
  '</cp:coreProperties>';
