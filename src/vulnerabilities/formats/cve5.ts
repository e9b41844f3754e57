/** Records of the CVE list, JSON 5. `changes` within a version and `cpes` are not read; packages are, where their address says which. */
import { everyVersion, type VersionRange } from '../matching.js';
import { packageOf, parsePurl } from '../identity/purl.js';
import type { AffectedPackage, AffectedRow, Advisory } from '../record.js';
import {
  AffectedRows,
  BOUNDS,
  listIn,
  MAX_NAME,
  NO_SCORE,
  objectIn,
  recordOf,
  scoreIn,
  versionIn,
  type Json,
  type Score,
} from './reading.js';

/** Where scores stand, the best ones first. */
const METRICS = [
  ['cvssV3_1', '3.1'],
  ['cvssV3_0', '3.0'],
  ['cvssV4_0', '4.0'],
  ['cvssV2_0', '2.0'],
] as const;

/** What stands for a version where there is none. */
const PLACEHOLDERS = new Set(['*', '-', 'n/a', 'unspecified', 'unknown', '']);

/** The record in an object with `dataType` CVE_RECORD; undefined where it is none. */
export function readCve5(record: Json): Advisory | undefined {
  const metadata = objectIn(record['cveMetadata']);
  const containers = objectIn(record['containers']);
  const cna = objectIn(containers['cna']);
  return recordOf('cve5', metadata['cveId'], {
    ...{ state: metadata['state'], published: metadata['datePublished'], modified: metadata['dateUpdated'] },
    ...{ title: cna['title'], descriptions: cna['descriptions'], references: cna['references'] },
    score: scoreOf([cna, ...listIn(containers['adp']).map(objectIn)]),
    affects: affectedBy(cna['affected']),
    packages: packagesIn([cna, ...listIn(containers['adp']).map(objectIn)]),
  });
}

/** The score that the one who assigned the number gave, or else one that was added by others. */
function scoreOf(containers: Json[]): Score {
  for (const { metrics } of containers) {
    for (const [key, version] of METRICS) {
      for (const metric of listIn(metrics).map(objectIn)) {
        const score = scoreIn(metric[key], metric, version);
        if (score) return score;
      }
    }
  }
  return NO_SCORE;
}

function affectedBy(affected: unknown): AffectedRow[] {
  const rows = new AffectedRows();
  for (const { vendor, product, defaultStatus, versions } of listIn(affected).map(objectIn)) {
    if (defaultStatus === 'affected') rows.add(null, vendor, product, everyVersion('default'));
    for (const version of listIn(versions)) {
      const range = rangeOf(objectIn(version));
      if (range) rows.add(null, vendor, product, range);
    }
  }
  return rows.all();
}

/** Packages that are named by their addresses, with what is said of their versions. Commits are compared by nobody who has none. */
function packagesIn(containers: readonly Json[]): AffectedPackage[] {
  const found = new Map<string, AffectedPackage>();
  for (const { packageURL, defaultStatus, versions } of containers.flatMap((one) =>
    listIn(one['affected']).map(objectIn),
  )) {
    const purl = typeof packageURL === 'string' ? parsePurl(packageURL) : undefined;
    const named = purl && packageOf(purl);
    if (!named || named.name.length > MAX_NAME) continue;
    const { ecosystem, name } = named;
    const said = listIn(versions)
      .map(objectIn)
      .filter(({ versionType }) => versionType !== 'git');
    const ranges = said.map(rangeOf).filter((range) => range !== undefined);
    if (defaultStatus === 'affected') ranges.push(everyVersion('affected'));
    for (const range of ranges) {
      if (BOUNDS.some((bound) => (range[bound]?.length ?? 0) > MAX_NAME)) continue;
      const row = { ...range, ecosystem, name };
      found.set(JSON.stringify(row), row);
    }
  }
  return [...found.values()];
}

/** What one entry of `versions` says; undefined where it says that nothing is known. */
function rangeOf({ status, version, lessThan, lessThanOrEqual }: Json): VersionRange | undefined {
  if (status !== 'affected' && status !== 'unaffected') return undefined;
  const range = everyVersion(status);
  const from = versionIn(version) ?? '';
  const [below, upTo] = [versionIn(lessThan), versionIn(lessThanOrEqual)];
  if (below === null && upTo === null) {
    if (!isPlaceholder(from)) range.exact = from;
    return range;
  }
  if (from !== '0' && !isPlaceholder(from)) range.start_incl = from;
  if (below !== '*') range.end_excl = below;
  if (below === null && upTo !== '*') range.end_incl = upTo;
  return range;
}

const isPlaceholder = (version: string): boolean => PLACEHOLDERS.has(version.toLowerCase());
