/** Recognises IP addresses, address ranges and lists of them. */
import { isIP } from 'node:net';

const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const SEPARATORS = /[,;\s]+/;

/**
 * Whether a text is one IP address (model.json format `ip`).
 * @param text the address, IPv4 or IPv6, without blanks around it
 * @returns true for an address
 */
export function isIp(text: string): boolean {
  return isIP(text) !== 0;
}

/**
 * Whether a text is a list of IP addresses (model.json format `ip-list`).
 * @param text one or more addresses separated by commas, semicolons or blanks, in any mixture
 * @returns true when there is at least one address and nothing else
 */
export function isIpList(text: string): boolean {
  return isListOf(text, isIp);
}

/**
 * Whether a text is an address range (model.json format `cidr`).
 * @param text `address/prefix` or a plain address, IPv4 or IPv6
 * @returns true for a range or an address
 */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return isIp(text);
  const version = isIP(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  return version !== 0 && PREFIX.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * Whether a text is a list of addresses and ranges (model.json format `ip-or-cidr-list`).
 * @param text one or more addresses or ranges separated by commas, semicolons or blanks
 * @returns true when there is at least one and nothing else
 */
export function isIpOrCidrList(text: string): boolean {
  return isListOf(text, isCidr);
}

function isListOf(text: string, isItem: (item: string) => boolean): boolean {
  const items = text.split(SEPARATORS).filter((item) => item !== '');
  return items.length > 0 && items.every(isItem);
}
