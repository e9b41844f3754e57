/** Recognises the format of a record by its content. */
import type { CveRecord } from '../record.js';
import { readCve5 } from './cve5.js';
import { readNvd } from './nvd.js';
import { objectIn } from './reading.js';

/**
 * The record in an element of a feed: `{"cve":{…}}` of the National Vulnerability Database, a CVE record, or a pair of
 * a number and either. Undefined where it is something else.
 */
export function readRecord(element: unknown): CveRecord | undefined {
  const inner = Array.isArray(element) && element.length === 2 ? (element[1] as unknown) : element;
  const object = objectIn(inner);
  if ('cve' in object) return readNvd(object);
  return object['dataType'] === 'CVE_RECORD' ? readCve5(object) : undefined;
}
