/** The list of vulnerabilities as lines of a spreadsheet: the names of the answer, one cell for each value. */
import { BOM, csvLine, type CsvCell, type CsvFile } from '../files/csv.js';
import type { VulnerabilityAnswer } from './vulnerability-answer.js';
import type { Urgency } from './urgency.js';

const COLUMNS: ReadonlyArray<readonly [name: string, cell: (one: VulnerabilityAnswer) => CsvCell]> = [
  ['id', ({ id }) => id],
  ['object_type', ({ object }) => object.type],
  ['object_id', ({ object }) => object.id],
  ['object', ({ object }) => object.name],
  ['cve', ({ cve }) => cve],
  ['advisory', ({ advisory }) => advisory],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['score', ({ score }) => score],
  ['epss', ({ epss }) => epss],
  ['known_exploited_since', ({ kev }) => kev?.added],
  ['known_exploited_due', ({ kev }) => kev?.due],
  ['urgency', ({ urgency }) => urgency.map(wordsOf).join('; ')],
  ['identity', ({ identity }) => identity],
  ['affected', ({ affected }) => affected],
  ['first_seen', (one) => one.first_seen],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['until', ({ until }) => until],
];

const wordsOf = (one: Urgency): string => {
  if (one.reason === 'known_exploited') return one.reason;
  if (one.reason === 'needs' && one.of !== null) return `needs ${one.value} of ${one.of}`;
  return one.reason === 'reachable' ? `reachable from ${one.from}` : `${one.reason} ${one.value}`;
};

/** The text of the file. */
export function* csvOf(all: readonly VulnerabilityAnswer[], file: CsvFile): Iterable<string> {
  const names = COLUMNS.map(([name]) => name);
  yield (file.bom ? BOM : '') + csvLine(names, file);
  for (const one of all) {
    const cells = COLUMNS.map(([, cell]) => cell(one));
    yield csvLine(cells, file);
  }
}
