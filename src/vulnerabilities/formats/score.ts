/** How bad a vulnerability is: the score of whichever version of CVSS its record has. */
import { objectIn, textIn, type Json } from './reading.js';

export interface Score {
  score: number | null;
  severity: string | null;
  cvssVersion: string | null;
  vector: string | null;
}

export const NO_SCORE: Score = { score: null, severity: null, cvssVersion: null, vector: null };

/**
 * Reads the data of one CVSS metric. `beside`: where version 2 of the National Vulnerability Database keeps the
 * severity. `fallback`: the version of CVSS where the data does not say. Undefined without a score from 0 to 10.
 */
export function scoreIn(value: unknown, beside: Json, fallback: string): Score | undefined {
  const data = objectIn(value);
  const score = data['baseScore'];
  if (typeof score !== 'number' || !(score >= 0 && score <= 10)) return undefined;
  return {
    score,
    severity: textIn(data['baseSeverity'] ?? beside['baseSeverity'], 32) ?? bandOf(score),
    cvssVersion: textIn(data['version'], 8) ?? fallback,
    vector: textIn(data['vectorString'], 255),
  };
}

/** The word for a score, where the record has none. */
function bandOf(score: number): string {
  if (score === 0) return 'NONE';
  if (score < 4) return 'LOW';
  if (score < 7) return 'MEDIUM';
  return score < 9 ? 'HIGH' : 'CRITICAL';
}
