/** Entities and the applications they use. */
import { html, list, text, yesNo } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { sql } from './sql.js';

export const entities: Report = {
  name: 'entities',
  file: 'entities',
  about: 'Entities and the applications they use.',
  roots: ['entities'],
  async tables(run) {
    const columns = [
      text('Name', 'name'),
      html('Description', 'description'),
      yesNo('External to enterprise', 'is_external', 'No'),
      text('Type', 'entity_type'),
      html('Security Level', 'security_level'),
      html('Point-of-contact', 'contact_point'),
      list('Applications', await run.names('entities.applications')),
    ];
    const rows = run.rows(sql`
      SELECT e.id, e.name, e.description, e.is_external, e.entity_type, e.security_level, e.contact_point
      FROM entities e WHERE ${run.shown('entities', 'e')} ORDER BY ${run.order('e')}`);
    return [table('Entities', columns, rows)];
  },
};
