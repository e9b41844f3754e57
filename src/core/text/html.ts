/** Keeps harmful markup out of what clients store: an allow-list for rich text, no tags at all elsewhere. */
import sanitizeHtml from 'sanitize-html';

/** Tags that rich text may hold (contract 4). */
export const ALLOWED_TAGS = (
  'div p br span b strong i em u s sub sup a ul ol li h1 h2 h3 h4 h5 h6 blockquote pre code hr ' +
  'table thead tbody tr th td img figure'
).split(' ');

const ALLOWED_ATTRIBUTES = ['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'style'];

const FONT_STYLES = 'family feature-settings kerning size size-adjust stretch style variant variant-caps weight'
  .split(' ')
  .map((name) => `font-${name}`);

const ALLOWED_STYLES = [...FONT_STYLES, 'color', 'background-color', 'text-align', 'text-decoration', 'padding-left'];

/** No brackets, backslashes or comments: neither url() nor a hidden spelling of it can be written. */
const PLAIN_VALUE = /^[-\p{L}\p{N}\s.,#%'"+]+$/u;
const COLOUR_FUNCTION = /^(?:rgb|hsl)a?\([-\d\s.,%/a-z]*\)$/i;

/** Longer attributes (a picture inside a src, for example) are dropped unread: their checks are not linear. */
const MAX_ATTRIBUTE_LENGTH = 8192;

/** Stand-ins, in the text handed to sanitize-html, for `&`, `<` and `>` that are plain text; no Unicode text has them. */
export const STAND_INS = { '&': '\ufdd0', '<': '\ufdd1', '>': '\ufdd2' } as const;
export const ANY_STAND_IN = /[\ufdd0-\ufdd2]/;

/** Options of sanitize-html that make it keep what contract 4 lists and nothing else. */
export const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: { '*': ALLOWED_ATTRIBUTES },
  allowedStyles: { '*': Object.fromEntries(ALLOWED_STYLES.map((style) => [style, [PLAIN_VALUE, COLOUR_FUNCTION]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
  transformTags: { '*': dropUnreadable },
};

/** Blanks that the check of a scheme does not skip, although a reader might. */
const LEADING_BLANK = /^[\x00-\x20]*(?=[^\x00-\x20])[\s\x85]/;

/** A stand-in inside an attribute would hide an entity from the check of its scheme, as would such a blank. */
function dropUnreadable(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const readable = Object.entries(attribs).filter(
    ([name, value]) =>
      value.length <= MAX_ATTRIBUTE_LENGTH &&
      !ANY_STAND_IN.test(value) &&
      !((name === 'href' || name === 'src') && LEADING_BLANK.test(value)),
  );
  return { tagName, attribs: Object.fromEntries(readable) };
}

/** Deeper nesting than this is no text that anyone wrote, and would make the parser quadratic. */
export const MAX_NESTING = 200;

type PlainTag = { name: string; kind: 'open' | 'close' | 'break'; implicitlyCloses?: ReadonlySet<string> };

const MAX_PLAIN_TAG_LENGTH = '</blockquote>'.length;

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
 * Returns true if sanitising provably returns the text as it is: it holds only allowed tags in lower case without attributes,
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
    if (end < 0 || end - at > MAX_PLAIN_TAG_LENGTH) return false;
    const text = html.slice(at, end);
    const tag = PLAIN_TAGS.get(text);
    if (tag === undefined || !fits(tag, open)) return false;
    if (tag.kind === 'break' && (spelling ??= text.slice(2)) !== text.slice(2)) return false;
    at = end;
  }
  return open.length === 0;
}

/** Returns true if the tag may stand here; if so, notes what it opens or closes. */
function fits(tag: PlainTag, open: string[]): boolean {
  if (tag.kind === 'close') return open.pop() === tag.name;
  if (open.length > 0 && tag.implicitlyCloses?.has(open[open.length - 1]!)) return false;
  return tag.kind === 'break' || open.push(tag.name) <= MAX_NESTING;
}

/**
 * Returns true if a `<` before this character begins markup; before a NUL and at the end of the text it counts as such, to be
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

/** Sanitising twice is the usual need (the second pass confirms the first); tag soup may take some more. */
const MAX_PASSES = 8;

/** A mail address as mail programs write it, which no tag is called: `Desk <desk@hill.example>`. */
const ADDRESS = /<([^\s<>"'=/@]+@[^\s<>"'=/@]+)>/g;

class TooDeep extends Error {}

/**
 * Sanitises rich text (contract 4): keeps allowed tags, attributes, styles and schemes, and all text as it was
 * written, entities, lone `&`, `<`, `>` and mail addresses in angle brackets included.
 * @param html what the client sent
 * @returns the same text when it is clean, else its clean form; cleaning that again changes nothing
 */
export function cleanHtml(html: string): string {
  let text = html.replace(ADDRESS, '&lt;$1&gt;');
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (isPlain(text)) return text;
    const next = sanitise(text);
    if (next === text) return text;
    text = next;
  }
  return isPlain(text) ? text : asText(text);
}

/**
 * One pass of full sanitising, without the short cut; exported so that tests can compare the two.
 * @param html rich text
 * @returns its sanitised form
 */
export function sanitise(html: string): string {
  const shielded = shield(html.replace(new RegExp(ANY_STAND_IN, 'g'), ''));
  try {
    return unshield(spellBreaks(sanitizeHtml(shielded, withDepthLimit()), html));
  } catch (error) {
    if (error instanceof TooDeep) return asText(html);
    throw error;
  }
}

function withDepthLimit(): sanitizeHtml.IOptions {
  let depth = 0;
  const onOpenTag = () => {
    if (++depth > MAX_NESTING) throw new TooDeep();
  };
  return { ...RICH_TEXT, onOpenTag, onCloseTag: () => depth-- };
}

function asText(html: string): string {
  return html.replaceAll('<', '&lt;');
}

/** Replaces the special characters outside of markup, since sanitize-html would decode and encode them again. */
function shield(html: string): string {
  const markup = /<[a-zA-Z/!?]/g;
  let shielded = '';
  let from = 0;
  for (let found = markup.exec(html); found; found = markup.exec(html)) {
    shielded += shieldText(html.slice(from, found.index));
    from = markup.lastIndex = markupEnd(html, found.index);
    shielded += html.slice(found.index, from);
  }
  return shielded + shieldText(html.slice(from));
}

function shieldText(text: string): string {
  return text.replace(/[&<>]/g, (character) => STAND_INS[character as keyof typeof STAND_INS]);
}

/** Puts the special characters back; a `<` only where it cannot begin a tag now that other tags are gone. */
function unshield(html: string): string {
  return html.replace(/[\ufdd0-\ufdd2]/g, (standIn, at: number) => {
    if (standIn === STAND_INS['&']) return '&';
    if (standIn === STAND_INS['>']) return '>';
    return startsMarkup(html.charCodeAt(at + 1)) ? '&lt;' : '<';
  });
}

/** sanitize-html writes `<br />`; we write `<br>`, `<br/>` or `<br />`, whichever the text used first. */
function spellBreaks(clean: string, original: string): string {
  const first = /<(?:br|hr|img)(?=[\s/>])[^<>]*>/i.exec(original)?.[0] ?? '';
  if (first.endsWith(' />')) return clean;
  // Every > of the sanitised text ends a tag (the others are stand-ins or entities), so this finds breaks only.
  return clean.replaceAll(' />', first.endsWith('/>') ? '/>' : '>');
}

let plainTexts: PlainTexts = 'keep';

/** What becomes of what looks like tags in texts that are not rich text: it is kept, or taken away (`PLAIN_TEXT`). */
export type PlainTexts = 'keep' | 'strip';

/** Says for this process what becomes of them. */
export function setPlainTexts(rule: PlainTexts): void {
  plainTexts = rule;
}

/** A text that is not rich text, as it is stored: as it was sent, angle brackets included (contract 15), or without tags. */
export const plainText = (text: string): string => (plainTexts === 'keep' ? text : stripTags(text));

/**
 * Takes the tags out of a text that is not rich text, where `PLAIN_TEXT=strip` asks for it (contract 4): `<` followed by a letter, `/` or `!`, up to the
 * next `>` or the end. Tags that only come about by taking others out go too.
 * @param text what the client sent
 * @returns the text without tags; `a < b` stays
 */
export function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  let kept = '';
  // The < signs last read, not yet known to be text: a removed tag puts the next character right behind them.
  let pending = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '<') {
      pending++;
      at++;
    } else if (pending > 0 && /[a-zA-Z/!]/.test(text.charAt(at))) {
      pending--;
      at = indexOrEnd(text, '>', at) + 1;
    } else {
      const next = indexOrEnd(text, '<', at);
      kept += '<'.repeat(pending) + text.slice(at, next);
      pending = 0;
      at = next;
    }
  }
  return kept + '<'.repeat(pending);
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
}
