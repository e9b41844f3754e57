/** External connections, and whom they belong to. */
import { html, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { sql } from './sql.js';

export const externalAccess: Report = {
  name: 'externalAccess',
  file: 'externalAccess',
  titles: { en: 'Connections to the outside', fr: 'Connexions vers l’extérieur' },
  abouts: {
    en: 'External connections, with their entities, ends and networks.',
    fr: 'Les connexions externes, avec leurs entités, leurs extrémités et leurs réseaux.',
  },
  roots: ['external-connected-entities'],
  async tables(run) {
    const columns = [
      text('name', 'name'),
      text('type', 'type'),
      text('entity', 'entity'),
      html('entityDescription', 'entity_description'),
      html('entityPointOfContact', 'contact_point'),
      html('reason', 'description'),
      text('contacts', 'contacts'),
      text('connectedNetwork', 'network'),
      text('sourceDescription', 'src_desc'),
      text('source', 'src'),
      text('destinationDescription', 'dest_desc'),
      text('destination', 'dest'),
    ];
    const rows = run.rows(sql`
      SELECT x.name, x.type, x.description, x.contacts, x.src_desc, x.src, x.dest_desc, x.dest, e.name AS entity,
        e.description AS entity_description, e.contact_point, n.name AS network
      FROM external_connected_entities x
      LEFT JOIN entities e ON e.id = x.entity_id AND ${run.shown('entities', 'e')}
      LEFT JOIN networks n ON n.id = x.network_id AND ${run.shown('networks', 'n')}
      WHERE ${run.shown('external-connected-entities', 'x')} ORDER BY ${run.order('x')}`);
    return [table(run, 'externalConnections', columns, rows)];
  },
};
