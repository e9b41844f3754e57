/** Rules of filtering: what may talk to what. */
import { table, type DemoMap } from '../rows.js';

/** [name, end it comes from, its object, end it goes to, its object, protocol, destination port, action] */
const RULES: ReadonlyArray<readonly [string, string, string, string, string, string, string, string]> = [
  ['Monitoring to servers', 'logical_server', 'SRV-VIGIE-01', 'subnetwork', 'SERVERS', 'SNMP', '161', 'accept'],
  [
    'Workstation to the record',
    'workstation',
    'PC-URG-001',
    'logical_server',
    'SRV-DPI-APP-01',
    'HTTPS',
    '443',
    'accept',
  ],
  ['Wards to the printer', 'subnetwork', 'CARE', 'peripheral', 'IMP-URG-01', 'TCP', '9100', 'accept'],
  ['Scanner to the archive', 'peripheral', 'SCANNER-01', 'physical_server', 'SRV-PHY-PACS', 'DICOM', '104', 'accept'],
  ['Host to the storage', 'physical_server', 'ESX-01', 'storage_device', 'SAN-01', 'iSCSI', '3260', 'accept'],
  ['Backup to the vault', 'storage_device', 'NAS-SAUV-01', 'storage_device', 'VAULT-NORDLYS', 'TCP', '6160', 'accept'],
  ['Bastion to the console', 'security_device', 'BASTION', 'workstation', 'PC-CONSOLE-IRM', 'RDP', '3389', 'accept'],
  [
    'Firewall heartbeat',
    'physical_security_device',
    'FW-BOX-A',
    'physical_security_device',
    'FW-BOX-B',
    'CARP',
    '112',
    'accept',
  ],
  ['Cluster to the bastion', 'cluster', 'CLU-VIRTUAL', 'security_device', 'BASTION', 'SYSLOG', '514', 'accept'],
  ['Administrators to the cluster', 'subnetwork', 'ADMIN', 'cluster', 'CLU-VIRTUAL', 'HTTPS', '443', 'accept'],
];

export const logicalFlows: DemoMap = {
  'logical-flows': [
    ...RULES.map(([name, source, from, dest, to, protocol, dest_port, action], i) => ({
      name,
      [`${source}_source_id`]: from,
      [`${dest}_dest_id`]: to,
      protocol,
      dest_port,
      action,
      router_id: 'RT-SITES',
      chain: 'forward',
      priority: (i + 1) * 10,
    })),
    ...table(
      `name description chain interface router_id priority protocol source_ip_range source_port dest_ip_range
       dest_port users schedule action ext_refs`,
      // prettier-ignore
      [
        ['Public network stays outside', '<p>Visitors reach the Internet only</p>', 'forward', 'vlan90', 'RT-SITES',
          900, 'any', '192.168.90.0/23', 'any', '10.0.0.0/8', 'any', 'all', 'always', 'drop', '{FW}R-900'],
        ['Remote maintenance window', '<p>Opened on request</p>', 'vpn', 'tun0', 'RT-EDGE', 120, 'RDP',
          '198.51.100.24', '1024-65535', '10.40.0.21', '3389', 'ext-radiance', 'on request, 4 hours', 'accept'],
      ],
    ),
  ],
};
