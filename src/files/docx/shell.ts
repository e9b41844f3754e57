/** Everything of a document but its text: styles, numbers of headings, title page, table of contents, page numbers. */
import {
  AlignmentType,
  convertMillimetersToTwip,
  Document as File,
  Footer,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
} from 'docx';
import type { Language } from '../../core/i18n/messages.js';
import { saidIn } from '../../reports/locales/fr/index.js';
import type { Document } from '../document.js';
import { GREY, NUMBERING, styles } from './styles.js';
import type { FileFacts } from '../table.js';

/** Stand where the lines of the table of contents, and the text, are to stand. */
export const CONTENTS = 'CONTENTS-OF-THE-DOCUMENT';
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
  const { title, subtitle, language = 'en' } = document;
  const contentsTitle = saidIn(language)('Contents');
  const day = created.toLocaleDateString(LOCALES[language], { day: 'numeric', month: 'long', year: 'numeric' });
  return [
    new Paragraph({ text: title, style: 'Title' }),
    ...[...subtitle, day].map((text) => new Paragraph({ text, style: 'Subtitle' })),
    new Paragraph({ children: [new PageBreak()] }),
    new Paragraph({ text: contentsTitle, style: 'ContentsTitle' }),
    new TableOfContents(contentsTitle, {
      hyperlink: true,
      headingStyleRange: '1-3',
      contentChildren: [new Paragraph(CONTENTS)],
    }),
  ];
}

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
