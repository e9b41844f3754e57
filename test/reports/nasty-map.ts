/** A map with everything that reports stumble over, stored past all rules: what was deleted, repeated, undefined or odd. */
import type { Database, Scalar } from '../../src/database/database.js';

type Rows = Record<string, Array<Record<string, Scalar>>>;

const GONE = '2026-01-02 03:04:05';

const LEVELS = (c: Scalar, i: Scalar, a: Scalar, t: Scalar, auth: Scalar): Record<string, Scalar> => ({
  security_need_c: c,
  security_need_i: i,
  security_need_a: a,
  security_need_t: t,
  security_need_auth: auth,
});

const ROWS: Rows = {
  entities: [
    {
      id: 1,
      name: 'Zeta',
      description: '<p>Jane Doe<br>jane@x</p>',
      is_external: null,
      contact_point: '<ul><li>a</li><li>b</li></ul>',
    },
    {
      id: 2,
      name: 'alpha',
      description: 'a < b &amp; c',
      is_external: 1,
      entity_type: '=1+1',
      security_level: '<script>x()</script><b>ISO</b>',
    },
    { id: 3, name: 'Gone', is_external: 0, deleted_at: GONE },
    { id: 4, name: 'Alpha', description: '  ', is_external: 0 },
  ],
  relations: [
    { id: 1, name: 'Open', source_id: 1, destination_id: 2, active: 1, importance: 4, description: '<p>One</p>' },
    {
      id: 2,
      name: 'Ends today',
      source_id: 1,
      destination_id: 2,
      active: 1,
      importance: 0,
      start_date: '2026-01-01',
      end_date: '2026-03-14',
    },
    { id: 3, name: 'Ended', source_id: 1, destination_id: 2, active: 1, end_date: '2026-03-13' },
    { id: 4, name: 'Inactive', source_id: 1, destination_id: 2, active: 0 },
    { id: 5, name: 'Towards', source_id: 2, destination_id: 1, active: 1 },
    { id: 6, name: 'Deleted', source_id: 1, destination_id: 2, active: 1, deleted_at: GONE },
    { id: 7, name: 'Later', source_id: 1, destination_id: 2, active: 1, start_date: '2026-03-15' },
  ],
  application_blocks: [
    { id: 1, name: 'Block B', responsible: 'Bea' },
    { id: 2, name: 'Block gone', deleted_at: GONE },
  ],
  applications: [
    {
      id: 1,
      name: 'One',
      application_block_id: 1,
      entity_resp_id: 1,
      vendor: 'v',
      version: '1',
      rto: 0,
      rpo: 1500,
      ...LEVELS(-1, 0, 3, null, 4),
      responsible: '@cmd',
    },
    {
      id: 2,
      name: 'Two',
      application_block_id: 2,
      entity_resp_id: 3,
      rto: 90,
      rpo: null,
      ...LEVELS(2, 2, 2, 2, 2),
      description: '<p>é &eacute; &#233;</p>',
    },
    { id: 3, name: 'Two', ...LEVELS(null, null, null, null, 3) },
    { id: 4, name: 'Gone', application_block_id: 1, ...LEVELS(4, 4, 4, 4, 4), deleted_at: GONE },
  ],
  application_entity: [
    { application_id: 1, entity_id: 1 },
    { application_id: 1, entity_id: 1 },
    { application_id: 1, entity_id: 4 },
    { application_id: 1, entity_id: 2 },
    { application_id: 1, entity_id: 3 },
    { application_id: 4, entity_id: 1 },
  ],
  macro_processuses: [
    { id: 1, name: 'Macro', ...LEVELS(1, 2, 3, 4, 0) },
    { id: 2, name: 'Macro gone', deleted_at: GONE },
  ],
  processes: [
    { id: 1, name: 'Process', macroprocess_id: 1, ...LEVELS(-1, null, 0, 1, 2) },
    { id: 2, name: 'Orphan', macroprocess_id: 2, ...LEVELS(1, 1, 1, 1, 1) },
    { id: 3, name: 'Process gone', macroprocess_id: 1, deleted_at: GONE },
  ],
  application_process: [
    { application_id: 1, process_id: 1 },
    { application_id: 1, process_id: 1 },
    { application_id: 2, process_id: 1 },
    { application_id: 4, process_id: 1 },
    { application_id: 3, process_id: 3 },
  ],
  databases: [
    { id: 1, name: 'Data', ...LEVELS(3, 3, 3, 3, 3) },
    { id: 2, name: 'Data alone', ...LEVELS(null, null, null, null, null) },
  ],
  application_database: [
    { application_id: 1, database_id: 1 },
    { application_id: 4, database_id: 2 },
  ],
  information: [
    { id: 1, name: 'Info', ...LEVELS(2, 2, 2, 2, 2) },
    { id: 2, name: 'Info alone', ...LEVELS(4, 4, 4, 4, 4) },
  ],
  database_information: [{ database_id: 1, information_id: 1 }],
  activities: [
    {
      id: 1,
      name: 'Slow',
      recovery_time_objective: 600,
      maximum_tolerable_downtime: 60,
      recovery_point_objective: 1,
      maximum_tolerable_data_loss: 1440,
    },
    { id: 2, name: 'Fast', recovery_time_objective: 120 },
    { id: 3, name: 'By downtime', recovery_time_objective: 0, maximum_tolerable_downtime: 300 },
    { id: 4, name: 'Whenever' },
    { id: 5, name: 'Gone', deleted_at: GONE },
  ],
  activity_application: [
    { activity_id: 1, application_id: 1 },
    { activity_id: 1, application_id: 1 },
    { activity_id: 2, application_id: 2 },
    { activity_id: 3, application_id: 1 },
    { activity_id: 4, application_id: 2 },
    { activity_id: 5, application_id: 1 },
    { activity_id: 2, application_id: 4 },
  ],
  activity_impact: [
    { id: 1, activity_id: 1, impact_type: ' financial ', severity: 1 },
    { id: 2, activity_id: 1, impact_type: 'Financial', severity: 3 },
    { id: 3, activity_id: 2, impact_type: 'image', severity: -1 },
    { id: 4, activity_id: 2, impact_type: 'Health', severity: 0 },
    { id: 5, activity_id: 5, impact_type: 'Never shown', severity: 4 },
  ],
  domains: [{ id: 1, name: 'domain' }],
  clusters: [{ id: 1, name: 'Cluster' }],
  logical_servers: [
    {
      id: 1,
      name: 'srv-b',
      type: 'VM',
      address_ip: '10.0.0.1; 10.0.0.2',
      disk: 10,
      install_date: '2024-02-29',
      configuration: '<p>x</p><p>y</p>',
    },
    { id: 2, name: 'SRV-A', address_ip: '2001:db8::5/64', active: 0 },
    { id: 3, name: 'srv-gone', address_ip: '10.0.0.3', deleted_at: GONE },
  ],
  application_logical_server: [
    { application_id: 1, logical_server_id: 1 },
    { application_id: 2, logical_server_id: 1 },
    { application_id: 1, logical_server_id: 1 },
    { application_id: 4, logical_server_id: 2 },
    { application_id: 3, logical_server_id: 3 },
  ],
  cluster_logical_server: [{ cluster_id: 1, logical_server_id: 1 }],
  sites: [
    { id: 1, name: 'Site' },
    { id: 2, name: 'Site gone', deleted_at: GONE },
  ],
  buildings: [
    { id: 1, name: 'Room', site_id: 1 },
    { id: 2, name: 'Room nowhere', site_id: 2 },
    { id: 3, name: 'Other room', site_id: 1 },
  ],
  bays: [
    { id: 1, name: 'Bay', room_id: 1 },
    { id: 2, name: 'Bay gone', room_id: 1, deleted_at: GONE },
  ],
  physical_servers: [
    { id: 1, name: 'host', type: 'Rack', bay_id: 1, building_id: 3, site_id: 2, address_ip: '10.0.0.9' },
    { id: 2, name: 'lost bay', bay_id: 2, building_id: 3 },
    { id: 3, name: 'nowhere' },
    { id: 4, name: 'gone', site_id: 1, deleted_at: GONE },
  ],
  logical_server_physical_server: [
    { logical_server_id: 1, physical_server_id: 1 },
    { logical_server_id: 3, physical_server_id: 3 },
  ],
  application_physical_server: [
    { application_id: 1, physical_server_id: 2 },
    { application_id: 1, physical_server_id: 1 },
    { application_id: 1, physical_server_id: 4 },
  ],
  phones: [{ id: 1, name: 'phone', site_id: 1, building_id: 2 }],
  storage_devices: [{ id: 1, name: 'store', type: 'NAS', bay_id: 1, description: '<div>big</div>' }],
  wifi_terminals: [{ id: 1, name: 'wifi', building_id: 1 }],
  workstations: [
    { id: 1, name: 'pc', address_ip: '10.0.0.255, 10.0.1.0', site_id: 2, building_id: 1, disk: 512 },
    { id: 2, name: 'pc odd', address_ip: 'not an address' },
  ],
  application_workstation: [{ application_id: 2, workstation_id: 1 }],
  network_switches: [{ id: 1, name: 'switch', ip: '10.0.0.0/24' }],
  networks: [{ id: 1, name: 'Net' }],
  vlans: [
    { id: 1, name: 'VLAN a', vlan_id: 10, description: '<p>first</p>' },
    { id: 2, name: 'VLAN b' },
    { id: 3, name: 'VLAN gone', deleted_at: GONE },
  ],
  subnetworks: [
    { id: 1, name: 'sub', address: '10.0.0.0/24', vlan_id: 1 },
    { id: 2, name: 'host only', address: '10.0.0.1', vlan_id: 1 },
    { id: 3, name: 'six', address: '2001:db8::/64', vlan_id: 1 },
    { id: 4, name: 'bad', address: 'nonsense', vlan_id: 1 },
    { id: 5, name: 'none', vlan_id: 1 },
    { id: 6, name: 'zoned', address: 'fe80::1%eth0/64', vlan_id: 1 },
    { id: 7, name: 'sub gone', address: '10.0.0.0/24', vlan_id: 1, deleted_at: GONE },
  ],
  external_connected_entities: [
    {
      id: 1,
      name: 'Tunnel',
      type: 'VPN',
      entity_id: 3,
      network_id: 1,
      src: '192.0.2.1',
      src_desc: 'them',
      dest: '10.0.0.1',
      dest_desc: 'us',
      contacts: '+33 1 23',
      description: '<p>why</p>',
    },
  ],
  security_controls: [
    { id: 1, name: 'Backup, tested' },
    { id: 2, name: 'Alarm' },
    { id: 3, name: 'Old', deleted_at: GONE },
  ],
  security_control_process: [
    { security_control_id: 1, process_id: 1 },
    { security_control_id: 3, process_id: 1 },
    { security_control_id: 2, process_id: 3 },
  ],
  application_security_control: [
    { security_control_id: 1, application_id: 1 },
    { security_control_id: 2, application_id: 1 },
  ],
  data_processing: [
    {
      id: 1,
      name: 'Register',
      legal_basis: 'Law',
      purpose: '<p>why</p>',
      lawfulness: '<p>because</p>',
      lawfulness_consent: 1,
      lawfulness_contract: 0,
      lawfulness_vital_interest: 1,
      update_date: '2025-12-31',
    },
    { id: 2, name: 'Register gone', deleted_at: GONE },
  ],
  data_processing_process: [
    { data_processing_id: 1, process_id: 1 },
    { data_processing_id: 1, process_id: 3 },
  ],
  application_data_processing: [{ data_processing_id: 1, application_id: 1 }],
  data_processing_information: [{ data_processing_id: 1, information_id: 1 }],
};

/** Stores the rows of a map in their order. */
export async function fillWith(database: Database, rows: Rows): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [table, list] of Object.entries(rows)) {
      for (const row of list) {
        const columns = Object.keys(row);
        const names = columns.map((column) => `\`${column}\``).join(', ');
        const marks = columns.map(() => '?').join(', ');
        await tx.run(`INSERT INTO \`${table}\` (${names}) VALUES (${marks})`, Object.values(row));
      }
    }
  });
}

/** Stores the map. */
export const fillNasty = (database: Database): Promise<void> => fillWith(database, ROWS);
