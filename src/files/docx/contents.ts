/** The table of contents, as more than one program can show it. */
import { MAX_ANCHOR, PAGE_WIDTH, type Document, type Entry } from '../document.js';
import { escapeXml } from '../xml.js';

/** Where numbers of pages stand. */
const TABS = `<w:tabs><w:tab w:val="right" w:pos="${PAGE_WIDTH}" w:leader="dot"/></w:tabs>`;

/** For programs that know what came with Word 2013. */
const forWord = (content: string): string =>
  `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="w15">${content}</mc:Choice></mc:AlternateContent></w:r></w:p>`;

/**
 * The table with its lines, batch by batch. Lets Word alone see that the lines are one table: it makes them anew when it
 * opens the document. LibreOffice takes lines of such a table as they are, and those here do not know their pages; as lines on
 * their own they are references to pages, which it works out (docs/decisions/files.md).
 */
export async function* contentsText(document: Document): AsyncIterable<string> {
  yield (
    `<w:sdt><w:sdtPr><w:alias w:val="${escapeXml(document.contentsTitle)}"/><w:docPartObj>` +
    '<w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>' +
    forWord(
      '<w:fldChar w:fldCharType="begin" w:dirty="true"/>' +
        '<w:instrText xml:space="preserve">TOC \\h \\o &quot;1-3&quot;</w:instrText><w:fldChar w:fldCharType="separate"/>',
    )
  );
  yield* linesOf(document);
  yield `${forWord('<w:fldChar w:fldCharType="end"/>')}</w:sdtContent></w:sdt>`;
}

/** The lines, batch by batch; the program that shows the document works out their pages. */
async function* linesOf({ contents, numbered }: Document): AsyncIterable<string> {
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
  const name = escapeXml(anchor.slice(0, MAX_ANCHOR));
  return (
    `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/>${TABS}</w:pPr><w:hyperlink w:anchor="${name}" w:history="1">` +
    `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t><w:tab/></w:r>` +
    `<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> PAGEREF ${name} \\h </w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:hyperlink></w:p>'
  );
}
