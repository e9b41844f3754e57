/** Reads what a search asks for. Every parameter that is not as documented is refused, and the refusal names it. */
import { ApiError } from '../core/http/errors.js';
import { Repeated } from '../core/http/query-string.js';
import type { MessageKey, Values } from '../core/i18n/messages.js';
import { registry } from '../engine/index.js';
import { searchedResources } from './kinds.js';
import { wantedOf, type Wanted } from './texts.js';

/** One search. */
export interface SearchRequest {
  wanted: Wanted;
  /** Paths of kinds, all where there are none. */
  kinds: readonly string[];
  limit: number;
}

export const SEARCH_LIMITS = { text: 255, words: 8, results: 100, usual: 20 } as const;
const PARAMETERS = ['q', 'kinds', 'limit'];

/** The search of a query string. Throws 400. */
export function readSearch(query: Readonly<Record<string, unknown>>): SearchRequest {
  for (const name of Object.keys(query)) {
    if (!PARAMETERS.includes(name)) refuse('unknownParameter', { name, allowed: PARAMETERS.join(', ') });
  }
  return { wanted: wanted(query['q']), kinds: kinds(query['kinds']), limit: limit(query['limit']) };
}

function wanted(value: unknown): Wanted {
  const [name, { text: max, words }] = ['q', SEARCH_LIMITS];
  const text = textOf(name, value) ?? '';
  if (text.length > max) refuse('graphText', { name, max });
  const read = wantedOf(text) ?? refuse('graphMissing', { name });
  return read.words.length > words ? refuse('searchWords', { name, max: words }) : read;
}

function kinds(value: unknown): string[] {
  const name = 'kinds';
  const text = textOf(name, value instanceof Repeated ? value.join(',') : value) ?? '';
  const allowed = searchedResources().map(({ path }) => path);
  const named = text.split(',').flatMap((part) => part.trim() || []);
  return [...new Set(named)].map((part) => {
    const path = registry.find(part)?.path;
    return path !== undefined && allowed.includes(path)
      ? path
      : refuse('wantsChoice', { name, allowed: allowed.join(', ') });
  });
}

function limit(value: unknown): number {
  const [name, { results: max, usual }] = ['limit', SEARCH_LIMITS];
  const text = textOf(name, value);
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : refuse('wantsBetween', { name, min: 1, max });
}

/** The text of a parameter; an empty one is none. */
function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (value instanceof Repeated) refuse('repeatedParameter', { name });
  if (typeof value !== 'string') refuse('wantsText', { name });
  return (value as string).trim() || undefined;
}

function refuse(key: MessageKey, values: Values): never {
  throw new ApiError(400, key, values);
}
