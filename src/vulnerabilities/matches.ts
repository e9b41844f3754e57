/**
 * What touches which versions of some products: two statements, one for packages and one for products, and no more in memory than
 * what touches them.
 */
import { Turns } from '../core/turns.js';
import type { Database, Row } from '../database/database.js';
import { keyOf, type Identity, type PackageIdentity, type ProductIdentity } from './identity/identities.js';
import {
  describeRanges,
  installedVersion,
  matchingRanges,
  pairKey,
  parseVersion,
  type Version,
  type VersionRange,
} from './matching.js';
import { compareVersionsOf } from './versions/index.js';

/** An advisory that touches a version, and the ranges by which it does. */
export interface Match {
  id: string;
  score: number | null;
  ranges: string;
}

/** What is known of an identity. */
export interface Known {
  /** A source knows it: it was asked. */
  known: boolean;
  /** Some bounds cannot be compared with its version. */
  unclear: boolean;
  matches: Match[];
}

type Batches = AsyncIterable<readonly Row[]>;

/** Reads rows of a statement; so that a report is read within its turn, and ended with its request. */
export type Rows = (text: string, params: Array<string[][] | string[]>) => Batches;

/** Rows of a database, for whoever has no turn. */
export const rowsOf =
  (database: Database): Rows =>
  (text, params) =>
    database.stream(text, params);

const BOUNDS = 'a.status, a.exact, a.start_incl, a.start_excl, a.end_incl, a.end_excl, r.score';

/** What is known of identities, by what is looked up, then by `keyOf`. */
type Looked<I> = Map<string, Map<string, readonly [I, Known]>>;

/** Advisories that touch some identities. */
export class Matches {
  private readonly packages: Looked<PackageIdentity> = new Map();
  private readonly products: Looked<ProductIdentity> = new Map();
  private readonly turns = new Turns();

  constructor(identities: Iterable<Identity>) {
    for (const identity of identities) {
      if (identity.kind === 'package') put(this.packages, pairKey(identity.name, identity.ecosystem), identity);
      else put(this.products, pairKey(identity.vendor, identity.product), identity);
    }
  }

  /** What is known of one of the identities. */
  of(identity: Identity): Known {
    const found =
      identity.kind === 'package'
        ? this.packages.get(pairKey(identity.name, identity.ecosystem))
        : this.products.get(pairKey(identity.vendor, identity.product));
    return found!.get(keyOf(identity))![1];
  }

  /** The advisories that touch any of them, each once. */
  ids(): string[] {
    const ids = new Set<string>();
    for (const all of [this.packages, this.products])
      for (const installed of all.values())
        for (const [, { matches }] of installed.values()) for (const { id } of matches) ids.add(id);
    return [...ids];
  }

  /** The products that are looked up, each once. */
  get wanted(): Array<[vendor: string, product: string]> {
    return [...this.products.keys()].map((key) => key.split('\n') as [string, string]);
  }

  /** Looks them up. `covered`: ecosystems of which everything is known. */
  async read(rows: Rows, { dialect }: Pick<Database, 'dialect'>, covered: ReadonlySet<string>): Promise<void> {
    if (this.packages.size) {
      const sql = `SELECT a.name AS a, a.ecosystem AS b, a.cve_id, ${BOUNDS} FROM own_advisory_packages a
        JOIN own_cve_records r ON r.cve_id = a.cve_id
        WHERE ${dialect.pairIsIn('a.name', 'a.ecosystem')} ORDER BY a.name, a.ecosystem, a.cve_id`;
      await this.grouped(rows(sql, [pairsIn(this.packages)]), (group, key) => this.matchPackage(group, key));
    }
    if (this.products.size) {
      const sql = `SELECT a.vendor AS a, a.product AS b, a.cve_id, a.part, ${BOUNDS} FROM own_cve_affects a
        JOIN own_cve_records r ON r.cve_id = a.cve_id
        WHERE ${dialect.pairIsIn('a.vendor', 'a.product')} ORDER BY a.vendor, a.product, a.cve_id`;
      await this.grouped(rows(sql, [pairsIn(this.products)]), (group, key) => this.matchProduct(group, key));
    }
    for (const installed of this.packages.values())
      for (const [{ ecosystem }, known] of installed.values()) known.known ||= covered.has(ecosystem);
    for (const all of [this.packages, this.products])
      for (const installed of all.values()) for (const [, { matches }] of installed.values()) matches.sort(worstFirst);
  }

