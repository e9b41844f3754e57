/** Rich text as the plain text that stands in cells: lines where a browser begins new ones, bullets before items. */
import { markupEnd } from '../../core/text/html-scan.js';
import { decodeEntities } from './entities.js';

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
