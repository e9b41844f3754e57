/** What stands in the rooms: servers, storage, network equipment, printers, telephones. */
import { table, type Calendar, type DemoMap } from '../rows.js';

const SITE = 'Valmarais centre';

const physicalServers = ({ day, moment }: Calendar): DemoMap[string] => [
  {
    name: 'ESX-01',
    type: 'Hypervisor',
    icon_id: 'icon-machine.svg',
    description: '<p>First host of the virtual machines</p>',
    vendor: 'vmware',
    product: 'esxi',
    version: '7.0',
    responsible: 'Yannick Faure',
    configuration: 'Two power supplies on two lines',
    site_id: SITE,
    building_id: 'Salle machine A',
    bay_id: 'BAIE-A1',
    physical_switch_id: 'SW-CORE-A',
    address_ip: '10.20.11.101',
    cpu: '2 x 24 cores',
    memory: '768 GB',
    disk: '2 x 480 GB',
    disk_used: '96 GB',
    operating_system: 'ESXi 7.0 U3',
    install_date: moment(-1400),
    update_date: moment(-120),
    patching_group: 'Hypervisors',
    paching_frequency: 6,
    next_update: day(60),
    ext_refs: '{VCENTER}host-11',
  },
  ...table(
    'name type vendor product version address_ip operating_system building_id bay_id cpu memory description',
    // prettier-ignore
    [
      ['ESX-02', 'Hypervisor', 'vmware', 'esxi', '7.0', '10.20.11.102', 'ESXi 7.0 U3', 'Salle machine B', 'BAIE-B1',
        '2 x 24 cores', '768 GB', '<p>Second host, in the other room</p>'],
      ['SRV-PHY-PACS', 'Server', 'canonical', 'ubuntu_linux', '22.04', '10.40.0.29', 'Ubuntu 22.04',
        'Salle machine B', 'BAIE-B1', '16 cores', '128 GB', '<p>Image archive, on its own</p>'],
      ['SRV-PHY-SAUV', 'Server', 'microsoft', 'windows_server_2022', null, '10.20.11.40', 'Windows Server 2022',
        'Salle machine B', 'BAIE-B1', '12 cores', '64 GB', '<p>Backups, second domain controller</p>'],
    ],
  ).map((server) => ({ site_id: SITE, responsible: 'Yannick Faure', install_date: moment(-1400), ...server })),
];

