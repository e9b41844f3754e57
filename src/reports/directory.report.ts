/** The crisis directory: critical applications, who answers for them, and the contracts in force. */
import { ApiError } from '../core/http/errors.js';
import { parseDay } from '../core/text/dates.js';
import { day, html, list, minutes, securityNeeds, text, word } from './formatters/columns.js';
import { importance } from './formatters/values.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { crisisDocument } from './crisis-document.js';
import { crisisRows, needsOf } from './crisis-rows.js';

export const directory: Report = {
  name: 'directory',
  file: 'directory',
  about: 'Critical applications, who answers for them, and the contracts in force.',
  roots: ['applications'],
  async tables(run) {
    const date = dateOf(run);
    const columns = [
      text('Application', 'name'),
      html('Description', 'description'),
      list('Processes', await run.names('applications.processes')),
      text('Responsible', 'responsible'),
      ...securityNeeds(run),
      minutes('RTO', 'rto'),
      minutes('RPO', 'rpo'),
      text('Responsible entity', 'entity'),
      html('Point of contact', 'contact_point'),
      html('Entity description', 'entity_description'),
      text('Relation', 'relation'),
      text('Relation type', 'relation_type'),
      word('Importance', (row) => importance(row['importance']!)),
      day('Start', 'start_date'),
      day('End', 'end_date'),
      html('Relation description', 'relation_description'),
    ];
    return [table('Crisis directory', columns, crisisRows(run, date))];
  },
  async document(run) {
    const date = dateOf(run);
    const processes = await run.names('applications.processes');
    return crisisDocument({ run, date, needs: needsOf(run), processes, rows: () => crisisRows(run, date) });
  },
};

/** The day whose contracts are asked for: today, unless `date` names another. Throws 400 for what is no day. */
function dateOf({ query, now }: ReportRun): string {
  const { date } = query;
  if (date === undefined || date === '') {
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }
  if (typeof date === 'string' && date.length === 10 && parseDay(date)) return date;
  throw new ApiError(400, 'wantsDay', { name: 'date' });
}
