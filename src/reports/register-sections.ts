/** The sections of an entry of the register, in the order of its document. */
import type { Row } from '../database/database.js';
import { htmlText } from './formatters/html-text.js';
import { asDay } from './formatters/values.js';
import type { RegisterLinks } from './register.js';
import type { Names } from './names.js';
import type { ReportRun } from './report-run.js';

/** A section: bullets, then a text; either may be missing. */
export interface Section {
  title: string;
  bullets: readonly string[];
  text: string | null;
}

/** The six grounds of the regulation, by column. */
export const GROUNDS = {
  lawfulness_consent: 'Consent',
  lawfulness_contract: 'Contract',
  lawfulness_legal_obligation: 'Legal obligation',
  lawfulness_vital_interest: 'Vital interests',
  lawfulness_public_interest: 'Public interest',
  lawfulness_legitimate_interest: 'Legitimate interests',
};

/** The sections of an entry, empty ones too. `documents` are the names of the documents that belong to it. */
export function sectionsOf(row: Row, links: RegisterLinks & { documents: Names }, run: ReportRun): Section[] {
  const id = row['id'] as number;
  const text = (title: string, column: string): Section => ({
    title,
    bullets: [],
    text: htmlText(row[column] as string | null),
  });
  const names = (title: string, of: Names): Section => ({ title, bullets: [], text: of.get(id)?.join(', ') || null });
  const grounds = Object.entries(GROUNDS).filter(([column]) => row[column]);
  return [
    text('Legal basis', 'legal_basis'),
    text('Description', 'description'),
    text('Data controller', 'responsible'),
    text('Purposes', 'purpose'),
    { ...text('Lawfulness', 'lawfulness'), bullets: grounds.map(([, ground]) => run.said(ground)) },
    text('Categories', 'categories'),
    text('Data source', 'data_source'),
    text('Data-collection obligation', 'data_collection_obligation'),
    text('Recipients', 'recipients'),
    text('Transfers', 'transfert'),
    text('Automated decision-making', 'automated_decision_making'),
    text('Retention', 'retention'),
    text('Rights', 'data_subject_rights'),
    { title: 'Date of last update', bullets: [], text: asDay(row['update_date']!) },
    names('Processes', links.processes),
    names('Applications', links.applications),
    names('Information', links.information),
    { title: 'Security measures', bullets: links.measures.get(id) ?? [], text: null },
    names('Documents', links.documents),
  ];
}

/** A section as the text of a cell. */
export const sectionText = ({ bullets, text }: Section): string | null =>
  [...bullets.map((bullet) => `• ${bullet}`), ...(text ? [text] : [])].join('\n') || null;
