/** XML that was found to be well formed, piece by piece: to be written again with some of it changed. */
import { escapeXml } from '../../files/xml.js';

/** A tag as it stands, or the text between two. */
export interface Token {
  text: string;
  /** Of a tag its name without prefix; the empty name for a text, a declaration or an instruction. */
  name: string;
  kind: 'open' | 'close' | 'empty' | 'text';
}

/** The tokens of a document without comments, in their order. */
export function* tokensOf(xml: string): Generator<Token, void> {
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    if (next !== at) {
      const end = next < 0 ? xml.length : next;
      yield { text: xml.slice(at, end), name: '', kind: 'text' };
      at = end;
    } else {
      const end = tagEnd(xml, at);
      yield tagOf(xml.slice(at, end));
      at = end;
    }
  }
}

/** Behind the sign that ends a tag; one within quotes does not. */
function tagEnd(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at++) {
    const sign = xml[at]!;
    if (quote) {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return xml.length;
}

const TAG = /^<(\/?)(?:[^\s/>:!?]+:)?([^\s/>:!?]+)/;

function tagOf(text: string): Token {
  const [, slash, name] = TAG.exec(text) ?? [];
  if (name === undefined) return { text, name: '', kind: 'text' };
  return { text, name, kind: slash ? 'close' : text.endsWith('/>') ? 'empty' : 'open' };
}

/** A tag with another value of an attribute that it has; as it is where it has none of this name. */
export const withAttribute = (tag: string, name: string, value: string): string => {
  const found = attributeAt(tag, name);
  return found ? `${tag.slice(0, found.start)}"${escapeXml(value)}"${tag.slice(found.end)}` : tag;
};

/** A tag without an attribute. */
export function withoutAttribute(tag: string, name: string): string {
  const found = attributeAt(tag, name);
  return found ? tag.slice(0, found.name) + tag.slice(found.end) : tag;
}

/** Where an attribute of just this name, prefix included, stands in a tag: its name with the blanks before it, and its value in quotes. */
function attributeAt(tag: string, name: string): { name: number; start: number; end: number } | undefined {
  for (let at = TAG.exec(tag)?.[0].length ?? 0; ;) {
    const equals = tag.indexOf('=', at);
    const start = behindBlanks(tag, equals + 1);
    const quote = tag[start];
    if (equals < 0 || (quote !== '"' && quote !== "'")) return undefined;
    const close = tag.indexOf(quote, start + 1);
    if (close < 0) return undefined;
    if (tag.slice(at, equals).trim() === name) return { name: at, start, end: close + 1 };
    at = close + 1;
  }
}

function behindBlanks(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

/** The value of an attribute of just this name. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = attributeAt(tag, name);
  return found && unescapeXml(tag.slice(found.start + 1, found.end - 1));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text with its entities resolved. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,10}));/g, (all, hex, decimal, name: string) => {
        if (name !== undefined) return ENTITIES[name] ?? all;
        const code = hex === undefined ? Number(decimal) : parseInt(String(hex), 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      })
    : text;

/** The document with some texts changed: those directly within elements of these names. */
export function withTexts(xml: string, names: ReadonlySet<string>, change: (text: string) => string): string {
  let [written, within] = ['', ''];
  for (const { text, name, kind } of tokensOf(xml)) {
    if (kind === 'text' && within && names.has(within)) written += escapeXml(change(unescapeXml(text)));
    else written += text;
    if (kind !== 'text') within = kind === 'open' ? name : '';
  }
  return written;
}
