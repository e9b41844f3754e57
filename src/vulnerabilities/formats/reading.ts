/** Reads untrusted JSON: what is not of the expected kind is treated as absent. */
import { parseDateTime } from '../../core/text/dates.js';
import { isNamed, normalise, type VersionRange } from '../matching.js';
import type { Advisory, AffectedPackage, AffectedRow, RecordSource } from '../record.js';

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

const MAX_VERSION_LENGTH = 1000;

/** A version, or a bound of a range of versions; null where there is none. */
export const versionIn = (value: unknown): string | null => textIn(value, MAX_VERSION_LENGTH);

/** Milliseconds since 1970; null where it is no time. */
export const timeIn = (value: unknown): number | null =>
  typeof value === 'string' ? (parseDateTime(value) ?? null) : null;

export const MAX_DESCRIPTION_LENGTH = 8000;

/** The English one of several descriptions, or else the first. */
function descriptionIn(value: unknown): string | null {
  const all = listIn(value).map(objectIn);
  const english = all.find(({ lang }) => typeof lang === 'string' && /^en\b/i.test(lang));
  return textIn((english ?? all[0])?.['value'], MAX_DESCRIPTION_LENGTH);
}

const MAX_REFERENCES = 10;
const MAX_URL_LENGTH = 2048;

/** The first addresses of a list of references, each once. */
export function referencesIn(value: unknown): string[] {
  const urls = listIn(value).map((reference) => textIn(objectIn(reference)['url'], MAX_URL_LENGTH));
  return [...new Set(urls.filter((url) => url !== null))].slice(0, MAX_REFERENCES);
}

/** The number of a vulnerability; undefined where it is none. */
const cveIdIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^CVE-\d{4}-\d{4,19}$/i.test(value.trim()) ? value.trim().toUpperCase() : undefined;

const MAX_ALIASES = 100;

/** The id that a source gave a vulnerability; undefined where it is none. */
export function advisoryIdIn(value: unknown): string | undefined {
  const id = typeof value === 'string' ? value.trim() : '';
  if (!/^[A-Za-z][\w.:+-]{2,63}$/.test(id)) return undefined;
  return cveIdIn(id) ?? id.replace(/^ghsa(?=-)/i, 'GHSA');
}

/** Ids of the same vulnerability, each once, without its own. */
export function aliasesIn(value: unknown, own: string): string[] {
  const ids = listIn(value).flatMap((alias) => advisoryIdIn(alias) ?? []);
  return [...new Set(ids)].filter((id) => id !== own).slice(0, MAX_ALIASES);
}

/** How bad a vulnerability is: the score of whichever version of CVSS its record has. */
export interface Score {
  score: number | null;
  severity: string | null;
  cvssVersion: string | null;
  vector: string | null;
}

export const NO_SCORE: Score = { score: null, severity: null, cvssVersion: null, vector: null };

/** What a record says in either format, unread, and what is read of it differently in each. */
interface Contents extends Record<'state' | 'published' | 'modified' | 'descriptions' | 'references', unknown> {
  title?: unknown;
  score: Score;
  affects: AffectedRow[];
  packages?: AffectedPackage[];
}

/** The record of a vulnerability; undefined where `id` is not the number of one. */
export function recordOf(source: RecordSource, id: unknown, contents: Contents): Advisory | undefined {
  const cveId = cveIdIn(id);
  if (!cveId) return undefined;
  const state = textIn(contents.state, 32) ?? '';
  return {
    cveId,
    aliases: [],
    source,
    rejected: /^rejected$/i.test(state),
    state,
    published: timeIn(contents.published),
    modified: timeIn(contents.modified),
    title: textIn(contents.title, 1000),
    description: descriptionIn(contents.descriptions),
    ...contents.score,
    references: referencesIn(contents.references),
    affects: contents.affects,
    packages: contents.packages ?? [],
  };
}

/**
 * Reads the data of one CVSS metric. `beside`: where version 2 of the National Vulnerability Database keeps the
 * severity. `fallback`: the version of CVSS where the data does not say. Undefined without a score from 0 to 10.
 */
export function scoreIn(value: unknown, beside: Json, fallback: string): Score | undefined {
  const data = objectIn(value);
  const score = data['baseScore'];
  if (typeof score !== 'number' || !(score >= 0 && score <= 10)) return undefined;
  return {
    score,
    severity: textIn(data['baseSeverity'] ?? beside['baseSeverity'], 32) ?? severityOf(score),
    cvssVersion: textIn(data['version'], 8) ?? fallback,
    vector: textIn(data['vectorString'], 255),
  };
}

/** The word for a score, where the record has none. */
export function severityOf(score: number): string {
  if (score === 0) return 'NONE';
  if (score < 4) return 'LOW';
  if (score < 7) return 'MEDIUM';
  return score < 9 ? 'HIGH' : 'CRITICAL';
}

export const MAX_NAME = 255;

export const BOUNDS = ['exact', 'start_incl', 'start_excl', 'end_incl', 'end_excl'] as const;

/** The affected products of one record: normalised, each once, and none that a database could not keep. */
export class AffectedRows {
  private readonly rows = new Map<string, AffectedRow>();

  /** Adds the versions of a product, unless it has no name. */
  add(part: string | null, vendor: unknown, product: unknown, range: VersionRange): void {
    if (typeof vendor !== 'string' || typeof product !== 'string') return;
    const row: AffectedRow = { part, vendor: nameOf(vendor), product: nameOf(product), ...range };
    if (!isNamed(row.vendor) || !isNamed(row.product)) return;
    // An application's version, vendor and product are no longer than this: such rows could never match.
    if ([row.vendor, row.product, ...BOUNDS.map((name) => row[name] ?? '')].some((text) => text.length > MAX_NAME))
      return;
    this.rows.set(JSON.stringify(row), row);
  }

  all(): AffectedRow[] {
    return [...this.rows.values()];
  }
}

const nameOf = (name: string): string => normalise(name.toWellFormed().replaceAll('\0', ''));
