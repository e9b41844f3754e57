/** Scores of the Exploit Prediction Scoring System, as CSV: `#model_version:…,score_date:…`, headings, a row for each CVE. */
import type { EpssScore } from '../record.js';
import { advisoryIdIn, timeIn } from './reading.js';

const HEADINGS = 'cve,epss,percentile';
/** Characters of a row: real ones have some thirty. */
const MAX_ROW = 1000;

/** Whether a file begins as such a one does. */
export const isEpss = (head: string): boolean => head.startsWith('#model_version:') || head.startsWith(HEADINGS);

/** The scores; undefined for each row that is none. */
export async function* epssScores(bytes: AsyncIterable<Buffer>): AsyncGenerator<EpssScore | undefined> {
  let date: number | null = null;
  for await (const row of rowsOf(bytes)) {
    if (row.startsWith('#')) date = timeIn(/score_date:([^,\s]+)/.exec(row)?.[1]);
    else if (row && row !== HEADINGS) yield scoreOf(row, date);
  }
}

function scoreOf(row: string, date: number | null): EpssScore | undefined {
  const [cve, ...numbers] = row.split(',');
  const cveId = advisoryIdIn(cve);
  const [epss, percentile] = numbers.map((text) => (/^\d(?:\.\d+)?(?:e-\d+)?$/i.test(text) ? Number(text) : NaN));
  const isScore = cveId !== undefined && epss! >= 0 && epss! <= 1 && percentile! >= 0 && percentile! <= 1;
  return isScore ? { cveId, epss: epss!, percentile: percentile!, date } : undefined;
}

/** The lines, without what is behind the most characters that one may have. */
async function* rowsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop()!.slice(0, MAX_ROW);
    for (const line of lines) yield line.trim().slice(0, MAX_ROW);
  }
  yield rest.trim();
}
