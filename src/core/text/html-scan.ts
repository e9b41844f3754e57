/** Reads rich text in one linear pass: tells whether it is clean as it stands, and where its tags are. */
import { ALLOWED_TAGS, ANY_STAND_IN } from './html-rules.js';

/** Deeper nesting than this is no text that anyone wrote, and would make the parser quadratic. */
export const DEEPEST_NESTING = 200;

type PlainTag = { name: string; kind: 'open' | 'close' | 'break'; implicitlyCloses?: ReadonlySet<string> };

const LONGEST_PLAIN_TAG = '</blockquote>'.length;

/** What an opening tag closes by itself when it is the innermost open one, as the parser (and HTML) has it. */
const IMPLICITLY_CLOSES: Record<string, string[]> = {
  tr: ['tr', 'th', 'td'],
  th: ['th'],
  td: ['thead', 'th', 'td'],
  li: ['li'],
  tbody: ['thead', 'tbody'],
};
for (const name of 'p div h1 h2 h3 h4 h5 h6 blockquote figure hr ol pre table ul'.split(' ')) {
  IMPLICITLY_CLOSES[name] = ['p'];
}

/** Every tag, without its angle brackets, that is clean when it stands in the right place. */
const PLAIN_TAGS = new Map<string, PlainTag>();
for (const name of ALLOWED_TAGS.filter((tag) => tag !== 'img')) {
  const implicitlyCloses = IMPLICITLY_CLOSES[name] && new Set(IMPLICITLY_CLOSES[name]);
  if (name === 'br' || name === 'hr') {
    for (const end of ['', '/', ' /']) PLAIN_TAGS.set(name + end, { name, kind: 'break', implicitlyCloses });
  } else {
    PLAIN_TAGS.set(name, { name, kind: 'open', implicitlyCloses });
    PLAIN_TAGS.set('/' + name, { name, kind: 'close' });
  }
}

/**
 * Whether sanitising provably returns the text as it is: it holds only allowed tags in lower case without attributes,
 * properly nested, and one spelling of `<br>` and `<hr>`.
 * @param html rich text
 * @returns true when it is clean; false says nothing
 */
export function isPlain(html: string): boolean {
  if (ANY_STAND_IN.test(html)) return false;
  const open: string[] = [];
  let spelling: string | undefined;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (!startsMarkup(html.charCodeAt(++at))) continue;
    const end = html.indexOf('>', at);
    if (end < 0 || end - at > LONGEST_PLAIN_TAG) return false;
    const text = html.slice(at, end);
    const tag = PLAIN_TAGS.get(text);
    if (tag === undefined || !fits(tag, open)) return false;
    if (tag.kind === 'break' && (spelling ??= text.slice(2)) !== text.slice(2)) return false;
    at = end;
  }
  return open.length === 0;
}

/** Whether the tag may stand here; if so, notes what it opens or closes. */
function fits(tag: PlainTag, open: string[]): boolean {
  if (tag.kind === 'close') return open.pop() === tag.name;
  if (open.length > 0 && tag.implicitlyCloses?.has(open[open.length - 1]!)) return false;
  return tag.kind === 'break' || open.push(tag.name) <= DEEPEST_NESTING;
}

/**
 * Whether a `<` before this character begins markup; before a NUL and at the end of the text it counts as such, to be
 * on the safe side.
 * @param code the UTF-16 unit after the `<`, NaN at the end of the text
 * @returns true for letters, `/`, `!`, `?`, NUL and NaN
 */
export function startsMarkup(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || code === 0x2f || code === 0x21 || code === 0x3f || !(code > 0);
}

/**
 * The end of the tag, comment or declaration that begins at a place.
 * @param html the text
 * @param start the index of its `<`
 * @returns the index after its last character
 */
export function markupEnd(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 2);
  // Only opening tags have attributes, in whose quoted values a > is text.
  if ((html.charCodeAt(start + 1) | 0x20) < 0x61) return after(html, '>', start + 1);
  let at = start + 1;
  while (at < html.length && html[at] !== '>') at = html[at] === '=' ? valueEnd(html, at + 1) : at + 1;
  return Math.min(at + 1, html.length);
}

function valueEnd(html: string, start: number): number {
  let at = start;
  while (' \t\n\f\r'.includes(html[at] ?? '-')) at++;
  return html[at] === '"' || html[at] === "'" ? after(html, html[at]!, at + 1) : at;
}

function after(html: string, end: string, start: number): number {
  const at = html.indexOf(end, start);
  return at < 0 ? html.length : at + end.length;
}
