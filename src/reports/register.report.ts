/** The register of processing (GDPR): as a list, and in full, section by section, as a list and as a document. */
import type { Row } from '../database/database.js';
import type { Block, Entry } from '../files/document.js';
import type { Cell } from '../files/table.js';
import { day, html, list, text, yesNo } from './formatters/columns.js';
import { htmlText } from './formatters/html-text.js';
import { asDay } from './formatters/values.js';
import { english, type LabelKey } from './locales/index.js';
import type { RelatedNames } from './related-names.js';
import { named, table, type Column, type Report, type ReportTable } from './report.js';
import type { ReportRun } from './report-run.js';
import { sql, type Sql } from './sql.js';

export const activityList: Report = {
  name: 'activityList',
  file: 'register',
  titles: { en: 'GDPR register, as a list', fr: 'Registre RGPD, en liste' },
  abouts: { en: 'The register of processing as a list.', fr: 'Le registre des traitements sous forme de liste.' },
  roots: ['data-processings'],
  async tables(run) {
    const links = await fullLinksOf(run);
    const { first, upToLawfulness, others } = columnsOf(links);
    return [table(run, 'register', [...first, ...upToLawfulness, ...others], run.rows(rowsOf(run))), cards(run, links)];
  },
};

export const activityReport: Report = {
  name: 'activityReport',
  file: 'register-report',
  titles: { en: 'GDPR register, in full', fr: 'Registre RGPD, complet' },
  abouts: {
    en: 'The register of processing in full, as tables and as a document.',
    fr: 'Le registre des traitements complet, en tableaux et en document.',
  },
  roots: ['data-processings'],
  async tables(run) {
    const { translate } = run;
    const links = await fullLinksOf(run);
    const { first, upToLawfulness, others } = columnsOf(links);
    const grounds = Object.entries(GROUNDS).map(([column, ground]) => yesNo(ground, column));
    const columns = [...first, text('legalBasis', 'legal_basis'), ...upToLawfulness, ...grounds, ...others];
    return [
      table(run, 'register', columns, run.rows(rowsOf(run))),
      {
        ...named(run, 'records'),
        columns: [
          { heading: translate('processing'), kind: 'text' },
          { heading: translate('section'), kind: 'text' },
          { heading: translate('content'), kind: 'long' },
        ],
        rows: records(run, links),
      },
      cards(run, links),
    ];
  },
  async document(run) {
    const { translate, language } = run;
    const links = await fullLinksOf(run);
    return {
      language,
      title: translate('registerOfProcessing'),
      subtitle: [translate('registerSubtitle')],
      contentsTitle: translate('contents'),
      contents: contents(run),
      numbered: false,
      blocks: blocks(run, links),
    };
  },
};

const fullLinksOf = async (run: ReportRun): Promise<FullLinks> => ({
  ...(await linksOf(run)),
  documents: await run.names('data-processings.documents'),
});

const anchorOf = (id: unknown): string => `processing_${String(id)}`;

async function* contents(run: ReportRun): AsyncIterable<Entry[]> {
  for await (const rows of run.rows(namesOf(run))) {
    yield rows.map(({ id, name }) => ({ level: 1, text: name as string, anchor: anchorOf(id) }));
  }
}

async function* records(run: ReportRun, links: FullLinks): AsyncIterable<Cell[][]> {
  for await (const rows of run.rows(rowsOf(run))) {
    yield rows.flatMap((row) =>
      sectionsOf(row, links, run).map((section) => [
        row['name'] as string,
        run.translate(section.title),
        sectionText(section),
      ]),
    );
  }
}

/** Entries that stand beside each other, and the widths of the labels before them and of each. */
const ABREAST = 5;
const LABELS = 24;
const CARD = 59;

/** The entries as cards: side by side, a few in each row of cards, their sections below their names. */
function cards(run: ReportRun, links: FullLinks): ReportTable {
  // Which rows begin cards is known once they are made.
  const names = new Set<number>();
  const { translate } = run;
  return {
    ...named(run, 'cards'),
    columns: [
      { heading: translate('section'), kind: 'long' },
      ...Array.from({ length: ABREAST }, (_, i) => ({
        heading: `${translate('processing')} ${i + 1}`,
        kind: 'long' as const,
      })),
    ],
    rows: cardRows(run, links, names),
    sums: names,
    widths: [LABELS, ...Array.from({ length: ABREAST }, () => CARD)],
    optional: true,
  };
}

