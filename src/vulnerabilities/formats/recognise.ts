/** Recognises by its content what a file says of vulnerabilities. */
import { whole, type InParts } from '../../core/turns.js';
import type { Advisory, Knowledge, VexStatement } from '../record.js';
import { readCve5 } from './cve5.js';
import { isKev, readKev } from './kev.js';
import { readNvd } from './nvd.js';
import { isOsv, osvIn } from './osv.js';
import { objectIn, type Json } from './reading.js';
import { isCsaf, readCsaf } from './vex/csaf.js';
import { isCycloneDxVex, readCycloneDxVex } from './vex/cyclonedx.js';
import { isOpenVex, readOpenVex } from './vex/openvex.js';

/** What is read here, as people call it. */
export const FORMATS = 'NVD 2.0, CVE JSON 5, OSV, GitHub (OSV), KEV, EPSS, OpenVEX, CSAF, CycloneDX VEX';

/**
 * What an element of a feed says: `{"cve":{…}}` of the National Vulnerability Database, a CVE record, a record of OSV, an entry of
 * KEV, or a pair of a number and one of them. Undefined where it is something else.
 */
export const readElement = (element: unknown): Knowledge | undefined => whole(elementIn(element));

/** The same, in parts. */
export function* elementIn(element: unknown): InParts<Knowledge | undefined> {
  const inner = Array.isArray(element) && element.length === 2 ? (element[1] as unknown) : element;
  const object = objectIn(inner);
  if (isKev(object)) {
    const value = readKev(object);
    return value && { kind: 'kev', value };
  }
  const value = yield* advisoryIn(object);
  return value && { kind: 'advisory', value };
}

function* advisoryIn(object: Json): InParts<Advisory | undefined> {
  if ('cve' in object) return readNvd(object);
  if (object['dataType'] === 'CVE_RECORD') return readCve5(object);
  return isOsv(object) ? yield* osvIn(object) : undefined;
}

/** Documents that are one thing as a whole, though they hold lists. */
const VEX: ReadonlyArray<
  readonly [is: (value: Json) => boolean, read: (value: Json) => Array<VexStatement | undefined>]
> = [
  [isOpenVex, readOpenVex],
  [isCsaf, readCsaf],
  [isCycloneDxVex, readCycloneDxVex],
];

/** What a whole document says; undefined for each statement that says nothing, and where it is none that is read as a whole. */
export const readDocument = (value: unknown): Array<Knowledge | undefined> | undefined => whole(documentIn(value));

/** The same, in parts. */
export function* documentIn(value: unknown): InParts<Array<Knowledge | undefined> | undefined> {
  const object = objectIn(value);
  if (isOsv(object)) return [yield* elementIn(object)];
  const read = VEX.find(([is]) => is(object))?.[1];
  return read?.(object).map((statement) => statement && { kind: 'vex', value: statement });
}

/** Names of which each such document has one: a text without any need not be parsed as a whole. */
export const DOCUMENT_NAMES = ['"modified"', '"@context"', '"csaf_version"', '"bomFormat"'];

/** Returns true for what stands around the lists of a document. */
export const isAroundDocument = (around: Json): boolean =>
  '@context' in around || 'bomFormat' in around || 'csaf_version' in objectIn(around['document']);

/** Returns true for what stands around the records of a feed: it is one, though it may hold none. */
export const isAroundFeed = (around: Json): boolean => around['format'] === 'NVD_CVE' || 'catalogVersion' in around;
