/** VLANs, their subnets, and the devices with an address in them, as the graph finds them. */
import { cell, html, number, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { raw, sql } from './sql.js';

/** Columns of devices: their type, and its table. */
const DEVICES = [
  ['logicalServers', 'logical-servers', 'logical_servers'],
  ['physicalServers', 'physical-servers', 'physical_servers'],
  ['logicalSwitches', 'network-switches', 'network_switches'],
  ['workstations', 'workstations', 'workstations'],
] as const;

/** Behind the name of a device of which cannot be told in which of several equal subnets it is. */
const UNSURE = ' (?)';

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
    const ends = await run.ends(DEVICES.map(([, path]) => `address:${path}`));
    const devices = [];
    for (const [heading, path, name] of DEVICES) {
      const bySubnet = await namesBySubnet(run, path, name, ends[`address:${path}`]!);
      devices.push(cell(heading, (row) => bySubnet.get(row['subnet_id'] as number)?.join(', ') ?? null));
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
      SELECT v.name, v.vlan_id, v.description, s.id AS subnet_id, s.name AS subnet, s.address
      FROM vlans v LEFT JOIN subnetworks s ON s.vlan_id = v.id AND ${run.shown('subnetworks', 's')}
      WHERE ${run.shown('vlans', 'v')} ORDER BY ${run.order('v')}, ${run.order('s')}`);
    return [table(run, 'vlans', columns, rows)];
  },
};

/** The names of the devices of a type in each subnet, by its id. `ends`: subnet, device and whether that is unsure, in threes. */
async function namesBySubnet(
  run: ReportRun,
  path: string,
  table: string,
  ends: readonly number[],
): Promise<Map<number, string[]>> {
  const subnetsOf = new Map<number, number[]>();
  for (let i = 0; i < ends.length; i += 3)
    subnetsOf.set(ends[i + 1]!, [...(subnetsOf.get(ends[i + 1]!) ?? []), ends[i]! * (ends[i + 2] ? -1 : 1)]);
  const names = new Map<number, string[]>();
  const statement = sql`
    SELECT d.id, d.name FROM ${raw(table)} d WHERE ${run.shown(path, 'd')} ORDER BY ${run.order('d')}`;
  for await (const rows of run.rows(statement)) {
    for (const { id, name } of rows) {
      for (const subnet of subnetsOf.get(id as number) ?? []) {
        const listed = names.get(Math.abs(subnet)) ?? [];
        names.set(Math.abs(subnet), listed);
        listed.push(`${String(name ?? '')}${subnet < 0 ? UNSURE : ''}`);
      }
    }
  }
  return names;
}