async function* cardRows(run: ReportRun, links: FullLinks, names: Set<number>): AsyncIterable<Cell[][]> {
  let count = 0;
  for await (const rows of run.rows(rowsOf(run))) {
    for (let at = 0; at < rows.length; at += ABREAST) {
      const some = rows.slice(at, at + ABREAST);
      const sections = some.map((row) => sectionsOf(row, links, run));
      const none = Array.from({ length: ABREAST - some.length }, () => null);
      const lines = sections[0]!.flatMap(({ title }, i): Cell[][] => {
        const texts = sections.map((own) => sectionText(own[i]!));
        return texts.some(Boolean) ? [[run.translate(title), ...texts, ...none]] : [];
      });
      names.add(count);
      const card = [[run.translate('processing'), ...some.map(({ name }) => name as string), ...none], ...lines];
      count += card.length;
      yield card;
    }
  }
}

async function* blocks(run: ReportRun, links: FullLinks): AsyncIterable<Block[]> {
  for await (const rows of run.rows(rowsOf(run))) {
    yield rows.flatMap((row): Block[] => [
      { kind: 'heading', level: 1, text: row['name'] as string, anchor: anchorOf(row['id']) },
      ...sectionsOf(row, links, run).flatMap((section) => sectionBlocks(section, anchorOf(row['id']), run)),
    ]);
  }
}

function sectionBlocks({ title, bullets, text: content }: Section, anchor: string, { translate }: ReportRun): Block[] {
  const day = title === 'dateOfLastUpdate' ? content?.split('-').reverse().join('-') : content;
  return [
    {
      kind: 'heading',
      level: 2,
      text: translate(title),
      anchor: `${anchor}_${english(title).replace(/\W/g, '_')}`,
    },
    ...(bullets.length ? [{ kind: 'bullets', items: bullets } as const] : []),
    ...(day ? [{ kind: 'text', text: day } as const] : []),
    ...(day || bullets.length ? [] : [{ kind: 'text', text: translate('notDocumented'), lead: true } as const]),
  ];
}

/** What entries of the register are linked to. */
interface Links {
  processes: RelatedNames;
  applications: RelatedNames;
  information: RelatedNames;
  measures: RelatedNames;
}

/** With the documents that belong to entries. */
type FullLinks = Links & { documents: RelatedNames };

/** Four statements. */
async function linksOf(run: ReportRun): Promise<Links> {
  return {
    processes: await run.names('data-processings.processes'),
    applications: await run.names('data-processings.applications'),
    information: await run.names('data-processings.informations'),
    measures: await measures(run),
  };
}

/** The columns up to the name, those up to the lawfulness, and the others; the longer register puts more between them. */
function columnsOf(links: Links): { first: Column[]; upToLawfulness: Column[]; others: Column[] } {
  return {
    first: [text('name', 'name')],
    upToLawfulness: [
      html('description', 'description'),
      html('dataController', 'responsible'),
      html('purposesOfTheProcessing', 'purpose'),
      html('lawfulnessOfProcessing', 'lawfulness'),
    ],
    others: [
      html('categoriesOfRecipients', 'categories'),
      html('dataSource', 'data_source'),
      html('dataCollectionObligationFull', 'data_collection_obligation'),
      html('recipientsOfTheData', 'recipients'),
      html('dataTransfers', 'transfert'),
      html('automatedDecisionMaking', 'automated_decision_making'),
      html('retentionPeriods', 'retention'),
      html('rightsOfDataSubjects', 'data_subject_rights'),
      day('dateOfLastUpdate', 'update_date'),
      list('processes', links.processes),
      list('applications', links.applications),
      list('information', links.information),
      list('securityMeasures', links.measures),
    ],
  };
}

