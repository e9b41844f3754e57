/** Names of groups as they are compared: those of a directory by what their DN means, those of OpenID sign by sign (identity 7). */
import { createHash } from 'node:crypto';
import type { Provider } from './identified.js';

/** The key by which a group is found: the same for all ways to write it. */
export const groupKey = (provider: Provider, group: string): string =>
  createHash('sha256')
    .update(provider === 'ldap' ? plainDn(group) : group)
    .digest('hex');

/** A DN without what does not count: case, blanks around signs and repeated ones, and the way that signs are escaped (RFC 4514). */
export function plainDn(dn: string): string {
  const parts: string[] = [];
  let part = '';
  // What was escaped is marked, so that it is not taken for a sign that separates.
  for (let at = 0; at < dn.length; at++) {
    const sign = dn[at]!;
    if (sign === '\\') {
      const hex = /^(?:\\[0-9a-f]{2})+/i.exec(dn.slice(at))?.[0];
      part += escaped(hex ? Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8') : (dn[at + 1] ?? ''));
      at += hex ? hex.length - 1 : 1;
    } else if (',;+'.includes(sign)) {
      parts.push(tidied(part), sign === '+' ? '+' : ',');
      part = '';
    } else part += sign;
  }
  return [...parts, tidied(part)].join('');
}

const escaped = (text: string): string => text.replace(/[,;+=\\"<>#]/g, (sign) => `\\${sign}`);

function tidied(part: string): string {
  const at = part.indexOf('=');
  const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return at < 0 ? tidy(part) : `${tidy(part.slice(0, at))}=${tidy(part.slice(at + 1))}`;
}
