/** The register of processing (GDPR) in full: a long list, its sections one by one, and a document. */
import { text, yesNo } from './formatters/columns.js';
import { registerColumns, registerLinks, registerNames, registerRows, type RegisterLinks } from './register.js';
import { GROUNDS, sectionsOf, sectionText, type Section } from './register-sections.js';
import { table, type Report } from './report.js';
import type { Names } from './names.js';
import type { ReportRun } from './report-run.js';
import type { Block, Entry } from '../files/document.js';
import type { Cell, TableColumn } from '../files/table.js';

type Links = RegisterLinks & { documents: Names };

const RECORDS: TableColumn[] = [
  { heading: 'Processing', kind: 'text' },
  { heading: 'Section', kind: 'text', words: true },
  { heading: 'Content', kind: 'long' },
];

export const activityReport: Report = {
  name: 'activityReport',
  file: 'register-report',
  about: 'The register of processing in full, as tables and as a document.',
  roots: ['data-processings'],
  async tables(run) {
    const links = await linksOf(run);
    const { first, upToLawfulness, others } = registerColumns(links);
    const grounds = Object.entries(GROUNDS).map(([column, ground]) => yesNo(ground, column));
    const columns = [...first, text('Legal basis', 'legal_basis'), ...upToLawfulness, ...grounds, ...others];
    return [
      table('Register', columns, run.rows(registerRows(run))),
      { name: 'Records', columns: RECORDS, rows: records(run, links) },
    ];
  },
  async document(run) {
    const links = await linksOf(run);
    const subtitle = ['Processing activities under the General Data Protection Regulation'];
    return {
      title: 'Register of processing',
      subtitle,
      contentsTitle: 'Contents',
      contents: contents(run),
      numbered: false,
      blocks: blocks(run, links),
    };
  },
};

const linksOf = async (run: ReportRun): Promise<Links> => ({
  ...(await registerLinks(run)),
  documents: await run.names('data-processings.documents'),
});

const anchorOf = (id: unknown): string => `processing_${String(id)}`;

async function* contents(run: ReportRun): AsyncIterable<Entry[]> {
  for await (const rows of run.rows(registerNames(run))) {
    yield rows.map(({ id, name }) => ({ level: 1, text: name as string, anchor: anchorOf(id), given: true }));
  }
}

async function* records(run: ReportRun, links: Links): AsyncIterable<Cell[][]> {
  for await (const rows of run.rows(registerRows(run))) {
    yield rows.flatMap((row) =>
      sectionsOf(row, links, run).map((section) => [row['name'] as string, section.title, sectionText(section)]),
    );
  }
}

async function* blocks(run: ReportRun, links: Links): AsyncIterable<Block[]> {
  for await (const rows of run.rows(registerRows(run))) {
    yield rows.flatMap((row): Block[] => [
      { kind: 'heading', level: 1, text: row['name'] as string, anchor: anchorOf(row['id']), given: true },
      ...sectionsOf(row, links, run).flatMap((section) => sectionBlocks(section, anchorOf(row['id']))),
    ]);
  }
}

function sectionBlocks({ title, bullets, text: content }: Section, anchor: string): Block[] {
  const day = title === 'Date of last update' ? content?.split('-').reverse().join('-') : content;
  return [
    { kind: 'heading', level: 2, text: title, anchor: `${anchor}_${title.replace(/\W/g, '_')}` },
    ...(bullets.length ? [{ kind: 'bullets', items: bullets } as const] : []),
    ...(day ? [{ kind: 'text', text: day } as const] : []),
    ...(day || bullets.length ? [] : [{ kind: 'text', text: 'Not documented', lead: true } as const]),
  ];
}
