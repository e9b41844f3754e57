/** Configuration and capacity of logical servers. */
import { day, html, list, number, text } from './formatters/columns.js';
import { table, type Report } from './report.js';
import type { RelatedNames } from './related-names.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

export const logicalServerConfigs: Report = {
  name: 'logicalServerConfigs',
  file: 'logicalServerConfigs',
  titles: { en: 'Server configurations', fr: 'Configurations des serveurs' },
  abouts: {
    en: 'Configuration and capacity of logical servers, inactive ones too.',
    fr: 'Configuration et capacité des serveurs logiques, inactifs compris.',
  },
  roots: ['logical-servers'],
  async tables(run) {
    const [applications, blocks] = await applicationsAndBlocks(run);
    const columns = [
      text('name', 'name'),
      text('operatingSystemCaps', 'operating_system'),
      text('environment', 'environment'),
      day('installationDate', 'install_date'),
      day('updateDate', 'update_date'),
      text('cpu', 'cpu'),
      text('memory', 'memory'),
      number('diskSize', 'disk'),
      text('activeNetworkServices', 'net_services'),
      text('ipAddresses', 'address_ip'),
      html('configuration', 'configuration'),
      list('applications', applications!),
      list('applicationBlock', blocks!),
      list('cluster', await run.names('logical-servers.clusters')),
      list('physicalServers', await run.names('logical-servers.physical_servers')),
    ];
    const rows = run.rows(sql`
      SELECT s.id, s.name, s.operating_system, s.environment, s.install_date, s.update_date, s.cpu, s.memory, s.disk,
        s.net_services, s.address_ip, s.configuration
      FROM logical_servers s WHERE ${run.shown('logical-servers', 's')} ORDER BY ${run.order('s')}`);
    return [table(run, 'configurations', columns, rows)];
  },
};

/** The applications of servers, and the blocks of all of these. */
const applicationsAndBlocks = (run: ReportRun): Promise<RelatedNames[]> =>
  run.severalNames(
    2,
    sql`
    SELECT u.k, u.own, u.id, u.name FROM (
      SELECT 0 AS k, p.logical_server_id AS own, a.id, a.name FROM application_logical_server p
      JOIN applications a ON a.id = p.application_id WHERE ${run.shown('applications', 'a')}
      UNION ALL
      SELECT 1, p.logical_server_id, b.id, b.name FROM application_logical_server p
      JOIN applications a ON a.id = p.application_id AND ${run.shown('applications', 'a')}
      JOIN application_blocks b ON b.id = a.application_block_id WHERE ${run.shown('application-blocks', 'b')}
    ) u ORDER BY ${run.order('u')}, u.k`,
  );
