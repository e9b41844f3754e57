/** Vulnerabilities that are known to be exploited: the catalogue of CISA (KEV). */
import type { KevEntry } from '../record.js';
import { advisoryIdIn, textIn, timeIn, type Json } from './reading.js';

export const isKev = (entry: Json): boolean => 'cveID' in entry && 'dateAdded' in entry;

/** The entry; undefined where its id is none. */
export function readKev(entry: Json): KevEntry | undefined {
  const cveId = advisoryIdIn(entry['cveID']);
  if (cveId === undefined) return undefined;
  return {
    cveId,
    added: timeIn(entry['dateAdded']),
    due: timeIn(entry['dueDate']),
    ransomware: entry['knownRansomwareCampaignUse'] === 'Known',
    action: textIn(entry['requiredAction'], 1000),
  };
}
