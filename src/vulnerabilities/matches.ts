/** Which vulnerabilities touch which versions of some products: one statement, and no more in memory than the matches. */
import type { Row } from '../database/database.js';
import { Sql } from '../reports/sql.js';
import {
  describeRanges,
  installedVersion,
  matchingRanges,
  pairKey,
  type Version,
  type VersionRange,
} from './matching.js';
import { distinctProducts, type MappedProduct } from './products.js';

/** A vulnerability that touches a version, and the ranges by which it does. */
export interface Match {
  cveId: string;
  score: number | null;
  ranges: string;
}

/** A version of a product that somebody has, and what touches it. */
interface Installed {
  version: Version | undefined;
  matches: Match[];
}

type Rows = AsyncIterable<readonly Row[]>;

export class Matches {
  private readonly installed = new Map<string, Map<string, Installed>>();
  private readonly known = new Set<string>();

  constructor(products: readonly MappedProduct[]) {
    for (const { wanted, version } of products) {
      if (!wanted) continue;
      const key = pairKey(wanted.vendor, wanted.product);
      const versions = this.installed.get(key) ?? new Map<string, Installed>();
      versions.set(version ?? '', { version: installedVersion(version), matches: [] });
      this.installed.set(key, versions);
    }
  }

  /** Anything is known of the product, be it of other versions. */
  knows({ wanted }: MappedProduct): boolean {
    return wanted !== undefined && this.known.has(pairKey(wanted.vendor, wanted.product));
  }

  /** What touches an object, the worst first; without a score last. */
  of({ wanted, version }: MappedProduct): readonly Match[] {
    if (!wanted) return [];
    return this.installed.get(pairKey(wanted.vendor, wanted.product))?.get(version ?? '')?.matches ?? [];
  }

  /** Takes rows of `affectedRanges`. */
  async read(batches: Rows): Promise<void> {
    let group: Row[] = [];
    for await (const rows of batches) {
      for (const row of rows) {
        if (group.length && !sameVulnerability(group[0]!, row)) this.match(group.splice(0));
        group.push(row);
      }
    }
    if (group.length) this.match(group);
    for (const versions of this.installed.values())
      for (const { matches: found } of versions.values()) found.sort(worstFirst);
  }

  /** Matches all statements about one vulnerability and one product. */
  private match(group: readonly Row[]): void {
    const { vendor, product, cve_id: cveId, score } = group[0]!;
    const key = pairKey(vendor as string, product as string);
    this.known.add(key);
    for (const { version, matches: found } of this.installed.get(key)?.values() ?? []) {
      const ranges = matchingRanges(group as unknown as readonly VersionRange[], version);
      if (!ranges.length) continue;
      found.push({
        cveId: cveId as string,
        score: score === null ? null : Number(score),
        ranges: describeRanges(ranges),
      });
    }
  }
}

const sameVulnerability = (a: Row, b: Row): boolean =>
  a['cve_id'] === b['cve_id'] && a['product'] === b['product'] && a['vendor'] === b['vendor'];

const worstFirst = (a: Match, b: Match): number => (b.score ?? -1) - (a.score ?? -1) || (a.cveId < b.cveId ? -1 : 1);

/** The vulnerabilities of the products of some objects, those of one vulnerability side by side; undefined without a product. */
export function affectedRanges(
  products: readonly MappedProduct[],
  pairIsIn: (first: string, second: string) => string,
): Sql | undefined {
  const pairs = distinctProducts(products).map(({ vendor, product }) => [vendor, product]);
  if (!pairs.length) return undefined;
  const sql = `
    SELECT a.vendor, a.product, a.cve_id, a.status, a.exact, a.start_incl, a.start_excl, a.end_incl, a.end_excl, r.score
    FROM own_cve_affects a JOIN own_cve_records r ON r.cve_id = a.cve_id
    WHERE ${pairIsIn('a.vendor', 'a.product')} ORDER BY a.vendor, a.product, a.cve_id`;
  return new Sql(sql, [pairs]);
}
