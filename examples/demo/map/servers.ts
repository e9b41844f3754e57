/** Clusters, logical servers, containers, their backups and their certificates. */
import { table, type Calendar, type DemoMap, type DemoObject } from '../rows.js';

const logicalServers = ({ day }: Calendar): DemoObject[] => [
  {
    name: 'SRV-DPI-APP-01',
    type: 'Application server',
    icon_id: 'icon-machine.svg',
    active: true,
    description: '<p>First node of the patient record</p>',
    net_services: 'https ssh',
    configuration: '<p>Tomcat 10, 12 GB of heap</p>',
    operating_system: 'Debian 12',
    address_ip: '10.20.10.21',
    cpu: '8',
    memory: '32 GB',
    environment: 'Production',
    disk: 200,
    disk_used: 121,
    install_date: day(-500),
    update_date: day(-34),
    attributes: 'critical linux',
    patching_frequency: 1,
    next_update: day(9),
    domain_id: 'AD-CHV',
    ext_refs: '{VCENTER}vm-1021|{GLPI}412',
    clusters: ['CLU-VIRTUAL'],
    certificates: ['dpi.ch-valmarais.example'],
    physical_servers: ['ESX-01'],
    backups: ['Daily, patient record'],
  },
  ...table(
    `name type operating_system address_ip cpu memory disk disk_used environment domain_id applications
     physical_servers description`,
    // prettier-ignore
    [
      ['SRV-DPI-APP-02', 'Application server', 'Debian 12', '10.20.10.22', '8', '32 GB', 200, 118, 'Production',
        'AD-CHV', [], ['ESX-02'], '<p>Second node</p>'],
      ['SRV-DPI-BDD-01', 'Database server', 'Debian 12', '10.20.10.25, 10.10.1.4', '16', '128 GB', 3000, 2140, 'Production',
        null, ['Clarté'], ['ESX-02'], '<p>PostgreSQL, copied to the other room over a network of its own</p>'],
      ['SRV-DPI-TEST', 'Application server', 'Debian 12', '10.20.10.29', '4', '16 GB', 120, 64, 'Test', null,
        [], ['ESX-01'], '<p>Anonymous records</p>'],
      ['SRV-PACS-01', 'Application server', 'Ubuntu 22.04', '10.40.0.30', '8', '64 GB', 800, 512, 'Production', null,
        ['Imago'], ['SRV-PHY-PACS'], '<p>Archive of images</p>'],
      ['SRV-LIS-01', 'Application server', 'Windows Server 2019', '10.20.10.35', '8', '32 GB', 500, 260, 'Production',
        'AD-CHV', ['Labexa LIS'], ['ESX-01'], '<p>Laboratory</p>'],
      ['SRV-PHARMA-01', 'Application server', 'Debian 11', '10.20.10.38', '4', '16 GB', 160, 70, 'Production', null,
        ['Pharmatrace'], ['ESX-02'], '<p>Drug circuit</p>'],
      ['SRV-HL7-01', 'Application server', 'Debian 12', '10.20.10.40', '4', '16 GB', 100, 35, 'Production', null,
        ['Passerelle HL7'], ['ESX-01'], '<p>Messages</p>'],
      ['SRV-GEST-01', 'Application server', 'Windows Server 2012 R2', '10.20.10.44', '4', '16 GB', 300, 280,
        'Production', 'AD-CHV', ['Facturis'], ['ESX-02'], '<p>System out of support: to be replaced</p>'],
      ['SRV-AD-01', 'Domain controller', 'Windows Server 2022', '10.20.10.11', '4', '16 GB', 120, 44, 'Production',
        null, [], ['ESX-01'], '<p>Roles of the forest</p>'],
      ['SRV-AD-02', 'Domain controller', 'Windows Server 2022', '10.20.10.12', '4', '16 GB', 120, 43, 'Production',
        null, [], ['SRV-PHY-SAUV'], '<p>In the second room</p>'],
      ['SRV-FILES-01', 'File server', 'Windows Server 2022', '10.20.10.50', '4', '32 GB', 8000, 6900, 'Production',
        'AD-CHV', ['Bureautique', 'Inventaire'], ['ESX-02'], '<p>Shared files</p>'],
      ['SRV-MAIL-01', 'Mail relay', 'Debian 12', '10.20.60.12', '2', '8 GB', 60, 18, 'Production', null,
        ['Messagerie'], ['ESX-01'], '<p>In the DMZ</p>'],
      ['SRV-DOCKER-01', 'Container host', 'Debian 12', '10.20.10.60', '8', '32 GB', 250, 90, 'Production', null, [],
        ['ESX-02'], '<p>Runs the containers</p>'],
      ['SRV-VIGIE-01', 'Monitoring', 'Debian 12', '10.20.11.20', '4', '8 GB', 200, 101, 'Production', null, ['Vigie'],
        ['ESX-01'], '<p>Sees every network but the public one</p>'],
    ],
  ).map((server) => ({
    active: true,
    // What has a machine of its own is in no cluster.
    clusters: String(server['physical_servers']).startsWith('ESX') ? ['CLU-VIRTUAL'] : [],
    update_date: day(-34),
    next_update: day(9),
    ...server,
  })),
  // Out of use: deleted once the map is filled.
  {
    name: 'SRV-OLD-DPI',
    active: false,
    operating_system: 'CentOS 6',
    address_ip: '10.20.10.99',
    description: '<p>Turned off</p>',
  },
];

