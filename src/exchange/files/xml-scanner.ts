/** Scans XML piece by piece, as far as workbooks need it: no document types, hence no entities but the five and numbers. */
import { broken, MOST_AT_ONCE } from './sheet.js';

/** Hears what is in the document; names come without their prefix. */
export interface XmlHandler {
  /** `attributes`: as written; see `attribute`. An empty element is opened and closed. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const PATTERNS = new Map<string, RegExp>();
const COMMENT = '<!--';
const CDATA = '<![CDATA[';

/** The value of an attribute, whatever its prefix; undefined if it is not there. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = PATTERNS.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    PATTERNS.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : resolved(value);
}

export class XmlScanner {
  private rest = '';

  constructor(private readonly handler: XmlHandler) {}

  /** Takes the next piece. Throws 400 for what is no XML of a workbook. */
  take(piece: string): void {
    this.rest += piece;
    let at = 0;
    for (;;) {
      const end = this.step(at);
      if (end === undefined) break;
      at = end;
    }
    this.rest = this.rest.slice(at);
    if (this.rest.length > MOST_AT_ONCE) throw broken('endlessPart');
  }

  /** Throws unless the document is complete. */
  end(): void {
    if (this.rest.trim()) throw broken('earlyEnd');
  }

  /** Reads what begins here and gives the place behind it; undefined if its end is not there yet. */
  private step(at: number): number | undefined {
    const { rest, handler } = this;
    if (rest[at] === '<') return this.markup(at);
    const end = rest.indexOf('<', at);
    if (end < 0) return undefined;
    handler.text(resolved(rest.slice(at, end)));
    return end;
  }

  private markup(at: number): number | undefined {
    const { rest } = this;
    if (rest[at + 1] === '!') return this.declaration(at);
    if (rest[at + 1] === '?') return behind(rest, '?>', at);
    const end = endOfTag(rest, at);
    if (end === undefined) return undefined;
    this.tag(rest.slice(at + 1, end));
    return end + 1;
  }

  private declaration(at: number): number | undefined {
    const { rest, handler } = this;
    if (rest.length - at < CDATA.length) return undefined;
    if (rest.startsWith(COMMENT, at)) return behind(rest, '-->', at + COMMENT.length);
    // A document type could declare entities that unfold without end.
    if (!rest.startsWith(CDATA, at)) throw broken('documentType');
    const end = behind(rest, ']]>', at);
    if (end !== undefined) handler.text(rest.slice(at + CDATA.length, end - 3));
    return end;
  }

  private tag(tag: string): void {
    const closing = tag.startsWith('/');
    const empty = tag.endsWith('/');
    const inner = tag.slice(closing ? 1 : 0, empty ? -1 : undefined);
    const space = inner.search(/\s/);
    const full = space < 0 ? inner : inner.slice(0, space);
    const name = full.slice(full.indexOf(':') + 1);
    if (!closing) this.handler.open(name, space < 0 ? '' : inner.slice(space));
    if (closing || empty) this.handler.close(name);
  }
}

/** The place behind a sign; undefined if it is not there. */
function behind(text: string, sign: string, from: number): number | undefined {
  const at = text.indexOf(sign, from);
  return at < 0 ? undefined : at + sign.length;
}

/** Where a tag ends: a sign within quotes does not end it. */
function endOfTag(text: string, from: number): number | undefined {
  for (let at = from; ;) {
    const end = text.indexOf('>', at);
    if (end < 0) return undefined;
    const quote = /["']/.exec(text.slice(at, end));
    if (!quote) return end;
    const closed = text.indexOf(quote[0], at + quote.index + 1);
    if (closed < 0) return undefined;
    at = closed + 1;
  }
}

/** A text with its entities resolved. */
const resolved = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,10}));/g,
        (_, hex?: string, decimal?: string, name?: string) =>
          name === undefined ? characterOf(hex ? parseInt(hex, 16) : Number(decimal)) : (ENTITIES[name] ?? ''),
      )
    : text;

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
