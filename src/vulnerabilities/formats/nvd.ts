/** Records of the National Vulnerability Database, version 2.0 of its API and feeds. */
import { everyVersion } from '../matching.js';
import type { AffectedRow, Advisory } from '../record.js';
import {
  AffectedRows,
  listIn,
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
  ['cvssMetricV31', '3.1'],
  ['cvssMetricV30', '3.0'],
  ['cvssMetricV40', '4.0'],
  ['cvssMetricV2', '2.0'],
] as const;

const RANGE_KEYS = [
  ['versionStartIncluding', 'start_incl'],
  ['versionStartExcluding', 'start_excl'],
  ['versionEndIncluding', 'end_incl'],
  ['versionEndExcluding', 'end_excl'],
] as const;

const MAX_CPE_LENGTH = 2000;

/** The record in an element `{"cve":{…}}` of `vulnerabilities`; undefined where it is none. */
export function readNvd(element: Json): Advisory | undefined {
  const cve = objectIn(element['cve']);
  return recordOf('nvd', cve['id'], {
    ...{ state: cve['vulnStatus'], published: cve['published'], modified: cve['lastModified'] },
    ...{ descriptions: cve['descriptions'], references: cve['references'] },
    score: scoreOf(objectIn(cve['metrics'])),
    affects: affectedBy(cve['configurations']),
  });
}

function scoreOf(metrics: Json): Score {
  for (const [key, version] of METRICS) {
    const entries = listIn(metrics[key]).map(objectIn);
    const ordered = [...entries.filter(isPrimary), ...entries.filter((entry) => !isPrimary(entry))];
    for (const entry of ordered) {
      const score = scoreIn(entry['cvssData'], entry, version);
      if (score) return score;
    }
  }
  return NO_SCORE;
}

const isPrimary = ({ type }: Json): boolean => type === 'Primary';

/** Every vulnerable product of any node; the platforms that it must run on are not vulnerable by themselves. */
function affectedBy(configurations: unknown): AffectedRow[] {
  const rows = new AffectedRows();
  for (const configuration of listIn(configurations)) {
    for (const node of listIn(objectIn(configuration)['nodes'])) {
      for (const match of listIn(objectIn(node)['cpeMatch']).map(objectIn)) {
        if (match['vulnerable'] === true) addMatch(rows, match);
      }
    }
  }
  return rows.all();
}

function addMatch(rows: AffectedRows, match: Json): void {
  const [, , part, vendor, product, version = '*'] = cpeParts(match['criteria']);
  const range = everyVersion('affected');
  if (version === '*' || version === '-') {
    for (const [key, name] of RANGE_KEYS) range[name] = versionIn(match[key]);
  } else range.exact = version.replaceAll('\\', '');
  rows.add(part && /^[aoh]$/.test(part) ? part : null, vendor, product, range);
}

/** The parts of a CPE 2.3; a colon that belongs to a name is written `\:`. */
const cpeParts = (criteria: unknown): string[] =>
  typeof criteria === 'string' && criteria.length <= MAX_CPE_LENGTH ? (criteria.match(/(?:[^:\\]|\\.)+/gs) ?? []) : [];
