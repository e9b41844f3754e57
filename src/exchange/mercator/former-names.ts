/** What the older application called things before 2026.05.30, and calls them since; facts of its databases. */

/** Tables by what they were called, or are called in later generations. */
const TABLES: Readonly<Record<string, string>> = {
  m_applications: 'applications',
  m_application_events: 'application_events',
  fluxes: 'application_flows',
  flux_information: 'application_flow_information',
  domaine_ads: 'domains',
  domaine_ad_forest_ad: 'domain_forest_ad',
  activity_m_application: 'activity_application',
  admin_user_m_application: 'admin_user_application',
  application_service_m_application: 'application_application_service',
  certificate_m_application: 'application_certificate',
  container_m_application: 'application_container',
  database_m_application: 'application_database',
  data_processing_m_application: 'application_data_processing',
  entity_m_application: 'application_entity',
  logical_server_m_application: 'application_logical_server',
  m_application_peripheral: 'application_peripheral',
  m_application_physical_server: 'application_physical_server',
  m_application_process: 'application_process',
  m_application_security_device: 'application_security_device',
  m_application_workstation: 'application_workstation',
  security_control_m_application: 'application_security_control',
};

/** Columns of any table. */
const COLUMNS: Readonly<Record<string, string>> = { m_application_id: 'application_id', domaine_ad_id: 'domain_id' };

/** Columns of one table, by what September 2026 calls them. */
const LATER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entities: { type: 'entity_type' },
  application_flows: { type: 'nature' },
  bays: { building_id: 'room_id' },
  own_perimeters: { nom: 'name' },
};

/** Times that are as they stand, without a zone. */
const ZONELESS: Readonly<Record<string, readonly string[]>> = { physical_servers: ['install_date', 'update_date'] };

/** References that became links: a column of a table, and the table of links that has taken its place. */
export interface FormerReference {
  table: string;
  column: string;
  link: string;
  /** Columns of the table of links: of the row that held the reference, and of the row that it points to. */
  own: string;
  other: string;
}

/** Columns that hold one link each, where 2026.05.30 has tables for any number of them. */
export const FORMER_REFERENCES: readonly FormerReference[] = [
  reference('backups', 'logical_server_id', 'backup_logical_server', 'backup_id', 'logical_server_id'),
  reference('backups', 'storage_device_id', 'backup_storage_device', 'backup_id', 'storage_device_id'),
  reference('logical_servers', 'cluster_id', 'cluster_logical_server', 'logical_server_id', 'cluster_id'),
  reference('physical_servers', 'cluster_id', 'cluster_physical_server', 'physical_server_id', 'cluster_id'),
  reference('routers', 'cluster_id', 'cluster_router', 'router_id', 'cluster_id'),
];

function reference(table: string, column: string, link: string, own: string, other: string): FormerReference {
  return { table, column, link, own, other };
}

/** The table of 2026.05.30 that a table is. */
export const tableOf = (name: string): string => TABLES[name] ?? name;

/** The column of 2026.05.30 that a column is. `table`: as 2026.05.30 calls it; `columns`: all that it has. */
export function columnOf(table: string, name: string, columns: readonly string[]): string {
  const later = LATER[table]?.[name];
  return later !== undefined && !columns.includes(later) ? later : (COLUMNS[name] ?? name);
}

/** The right that a right is. */
export const titleOf = (title: string): string => title.replace(/^m_application_/, 'application_');

/** Returns true if a time is meant as it stands. */
export const isZoneless = (table: string, column: string): boolean => ZONELESS[table]?.includes(column) ?? false;

/** What an object that had no name is called, and a user who had no login: as that application's own upgrade names them. */
export function nameFor(table: string, column: string, row: Readonly<Record<string, unknown>>): string | undefined {
  if (table === 'backups' && column === 'name') return `Backup #${String(row['id'])}`;
  if (table === 'users' && column === 'login')
    return String(row['email'] ?? row['name'] ?? `user-${String(row['id'])}`);
  return undefined;
}
