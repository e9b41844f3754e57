/** Databases as older generations of the older application had them. */

/** What tables and columns were called before May 2026. */
const FORMER = `
  activity_application activity_m_application; admin_user_application admin_user_m_application
  application_application_service application_service_m_application; application_certificate certificate_m_application
  application_container container_m_application; application_database database_m_application
  application_data_processing data_processing_m_application; application_entity entity_m_application
  application_logical_server logical_server_m_application; application_peripheral m_application_peripheral
  application_physical_server m_application_physical_server; application_process m_application_process
  application_security_device m_application_security_device; application_workstation m_application_workstation
  application_security_control security_control_m_application; application_events m_application_events`
  .trim()
  .split(/;|\n/)
  .map((pair) => pair.trim().split(' ') as [string, string]);
/** Statements that make a database of 2026.05.30 one of spring 2026. */
export const SPRING = [
  'SET foreign_key_checks = 0',
  ...FORMER.map(
    ([now, former]) => `ALTER TABLE ${now} RENAME COLUMN application_id TO m_application_id, RENAME TO ${former}`,
  ),
  'RENAME TABLE applications TO m_applications, application_flows TO fluxes, application_flow_information TO flux_information, domains TO domaine_ads',
  'ALTER TABLE domain_forest_ad RENAME COLUMN domain_id TO domaine_ad_id, RENAME TO domaine_ad_forest_ad',
  'DELETE FROM backups',
  'ALTER TABLE backups DROP COLUMN name, DROP COLUMN type, DROP COLUMN attributes, DROP COLUMN description, ADD logical_server_id int unsigned, ADD storage_device_id int unsigned',
  'DROP TABLE backup_logical_server, backup_storage_device',
  'INSERT INTO backups (id, logical_server_id, storage_device_id, backup_frequency, backup_cycle, backup_retention) SELECT 7, MIN(l.id), MIN(s.id), 2, 1, 30 FROM logical_servers l, storage_devices s',
  'INSERT INTO backups (id, storage_device_id, backup_frequency) SELECT 9, MIN(id), 3 FROM storage_devices',
  "INSERT INTO permissions (id, title) VALUES (69, 'm_application_edit')",
  'INSERT INTO permission_role (role_id, permission_id) VALUES (3, 69)',
];
/** Statements that make it one of 2025. */
export const OF_2025 = [
  ...SPRING,
  'DROP TABLE zones, building_zone, admin_user_zone, zone_zone, saved_queries, information_information, cluster_logical_server, parameters',
  'ALTER TABLE logical_servers ADD cluster_id int unsigned',
  'UPDATE logical_servers SET cluster_id = (SELECT MIN(id) FROM clusters) ORDER BY id LIMIT 2',
  'ALTER TABLE users DROP COLUMN login',
];

/** A small dump as somebody may have it, without any server. */
export const SMALL = `
CREATE TABLE users (id int, name varchar(255), email varchar(255), password varchar(255), deleted_at timestamp NULL);
CREATE TABLE roles (id int, title varchar(255));
CREATE TABLE role_user (user_id int, role_id int);
CREATE TABLE permissions (id int, title varchar(255));
CREATE TABLE permission_role (role_id int, permission_id int);
CREATE TABLE macro_processuses (id int, name varchar(255));
CREATE TABLE m_applications (id int, name varchar(255), colour varchar(9), entity_resp_id int, install_date datetime, created_at timestamp NULL, deleted_at timestamp NULL);
CREATE TABLE oauth_clients (id int, secret varchar(99));
CREATE TABLE physical_servers (id int, name varchar(255), install_date datetime);
INSERT INTO users VALUES (5,'Ana','ana@example.org','HASH',NULL);
INSERT INTO roles VALUES (1,'Admin'),(2,'User');
INSERT INTO role_user VALUES (5,1);
INSERT INTO permissions VALUES (34,'site_access'),(35,'application_show'),(70,'m_application_show');
INSERT INTO permission_role VALUES (2,35),(2,70),(2,34);
INSERT INTO m_applications VALUES (3,'Portal','red',44,'2024-07-01 00:00:00','2024-07-01 12:00:00',NULL),(4,'PORTAL',NULL,NULL,'0000-00-00 00:00:00',NULL,NULL),(8,'${'n'.repeat(300)}',NULL,NULL,NULL,NULL,NULL);
INSERT INTO oauth_clients VALUES (1,'a secret of others');
INSERT INTO physical_servers VALUES (1,'PHY-1','2025-01-01 00:00:00');
`;