export const servers = (calendar: Calendar): DemoMap => ({
  clusters: table(
    'name type attributes address_ip description routers physical_servers icon_id ext_refs',
    // prettier-ignore
    [
      ['CLU-VIRTUAL', 'VMware vSphere', 'ha', '10.20.11.10', '<p>Two hosts in two rooms</p>', [],
        ['ESX-01', 'ESX-02'], 'icon-machine.svg', '{VCENTER}domain-c7'],
      ['CLU-EDGE', 'VRRP', 'ha', '10.20.0.1', '<p>Address of the router between the sites; there is no second one yet</p>', ['RT-SITES']],
    ],
  ),
  'logical-servers': logicalServers(calendar),
  containers: table(
    'name type description applications databases logical_servers icon_id ext_refs',
    // prettier-ignore
    [
      ['clarte-front', 'Docker', '<p>Web client of the record</p>', [], [], ['SRV-DOCKER-01'], 'icon-machine.svg',
        '{DOCKER}c-01'],
      ['portail-web', 'Docker', '<p>Pages of the portal</p>', ['Portail patient'], [], ['SRV-DOCKER-01']],
      ['portail-db', 'Docker', '<p>Its database</p>', [], ['PORTAIL'], ['SRV-DOCKER-01']],
    ],
  ),
  backups: table(
    `name type attributes backup_frequency backup_cycle backup_retention description logical_servers storage_devices
     ext_refs`,
    // prettier-ignore
    [
      ['Daily, patient record', 'Snapshot', 'encrypted', 2, 4, 30, 'Full on Sunday, then increments',
        ['SRV-DPI-APP-02', 'SRV-DPI-BDD-01'], ['NAS-SAUV-01', 'VAULT-NORDLYS'], '{VEEAM}job-3'],
      ['Hourly, transaction logs', 'Log', 'encrypted', 1, 2, 7, 'Restores to a quarter of an hour',
        ['SRV-DPI-BDD-01'], ['SAN-01']],
      ['Weekly, images', 'Copy', null, 3, 6, 365, 'Images do not change', ['SRV-PACS-01'], ['NAS-SAUV-01']],
      ['Daily, all others', 'Snapshot', 'encrypted', 2, 5, 21, 'Tested every quarter',
        ['SRV-LIS-01', 'SRV-PHARMA-01', 'SRV-AD-01', 'SRV-FILES-01'], ['NAS-SAUV-01']],
    ],
  ),
  certificates: table(
    'name type status start_validity end_validity description applications logical_servers ext_refs',
    // prettier-ignore
    [
      ['dpi.ch-valmarais.example', 'TLS server', 0, calendar.day(-348), calendar.day(17), '<p>Expires soon</p>', [],
        [], '{PKI}0A41'],
      ['portail.ch-valmarais.example', 'TLS server', 0, calendar.day(-60), calendar.day(30),
        '<p>Renewed every 90 days</p>', ['Portail patient']],
      ['imago.chv.local', 'TLS server', 0, calendar.day(-400), calendar.day(-35), '<p>Expired</p>', ['Imago'],
        ['SRV-PACS-01']],
      ['mail.ch-valmarais.example', 'TLS server', 0, calendar.day(-200), calendar.day(165), null, ['Messagerie'],
        ['SRV-MAIL-01']],
      ['PKI CHV root', 'Authority', 0, calendar.day(-1500), calendar.day(2150), '<p>Key kept off line</p>'],
      ['vpn-opaline', 'Client', 1, calendar.day(-500), calendar.day(230), '<p>Revoked: lost laptop</p>'],
      ['hl7.chv.local', 'TLS server', 2, calendar.day(-720), calendar.day(-2),
        '<p>Expired the day before yesterday</p>', ['Passerelle HL7'], ['SRV-HL7-01']],
    ],
  ),
});
