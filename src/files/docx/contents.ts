/** The table of contents, line by line, as more than one program can show it. */
import { LONGEST_ANCHOR, type Document, type Entry } from '../document.js';
import { TEXT_WIDTH } from './styles.js';
import { escapeXml } from '../xml.js';

/** Where numbers of pages stand. */
const TABS = `<w:tabs><w:tab w:val="right" w:pos="${TEXT_WIDTH}" w:leader="dot"/></w:tabs>`;
const BEGINNING =
  /<w:r>(<w:fldChar w:fldCharType="begin"[^>]*\/><w:instrText [^>]*>TOC .*?<w:fldChar w:fldCharType="separate"\/>)<\/w:r>/;
const END = '<w:fldChar w:fldCharType="end"/>';
const LAST = `<w:r>${END}</w:r>`;

/** For programs that know what came with Word 2013. */
const forWord = (content: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="w15">${content}</mc:Choice></mc:AlternateContent></w:r>`;

/**
 * Lets Word alone see that the lines of the table of contents are one: it makes them anew when it opens the document.
 * LibreOffice takes lines of such a table as they are, and those here do not know their pages; as lines on their own they
 * are references to pages, which it works out (docs/adr/0037).
 */
export function contentsForAll(document: string): string {
  const end = document.lastIndexOf(LAST, document.indexOf('</w:sdtContent>'));
  return (
    document.slice(0, end).replace(BEGINNING, (_, field: string) => forWord(field)) +
    forWord(END) +
    document.slice(end + LAST.length)
  );
}

/** The lines, batch by batch; the program that shows the document works out their pages. */
export async function* contentsText({ contents, numbered }: Document): AsyncIterable<string> {
  const count = [0, 0];
  const numberOf = (level: number): string => {
    if (level === 1) count[1] = 0;
    count[level - 1]!++;
    return count.slice(0, level).join('.') + (level === 1 ? '.' : '');
  };
  for await (const entries of contents) {
    yield entries
      .map((entry) => line(entry, numbered ? `${numberOf(entry.level)} ${entry.text}` : entry.text))
      .join('');
  }
}

function line({ level, anchor }: Entry, text: string): string {
  const name = escapeXml(anchor.slice(0, LONGEST_ANCHOR));
  return (
    `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/>${TABS}</w:pPr><w:hyperlink w:anchor="${name}" w:history="1">` +
    `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t><w:tab/></w:r>` +
    `<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> PAGEREF ${name} \\h </w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:hyperlink></w:p>'
  );
}
