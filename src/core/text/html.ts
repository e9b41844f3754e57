/** Keeps harmful markup out of what clients store: an allow-list for rich text, no tags at all elsewhere. */
import sanitizeHtml from 'sanitize-html';
import { ANY_STAND_IN, RICH_TEXT, STAND_INS } from './html-rules.js';
import { DEEPEST_NESTING, isPlain, markupEnd, startsMarkup } from './html-scan.js';

/** Sanitising twice is the usual need (the second pass confirms the first); tag soup may take some more. */
const MOST_PASSES = 8;

class TooDeep extends Error {}

/**
 * Sanitises rich text (contract 4): keeps allowed tags, attributes, styles and schemes, and all text as it was
 * written, entities and lone `&`, `<`, `>` included.
 * @param html what the client sent
 * @returns the same text when it is clean, else its clean form; cleaning that again changes nothing
 */
export function cleanHtml(html: string): string {
  let text = html;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
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
    if (++depth > DEEPEST_NESTING) throw new TooDeep();
  };
  return { ...RICH_TEXT, onOpenTag, onCloseTag: () => depth-- };
}

function asText(html: string): string {
  return html.replaceAll('<', '&lt;');
}

/** Replaces the special characters outside of markup, since sanitize-html would decode and encode them anew. */
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

/**
 * Takes the tags out of a text that is not rich text (contract 4): `<` followed by a letter, `/` or `!`, up to the
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
