/** Looks into JSON of strangers: what is not of the expected kind is as if it were not there. */
import { parseMoment } from '../../core/text/dates.js';

export type Json = Record<string, unknown>;

/** The object, or an empty one. */
export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The list, or an empty one. */
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The text without characters that neither engine keeps, cut to what its column takes; null where there is none. */
export function textIn(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const clean = value
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
    .trim();
  if (clean.length <= longest) return clean || null;
  return `${clean.slice(0, longest - 1).toWellFormed()}…`;
}

/** Milliseconds since 1970; null where it is no moment. */
export const momentIn = (value: unknown): number | null =>
  typeof value === 'string' ? (parseMoment(value) ?? null) : null;

const LONGEST_DESCRIPTION = 8000;

/** The English one of several descriptions, or else the first. */
export function descriptionIn(value: unknown): string | null {
  const all = listIn(value).map(objectIn);
  const english = all.find(({ lang }) => typeof lang === 'string' && /^en\b/i.test(lang));
  return textIn((english ?? all[0])?.['value'], LONGEST_DESCRIPTION);
}

const MOST_REFERENCES = 10;
const LONGEST_URL = 2048;

/** The first addresses of a list of references, each once. */
export function referencesIn(value: unknown): string[] {
  const urls = listIn(value).map((reference) => textIn(objectIn(reference)['url'], LONGEST_URL));
  return [...new Set(urls.filter((url) => url !== null))].slice(0, MOST_REFERENCES);
}

/** The number of a vulnerability; undefined where it is none. */
export const cveIdIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^CVE-\d{4}-\d{4,19}$/i.test(value.trim()) ? value.trim().toUpperCase() : undefined;
