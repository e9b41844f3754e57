/** Writes a document in the format of word processors, piece by piece; memory does not grow with its length. */
import type { Document } from '../document.js';
import { BodyText } from './body.js';
import { contentsForAll, contentsText } from './contents.js';
import { BODY, CONTENTS, shellOf } from './shell.js';
import type { FileFacts } from '../table.js';
import { unzipped, zipped, type ZipEntry } from '../zip.js';

const MAIN = 'word/document.xml';

/** The bytes of a document. Everything around its text is made whole; the text is put in as it comes. */
export async function* docxBytes(document: Document, facts: FileFacts): AsyncIterable<Buffer> {
  const parts = await unzipped(await shellOf(document, facts));
  yield* zipped(
    parts.map(({ name, content }): ZipEntry => ({
      name,
      content: name === MAIN ? mainPart(contentsForAll(content.toString()), document) : [content],
    })),
  );
}

/** So many characters are written before others have their turn. */
const TURN = 100_000;

async function* mainPart(shell: string, document: Document): AsyncIterable<string> {
  const [front, between, end] = aroundPlaces(shell, [CONTENTS, BODY]) as [string, string, string];
  yield front;
  for await (const lines of contentsText(document)) {
    yield lines;
    await new Promise(setImmediate);
  }
  yield between;
  const body = new BodyText();
  for await (const batch of document.blocks) {
    let text = '';
    for (const block of batch) {
      text += body.of(block);
      // One block may lead to thousands of others.
      if (text.length < TURN) continue;
      yield text;
      text = '';
      await new Promise(setImmediate);
    }
    yield text;
    await new Promise(setImmediate);
  }
  yield end;
}

/** The text before, between and behind the paragraphs that hold places. */
function aroundPlaces(shell: string, places: readonly string[]): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    const at = shell.indexOf(place);
    parts.push(shell.slice(from, shell.lastIndexOf('<w:p>', at)));
    from = shell.indexOf('</w:p>', at) + '</w:p>'.length;
  }
  return [...parts, shell.slice(from)];
}
