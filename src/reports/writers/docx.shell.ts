/** Everything of a document but its text: styles, numbers of headings, title page, table of contents, page numbers. */
import {
  AlignmentType,
  convertMillimetersToTwip,
  Document as File,
  Footer,
  InternalHyperlink,
  LeaderType,
  Packer,
  PageBreak,
  PageNumber,
  PageReference,
  Paragraph,
  Tab,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx';
import type { Language } from '../../common/messages.js';
import { saidIn } from '../french/index.js';
import type { Document } from './document.js';
import { GREY, NUMBERING, styles, TEXT_WIDTH } from './docx.styles.js';
import type { FileFacts } from './table.js';

/** Stands where the text is to stand. */
export const BODY = 'BODY-OF-THE-DOCUMENT';

const PRODUCT = 'Meridian';
/** How days are written. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };

/** The file without its text, as an archive. */
export function shellOf(document: Document, { created }: FileFacts): Promise<Buffer> {
  const margin = convertMillimetersToTwip(20);
  return Packer.toBuffer(
    new File({
      title: document.title,
      creator: PRODUCT,
      lastModifiedBy: PRODUCT,
      styles: styles(document),
      numbering: { config: NUMBERING },
      sections: [
        {
          properties: {
            titlePage: true,
            page: { margin: { top: margin, bottom: margin, left: margin, right: margin } },
          },
          footers: { default: pageNumbers(document.title), first: new Footer({ children: [] }) },
          children: [...front(document, created), new Paragraph(BODY)],
        },
      ],
    }),
  );
}

function front(document: Document, created: Date): Array<Paragraph | TableOfContents> {
  const { title, subtitle, contents, numbered, language = 'en' } = document;
  const contentsTitle = saidIn(language)('Contents');
  const day = created.toLocaleDateString(LOCALES[language], { day: 'numeric', month: 'long', year: 'numeric' });
  const count = [0, 0];
  const entries = contents.map(({ level, text, anchor }) => {
    const number = level === 1 ? `${++count[0]!}.` : `${count[0]}.${++count[1]!}`;
    if (level === 1) count[1] = 0;
    return entry(level, numbered ? `${number} ${text}` : text, anchor);
  });
  return [
    new Paragraph({ text: title, style: 'Title' }),
    ...[...subtitle, day].map((text) => new Paragraph({ text, style: 'Subtitle' })),
    new Paragraph({ children: [new PageBreak()] }),
    new Paragraph({ text: contentsTitle, style: 'ContentsTitle' }),
    new TableOfContents(contentsTitle, { hyperlink: true, headingStyleRange: '1-3', contentChildren: entries }),
  ];
}

/** A line of the table of contents; its page is worked out by the program that shows the document. */
const entry = (level: number, text: string, anchor: string): Paragraph =>
  new Paragraph({
    style: `TOC${level}`,
    tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH, leader: LeaderType.DOT }],
    children: [
      new InternalHyperlink({
        anchor,
        children: [new TextRun({ children: [text, new Tab()] }), new PageReference(anchor)],
      }),
    ],
  });

const pageNumbers = (title: string): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({ text: `${title}   ·   `, color: GREY, size: 16 }),
          new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], color: GREY, size: 16 }),
        ],
      }),
    ],
  });
