/** Scans XML piece by piece, as far as workbooks need it: no document types, hence no entities but the five and numbers. */
import { broken } from '../sheet.js';

/** Called with what is in the document; names come without their prefix. */
export interface XmlHandler {
  /** `attributes`: as written; see `attribute`. An empty element is opened and closed. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A text, or a part of one: a long one comes in parts. */
  text(text: string): void;
}

/** Characters of one tag. Spreadsheets write a few hundred. */
const MAX_TAG_LENGTH = 64 << 10;
/** Elements within each other. Spreadsheets write a dozen. */
const MAX_DEPTH = 200;
/** Characters of an entity: `&#x10FFFF;`. What is longer is none. */
const MAX_ENTITY_LENGTH = 12;
const [DOUBLE, SINGLE, ENDS_TAG] = [0x22, 0x27, 0x3e];
const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));
const COMMENT = { start: '<!--', end: '-->' };
const CDATA = { start: '<![CDATA[', end: ']]>' };
const INSTRUCTION = { start: '<?', end: '?>' };
const SECTIONS = [COMMENT, CDATA, INSTRUCTION];

/** The value of an attribute, whatever its prefix; undefined if it is not there. What stands in quotes is never taken for a name. */
export function attribute(attributes: string, name: string): string | undefined {
  for (let at = 0; ;) {
    const equals = attributes.indexOf('=', at);
    if (equals < 0) return undefined;
    let start = equals + 1;
    while (BLANK.test(attributes.charAt(start))) start++;
    const quote = attributes.charAt(start);
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : start;
    if (end < 0) return undefined;
    if (end > start && isNamed(attributes.slice(at, equals).trimEnd(), name))
      return resolved(attributes.slice(start + 1, end));
    at = end + (end > start ? 1 : 0);
  }
}

const BLANK = /\s/;

/** Returns true if a text ends with this name: behind a blank, a prefix, or nothing. */
const isNamed = (text: string, name: string): boolean =>
  text.endsWith(name) && (text.length === name.length || /[\s:]/.test(text.charAt(text.length - name.length - 1)));

/**
 * A state machine that looks at each character once, whatever the pieces. Between two pieces it holds one tag at most, or the few
 * characters that may go on as an entity or as the end of a section.
 */
export class XmlScanner {
  /** What the next character stands in: text, a tag, or a section that ends with a sign of its own. */
  private within: 'text' | 'tag' | (typeof SECTIONS)[number] = 'text';
  /** The tag so far, without its signs, and the quote that is open in it. */
  private tag = '';
  private quote = 0;
  /** The names of the elements that are open. */
  private readonly opened: string[] = [];
  /** What cannot be decided before the next piece. */
  private rest = '';

  constructor(private readonly handler: XmlHandler) {}

  /** Takes the next piece. Throws 400 for what is no XML of a workbook. */
  take(piece: string): void {
    const text = this.rest + piece;
    this.rest = '';
    for (let at = 0; at < text.length;) {
      if (this.within === 'text') at = this.text(text, at);
      else if (this.within === 'tag') at = this.inTag(text, at);
      else at = this.inSection(text, at, this.within);
    }
  }

  /** Throws unless the document is complete. */
  end(): void {
    if (this.within !== 'text' || this.opened.length || this.rest.trim()) throw broken('earlyEnd');
  }

  /** Each of these reads from a place on and gives the place behind what it read. */
  private text(text: string, at: number): number {
    const next = text.indexOf('<', at);
    if (next === at) return this.markup(text, at);
    let end = next < 0 ? text.length : next;
    if (next < 0) {
      const sign = text.lastIndexOf('&');
      if (sign >= at && end - sign < MAX_ENTITY_LENGTH && !text.includes(';', sign)) end = sign;
      this.rest = text.slice(end);
    }
    if (end > at) this.handler.text(resolved(text.slice(at, end)));
    return next < 0 ? text.length : next;
  }

  /** What begins with this `<`. */
  private markup(text: string, at: number): number {
    const sign = text[at + 1];
    // Nearly all of it are tags.
    if (sign !== undefined && sign !== '!' && sign !== '?') {
      this.within = 'tag';
      return this.inTag(text, at + 1);
    }
    const begins = text.slice(at, at + CDATA.start.length);
    const section = SECTIONS.find(({ start }) => begins.startsWith(start));
    if (section) {
      this.within = section;
      return at + section.start.length;
    }
    if (SECTIONS.some(({ start }) => start.startsWith(begins))) {
      this.rest = begins;
      return text.length;
    }
    // A document type could declare entities that unfold without end.
    throw broken('documentType');
  }

  private inSection(text: string, at: number, section: (typeof SECTIONS)[number]): number {
    const found = text.indexOf(section.end, at);
    const end = found < 0 ? Math.max(at, text.length - section.end.length + 1) : found;
    if (section === CDATA && end > at) this.handler.text(text.slice(at, end));
    if (found < 0) {
      this.rest = text.slice(end);
      return text.length;
    }
    this.within = 'text';
    return end + section.end.length;
  }

  /** A sign within quotes does not end a tag. */
  private inTag(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (this.quote) {
        if (sign === this.quote) this.quote = 0;
      } else if (sign === ENDS_TAG) break;
      else if (sign === DOUBLE || sign === SINGLE) this.quote = sign;
    }
    this.tag += text.slice(from, at);
    if (this.tag.length > MAX_TAG_LENGTH) throw broken('longTag', { max: MAX_TAG_LENGTH });
    if (at === text.length) return at;
    const tag = this.tag;
    this.tag = '';
    this.within = 'text';
    this.element(tag);
    return at + 1;
  }

  private element(tag: string): void {
    const closing = tag.startsWith('/');
    const empty = tag.endsWith('/');
    const inner = tag.slice(closing ? 1 : 0, empty ? -1 : undefined);
    const space = inner.search(/\s/);
    const full = space < 0 ? inner : inner.slice(0, space);
    const name = full.slice(full.indexOf(':') + 1);
    if (!closing) {
      if (this.opened.push(full) > MAX_DEPTH) throw broken('deepTags', { max: MAX_DEPTH });
      this.handler.open(name, space < 0 ? '' : inner.slice(space));
    }
    if (closing || empty) {
      if (this.opened.pop() !== full) throw broken('crossedTags', { tag: full.slice(0, 100) });
      this.handler.close(name);
    }
  }
}

/** A text with its entities resolved. Throws 400 for one that there is not. */
const resolved = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-fA-F]{1,6});|#(\d{1,7});|(\w{1,10});)?/g,
        (entity: string, hex?: string, decimal?: string, name?: string) => {
          const known = name === undefined ? characterOf(hex, decimal) : ENTITIES.get(name);
          if (known === undefined) throw broken('unknownEntity', { entity });
          return known;
        },
      )
    : text;

/** The character of this number; undefined where there is none. */
function characterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
