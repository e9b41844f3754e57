/** XML of tools, read as it streams and within limits: what is not complete and well-formed is refused whole (feeding 13). */
import { SaxesParser } from 'saxes';
import { ApiError, byLibrary } from '../../core/http/errors.js';
import type { MessageKey } from '../../core/i18n/messages.js';
import { Turns } from '../../core/turns.js';
import { notWhole, type Bytes } from './connector.js';
import { textsOf } from './reading.js';

/** Characters of a tag, or of a text between two. */
const MAX_TAG = 1 << 20;
const MAX_DEPTH = 50;
/** Characters that the parser is given at once: what it holds is looked at in between. */
const PIECE = 64 << 10;

export type Attributes = Readonly<Record<string, string>>;

/** Takes the tags of a file. The one of depth 1 is the root; whatever a handler throws ends the reading. */
export interface XmlHandler {
  open(name: string, attributes: Attributes, depth: number): void;
  close(name: string, depth: number): void;
  text?(text: string): void;
}

/**
 * Gives the tags of a file to a handler; ends each time that others may have their turn, and something may be taken from it.
 * Throws 400 for XML that is none or not whole. Nothing is known before the root is: an error there is `notThis`.
 */
export async function* xmlParts(
  bytes: Bytes,
  kind: string,
  handler: XmlHandler,
  notThis: MessageKey,
): AsyncGenerator<void> {
  const xml = new Xml(kind, handler, notThis);
  const turns = new Turns();
  for await (const text of textsOf(bytes, kind)) {
    for (let at = 0; at < text.length; at += PIECE) {
      xml.take(text.slice(at, at + PIECE));
      yield;
      await turns.rest();
    }
  }
  xml.end();
}

class Xml {
  private readonly parser: SaxesParser<{ position: false; xmlns: false }> = new SaxesParser({
    position: false,
    xmlns: false,
  });
  private depth = 0;
  private isBegun = false;
  /** Characters that were given since something came of them. */
  private silent = 0;

  constructor(
    private readonly kind: string,
    handler: XmlHandler,
    private readonly notThis: MessageKey,
  ) {
    const { parser } = this;
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', (text) => {
      if (text.includes('[')) throw notWhole(kind, 'feedDoctype');
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.silent = 0;
      if (++this.depth > MAX_DEPTH) throw notWhole(kind, 'feedDeep', { max: MAX_DEPTH });
      handler.open(name, attributes, this.depth);
      this.isBegun = true;
    });
    parser.on('closetag', ({ name }) => {
      this.silent = 0;
      handler.close(name, this.depth--);
    });
    if (!handler.text) return;
    parser.on('text', (text) => handler.text!(text));
    parser.on('cdata', (text) => handler.text!(text));
  }

  take(text: string): void {
    try {
      this.silent += text.length;
      this.parser.write(text);
    } catch (error) {
      throw this.brokenBy(error);
    }
    if (this.silent > MAX_TAG) throw notWhole(this.kind, 'feedTag', { max: MAX_TAG });
  }

  /** Throws 400 unless the root was closed. */
  end(): void {
    try {
      this.parser.close();
    } catch (error) {
      throw this.isBegun && !(error instanceof ApiError) ? notWhole(this.kind, 'feedBroken') : this.brokenBy(error);
    }
    if (!this.isBegun) throw notWhole(this.kind, this.notThis);
  }

  /** What the parser threw; before the root is known it is not a file of the kind that is broken, but another file. */
  private brokenBy(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    return this.isBegun
      ? notWhole(this.kind, byLibrary(error as Error, 'feedXmlByLibrary'))
      : notWhole(this.kind, this.notThis);
  }
}
