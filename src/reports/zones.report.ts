/** Subnets by the zone that they lie in. */
import { text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import { sql } from './sql.js';

export const zones: Report = {
  name: 'zones',
  file: 'zones',
  titles: { en: 'Network zones', fr: 'Zones du réseau' },
  abouts: {
    en: 'Subnets by zone, with their gateways and VLANs; those without a zone last.',
    fr: 'Les sous-réseaux par zone, avec leurs passerelles et VLAN\u00a0; ceux sans zone en dernier.',
  },
  roots: ['subnetworks'],
  async tables(run) {
    const columns = [
      text('zone', 'zone'),
      text('subnet', 'name'),
      text('address', 'address'),
      text('gateway', 'gateway'),
      text('vlan', 'vlan'),
    ];
    const rows = run.rows(sql`
      SELECT s.zone, s.name, s.address, g.name AS gateway, v.name AS vlan
      FROM subnetworks s
      LEFT JOIN gateways g ON g.id = s.gateway_id AND ${run.shown('gateways', 'g')}
      LEFT JOIN vlans v ON v.id = s.vlan_id AND ${run.shown('vlans', 'v')}
      WHERE ${run.shown('subnetworks', 's')} ORDER BY s.zone IS NULL, ${run.sorted('s', 'zone')}, ${run.order('s')}`);
    return [table(run, 'zones', columns, rows)];
  },
};
