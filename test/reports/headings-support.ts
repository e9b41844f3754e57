/** What the program says in reports, in English beside French, as it stands in the files that come. */
import { REPORTS } from '../../src/reports/reports.js';
import { unzipped } from '../support/unzip.js';
import type { TestServer } from '../support/server.js';
import { cellsOf, fetched, opened, sheetsOf, type Sheet, type Value } from './report-client.js';

/** Every report. */
export const PATHS = [
  ...REPORTS.map(({ name }) => (name === 'cartography' ? 'cartography?granularity=3' : name)),
  'cve?objects=all',
];

/** A text of an English file, what stands in its place in the French one, and where that is. */
export interface Pair {
  english: string;
  french: string;
  place: string;
}

/** Columns whose texts are words of the program. */
const WORD_COLUMNS = new Set(
  (
    'View|Object type|Field|Object|Change|Section|Asset|Frequency|Cycle|Note|External to enterprise|Importance|Encryption|' +
    'Bidirectional|Confidentiality|Integrity|Availability|Traceability|Authenticity|Application RTO|Application RPO|MTD|MTDL|' +
    'Activity RTO|Activity RPO|Consent|Contract|Legal obligation|Vital interests|Public interest|Legitimate interests|RTO|RPO|' +
    'Assignment|Recovery time: verdict|Data loss: verdict|Longest time between backups|Backups: verdict|Unknown because'
  ).split('|'),
);
/** Columns and fields whose cells hold words of the program beside what people wrote. */
const MIXED = new Set(['Impacts', 'Content', 'Way', ...[1, 2, 3, 4, 5].map((n) => `Processing ${n}`)]);

/** What a cell is about: its column, or the field whose value it is. */
const subjectOf = ({ columns }: Sheet, row: readonly Value[], i: number): string =>
  columns[i] === 'Value' ? String(row[columns.indexOf('Field')]) : columns[i]!;

/** Whether a cell holds words of the program and nothing else. */
function isSaid(sheet: Sheet, row: readonly Value[], i: number): boolean {
  const subject = subjectOf(sheet, row, i);
  // In place of a vulnerability stands a word, and beside it a reason.
  if (subject.startsWith('CVE')) return !String(row[sheet.columns.indexOf('CVE')]).startsWith('CVE-');
  return WORD_COLUMNS.has(subject);
}

/** Both files of a report, sheet by sheet: the English one as JSON tells it, the French one as a workbook. */
export async function bothBooks(server: TestServer, path: string): Promise<Array<[english: Sheet, french: Sheet]>> {
  const english = await sheetsOf(server, path);
  const { bytes } = await fetched(server, `${path}${path.includes('?') ? '&' : '?'}lang=fr`);
  const book = await opened(bytes);
  if (book.worksheets.length !== english.length) throw new Error(`${path}: ${book.worksheets.length} sheets`);
  return book.worksheets.map((sheet, i) => {
    const [columns, ...rows] = cellsOf(sheet) as [string[], ...Value[][]];
    return [english[i]!, { name: sheet.name, columns, rows }];
  });
}

/** What ought to be told in French: names of sheets, headings, words in cells. What people wrote is left out. */
export function saidInBook(place: string, [english, french]: [Sheet, Sheet]): Pair[] {
  const pairs: Pair[] = [{ english: english.name, french: french.name, place }];
  english.columns.forEach((heading, i) => {
    const given = place === 'impacts' && i > 0;
    if (!given) pairs.push({ english: heading, french: french.columns[i]!, place });
    english.rows.forEach((row, at) => {
      const [cell, told] = [row[i], french.rows[at]![i]];
      if (!given && typeof cell === 'string' && isSaid(english, row, i))
        pairs.push({ english: cell, french: String(told), place: `${place}: ${heading}` });
    });
  });
  return pairs;
}

/** Cells of what people wrote that are not the same in both files. */
export const changedData = ([english, french]: [Sheet, Sheet]): unknown[] =>
  english.rows.flatMap((row, at) =>
    row.flatMap((cell, i) => {
      const subject = subjectOf(english, row, i);
      const told = french.rows[at]?.[i] ?? null;
      return MIXED.has(subject) || isSaid(english, row, i) || cell === told ? [] : [{ subject, cell, told }];
    }),
  );

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

/** The paragraphs of a document, each with its style; without the numbers of headings. */
export async function paragraphs(
  server: TestServer,
  path: string,
  language: string,
): Promise<Array<{ style: string; text: string }>> {
  const { status, bytes } = await fetched(server, `${path}?format=docx&lang=${language}`);
  if (status !== 200) throw new Error(`${path}: ${status}`);
  const main = (await unzipped(bytes)).find(({ name }) => name === 'word/document.xml')!.content.toString();
  return found(main, /(<w:p>.*?<\/w:p>)/gs).map((paragraph) => ({
    style: /<w:pStyle w:val="(\w+)"/.exec(paragraph)?.[1] ?? '',
    text: found(paragraph, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)
      .join('')
      .replace(/^\d+\.\d* /, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  }));
}
