/** External connections, and whom they belong to. */
import { html, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { sql } from './sql.js';

export const externalAccess: Report = {
  name: 'externalAccess',
  file: 'externalAccess',
  about: 'External connections, with their entities, ends and networks.',
  roots: ['external-connected-entities'],
  async tables(run) {
    const columns = [
      text('Name', 'name'),
      text('Type', 'type'),
      text('Entity', 'entity'),
      html('Entity description', 'entity_description'),
      html('Entity point-of-contact', 'contact_point'),
      html('Reason', 'description'),
      text('Contacts', 'contacts'),
      text('Connected network', 'network'),
      text('Source description', 'src_desc'),
      text('Source', 'src'),
      text('Destination description', 'dest_desc'),
      text('Destination', 'dest'),
    ];
    const rows = run.rows(sql`
      SELECT x.name, x.type, x.description, x.contacts, x.src_desc, x.src, x.dest_desc, x.dest, e.name AS entity,
        e.description AS entity_description, e.contact_point, n.name AS network
      FROM external_connected_entities x
      LEFT JOIN entities e ON e.id = x.entity_id AND ${run.shown('entities', 'e')}
      LEFT JOIN networks n ON n.id = x.network_id AND ${run.shown('networks', 'n')}
      WHERE ${run.shown('external-connected-entities', 'x')} ORDER BY ${run.order('x')}`);
    return [table('External connections', columns, rows)];
  },
};
