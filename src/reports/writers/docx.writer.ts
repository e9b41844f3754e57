/** Writes a document in the format of word processors, piece by piece; memory does not grow with its length. */
import type { Document } from './document.js';
import { BodyText } from './docx.body.js';
import { BODY, shellOf } from './docx.shell.js';
import type { FileFacts } from './table.js';
import { unzipped, zipped, type ZipEntry } from './zip.js';

const MAIN = 'word/document.xml';

/** The bytes of a document. Everything around its text is made whole; the text is put in as it comes. */
export async function* docxBytes(document: Document, facts: FileFacts): AsyncIterable<Buffer> {
  const parts = await unzipped(await shellOf(document, facts));
  yield* zipped(
    parts.map(({ name, content }): ZipEntry => ({
      name,
      content: name === MAIN ? mainPart(content.toString(), document) : [content],
    })),
  );
}

async function* mainPart(shell: string, { blocks }: Document): AsyncIterable<string> {
  // The paragraph that holds the place of the text.
  const at = shell.lastIndexOf('<w:p>', shell.indexOf(BODY));
  yield shell.slice(0, at);
  const body = new BodyText();
  for await (const batch of blocks) {
    yield batch.map((block) => body.of(block)).join('');
    await new Promise(setImmediate);
  }
  yield shell.slice(shell.indexOf('</w:p>', shell.indexOf(BODY)) + '</w:p>'.length);
}
