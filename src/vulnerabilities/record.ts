/** What is known of vulnerabilities, whatever format it came in. Times are milliseconds since 1970. */
import type { VersionRange } from './matching.js';

/** Who said it: the National Vulnerability Database, the list of CVE records, a database of OSV, or the advisories of GitHub. */
export type RecordSource = 'nvd' | 'cve5' | 'osv' | 'ghsa';

/** Who knows better of one id has the higher rank. */
export const RANK: Readonly<Record<RecordSource, number>> = { cve5: 1, osv: 2, ghsa: 2, nvd: 3 };

/** The versions of one product that a vulnerability touches, or does not. Names are normalised. */
export interface AffectedRow extends VersionRange {
  /** `a`, `o` or `h` of a CPE; null where the format has none. */
  part: string | null;
  vendor: string;
  product: string;
}

/** A package, as OSV writes both names. */
export interface PackageKey {
  ecosystem: string;
  name: string;
}

/** Versions of one package that a vulnerability touches, by the order of versions of its ecosystem. */
export type AffectedPackage = VersionRange & PackageKey;

/** One vulnerability as one source knows it. */
export interface Advisory {
  /** The id that its source gave it: CVE-…, GHSA-…, PYSEC-…, DSA-…. */
  cveId: string;
  /** All other ids of the same vulnerability. */
  aliases: string[];
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
  packages: AffectedPackage[];
}

/** A vulnerability that is known to be exploited (KEV of CISA). */
export interface KevEntry {
  cveId: string;
  added: number | null;
  /** When whoever has it must have acted. */
  due: number | null;
  /** It is known to be used for ransom. */
  ransomware: boolean;
  /** What is to be done. */
  action: string | null;
}

/** How probable it is that a vulnerability is exploited within 30 days (EPSS of FIRST). */
export interface EpssScore {
  cveId: string;
  /** 0 to 1. */
  epss: number;
  /** 0 to 1: how many vulnerabilities are no more probable. */
  percentile: number;
  /** Of the scores of the whole file. */
  date: number | null;
}

export type VexStatus = 'not_affected' | 'affected' | 'fixed' | 'under_investigation';

/** One of the names by which a statement names a product. */
export interface ProductName {
  purl?: string;
  cpe?: string;
  /** What the document calls it, where that is neither. */
  ref?: string;
}

/** What somebody says of a vulnerability in products (VEX). */
export interface VexStatement {
  advisory: string;
  aliases: string[];
  products: ProductName[];
  status: VexStatus;
  justification: string | null;
  statement: string | null;
  /** The id of the document that says it. */
  document: string;
  timestamp: number | null;
}

/** One thing that a file of vulnerabilities says. */
export type Knowledge =
  | { kind: 'advisory'; value: Advisory }
  | { kind: 'kev'; value: KevEntry }
  | { kind: 'epss'; value: EpssScore }
  | { kind: 'vex'; value: VexStatement };

/** A product, with normalised names. */
export interface Product {
  vendor: string;
  product: string;
}
