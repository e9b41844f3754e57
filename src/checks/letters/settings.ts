/** Where letters go out: without `MAIL_URL` none is written, and nothing leaves the server (checks 6). */
import { readSettings, Setting, type Environment } from '../../core/settings.js';

/** The address of a server of mail, with whatever user and password it wants. */
function mailIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isServer = /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname);
  return isServer && !search && !hash ? text : undefined;
}

class MailEnvironment {
  @Setting(
    'MAIL_URL',
    mailIn,
    () =>
      'MAIL_URL must be the address of a mail server, such as smtp://mail.example.org:587 or smtps://user:password@mail.example.org.',
  )
  url: string | undefined;
  /** Whom letters come from. */
  @Setting(
    'MAIL_FROM',
    (text) => (/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined),
    (text) => `MAIL_FROM must be an address of mail, such as Meridian <map@example.org>, not '${text}'.`,
  )
  from: string | undefined;
}

/** How letters are sent. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
}

/**
 * The settings; undefined where no letters are sent. What is wrong is added to `problems`.
 * @param publicUrl what letters lead to
 */
export function mailSettings(
  environment: Environment,
  publicUrl: string | undefined,
  problems: string[],
): MailSettings | undefined {
  const { url, from } = readSettings(MailEnvironment, environment, problems);
  if (url === undefined || typeof url !== 'string') return undefined;
  if (!from) problems.push('MAIL_URL needs MAIL_FROM, the address that letters come from.');
  if (!publicUrl) problems.push('MAIL_URL needs PUBLIC_URL, the address that letters lead to.');
  return from && publicUrl ? Object.freeze({ url, from }) : undefined;
}
