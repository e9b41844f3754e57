/** Records of OSV (ossf.github.io/osv-schema), also the advisories of GitHub, which have this form. */
import { whole, type InParts } from '../../core/turns.js';
import { packageKey } from '../identity/purl.js';
import { everyVersion, type VersionRange } from '../matching.js';
import type { Advisory, AffectedPackage, PackageKey } from '../record.js';
import { compareVersionsOf } from '../versions/index.js';
import { scoreOfVector } from './cvss.js';
import {
  advisoryIdIn,
  aliasesIn,
  BOUNDS,
  listIn,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME,
  NO_SCORE,
  objectIn,
  referencesIn,
  textIn,
  timeIn,
  versionIn,
  type Json,
  type Score,
} from './reading.js';

/** Whether an object is a record of OSV: what others have under these names is something else. */
export const isOsv = (record: Json): boolean =>
  typeof record['id'] === 'string' &&
  typeof record['modified'] === 'string' &&
  (Array.isArray(record['affected']) || typeof record['schema_version'] === 'string');

/** Turns of one range, and comparisons of versions with ranges, of one package: real ones have some dozens, and some ten thousand. */
const [MAX_TURNS, MAX_COMPARISONS] = [10_000, 500_000];
/** Versions of one record: the kernels of all releases of a distribution are some ten thousand. */
const MAX_VERSIONS = 150_000;
/** Versions that are read before others may have their turn. */
const TOGETHER = 64;

/** The record in an object; undefined where its id is none, and where its ranges or versions are more than anybody can have meant. */
export const readOsv = (record: Json): Advisory | undefined => whole(osvIn(record));

/** The same, in parts: one record may have a hundred thousand versions. */
export function* osvIn(record: Json): InParts<Advisory | undefined> {
  const cveId = advisoryIdIn(record['id']);
  if (cveId === undefined) return undefined;
  if (isBeyondMeasure(listIn(record['affected']).map(objectIn))) return undefined;
  const rejected = timeIn(record['withdrawn']) !== null;
  const affected = listIn(record['affected']).map(objectIn);
  return {
    cveId,
    aliases: aliasesIn([...listIn(record['aliases']), ...upstreamOf(record)], cveId),
    source: cveId.startsWith('GHSA-') ? 'ghsa' : 'osv',
    rejected,
    state: rejected ? 'WITHDRAWN' : 'PUBLISHED',
    published: timeIn(record['published']),
    modified: timeIn(record['modified']),
    title: textIn(record['summary'], 1000),
    description: textIn(record['details'], MAX_DESCRIPTION_LENGTH),
    ...scoreOf(record, affected),
    references: referencesIn(record['references']),
    affects: [],
    packages: rejected ? [] : yield* packagesIn(affected),
  };
}

const isBeyondMeasure = (affected: readonly Json[]): boolean =>
  affected.some(({ ranges }) => listIn(ranges).some((range) => listIn(objectIn(range)['events']).length > MAX_TURNS)) ||
  affected.reduce((sum, { versions }) => sum + listIn(versions).length, 0) > MAX_VERSIONS;

/** A distribution's record of one vulnerability names it so. One that names several is about all of them, and is none of them. */
function upstreamOf(record: Json): unknown[] {
  const upstream = listIn(record['upstream']);
  return upstream.length === 1 ? upstream : [];
}

/** The kinds of scores, the best ones first. */
const KINDS = ['CVSS_V3', 'CVSS_V4', 'CVSS_V2'];

/** Of the record, otherwise of the first package that has one. */
function scoreOf(record: Json, affected: readonly Json[]): Score {
  const word = wordOf(record, affected);
  for (const place of [record, ...affected]) {
    const all = listIn(place['severity']).map(objectIn);
    for (const kind of KINDS) {
      const vector = all.find(({ type }) => type === kind)?.['score'];
      const score = typeof vector === 'string' ? scoreOfVector(vector) : undefined;
      if (score) return { ...score, severity: score.severity ?? word };
    }
  }
  return { ...NO_SCORE, severity: word };
}

const SAME_WORD: ReadonlyMap<string, string> = new Map([
  ['MODERATE', 'MEDIUM'],
  ['IMPORTANT', 'HIGH'],
]);
const WORDS: ReadonlySet<string> = new Set(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']);

/** How bad it is in a word, where that is said beside scores. */
function wordOf(record: Json, affected: readonly Json[]): string | null {
  const places = [record, ...affected].flatMap((place) => [
    objectIn(place['database_specific'])['severity'],
    ...listIn(place['severity']).map((one) => objectIn(one)['score']),
  ]);
  for (const place of places) {
    const word = typeof place === 'string' ? place.toUpperCase() : '';
    const usual = SAME_WORD.get(word) ?? word;
    if (WORDS.has(usual)) return usual;
  }
  return null;
}

function* packagesIn(affected: readonly Json[]): InParts<AffectedPackage[]> {
  const found = new Map<string, AffectedPackage>();
  for (const entry of affected) {
    const { ecosystem, name } = objectIn(entry['package']);
    if (typeof ecosystem !== 'string' || typeof name !== 'string') continue;
    const key = packageKey(plain(ecosystem), plain(name));
    for (const [i, range] of (yield* rangesOf(entry, key.ecosystem)).entries()) {
      const row = { ...range, ...key };
      if (fits(row)) found.set(JSON.stringify(row), row);
      if (i % TOGETHER === 0) yield;
    }
  }
  return [...found.values()];
}

const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '').trim();

