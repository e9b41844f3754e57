/** The allow-list of rich text, in the form that sanitize-html takes. */
import type sanitizeHtml from 'sanitize-html';

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
const LONGEST_ATTRIBUTE = 8192;

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
      value.length <= LONGEST_ATTRIBUTE &&
      !ANY_STAND_IN.test(value) &&
      !((name === 'href' || name === 'src') && LEADING_BLANK.test(value)),
  );
  return { tagName, attribs: Object.fromEntries(readable) };
}