export const machines = (calendar: Calendar): DemoMap => ({
  'physical-servers': physicalServers(calendar),
  'storage-devices': table(
    'name type vendor product version address_ip site_id building_id bay_id description ext_refs',
    // prettier-ignore
    [
      ['SAN-01', 'SAN', 'netapp', 'ontap', '9.12', '10.20.11.60', SITE, 'Salle machine A', 'BAIE-A1',
        '<p>40 TB, flash</p>', '{GLPI}st-1'],
      ['NAS-SAUV-01', 'NAS', 'synology', 'diskstation_manager', '7.2', '10.20.11.61', SITE, 'Salle machine B',
        'BAIE-B1', '<p>120 TB, backups</p>'],
      ['VAULT-NORDLYS', 'Object storage', null, null, null, '192.0.2.40', null, null, null,
        '<p>Cannot be changed for 30 days</p>'],
    ],
  ),
  peripherals: table(
    `name type vendor product version responsible site_id building_id bay_id address_ip domain provider_id
     description applications icon_id ext_refs`,
    // prettier-ignore
    [
      ['SCANNER-01', 'Scanner', 'radiance', 'ct-64', '4.2', 'Biomédical', SITE, 'Salle scanner', null, '10.40.0.21',
        'Biomedical', 'Radiance Imagerie', '<p>64 slices</p>', ['Imago'], 'icon-care.svg', '{GMAO}EQ-2201'],
      ['IRM-01', 'MRI', 'radiance', 'mr-15', '3.0', 'Biomédical', SITE, 'Plateau technique', null, '10.40.0.22',
        'Biomedical', 'Radiance Imagerie', '<p>1.5 tesla</p>', ['Imago']],
      ['AUTOMATE-BIOCHIMIE', 'Analyser', 'labexa', 'chem-9', '9.1', 'Biomédical', SITE, 'Laboratoire', null,
        '10.40.1.11', 'Biomedical', 'Labexa', '<p>Biochemistry, 800 tests an hour</p>', ['Labexa LIS']],
      ['IMP-URG-01', 'Printer', 'lexmark', 'ms823', '081.233', 'DSI', SITE, 'Urgences, accueil', null, '10.20.20.200',
        'Office', null, '<p>Prints care plans every two hours</p>', []],
      ['ONDULEUR-A', 'UPS', 'apc', 'smart-ups', '2.5', 'Services techniques', SITE, 'Salle machine A', 'BAIE-A2',
        '10.20.11.71', 'Technical', 'Kermadec Énergie', '<p>20 minutes</p>', ['Vigie']],
    ],
  ),
  phones: table(
    'name type vendor product version site_id building_id physical_switch_id address_ip description ext_refs',
    // prettier-ignore
    [
      ['TEL-URG-4015', 'IP phone', 'yealink', 't46', '108.86', SITE, 'Urgences, accueil', 'SW-URG-01', '10.20.50.15',
        '<p>Head nurse</p>', '{IPBX}4015'],
      ['TEL-DSI-3333', 'IP phone', 'yealink', 't46', '108.86', SITE, 'Bureau DSI', 'SW-CORE-A', '10.20.50.33',
        '<p>Help desk</p>'],
      ['TEL-ROUGE', 'Analogue', null, null, null, SITE, 'Administration', null, null,
        '<p>Crisis room, does not need the network</p>'],
    ],
  ),
  'physical-switches': table(
    'name type vendor product version site_id building_id bay_id description icon_id ext_refs',
    // prettier-ignore
    [
      ['SW-CORE-A', 'Core', 'cisco', 'catalyst_9500', '17.9', SITE, 'Salle machine A', 'BAIE-A2',
        '<p>Core, room A</p>', 'icon-machine.svg', '{GLPI}sw-1'],
      ['SW-CORE-B', 'Core', 'cisco', 'catalyst_9500', '17.9', SITE, 'Salle machine B', 'BAIE-B1',
        '<p>Core, room B</p>'],
      ['SW-URG-01', 'Access', 'cisco', 'catalyst_9200', '17.6', SITE, 'Urgences, accueil', 'BAIE-URG',
        '<p>48 ports, powered</p>'],
      ['SW-BIO-01', 'Access', 'cisco', 'catalyst_9200', '17.6', SITE, 'Laboratoire', null,
        '<p>Laboratory and imaging</p>'],
    ],
  ),
  'physical-routers': table(
    'name type vendor product version site_id building_id bay_id description vlans ext_refs',
    // prettier-ignore
    [
      ['RTR-CHV', 'Router', 'juniper', 'mx204', '22.2', SITE, 'Salle machine A', 'BAIE-A2',
        '<p>Between the sites</p>', ['VLAN-SERVERS', 'VLAN-CARE', 'VLAN-VOICE'], '{GLPI}rt-1'],
      ['RTR-ARVOR', 'Router', null, null, null, SITE, 'Salle machine A', 'BAIE-A2', '<p>Belongs to the operator</p>',
        []],
    ],
  ),
  'wifi-terminals': table(
    'name type vendor product version site_id building_id address_ip description bays ext_refs',
    // prettier-ignore
    [
      ['WIFI-URG-01', 'Wi-Fi 6', 'aruba', 'ap-515', '8.10', SITE, 'Urgences, accueil', '10.20.20.241', '<p>Desk</p>',
        ['BAIE-URG'], '{GLPI}ap-1'],
      ['WIFI-URG-02', 'Wi-Fi 6', 'aruba', 'ap-515', '8.10', SITE, 'Pavillon Broussais', '10.20.20.242',
        '<p>Boxes 1 to 6</p>', ['BAIE-URG']],
      ['WIFI-TIL-01', 'Wi-Fi 5', 'aruba', 'ap-305', '8.6', 'Les Tilleuls', 'Tilleuls, bâtiment A', '10.30.1.240',
        '<p>Dining room</p>', []],
    ],
  ),
  'physical-security-devices': table(
    'name type attributes site_id building_id bay_id address_ip description icon_id ext_refs',
    // prettier-ignore
    [
      ['FW-BOX-A', 'Firewall', 'ha', SITE, 'Salle machine A', 'BAIE-A2', '10.20.11.81', '<p>Active</p>',
        'icon-machine.svg', '{GLPI}fw-1'],
      ['FW-BOX-B', 'Firewall', 'ha', SITE, 'Salle machine B', 'BAIE-B1', '10.20.11.82', '<p>Passive</p>'],
    ],
  ),
});
