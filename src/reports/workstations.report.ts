/** Workstations by site and building. */
import { html, list, number, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { sql } from './sql.js';

export const workstations: Report = {
  name: 'workstations',
  file: 'workstations',
  titles: { en: 'Workstations', fr: 'Postes de travail' },
  abouts: {
    en: 'Workstations, what runs on them and where they are.',
    fr: 'Les postes de travail, ce qui y fonctionne et où ils se trouvent.',
  },
  roots: ['workstations'],
  async tables(run) {
    const columns = [
      text('name', 'name'),
      text('type', 'type'),
      html('description', 'description'),
      text('os', 'operating_system'),
      text('ip', 'address_ip'),
      list('applications', await run.names('workstations.applications')),
      text('cpu', 'cpu'),
      text('ram', 'memory'),
      number('disk', 'disk'),
      text('site', 'site'),
      text('building', 'building'),
    ];
    const rows = run.rows(sql`
      SELECT w.id, w.name, w.type, w.description, w.operating_system, w.address_ip, w.cpu, w.memory, w.disk,
        s.name AS site, b.name AS building
      FROM workstations w
      LEFT JOIN sites s ON s.id = w.site_id AND ${run.shown('sites', 's')}
      LEFT JOIN buildings b ON b.id = w.building_id AND ${run.shown('buildings', 'b')}
      WHERE ${run.shown('workstations', 'w')} ORDER BY ${run.order('w')}`);
    return [table(run, 'workstations', columns, rows)];
  },
};
