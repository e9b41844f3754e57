/** Rich text as the plain text that stands in cells: lines where a browser begins new ones, bullets before items. */
import { markupEnd } from '../../core/text/html.js';

/** Tags at which a line begins and ends. */
const BLOCKS = new Set(
  'p div h1 h2 h3 h4 h5 h6 li tr ul ol table blockquote pre section article header footer dd dt dl'.split(' '),
);
/** Their content is no text. */
const UNREAD = new Set(['script', 'style']);

/** Nothing to be done for most texts. */
const PLAIN = /^[^\s<&\u00a0]+(?: [^\s<&\u00a0]+)*$/;
const TAG = /<[a-zA-Z/!?]/;
const TAG_START = /[a-zA-Z/!?]/;

/** The text of a rich text; none where nothing is left of it. Takes time in proportion to its length. */
export function htmlText(html: string | null): string | null {
  if (!html) return null;
  if (PLAIN.test(html)) return html;
  const text = TAG.test(html) ? withoutTags(html) : html.replace(/\r\n?/g, '\n');
  const lines = decodeEntities(text)
    .split(/[\n\r]/)
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim());
  return lines.filter(Boolean).join('\n') || null;
}

function withoutTags(html: string): string {
  let text = '';
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, from))) {
    if (!TAG_START.test(html.charAt(at + 1))) continue;
    text += folded(html.slice(from, at));
    const end = markupEnd(html, at);
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(at, at + 20))?.[1]?.toLowerCase() ?? '';
    const closing = html[at + 1] === '/';
    text += breakOf(name, closing);
    from = UNREAD.has(name) && !closing ? endOf(html, name, end) : end;
  }
  return text + folded(html.slice(from));
}

/** White space of the source means nothing but a blank. */
const folded = (text: string): string => text.replace(/[ \t\n\f\r]+/g, ' ');

function breakOf(name: string, closing: boolean): string {
  if (name === 'br') return '\n';
  if (name === 'li' && !closing) return '\n• ';
  if (name === 'td' || name === 'th') return ' ';
  return BLOCKS.has(name) ? '\n' : '';
}

/** The place behind the closing tag; without one the rest of the text is not read. */
function endOf(html: string, name: string, start: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = start;
  const end = closing.exec(html) ? html.indexOf('>', closing.lastIndex) : -1;
  return end < 0 ? html.length : end + 1;
}

// Character references of HTML, `&eacute;` or `&#233;`, as characters.

/** Names of the characters from 160 to 255, in their order. */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

/** Names of the Greek letters from 913 and from 945; there is no second capital sigma. */
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );

/** The others that HTML 4 knows, with their codes in hexadecimal. */
const OTHERS =
  'quot:22 amp:26 apos:27 lt:3c gt:3e OElig:152 oelig:153 Scaron:160 scaron:161 Yuml:178 fnof:192 circ:2c6 tilde:2dc ' +
  'thetasym:3d1 upsih:3d2 piv:3d6 ensp:2002 emsp:2003 thinsp:2009 zwnj:200c zwj:200d lrm:200e rlm:200f ndash:2013 ' +
  'mdash:2014 lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 ' +
  'hellip:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a oline:203e frasl:2044 euro:20ac image:2111 ' +
  'weierp:2118 real:211c trade:2122 alefsym:2135 larr:2190 uarr:2191 rarr:2192 darr:2193 harr:2194 crarr:21b5 lArr:21d0 ' +
  'uArr:21d1 rArr:21d2 dArr:21d3 hArr:21d4 forall:2200 part:2202 exist:2203 empty:2205 nabla:2207 isin:2208 notin:2209 ' +
  'ni:220b prod:220f sum:2211 minus:2212 lowast:2217 radic:221a prop:221d infin:221e ang:2220 and:2227 or:2228 cap:2229 ' +
  'cup:222a int:222b there4:2234 sim:223c cong:2245 asymp:2248 ne:2260 equiv:2261 le:2264 ge:2265 sub:2282 sup:2283 ' +
  'nsub:2284 sube:2286 supe:2287 oplus:2295 otimes:2297 perp:22a5 sdot:22c5 lceil:2308 rceil:2309 lfloor:230a ' +
  'rfloor:230b lang:2329 rang:232a loz:25ca spades:2660 clubs:2663 hearts:2665 diams:2666';

const NAMED = new Map<string, string>();
LATIN.forEach((name, i) => NAMED.set(name, String.fromCharCode(160 + i)));
GREEK.forEach((name, i) => {
  NAMED.set(name, String.fromCharCode(945 + i));
  if (name !== 'sigmaf') NAMED.set(name.charAt(0).toUpperCase() + name.slice(1), String.fromCharCode(913 + i));
});
for (const other of OTHERS.split(' ')) {
  const [name, code] = other.split(':') as [string, string];
  NAMED.set(name, String.fromCharCode(parseInt(code, 16)));
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;

/** The text with its character references replaced, each once; what is none stays. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED.get(name) ?? whole;
    const code = decimal ? Number(decimal) : parseInt(hex!, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
  });
}
