/** The crisis directory as a document: what to know of an application, who answers for it, and the contracts in force. */
import type { Row } from '../database/database.js';
import { htmlText } from './formatters/html-text.js';
import { asDay, duration, importance, levelWord } from './formatters/values.js';
import type { Names } from './names.js';
import type { ReportRun } from './report-run.js';
import type { Block, Content, Document, Entry } from '../files/document.js';

/** What the rows of the directory are shown with. */
export interface Crisis {
  run: ReportRun;
  date: string;
  needs: ReadonlyArray<readonly [label: string, column: string]>;
  processes: Names;
  /** Rows of the directory, one for each relation in force; run anew each time. */
  rows(): AsyncIterable<Row[]>;
}

const anchorOf = ({ id }: Row): string => `application_${String(id)}`;

/** One page for each application. */
export function crisisDocument(crisis: Crisis): Document {
  return {
    title: 'Crisis directory',
    subtitle: [
      'Critical applications, who answers for them, and the contracts in force',
      `Contracts on ${crisis.date}`,
    ],
    contentsTitle: 'Contents',
    contents: contents(crisis),
    numbered: false,
    blocks: pages(crisis),
  };
}

/** The rows of each application together, in batches of applications. */
async function* applications({ rows }: Crisis): AsyncIterable<Row[][]> {
  let together: Row[] = [];
  for await (const batch of rows()) {
    const complete: Row[][] = [];
    for (const row of batch) {
      if (together.length && together[0]!['id'] !== row['id']) {
        complete.push(together);
        together = [];
      }
      together.push(row);
    }
    yield complete;
  }
  if (together.length) yield [together];
}

async function* contents(crisis: Crisis): AsyncIterable<Entry[]> {
  for await (const batch of applications(crisis)) {
    yield batch.map(([row]) => ({ level: 1, text: row!['name'] as string, anchor: anchorOf(row!), given: true }));
  }
}

async function* pages(crisis: Crisis): AsyncIterable<Block[]> {
  for await (const batch of applications(crisis)) yield batch.flatMap((rows) => page(rows, crisis));
}

function page(rows: readonly Row[], crisis: Crisis): Block[] {
  const row = rows[0]!;
  const relations = rows.filter(({ relation_id }) => relation_id !== null);
  return [
    { kind: 'heading', level: 1, text: row['name'] as string, anchor: anchorOf(row), given: true },
    { kind: 'card', title: 'Application', rows: applicationRows(row, crisis) },
    ...(row['entity'] === null ? [] : [{ kind: 'card', title: 'Responsible entity', rows: entityRows(row) } as const]),
    { kind: 'heading', level: 2, text: 'Relations', anchor: `${anchorOf(row)}_relations` },
    relations.length ? relationsOf(relations, crisis) : { kind: 'text', text: 'No active relation', lead: true },
  ];
}

const filled = (rows: ReadonlyArray<readonly [string, string | null]>): Array<readonly [string, Content]> =>
  rows.flatMap(([label, text]) => (text ? [[label, text] as const] : []));

const applicationRows = (row: Row, { run, needs, processes }: Crisis): Array<readonly [string, Content]> =>
  filled([
    ['Description', htmlText(row['description'] as string | null)],
    ['Processes', processes.get(row['id'] as number)?.join(', ') ?? null],
    ['Responsible', row['responsible'] as string | null],
    ...needs.map(([label, column]) => [label, run.said(levelWord(row[column]!) ?? '')] as const),
    ['RTO', run.said(duration(row['rto']!) ?? '')],
    ['RPO', run.said(duration(row['rpo']!) ?? '')],
  ]);

const entityRows = (row: Row): Array<readonly [string, Content]> =>
  filled([
    ['Name', row['entity'] as string],
    ['Point of contact', htmlText(row['contact_point'] as string | null)],
    ['Description', htmlText(row['entity_description'] as string | null)],
  ]);

const relationsOf = (rows: readonly Row[], { run }: Crisis): Block => ({
  kind: 'grid',
  headings: ['Name', 'Type', 'Importance', 'Start', 'End', 'Description'],
  widths: [20, 14, 15, 13, 13, 25],
  rows: rows.map((row) => [
    row['relation'] as string,
    (row['relation_type'] as string | null) ?? '',
    run.said(importance(row['importance']!) ?? ''),
    asDay(row['start_date']!) ?? '',
    asDay(row['end_date']!) ?? '',
    htmlText(row['relation_description'] as string | null) ?? '',
  ]),
});
