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
import type { Document } from './document.js';
import { GREY, NUMBERING, styles, TEXT_WIDTH } from './docx.styles.js';
import type { FileFacts } from './table.js';

/** Stands where the text is to stand. */
export const BODY = 'BODY-OF-THE-DOCUMENT';

const PRODUCT = 'Meridian';

/** The file without its text, as an archive. */
export function shellOf(document: Document, { created }: FileFacts): Promise<Buffer> {
  const margin = convertMillimetersToTwip(20);
  return Packer.toBuffer(
    new File({
      title: document.title,
      creator: PRODUCT,
      lastModifiedBy: PRODUCT,
      styles: styles(document.numbered),
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

function front({ title, subtitle, contents, numbered }: Document, created: Date): Array<Paragraph | TableOfContents> {
  const day = created.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
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
    new Paragraph({ text: 'Contents', style: 'ContentsTitle' }),
    new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-3', contentChildren: entries }),
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
