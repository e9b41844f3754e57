/** VLANs, their subnets, and the devices with an address in them. */
import { AddressBook } from './formatters/addresses.js';
import { cell, html, number, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { raw, sql } from './sql.js';

/** Columns of devices: their type, its table, and where its addresses are. */
const DEVICES = [
  ['logicalServers', 'logical-servers', 'logical_servers', 'address_ip'],
  ['physicalServers', 'physical-servers', 'physical_servers', 'address_ip'],
  ['logicalSwitches', 'network-switches', 'network_switches', 'ip'],
  ['workstations', 'workstations', 'workstations', 'address_ip'],
] as const;

export const vlans: Report = {
  name: 'vlans',
  file: 'vlans',
  titles: { en: 'VLANs', fr: 'VLAN' },
  abouts: {
    en: 'VLANs, their subnets and the devices in them.',
    fr: 'Les VLAN, leurs sous-réseaux et les appareils qui s’y trouvent.',
  },
  roots: ['vlans'],
  async tables(run) {
    const devices = [];
    for (const [heading, path, name, column] of DEVICES) {
      const book = await addresses(run, path, name, column);
      devices.push(cell(heading, (row) => book.within(row['address'] as string | null)));
    }
    const columns = [
      text('name', 'name'),
      number('vlanId', 'vlan_id'),
      html('description', 'description'),
      text('subnetName', 'subnet'),
      text('subnetAddress', 'address'),
      ...devices,
    ];
    const rows = run.rows(sql`
      SELECT v.name, v.vlan_id, v.description, s.name AS subnet, s.address
      FROM vlans v LEFT JOIN subnetworks s ON s.vlan_id = v.id AND ${run.shown('subnetworks', 's')}
      WHERE ${run.shown('vlans', 'v')} ORDER BY ${run.order('v')}, ${run.order('s')}`);
    return [table(run, 'vlans', columns, rows)];
  },
};

/** The devices of a type that have any address. */
async function addresses(run: ReportRun, path: string, table: string, column: string): Promise<AddressBook> {
  const book = new AddressBook();
  const statement = sql`
    SELECT d.name, ${raw(`d.${column}`)} AS addresses FROM ${raw(table)} d
    WHERE ${raw(`d.${column}`)} IS NOT NULL AND ${run.shown(path, 'd')} ORDER BY ${run.order('d')}`;
  for await (const rows of run.rows(statement)) {
    for (const row of rows) book.add(row['name'] as string, row['addresses'] as string);
  }
  return book;
}
