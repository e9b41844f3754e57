/** How a document looks: its colours, its styles, and how headings and bullets are numbered. */
import { AlignmentType, BorderStyle, LevelFormat, type IParagraphStyleOptions, type IStylesOptions } from 'docx';

import type { Document } from '../document.js';

export const INK = '1F3864';
const ACCENT = '2E74B5';
export const GREY = '595959';
/** Width of the text of a page, in twentieths of a point. */
export const TEXT_WIDTH = 9638;
const HEADINGS = 'headings';
const BULLETS = 'bullets';

const headingNumbers = {
  reference: HEADINGS,
  levels: [
    { level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.LEFT },
    { level: 1, format: LevelFormat.DECIMAL, text: '%1.%2', alignment: AlignmentType.LEFT },
  ],
};

const bullets = {
  reference: BULLETS,
  levels: [{ level: 0, format: LevelFormat.BULLET, text: '•', alignment: AlignmentType.LEFT }],
};

export const NUMBERING = [headingNumbers, bullets];

/** The line below the title. */
const RULE = { style: BorderStyle.SINGLE, size: 18, color: ACCENT, space: 10 };

const heading = (level: number, numbered: boolean) => (numbered ? { numbering: { reference: HEADINGS, level } } : {});

/** The language is told for the spelling checker of who opens the document. */
export const styles = ({ numbered, language }: Pick<Document, 'numbered' | 'language'>): IStylesOptions => ({
  default: {
    document: {
      run: { font: 'Calibri', size: 21, ...(language === 'fr' && { language: { value: 'fr-FR' } }) },
      paragraph: { spacing: { after: numbered ? 80 : 40 } },
    },
    title: {
      run: { size: 60, bold: true, color: INK },
      paragraph: { spacing: { before: 4200, after: 240 }, border: { bottom: RULE } },
    },
    heading1: {
      run: { size: 34, bold: true, color: INK },
      paragraph: { ...heading(0, numbered), spacing: { after: 160 }, keepNext: true },
    },
    heading2: {
      // Where chapters have no numbers they are entries of a list, and their sections short.
      run: { size: numbered ? 27 : 22, bold: true, color: ACCENT },
      paragraph: {
        ...heading(1, numbered),
        spacing: numbered ? { before: 240, after: 80 } : { before: 120, after: 20 },
        keepNext: true,
      },
    },
    hyperlink: { run: { color: ACCENT, underline: {} } },
  },
  paragraphStyles: OWN_STYLES,
});

const own = (id: string, run: IParagraphStyleOptions['run'], paragraph: IParagraphStyleOptions['paragraph']) => ({
  id,
  name: id,
  basedOn: 'Normal',
  run,
  paragraph,
});

const INDENT = { left: 360, hanging: 260 };
const TIGHT = { before: 30, after: 30 };

const OWN_STYLES: IParagraphStyleOptions[] = [
  own('Subtitle', { size: 26, color: GREY }, { spacing: { after: 60 } }),
  own('ContentsTitle', { size: 34, bold: true, color: INK }, { spacing: { after: 160 } }),
  own('TOC1', { bold: true, size: 20 }, { spacing: { before: 100, after: 20 } }),
  own('TOC2', { size: 18 }, { indent: { left: 360 }, spacing: { after: 0 } }),
  own('Lead', { color: GREY, italics: true }, { spacing: { after: 160 } }),
  own('CardTitle', { bold: true, color: 'FFFFFF', size: 20 }, { keepNext: true, spacing: TIGHT }),
  own('CardLabel', { bold: true, color: INK, size: 19 }, { spacing: TIGHT }),
  own('CardText', { size: 19 }, { spacing: TIGHT }),
  own('Figure', {}, { keepNext: true, spacing: { before: 60, after: 60 } }),
  own('BoxText', { size: 15 }, { alignment: AlignmentType.CENTER, spacing: { before: 0, after: 0 } }),
  own('Gap', { size: 12 }, { spacing: { before: 0, after: 0 } }),
  own('Bulleted', {}, { numbering: { reference: BULLETS, level: 0 }, indent: INDENT, spacing: { after: 40 } }),
];
