/** Writes a document in the format of word processors, piece by piece; memory does not grow with its length (docs/decisions/files.md). */
import type { Language } from '../../core/i18n/messages.js';
import type { Document } from '../document.js';
import type { FileFacts } from '../table.js';
import { zipped, type ZipEntry } from '../zip.js';
import { BodyText, paragraph, run } from './body.js';
import { contentsText } from './contents.js';
import { MAIN_START, partsAround, partsOfText } from './parts.js';

/** The bytes of a document. */
export const docxBytes = (document: Document, facts: FileFacts): AsyncIterable<Buffer> =>
  zipped(parts(document, facts));

/** Each part is asked for when the one before is written: which files the text shows is known once it is. */
async function* parts(document: Document, facts: FileFacts): AsyncIterable<ZipEntry> {
  yield* partsAround(document, facts);
  const body = new BodyText();
  yield { name: 'word/document.xml', content: mainPart(document, facts, body) };
  yield* partsOfText(body.media);
}

/** How days are written. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };
/** So many characters are written before the event loop is yielded. */
const CHARS_PER_TURN = 100_000;

async function* mainPart(document: Document, facts: FileFacts, body: BodyText): AsyncIterable<string> {
  yield MAIN_START + titlePage(document, facts);
  for await (const lines of contentsText(document)) {
    yield lines;
    await new Promise(setImmediate);
  }
  for await (const batch of document.blocks) {
    let text = '';
    for (const block of batch) {
      text += body.of(block);
      // One block may lead to thousands of others.
      if (text.length < CHARS_PER_TURN) continue;
      yield text;
      text = '';
      await new Promise(setImmediate);
    }
    yield text;
    await new Promise(setImmediate);
  }
  yield body.end();
}

/** A line of the title page: a name, and behind a stop what it says. */
const fact = (label: string, value: string): string =>
  `${run(label, '<w:rPr><w:b/></w:rPr>')}<w:r><w:tab/></w:r>${run(value)}`;

/** The title page, and what heads the contents. */
function titlePage(document: Document, { created, note }: FileFacts): string {
  const { title, subtitle, contentsTitle, language = 'en', organisation, facts } = document;
  const day = created.toLocaleDateString(LOCALES[language], { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    (organisation ? paragraph('Organisation', run(organisation)) : '') +
    paragraph('Title', run(title)) +
    [...subtitle, ...(facts ? [] : [day]), ...(note ? [note] : [])]
      .map((text) => paragraph('Subtitle', run(text)))
      .join('') +
    (facts
      ? paragraph('Gap', '') + facts.map(([label, value]) => paragraph('Fact', fact(label, value))).join('')
      : '') +
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
    paragraph('ContentsTitle', run(contentsTitle))
  );
}
