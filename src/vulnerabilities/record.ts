/** What is known of one vulnerability, whatever format it came in. */
import type { VersionRange } from './matching.js';

/** Who said it; the National Vulnerability Database knows better than the list of CVE records. */
export type RecordSource = 'nvd' | 'cve5';

/** Who knows better has the higher rank. */
export const RANK: Readonly<Record<RecordSource, number>> = { cve5: 1, nvd: 2 };

/** The versions of one product that a vulnerability touches, or does not. Names are normalised. */
export interface AffectedRow extends VersionRange {
  /** `a`, `o` or `h` of a CPE; null where the format has none. */
  part: string | null;
  vendor: string;
  product: string;
}

/** One vulnerability. Times are milliseconds since 1970. */
export interface CveRecord {
  cveId: string;
  source: RecordSource;
  /** Withdrawn: nothing is affected by it any more. */
  rejected: boolean;
  /** The word of the source for its state, such as `Analyzed` or `PUBLISHED`. */
  state: string;
  published: number | null;
  modified: number | null;
  title: string | null;
  description: string | null;
  score: number | null;
  severity: string | null;
  cvssVersion: string | null;
  vector: string | null;
  references: string[];
  affects: AffectedRow[];
}

/** A product, with normalised names. */
export interface Product {
  vendor: string;
  product: string;
}
