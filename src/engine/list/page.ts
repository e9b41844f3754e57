/** Pages of a list: by number, or behind a cursor at constant cost (contract 5). */
import type { Scalar } from '../../database/database.js';
import { badParameter, unknownName } from './refusals.js';
import type { Order } from './sort.js';
import { classOf, isText } from './filter-values.js';

/** A page by its number, or what comes behind a place in the order; `keys` is undefined for the first. */
export type Page =
  { size: number; number: number } | { size: number; number?: undefined; after: readonly Scalar[] | undefined };

const MAX_PAGE_SIZE = 1000;
const DEFAULT_PAGE_SIZE = 50;
/** Characters of the header that links to other pages. */
const MAX_LINKS_LENGTH = 4000;
/** As rows hold it, and so as our own cursors do. */
const STORED_TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d{1,6})?)?$/;
const NAMES = ['number', 'size', 'after'];

/**
 * The page asked for, if any: a plain `page=2` does not page.
 * Throws 400 for an unknown member, for numbers that are none, and for a cursor of another order.
 */
export function readPage(sent: unknown, order: Order): Page | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const page = sent as Record<string, unknown>;
  const unknown = Object.keys(page).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw unknownName('parameter', `page[${unknown}]`, unknown, NAMES);
  const size = numberOf(page['size'], 'page[size]', MAX_PAGE_SIZE) ?? DEFAULT_PAGE_SIZE;
  if (page['after'] === undefined) return { size, number: numberOf(page['number'], 'page[number]', 1e9) ?? 1 };
  if (page['number'] !== undefined) throw badParameter('page[after]', 'wantsOnePage');
  return { size, after: page['after'] === '' ? undefined : readCursor(page['after'], order) };
}

function numberOf(sent: unknown, name: string, max: number): number | undefined {
  if (sent === undefined || sent === '') return undefined;
  const number = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : 0;
  if (number < 1 || number > max) throw badParameter(name, 'wantsBetween', { min: 1, max });
  return number;
}

/** A place in an order, as text for an address. */
export const cursorOf = (order: Order, keys: readonly Scalar[]): string =>
  Buffer.from(JSON.stringify([order.toString(), ...keys])).toString('base64url');

function readCursor(sent: unknown, order: Order): Scalar[] {
  try {
    const text = typeof sent === 'string' ? sent : '';
    const [name, ...keys] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, ...Scalar[]];
    const fits = keys.length === order.keys.length && keys.every((key, i) => isKey(key, order, i));
    if (name === order.toString() && fits) return keys;
  } catch {
    // Told below, with what is wrong otherwise.
  }
  throw badParameter('page[after]', 'wantsCursor');
}

function isKey(key: unknown, order: Order, i: number): boolean {
  const { field, numeric } = order.keys[i]!;
  if (key === null) return field.nullable;
  if (numeric) return numeric === 'whole' ? Number.isSafeInteger(key) : Number.isFinite(key);
  if (/^(day|moment)$/.test(classOf(field))) return typeof key === 'string' && STORED_TIME.test(key);
  return typeof key === 'string' && isText(key);
}

/** The headers of a page: where it is, and where the others are. */
export function pageHeaders(
  url: string,
  page: Page,
  total: number | undefined,
  next: string | undefined,
): Record<string, string> {
  const { size } = page;
  if (page.number === undefined) {
    const links = [
      link(url, { after: '', size }, 'first'),
      ...(next ? [link(url, { after: next, size }, 'next')] : []),
    ];
    return { 'x-page-size': String(size), link: short(links) };
  }
  const last = Math.max(1, Math.ceil(total! / size));
  const { number } = page;
  const links = [
    link(url, { number: 1, size }, 'first'),
    ...(number > 1 ? [link(url, { number: Math.min(number - 1, last), size }, 'prev')] : []),
    ...(number < last ? [link(url, { number: number + 1, size }, 'next')] : []),
    link(url, { number: last, size }, 'last'),
  ];
  const [totals, pages, sizes] = [String(total), String(number), String(size)];
  return { 'x-total-count': totals, 'x-page': pages, 'x-page-size': sizes, link: short(links) };
}

/** Links in one header; of long addresses the next alone, since clients and proxies take so much of headers and no more. */
function short(links: readonly string[]): string {
  const text = links.join(', ');
  return text.length <= MAX_LINKS_LENGTH ? text : links.filter((each) => each.endsWith('rel="next"')).join(', ');
}

/** The address of the request with another page; everything else as the client wrote it. */
function link(url: string, page: Record<string, string | number>, rel: string): string {
  const [path, query = ''] = url.split('?', 2) as [string, string?];
  const others = query.split('&').filter((part) => part && !/^page(\[|%5b)/i.test(part));
  const own = Object.entries(page).map(([name, value]) => `page%5B${name}%5D=${encodeURIComponent(value)}`);
  // What ends a link in this header may stand in an address as it was sent.
  return `<${[path, [...others, ...own].join('&')].join('?').replace(/[<>]/g, encodeURIComponent)}>; rel="${rel}"`;
}
