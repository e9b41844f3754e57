/** Pages of histories and differences: behind a place, and what is said of the next one. */
import { ApiError } from '../../core/http/errors.js';
import { badParameter } from '../../engine/index.js';

const [MAX_SIZE, DEFAULT_SIZE] = [1000, 50];

export interface Page {
  size: number;
  /** Undefined for the first. */
  after: string | undefined;
}

type Query = Readonly<Record<string, unknown>>;

/** `page[size]` and `page[after]`; undefined where neither is sent. Throws 400. */
export function readPage(sent: unknown): Page | undefined {
  if (sent === undefined || sent === '') return undefined;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badParameter('page', 'wantsText');
  const { size, after, ...others } = sent as Query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new ApiError(400, 'unknownParameter', {
      name: `page[${unknown.slice(0, 100)}]`,
      allowed: 'page[size], page[after]',
    });
  const text = size === undefined || size === '' ? String(DEFAULT_SIZE) : size;
  const number = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_SIZE) throw badParameter('page[size]', 'wantsBetween', { min: 1, max: MAX_SIZE });
  if (after !== undefined && typeof after !== 'string') throw badParameter('page[after]', 'wantsCursor');
  return { size: number, after: after || undefined };
}

/** The first page, where none is asked for. */
export const FIRST_PAGE: Page = { size: DEFAULT_SIZE, after: undefined };

/** The headers of a page; `fixed`: parameters that stand in the address of the next one in place of those that were sent. */
export function pageHeaders(
  url: string,
  { size }: Page,
  next: string | undefined,
  fixed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [path, query = ''] = url.split('?', 2) as [string, string?];
  const params = new URLSearchParams(query);
  for (const name of [...params.keys()]) if (/^page(\[|$)/.test(name) || name in fixed) params.delete(name);
  for (const [name, value] of Object.entries(fixed)) params.set(name, value);
  params.set('page[size]', String(size));
  const link = (after: string, rel: string): string => {
    params.set('page[after]', after);
    return `<${path}?${params.toString()}>; rel="${rel}"`;
  };
  const links = [link('', 'first'), ...(next === undefined ? [] : [link(next, 'next')])];
  return { 'x-page-size': String(size), link: links.join(', ') };
}

/** Throws 400 for a parameter that there is not, and for one that is sent twice. */
export function textsOf<const Name extends string>(
  query: Query,
  allowed: readonly Name[],
  beside: readonly string[] = ['page'],
): Partial<Record<Name, string>> {
  for (const [name, value] of Object.entries(query)) {
    if (beside.includes(name)) continue;
    if (!(allowed as readonly string[]).includes(name))
      throw new ApiError(400, 'unknownParameter', {
        name: name.slice(0, 100).toWellFormed(),
        allowed: [...allowed, ...beside].join(', '),
      });
    if (typeof value !== 'string') throw new ApiError(400, 'repeatedParameter', { name });
  }
  return query as Partial<Record<Name, string>>;
}
