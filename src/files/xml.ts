/** Text inside XML. */

/** What begins a part. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** What is special in XML, or cannot be in it. */
const SPECIAL = /[&<>"\r\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** A text as it may stand in elements and attributes, without what XML 1.0 cannot hold; lines end with LF alone. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(ILLEGAL, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
