/** Writes a letter as text and as HTML: without pictures, scripts or anything from outside, so that reading it tells nobody. */
import type { Language } from '../../core/i18n/messages.js';
import { escapeXml } from '../../files/xml.js';

/** A line; `note` stands before it, `beside` below it. */
export interface LetterLine {
  note?: string;
  text: string;
  href?: string;
  beside?: string;
}

export interface LetterPart {
  heading: string;
  lines: readonly LetterLine[];
  /** More lines than there are, in words. */
  more?: string;
}

export interface Letter {
  language: Language;
  subject: string;
  parts: readonly LetterPart[];
  /** A way to all of it. */
  link: { text: string; href: string };
  why: string;
  settings: { text: string; href: string };
}

/** Characters of one text of a line. */
const MAX_TEXT = 300;

/** Names may hold whatever people wrote: a line stays one line, as short as it is read, and turns no words around. */
const plain = (text: string): string => {
  const one = text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[ \u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim();
  const signs = [...one];
  return signs.length > MAX_TEXT ? `${signs.slice(0, MAX_TEXT - 1).join('')}…` : one;
};

export function writeText({ parts, link, why, settings }: Letter): string {
  const body = parts.map(({ heading, lines, more }) =>
    [
      plain(heading),
      '-'.repeat([...plain(heading)].length),
      ...lines.flatMap(({ note, text, href, beside }) => [
        `* ${note === undefined ? '' : `[${plain(note)}] `}${plain(text)}`,
        ...(beside ? [`  ${plain(beside)}`] : []),
        ...(href === undefined ? [] : [`  ${href}`]),
      ]),
      ...(more === undefined ? [] : [more]),
    ].join('\n'),
  );
  return [...body, `${link.text}\n${link.href}`, `-- \n${why}\n${settings.text}\n${settings.href}`, ''].join('\n\n');
}

/** Colours for light, and by the style sheet for dark, where a program of mail knows it. */
export const STYLE =
  ':root{color-scheme:light dark}body{margin:0;padding:16px;background:#fff;color:#1c2430;font:16px/1.45 system-ui,sans-serif}' +
  'main{max-width:36rem;margin:0 auto}h1{font-size:1.25rem}h2{font-size:1.05rem;margin:1.6em 0 .4em}ul{list-style:none;margin:0;padding:0}' +
  'li{padding:.5em 0;border-top:1px solid #d9dee6;overflow-wrap:anywhere}a{color:#0b5aa5}.note{font-weight:600}' +
  '.beside,.foot{color:#566273}.foot{margin-top:2em;font-size:.85rem}' +
  '@media(prefers-color-scheme:dark){body{background:#14181f;color:#e6eaf0}li{border-color:#39424f}a{color:#8fc1f5}.beside,.foot{color:#a9b4c2}}';

export function writeHtml({ language, subject, parts, link, why, settings }: Letter): string {
  const text = (value: string): string => escapeXml(plain(value));
  const line = ({ note, text: says, href, beside }: LetterLine): string =>
    `<li>${note === undefined ? '' : `<span class="note">${text(note)}</span> `}` +
    (href === undefined ? `<bdi>${text(says)}</bdi>` : `<a href="${escapeXml(href)}"><bdi>${text(says)}</bdi></a>`) +
    `${beside ? `<br><span class="beside"><bdi>${text(beside)}</bdi></span>` : ''}</li>`;
  const part = ({ heading, lines, more }: LetterPart): string =>
    `<h2>${text(heading)}</h2><ul>${lines.map(line).join('\n')}</ul>${more === undefined ? '' : `<p class="beside">${text(more)}</p>`}`;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${text(subject)}</title><style>${STYLE}</style></head><body><main><h1>${text(subject)}</h1>\n` +
    `${parts.map(part).join('\n')}\n<p><a href="${escapeXml(link.href)}">${text(link.text)}</a></p>\n` +
    `<p class="foot">${text(why)}<br><a href="${escapeXml(settings.href)}">${text(settings.text)}</a></p></main></body></html>\n`
  );
}