/** What is longer than a column can never match. */
const fits = (row: AffectedPackage): boolean =>
  row.ecosystem !== '' &&
  row.name !== '' &&
  [row.ecosystem, row.name, ...BOUNDS.map((bound) => row[bound] ?? '')].every((text) => text.length <= MAX_NAME);

/** The ranges of one package, and those of its versions that lie in none of them. */
function* rangesOf(entry: Json, ecosystem: string): InParts<VersionRange[]> {
  const intervals: VersionRange[] = [];
  for (const { type, events } of listIn(entry['ranges']).map(objectIn)) {
    // Commits are compared by nobody who has none.
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') continue;
    for (const interval of intervalsOf(listIn(events).map(objectIn), ecosystem)) intervals.push(interval);
    yield;
  }
  endAsGitHubSays(intervals.at(-1), objectIn(entry['database_specific'])['last_known_affected_version_range']);
  const exact = listIn(entry['versions']).flatMap((version) => versionIn(version) ?? []);
  // What lies within an interval need not be kept as well: that saves room, and is left out where it would cost more.
  const isMuch = exact.length * intervals.length > MAX_COMPARISONS;
  const all = [...intervals];
  for (const [i, version] of exact.entries()) {
    const isWithin = !isMuch && intervals.some((interval) => lies(interval, version, ecosystem));
    if (!isWithin) all.push({ ...everyVersion('affected'), exact: version });
    if (i % TOGETHER === 0 || intervals.length > TOGETHER) yield;
  }
  return all;
}

/** Where no version is fixed yet, advisories of GitHub say beside the events up to which one is known to be affected. */
function endAsGitHubSays(last: VersionRange | undefined, said: unknown): void {
  const [, sign, version] = /^(<=?) ?(\S{1,255})$/.exec(typeof said === 'string' ? said.trim() : '') ?? [];
  if (!last || !version || last.end_excl !== null || last.end_incl !== null) return;
  last[sign === '<' ? 'end_excl' : 'end_incl'] = version;
}

/** Something happens with a version: from it on it is affected, or not any more. */
interface Turn {
  kind: 'introduced' | 'fixed' | 'last_affected';
  version: string;
}

const TURNS = ['introduced', 'fixed', 'last_affected'] as const;

/** The stretches of versions that events make. `introduced` 0 is before all versions. */
function intervalsOf(events: readonly Json[], ecosystem: string): VersionRange[] {
  const turns = events.flatMap((event): Turn[] =>
    TURNS.flatMap((kind) => {
      const version = versionIn(event[kind]);
      return version === null ? [] : [{ kind, version }];
    }),
  );
  turns.sort((a, b) => order(a, b, ecosystem));
  const intervals: VersionRange[] = [];
  let open: VersionRange | undefined;
  for (const { kind, version } of turns) {
    if (kind === 'introduced') {
      if (open) continue;
      open = { ...everyVersion('affected'), start_incl: version === '0' ? null : version };
      intervals.push(open);
    } else if (open) {
      open[kind === 'fixed' ? 'end_excl' : 'end_incl'] = version;
      open = undefined;
    }
  }
  return limited(intervals, events, ecosystem);
}

/** Of one version what ends comes first, unless it ends behind it. */
const RANKS = { fixed: 0, introduced: 1, last_affected: 2 } as const;

function order(a: Turn, b: Turn, ecosystem: string): number {
  const [isFirst, isSecond] = [a, b].map(({ kind, version }) => kind === 'introduced' && version === '0');
  if (isFirst !== isSecond) return isFirst ? -1 : 1;
  return (compareVersionsOf(ecosystem, a.version, b.version) ?? 0) || RANKS[a.kind] - RANKS[b.kind];
}

/** Versions from the last limit on are not spoken of. */
function limited(intervals: VersionRange[], events: readonly Json[], ecosystem: string): VersionRange[] {
  const limits = events.flatMap((event) => versionIn(event['limit']) ?? []);
  if (!limits.length || limits.includes('*')) return intervals;
  const compare = (a: string, b: string): number => compareVersionsOf(ecosystem, a, b) ?? 0;
  const limit = limits.reduce((last, one) => (compare(one, last) > 0 ? one : last));
  return intervals.flatMap((interval) => {
    if (interval.start_incl !== null && compare(interval.start_incl, limit) >= 0) return [];
    const end = interval.end_excl ?? interval.end_incl;
    const isBeyond = end === null || compare(end, limit) >= 0;
    return [isBeyond ? { ...interval, end_incl: null, end_excl: limit } : interval];
  });
}

/** Whether the version certainly lies in the range. */
function lies(
  { start_incl, end_incl, end_excl }: VersionRange,
  version: string,
  ecosystem: PackageKey['ecosystem'],
): boolean {
  const against = (bound: string): number => compareVersionsOf(ecosystem, version, bound) ?? NaN;
  return (
    (start_incl === null || against(start_incl) >= 0) &&
    (end_incl === null || against(end_incl) <= 0) &&
    (end_excl === null || against(end_excl) < 0)
  );
}
