/** The register of processing (GDPR): its rows, what they are linked to, and the columns that its reports share. */
import { day, html, list, text } from './formatters/columns.js';
import type { Column } from './report.js';
import type { Names } from './names.js';
import type { ReportRun } from './report-run.js';
import { sql, type Sql } from './sql.js';

/** What entries of the register are linked to. */
export interface RegisterLinks {
  processes: Names;
  applications: Names;
  information: Names;
  measures: Names;
}

/** Four statements. */
export async function registerLinks(run: ReportRun): Promise<RegisterLinks> {
  return {
    processes: await run.names('data-processings.processes'),
    applications: await run.names('data-processings.applications'),
    information: await run.names('data-processings.informations'),
    measures: await measures(run),
  };
}

/** The columns up to the name, those up to the lawfulness, and the others; the longer register puts more between them. */
export function registerColumns(links: RegisterLinks): { first: Column[]; upToLawfulness: Column[]; others: Column[] } {
  const obligation = 'Mandatory or optional nature of data collection and consequences of non-provision';
  return {
    first: [text('Name', 'name')],
    upToLawfulness: [
      html('Description', 'description'),
      html('Data controller', 'responsible'),
      html('Purposes of the processing', 'purpose'),
      html('Lawfulness of processing', 'lawfulness'),
    ],
    others: [
      html('Categories of recipients', 'categories'),
      html('Data source', 'data_source'),
      html(obligation, 'data_collection_obligation'),
      html('Recipients of the data', 'recipients'),
      html('Data transfers', 'transfert'),
      html('Automated decision-making', 'automated_decision_making'),
      html('Retention periods', 'retention'),
      html('Rights of data subjects', 'data_subject_rights'),
      day('Date of last update', 'update_date'),
      list('Processes', links.processes),
      list('Applications', links.applications),
      list('Information', links.information),
      list('Security measures', links.measures),
    ],
  };
}

/** The names of the entries, in the order of these. */
export const registerNames = (run: ReportRun): Sql => sql`
  SELECT d.id, d.name FROM data_processing d WHERE ${run.shown('data-processings', 'd')} ORDER BY ${run.order('d')}`;

/** The entries of the register, with every column of theirs. */
export const registerRows = (run: ReportRun): Sql => sql`
  SELECT d.id, d.name, d.legal_basis, d.description, d.responsible, d.purpose, d.lawfulness, d.lawfulness_consent,
    d.lawfulness_contract, d.lawfulness_legal_obligation, d.lawfulness_vital_interest, d.lawfulness_public_interest,
    d.lawfulness_legitimate_interest, d.categories, d.data_source, d.data_collection_obligation, d.recipients, d.transfert,
    d.automated_decision_making, d.retention, d.data_subject_rights, d.update_date
  FROM data_processing d WHERE ${run.shown('data-processings', 'd')} ORDER BY ${run.order('d')}`;

/** The measures that protect the processes and the applications of an entry. */
const measures = (run: ReportRun): Promise<Names> =>
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