  /** All that one advisory says of one thing comes one row after the other. */
  private async grouped(batches: Batches, match: (group: readonly Row[], key: string) => void): Promise<void> {
    let group: Row[] = [];
    const done = (): void => {
      if (group.length) match(group, pairKey(group[0]!['a'] as string, group[0]!['b'] as string));
      group = [];
    };
    for await (const batch of batches) {
      for (const row of batch) {
        if (group.length && !isSameGroup(group[0]!, row)) done();
        group.push(row);
      }
      await this.turns.rest();
    }
    done();
  }

  private matchPackage(group: readonly Row[], key: string): void {
    for (const [{ ecosystem, version }, known] of this.packages.get(key)?.values() ?? []) {
      known.known = true;
      if (version === undefined) continue;
      const ranges = group as unknown as readonly VersionRange[];
      const lies = ranges.map((range) => liesIn(range, version, ecosystem));
      if (ranges.some(({ status }, i) => status === 'unaffected' && lies[i])) continue;
      const hit = ranges.filter(({ status }, i) => status !== 'unaffected' && lies[i]);
      if (hit.length) known.matches.push(matchOf(group, hit));
      else known.unclear ||= lies.includes(undefined);
    }
  }

  private matchProduct(group: readonly Row[], key: string): void {
    for (const [identity, known] of this.products.get(key)?.values() ?? []) {
      const rows = group.filter(({ part }) => !part || !identity.part || part === identity.part);
      if (!rows.length) continue;
      known.known = true;
      const ranges = rangesOf(rows as unknown as readonly VersionRange[], identity);
      if (ranges.length) known.matches.push(matchOf(rows, ranges));
    }
  }
}

function put<I extends PackageIdentity | ProductIdentity>(all: Looked<I>, key: string, identity: I): void {
  const same = all.get(key) ?? new Map<string, readonly [I, Known]>();
  all.set(key, same);
  const own = keyOf(identity);
  if (!same.has(own)) same.set(own, [identity, { known: false, unclear: false, matches: [] }]);
}

const pairsIn = (all: ReadonlyMap<string, unknown>): string[][] => [...all.keys()].map((key) => key.split('\n'));

const isSameGroup = (a: Row, b: Row): boolean => a['cve_id'] === b['cve_id'] && a['b'] === b['b'] && a['a'] === b['a'];

const matchOf = (group: readonly Row[], ranges: readonly VersionRange[]): Match => {
  const { cve_id: id, score } = group[0]!;
  return { id: id as string, score: score === null ? null : Number(score), ranges: describeRanges(ranges) };
};

/** The worst first; without a score last. */
const worstFirst = (a: Match, b: Match): number => (b.score ?? -1) - (a.score ?? -1) || (a.id < b.id ? -1 : 1);

/** By the order of versions of an ecosystem; undefined where a bound, or the version, is none there. */
function liesIn(range: VersionRange, version: string, ecosystem: string): boolean | undefined {
  const { exact, start_incl, start_excl, end_incl, end_excl } = range;
  const against = (bound: string): number | undefined => compareVersionsOf(ecosystem, version, bound);
  const checks: ReadonlyArray<readonly [string | null, (order: number) => boolean]> = [
    [exact, (order) => order === 0],
    [start_incl, (order) => order >= 0],
    [start_excl, (order) => order > 0],
    [end_incl, (order) => order <= 0],
    [end_excl, (order) => order < 0],
  ];
  let lies: boolean | undefined = true;
  for (const [bound, holdsFor] of checks) {
    if (bound === null) continue;
    // A version may be listed in words that no rule reads: it is another one than a version that is read.
    const order = bound === version ? 0 : against(bound);
    const isOther = order === undefined && bound === exact && against(version) !== undefined;
    if (isOther || (order !== undefined && !holdsFor(order))) return false;
    if (order === undefined) lies = undefined;
  }
  return lies;
}

/**
 * The ranges by which a product is affected: with what its CPE says beside the version, or without. Of a product that somebody wrote
 * down without a version all are given: each may be meant.
 */
function rangesOf(ranges: readonly VersionRange[], { kind, version, update }: ProductIdentity): VersionRange[] {
  if (version === undefined && kind === 'cpe') return [];
  const versions: Array<Version | undefined> = [installedVersion(version ?? null)];
  if (version !== undefined && update !== undefined) versions.push(parseVersion(`${version} ${update}`));
  return [...new Set(versions.flatMap((one) => matchingRanges(ranges, one)))];
}
