/** The text of a document, block by block, in the words of its format. */
import { MAX_ANCHOR, PAGE_WIDTH as WIDTH, type Block, type Content, type Picture, type Target } from '../document.js';
import { INK, MAIN_END, mediumId, sectionProperties, type Medium } from './parts.js';
import { pictureRun } from './picture.js';
import { escapeXml, XML } from '../xml.js';

const LABELS = 2700;
const LINE = 'C9D3E3';
const SHADE = 'EEF2F8';

export class BodyText {
  private bookmarks = 0;
  private sections = 0;
  /** What the text shows. */
  readonly media: Medium[] = [];

  /** The text of a block. */
  of(block: Block): string {
    switch (block.kind) {
      case 'heading':
        return paragraph(
          `Heading${block.level}`,
          this.marked(block.anchor, run(block.text)),
          block.level === 1 && '<w:pageBreakBefore/>',
        );
      case 'text':
        return paragraph(block.lead ? 'Lead' : 'Normal', run(block.text), block.keep && '<w:keepNext/>');
      case 'bullets':
        return block.items.map((item) => paragraph('Bulleted', run(item))).join('');
      case 'card':
        return this.card(block);
      case 'grid':
        return grid(block);
      case 'picture':
        return paragraph('Figure', this.picture(block.picture)) + paragraph('Caption', run(block.caption));
      case 'sideways':
        return (
          this.sectionEnd({ sideways: false }) +
          block.blocks.map((inner) => this.of(inner)).join('') +
          this.sectionEnd({ sideways: true })
        );
    }
  }

  /** What ends the text. */
  end(): string {
    return this.section({ sideways: false }) + MAIN_END;
  }

  /** The paragraph that ends a section of the text. */
  private sectionEnd(pages: { sideways: boolean }): string {
    return paragraph('Gap', '', this.section(pages));
  }

  private section({ sideways }: { sideways: boolean }): string {
    return sectionProperties({ first: this.sections++ === 0, sideways });
  }

  private picture(picture: Picture): string {
    const number = this.media.length / 2 + 1;
    const place = this.media.push(
      { name: `media/picture${number}.png`, content: picture.png },
      { name: `media/picture${number}.svg`, content: XML + picture.svg },
    );
    return pictureRun(picture, { number, png: mediumId(place - 2), svg: mediumId(place - 1) });
  }

  private card({ title, anchor, rows }: Extract<Block, { kind: 'card' }>): string {
    const name = anchor ? this.marked(anchor, run(title)) : run(title);
    const lines = rows.map(
      ([label, content]) =>
        `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cell(LABELS, paragraph('CardLabel', run(label)), SHADE)}` +
        `${cell(WIDTH - LABELS, contents(content))}</w:tr>`,
    );
    const head = cell(WIDTH, paragraph('CardTitle', name), INK, 2);
    return table(
      [LABELS, WIDTH - LABELS],
      `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr>${lines.join('')}`,
    );
  }

  private marked(anchor: string, content: string): string {
    const id = ++this.bookmarks;
    const name = escapeXml(anchor.slice(0, MAX_ANCHOR));
    return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
  }
}

function grid({ headings, widths, rows }: Extract<Block, { kind: 'grid' }>): string {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const twips = widths.map((width) => Math.floor((width / total) * WIDTH));
  const head = headings.map((text, i) => cell(twips[i]!, paragraph('CardTitle', run(text)), INK)).join('');
  const lines = rows.map((row) => {
    const cells = row.map((content, i) => cell(twips[i]!, contents(content)));
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`;
  });
  return table(twips, `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr>${lines.join('')}`);
}

function table(widths: readonly number[], rows: string): string {
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${LINE}"/>`);
  const columns = widths.map((width) => `<w:gridCol w:w="${width}"/>`);
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${WIDTH}" w:type="dxa"/><w:tblBorders>${borders.join('')}</w:tblBorders>` +
    '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/>' +
    `</w:tblCellMar></w:tblPr><w:tblGrid>${columns.join('')}</w:tblGrid>${rows}</w:tbl>${paragraph('Gap', '')}`
  );
}

function cell(width: number, content: string, fill?: string, span = 1): string {
  const spans = span > 1 ? `<w:gridSpan w:val="${span}"/>` : '';
  const shade = fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : '';
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${spans}${shade}</w:tcPr>${content}</w:tc>`;
}

function contents(content: Content): string {
  if (typeof content === 'string') return paragraph('CardText', run(content));
  const lines = content.map((parts) =>
    parts.map((part) => (typeof part === 'string' ? run(part) : link(part))).join(''),
  );
  return paragraph('CardText', lines.join('<w:r><w:br/></w:r>'));
}

/** A paragraph of a style; `more` are properties beside it. */
export const paragraph = (style: string, content: string, more: string | false = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more || ''}</w:pPr>${content}</w:p>`;

const link = ({ text, anchor }: Target): string =>
  `<w:hyperlink w:anchor="${escapeXml(anchor.slice(0, MAX_ANCHOR))}" w:history="1">${run(text, '<w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr>')}</w:hyperlink>`;

/** A text with its line breaks. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties}${escapeXml(text)
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${line}</w:t>`)
    .join('<w:br/>')}</w:r>`;
