/**
 * The page at the address in `List-Unsubscribe`, for programs of mail that do not end letters themselves (RFC 8058) and open it in a
 * browser. It stands by itself: without script, and with nothing from anywhere.
 */
import { createHash } from 'node:crypto';
import { Message, type Language, type MessageKey } from '../../core/i18n/messages.js';
import { escapeXml } from '../../files/xml.js';
import { STYLE as LETTER_STYLE } from './write-letter.js';

/** What an address is about: letters that come, that have ended, or none that there are. */
export type EndState = 'asked' | 'ended' | 'unknown';

const STYLE = `${LETTER_STYLE}button{font:inherit;font-weight:600;padding:.6em 1.2em;border:0;border-radius:6px;background:#0b5aa5;color:#fff;cursor:pointer}`;

/** The one style in it is named by its hash; its form may be sent to this server alone. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address holds the key, which is told to nobody, and no robot keeps the page. */
export const END_PAGE_HEADERS = {
  ...{ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
  ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
} as const;

const WORDS: Readonly<Record<EndState, { title: MessageKey; about: MessageKey }>> = {
  asked: { title: 'lettersEnd', about: 'lettersEndAbout' },
  ended: { title: 'lettersEnded', about: 'lettersEndedAbout' },
  unknown: { title: 'lettersUnknown', about: 'lettersUnknownAbout' },
};

/** @param account the address of the page where letters are chosen */
export function writeEndPage(state: EndState, language: Language, account: string): string {
  const text = (key: MessageKey): string => escapeXml(new Message(key).in(language));
  const { title, about } = WORDS[state];
  const form =
    state === 'asked'
      ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${text('lettersEndNow')}</button></form>\n`
      : '';
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${text(title)} · Meridian</title><style>${STYLE}</style></head><body><main><h1>${text(title)}</h1>\n` +
    `<p>${text(about)}</p>\n${form}<p><a href="${escapeXml(account)}">${text('lettersAccount')}</a></p></main></body></html>\n`
  );
}
