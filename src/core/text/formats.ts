/** The text formats that the model names, each with the check that a written value must pass. */
import { isCidr, isIp, isIpList, isIpOrCidrList } from './addresses.js';

/** The name of a text format in model.json (`two-letters` is written with a blank there). */
export type TextFormat =
  | 'ext-refs'
  | 'cidr'
  | 'ip'
  | 'ip-list'
  | 'ip-or-cidr-list'
  | 'hex-colour'
  | 'email'
  | 'two-letters'
  | 'purl'
  | 'cpe'
  | 'urls'
  | 'flow-label';

const EXTERNAL_REFERENCE = /^\{[^{}|]+\}[^{}|]+$/;
const HEX_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const TWO_LETTERS = /^[a-z]{2}$/i;
const MAILBOX = /^[^\s\x00-\x1f\x7f@<>()[\]\\,;:"]{1,64}$/;
const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const MAX_EMAIL_LENGTH = 254;
const PACKAGE_ADDRESS = /^pkg:\/{0,2}[a-z][a-z0-9.+-]*\/[^\s?#@][^\s]*$/i;
const PRODUCT_NAME = /^cpe:(?:2\.3:[aho*-]|\/[aho]):[^\s]+$/i;

/** From format name to its check (contract 4): a value goes in as trimmed text, true comes out when it fits. */
export const FORMATS: Record<TextFormat, (value: string) => boolean> = {
  'ext-refs': isExternalReferences,
  cidr: isCidr,
  ip: isIp,
  'ip-list': isIpList,
  'ip-or-cidr-list': isIpOrCidrList,
  'hex-colour': (value) => HEX_COLOUR.test(value),
  email: isEmail,
  'two-letters': (value) => TWO_LETTERS.test(value),
  purl: (value) => PACKAGE_ADDRESS.test(value),
  cpe: (value) => PRODUCT_NAME.test(value),
  urls: (value) => wordsIn(value).every(isWebAddress),
  'flow-label': (value) => value === 'name' || value === 'nature',
};

/** The texts of a list that is separated by blanks or ends of lines. */
export const wordsIn = (value: string): string[] => value.split(/\s+/).filter(Boolean);

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

function isExternalReferences(value: string): boolean {
  return value.split('|').every((reference) => EXTERNAL_REFERENCE.test(reference.trim()));
}

/** A host without a dot is accepted: addresses such as `admin@localhost` exist in old databases. */
function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1 || value.length > MAX_EMAIL_LENGTH) return false;
  const mailbox = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  return MAILBOX.test(mailbox) && !/^\.|\.\.|\.$/.test(mailbox) && labels.every((label) => HOST_LABEL.test(label));
}
