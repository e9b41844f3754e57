/** Logical servers by application and by who answers for them. */
import { text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { applicationsOf, joinedTo } from './servers-applications.js';
import { sql } from './sql.js';

const COLUMNS = [
  text('Logical Server', 'name'),
  text('Type', 'type'),
  text('Application', 'application'),
  text('Using entities', 'users'),
  text('Responsible entity', 'entity'),
  text('Application responsible', 'responsible'),
  text('Application block', 'block'),
  text('Block responsible', 'block_responsible'),
];

export const logicalServers: Report = {
  name: 'logicalServers',
  file: 'logicalServers',
  about: 'Logical servers by application and manager; those without an application too.',
  roots: ['logical-servers'],
  async tables(run) {
    // Servers are joined to applications here and not by the database, which would sort every column of both.
    const applications = await applicationsOf(run);
    const rows = run.rows(sql`
      SELECT s.id, s.name, s.type, p.application_id FROM logical_servers s
      LEFT JOIN application_logical_server p ON p.logical_server_id = s.id
      WHERE ${run.shown('logical-servers', 's')} ORDER BY ${run.order('s')}`);
    return [table('Logical servers', COLUMNS, joinedTo(applications, rows))];
  },
};
