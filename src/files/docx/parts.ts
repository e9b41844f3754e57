/** The parts of a document around its text: how it looks, how headings are numbered, numbers of pages. */
import type { Language } from '../../core/i18n/messages.js';
import type { Document } from '../document.js';
import { coreProperties, OFFICE, packageRelations, packageTypes, relations } from '../office-package.js';
import type { FileFacts } from '../table.js';
import { escapeXml, XML } from '../xml.js';
import type { ZipEntry } from '../zip.js';

export const INK = '1F3864';
const ACCENT = '2E74B5';
const GREY = '595959';
/** Of the page, in twentieths of a point. */
const PAGE = { width: 11906, height: 16838, margin: 1133 };

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** What stands in the text and in pictures; `w15` is for Word alone. */
const NAMESPACES = Object.entries({
  w: WORD,
  r: OFFICE,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  w15: 'http://schemas.microsoft.com/office/word/2012/wordml',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** The parts that the text refers to, in the order of their relations. */
const REFERRED = ['styles', 'numbering', 'settings', 'footer'] as const;
const fileOf = (part: (typeof REFERRED)[number]): string => (part === 'footer' ? 'footer1' : part);

/** Where the text begins and ends. */
export const MAIN_START = `${XML}<w:document${NAMESPACES}><w:body>`;
export const MAIN_END = '</w:body></w:document>';

/** How the pages of a section look, to be said at its end. The first section begins with the title page. */
export function sectionProperties({ first, sideways }: { first: boolean; sideways: boolean }): string {
  const [width, height] = sideways ? [PAGE.height, PAGE.width] : [PAGE.width, PAGE.height];
  return (
    `<w:sectPr><w:footerReference w:type="default" r:id="rId${REFERRED.indexOf('footer') + 1}"/>` +
    `<w:pgSz w:w="${width}" w:h="${height}" w:orient="${sideways ? 'landscape' : 'portrait'}"/><w:pgMar ` +
    ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${PAGE.margin}" `).join('') +
    'w:header="708" w:footer="708" w:gutter="0"/><w:pgNumType/>' +
    `${first ? '<w:titlePg/>' : ''}<w:docGrid w:linePitch="360"/></w:sectPr>`
  );
}

/** A file that the text shows: its name below `word/`, and its content. */
export interface Medium {
  name: string;
  content: string | Uint8Array;
}

/** The relation by which the text names the file at this place of the list. */
export const mediumId = (place: number): string => `rId${REFERRED.length + 1 + place}`;

/** The files that the text shows, and its relations; to be written once the text is. */
export const partsOfText = (media: readonly Medium[]): ZipEntry[] => [
  {
    name: 'word/_rels/document.xml.rels',
    content: [
      relations([
        ...REFERRED.map((part) => [`${OFFICE}/${part}`, `${fileOf(part)}.xml`] as const),
        ...media.map(({ name }) => [`${OFFICE}/image`, name] as const),
      ]),
    ],
  },
  ...media.map(({ name, content }) => ({
    name: `word/${name}`,
    content: [typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.length)],
  })),
];

/** The parts around the text, which is `word/document.xml`, but for those that follow from it. */
export function partsAround(document: Document, facts: FileFacts): ZipEntry[] {
  const parts = {
    '[Content_Types].xml': packageTypes(
      [
        ['/word/document.xml', `${TYPES}.document.main+xml`],
        ...REFERRED.map((part) => [`/word/${fileOf(part)}.xml`, `${TYPES}.${part}+xml`] as const),
      ],
      [
        ['png', 'image/png'],
        ['svg', 'image/svg+xml'],
      ],
    ),
    '_rels/.rels': packageRelations('word/document.xml'),
    'docProps/core.xml': coreProperties({ ...facts, title: document.title }),
    'word/styles.xml': `${XML}<w:styles xmlns:w="${WORD}">${styles(document)}</w:styles>`,
    'word/numbering.xml': `${XML}<w:numbering xmlns:w="${WORD}">${NUMBERING}</w:numbering>`,
    'word/settings.xml': `${XML}<w:settings xmlns:w="${WORD}">${SETTINGS}</w:settings>`,
    'word/footer1.xml': `${XML}<w:ftr xmlns:w="${WORD}">${footer(document, facts)}</w:ftr>`,
  };
  return Object.entries(parts).map(([name, text]) => ({ name, content: [text] }));
}

const SETTINGS =
  '<w:displayBackgroundShape/><w:defaultTabStop w:val="720"/><w:evenAndOddHeaders w:val="false"/><w:compat>' +
  '<w:compatSetting w:val="15" w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word"/></w:compat>';

/** The lists: headings, and bullets. */
const [HEADINGS, BULLETS] = [1, 2];
const level = (number: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/></w:lvl>`;
const LISTS = [
  [HEADINGS, level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2')],
  [BULLETS, level(0, 'bullet', '•')],
] as const;
const NUMBERING =
  LISTS.map(
    ([id, levels]) =>
      `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels}</w:abstractNum>`,
  ).join('') + LISTS.map(([id]) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`).join('');

/** How letters look; sizes are half points. */
interface RunFormat {
  size?: number;
  colour?: string;
  bold?: boolean;
  italic?: boolean;
}

const runProperties = ({ size, colour, bold, italic }: RunFormat): string =>
  (bold ? '<w:b/><w:bCs/>' : '') +
  (italic ? '<w:i/><w:iCs/>' : '') +
  (colour ? `<w:color w:val="${colour}"/>` : '') +
  (size ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : '');