/** The names of the entries, in the order of these. */
const namesOf = (run: ReportRun): Sql => sql`
  SELECT d.id, d.name FROM data_processing d WHERE ${run.shown('data-processings', 'd')} ORDER BY ${run.order('d')}`;

/** The entries of the register, with every column of theirs. */
const rowsOf = (run: ReportRun): Sql => sql`
  SELECT d.id, d.name, d.legal_basis, d.description, d.responsible, d.purpose, d.lawfulness, d.lawfulness_consent,
    d.lawfulness_contract, d.lawfulness_legal_obligation, d.lawfulness_vital_interest, d.lawfulness_public_interest,
    d.lawfulness_legitimate_interest, d.categories, d.data_source, d.data_collection_obligation, d.recipients, d.transfert,
    d.automated_decision_making, d.retention, d.data_subject_rights, d.update_date
  FROM data_processing d WHERE ${run.shown('data-processings', 'd')} ORDER BY ${run.order('d')}`;

/** The measures that protect the processes and the applications of an entry. */
const measures = (run: ReportRun): Promise<RelatedNames> =>
  run.namesOf(sql`
    SELECT m.own, t.id, t.name FROM (
      SELECT p.data_processing_id AS own, c.security_control_id AS other FROM data_processing_process p
      JOIN processes x ON x.id = p.process_id AND ${run.shown('processes', 'x')}
      JOIN security_control_process c ON c.process_id = x.id
      UNION
      SELECT p.data_processing_id, c.security_control_id FROM application_data_processing p
      JOIN applications x ON x.id = p.application_id AND ${run.shown('applications', 'x')}
      JOIN application_security_control c ON c.application_id = x.id
    ) m JOIN security_controls t ON t.id = m.other
    WHERE ${run.shown('security-controls', 't')} ORDER BY ${run.order('t')}`);

/** A section: bullets, then a text; either may be missing. */
interface Section {
  title: LabelKey;
  bullets: readonly string[];
  text: string | null;
}

/** The six grounds of the regulation, by column. */
const GROUNDS = {
  lawfulness_consent: 'consent',
  lawfulness_contract: 'contract',
  lawfulness_legal_obligation: 'legalObligation',
  lawfulness_vital_interest: 'vitalInterests',
  lawfulness_public_interest: 'publicInterest',
  lawfulness_legitimate_interest: 'legitimateInterests',
} as const;

/** The sections of an entry, empty ones too. */
function sectionsOf(row: Row, links: FullLinks, run: ReportRun): Section[] {
  const id = row['id'] as number;
  const rich = (title: LabelKey, column: string): Section => ({
    title,
    bullets: [],
    text: htmlText(row[column] as string | null),
  });
  const names = (title: LabelKey, of: RelatedNames): Section => ({
    title,
    bullets: [],
    text: of.get(id)?.join(', ') || null,
  });
  const grounds = Object.entries(GROUNDS).filter(([column]) => row[column]);
  return [
    rich('legalBasis', 'legal_basis'),
    rich('description', 'description'),
    rich('dataController', 'responsible'),
    rich('purposes', 'purpose'),
    { ...rich('lawfulness', 'lawfulness'), bullets: grounds.map(([, ground]) => run.translate(ground)) },
    rich('categories', 'categories'),
    rich('dataSource', 'data_source'),
    rich('dataCollectionObligation', 'data_collection_obligation'),
    rich('recipients', 'recipients'),
    rich('transfers', 'transfert'),
    rich('automatedDecisionMaking', 'automated_decision_making'),
    rich('retention', 'retention'),
    rich('rights', 'data_subject_rights'),
    { title: 'dateOfLastUpdate', bullets: [], text: asDay(row['update_date']!) },
    names('processes', links.processes),
    names('applications', links.applications),
    names('information', links.information),
    { title: 'securityMeasures', bullets: links.measures.get(id) ?? [], text: null },
    names('documents', links.documents),
  ];
}

/** A section as the text of a cell. */
const sectionText = ({ bullets, text }: Section): string | null =>
  [...bullets.map((bullet) => `• ${bullet}`), ...(text ? [text] : [])].join('\n') || null;