/** How a paragraph stands; lengths are twentieths of a point. */
interface ParagraphFormat {
  before?: number;
  after?: number;
  keepNext?: boolean;
  centred?: boolean;
  list?: readonly [id: number, level: number];
  indent?: { left: number; hanging?: number };
  /** A line below it. */
  rule?: boolean;
  /** Where what follows a tab begins. */
  stop?: number;
}

const paragraphProperties = ({ before, after, keepNext, centred, list, indent, rule, stop }: ParagraphFormat): string =>
  (keepNext ? '<w:keepNext/>' : '') +
  (list ? `<w:numPr><w:ilvl w:val="${list[1]}"/><w:numId w:val="${list[0]}"/></w:numPr>` : '') +
  (rule ? `<w:pBdr><w:bottom w:val="single" w:color="${ACCENT}" w:sz="18" w:space="10"/></w:pBdr>` : '') +
  (stop ? `<w:tabs><w:tab w:val="left" w:pos="${stop}"/></w:tabs>` : '') +
  `<w:spacing${before === undefined ? '' : ` w:before="${before}"`} w:after="${after ?? 0}"/>` +
  (indent ? `<w:ind w:left="${indent.left}"${indent.hanging ? ` w:hanging="${indent.hanging}"` : ''}/>` : '') +
  (centred ? '<w:jc w:val="center"/>' : '');

const own = (id: string, run: RunFormat, paragraph: ParagraphFormat, name = id, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${more}` +
  `<w:pPr>${paragraphProperties(paragraph)}</w:pPr><w:rPr>${runProperties(run)}</w:rPr></w:style>`;

const leading = (id: string, name: string, run: RunFormat, paragraph: ParagraphFormat): string =>
  own(id, run, paragraph, name, '<w:next w:val="Normal"/><w:qFormat/>');

const TIGHT = { before: 30, after: 30 };
const OWN_STYLES = [
  own('Subtitle', { size: 26, colour: GREY }, { after: 60 }),
  own('Organisation', { size: 30, bold: true, colour: ACCENT }, { after: 0 }),
  own('Fact', { size: 24 }, { stop: 2400, after: 60 }),
  own('ContentsTitle', { size: 34, bold: true, colour: INK }, { after: 160 }),
  own('TOC1', { bold: true, size: 20 }, { before: 100, after: 20 }),
  own('TOC2', { size: 18 }, { indent: { left: 360 }, after: 0 }),
  own('Lead', { colour: GREY, italic: true }, { after: 160 }),
  own('CardTitle', { bold: true, colour: 'FFFFFF', size: 20 }, { keepNext: true, ...TIGHT }),
  own('CardLabel', { bold: true, colour: INK, size: 19 }, TIGHT),
  own('CardText', { size: 19 }, TIGHT),
  own('Figure', {}, { keepNext: true, centred: true, before: 60, after: 60 }),
  own('Caption', { colour: GREY, size: 18 }, { centred: true, after: 160 }, 'caption'),
  own('Gap', { size: 12 }, { before: 0, after: 0 }),
  own('Bulleted', {}, { list: [BULLETS, 0], indent: { left: 360, hanging: 260 }, after: 40 }),
];

/** For the spelling checker of who opens the document. */
const SPELLING: Readonly<Record<Language, string>> = { en: '', fr: '<w:lang w:val="fr-FR"/>' };

function styles({ numbered, language = 'en' }: Document): string {
  const list = (depth: number): ParagraphFormat => (numbered ? { list: [HEADINGS, depth] } : {});
  const fonts = ['ascii', 'cs', 'eastAsia', 'hAnsi'].map((script) => ` w:${script}="Calibri"`).join('');
  const chapter = { ...list(0), after: 160, keepNext: true };
  // Where chapters have no numbers they are entries of a list, and their sections short.
  const section = {
    ...list(1),
    ...(numbered ? { before: 240, after: 80 } : { before: 120, after: 20 }),
    keepNext: true,
  };
  return (
    `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts${fonts}/>${runProperties({ size: 21 })}${SPELLING[language]}</w:rPr></w:rPrDefault>` +
    `<w:pPrDefault><w:pPr><w:spacing w:after="${numbered ? 80 : 40}"/></w:pPr></w:pPrDefault></w:docDefaults>` +
    '<w:style w:type="paragraph" w:styleId="Normal" w:default="1"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
    leading('Title', 'Title', { size: 60, bold: true, colour: INK }, { before: 4200, after: 240, rule: true }) +
    leading('Heading1', 'Heading 1', { size: 34, bold: true, colour: INK }, chapter) +
    leading('Heading2', 'Heading 2', { size: numbered ? 27 : 22, bold: true, colour: ACCENT }, section) +
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/>' +
    `<w:rPr>${runProperties({ colour: ACCENT })}<w:u w:val="single"/></w:rPr></w:style>` +
    OWN_STYLES.join('')
  );
}

/** The title, the number of the page and that of all pages; the title page has none. */
function footer({ title, organisation, classification }: Document, { note }: FileFacts): string {
  const run = (content: string): string =>
    `<w:r><w:rPr>${runProperties({ colour: GREY, size: 16 })}</w:rPr>${content}</w:r>`;
  const text = (words: string): string => run(`<w:t xml:space="preserve">${escapeXml(words)}</w:t>`);
  const field = (name: string): string =>
    run('<w:fldChar w:fldCharType="begin"/>') +
    run(`<w:instrText xml:space="preserve">${name}</w:instrText>`) +
    run('<w:fldChar w:fldCharType="separate"/>') +
    run('<w:fldChar w:fldCharType="end"/>');
  const about = [organisation, title, classification, note].filter(Boolean).join('   ·   ');
  const content = text(`${about}   ·   `) + field('PAGE') + text(' / ') + field('NUMPAGES');
  return `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${content}</w:p>`;
}
