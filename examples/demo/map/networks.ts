/** Networks, address ranges, VLANs, and what routes, filters and serves them. */
import { needs, table, type DemoMap } from '../rows.js';

export const networks: DemoMap = {
  networks: table(
    'name protocol_type responsible responsible_sec + description ext_refs',
    // prettier-ignore
    [
      ['Hospital network', 'TCP/IP', 'Yannick Faure', 'Nadia Belkacem', needs(3, 4, 4, 3, 3),
        '<p>Wards, offices, servers</p>', '{CMDB}NET-1'],
      ['Biomedical network', 'TCP/IP', 'Biomédical', 'Nadia Belkacem', needs(3, 4, 4, 2, 3),
        '<p>Modalities, analysers</p>'],
      ['Public network', 'TCP/IP', 'Yannick Faure', 'Nadia Belkacem', needs(0, 1, 1, 2, 1),
        '<p>Patients and visitors</p>'],
    ],
  ),
  vlans: table('name vlan_id description ext_refs', [
    ['VLAN-SERVERS', 10, 'Servers of the machine rooms', '{IPAM}10'],
    ['VLAN-ADMIN', 11, 'Consoles of administrators'],
    ['VLAN-CARE', 20, 'Workstations of the wards'],
    ['VLAN-OFFICE', 30, 'Workstations of the offices'],
    ['VLAN-BIOMED', 40, 'Modalities and analysers'],
    ['VLAN-VOICE', 50, 'Telephones'],
    ['VLAN-DMZ', 60, 'Published services'],
    ['VLAN-PUBLIC', 90, 'Wi-Fi of patients'],
  ]),
  gateways: table('name ip authentification description ext_refs', [
    ['GW-INTERNET', '203.0.113.10, 10.20.60.1', 'Certificate', '<p>Way out, through the firewalls</p>', '{IPAM}GW-1'],
    ['GW-SITES', '10.20.0.1', 'None', '<p>Between the three sites</p>'],
    ['GW-VPN', '203.0.113.12', 'Certificate and one-time code', '<p>Teleworkers, suppliers</p>'],
  ]),
  subnetworks: [
    ...table(
      `name address default_gateway network_id subnetwork_id vlan_id gateway_id zone ip_allocation_type dmz wifi
       responsible_exp description`,
      // prettier-ignore
      [
        ['CHV-SITE', '10.20.0.0/16', '10.20.0.1', 'Hospital network', null, null, 'GW-SITES', 'Internal', 'Static',
          'no', 'no', 'DSI', '<p>All of the main site</p>'],
        ['SERVERS', '10.20.10.0/24', '10.20.10.1', 'Hospital network', 'CHV-SITE', 'VLAN-SERVERS', 'GW-SITES',
          'Servers', 'Static', 'no', 'no', 'DSI', '<p>Virtual machines</p>'],
        ['ADMIN', '10.20.11.0/24', '10.20.11.1', 'Hospital network', 'CHV-SITE', 'VLAN-ADMIN', 'GW-SITES',
          'Administration', 'Static', 'no', 'no', 'DSI', '<p>Hypervisors, consoles</p>'],
        ['CARE', '10.20.20.0/22', '10.20.20.1', 'Hospital network', 'CHV-SITE', 'VLAN-CARE', 'GW-SITES', 'Internal',
          'Dynamic', 'no', 'yes', 'DSI', '<p>Wards, fixed and Wi-Fi</p>'],
        ['OFFICE', '10.20.30.0/23', '10.20.30.1', 'Hospital network', 'CHV-SITE', 'VLAN-OFFICE', 'GW-SITES',
          'Internal', 'Dynamic', 'no', 'no', 'DSI', '<p>Offices</p>'],
        ['VOICE', '10.20.50.0/23', '10.20.50.1', 'Hospital network', 'CHV-SITE', 'VLAN-VOICE', 'GW-SITES', 'Voice',
          'Dynamic', 'no', 'no', 'Arvor Télécom', '<p>Telephones</p>'],
        ['BIOMED', '10.40.0.0/22', '10.40.0.1', 'Biomedical network', null, 'VLAN-BIOMED', 'GW-SITES', 'Biomedical',
          'Static', 'no', 'no', 'Biomédical', '<p>No way to the Internet</p>'],
        ['DMZ', '10.20.60.0/26', '10.20.60.1', 'Hospital network', null, 'VLAN-DMZ', 'GW-INTERNET', 'DMZ', 'Static',
          'yes', 'no', 'DSI', '<p>Portal, mail relay</p>'],
        ['VPN', '10.20.70.0/24', '10.20.70.1', 'Hospital network', null, null, 'GW-VPN', 'Remote', 'Dynamic', 'no',
          'no', 'DSI', '<p>Addresses of remote users</p>'],
        ['PUBLIC-WIFI', '192.168.90.0/23', '192.168.90.1', 'Public network', null, 'VLAN-PUBLIC', 'GW-INTERNET',
          'Public', 'Dynamic', 'no', 'yes', 'Arvor Télécom', '<p>Nothing inside can be reached</p>'],
      ],
    ),
    {
      name: 'TILLEULS',
      address: '10.30.0.0/22',
      default_gateway: '10.30.0.1',
      network_id: 'Hospital network',
      connected_subnets_id: 'CHV-SITE',
      zone: 'Internal',
      description: '<p>Residence Les Tilleuls</p>',
      ext_refs: '{IPAM}TIL',
    },
  ],
  'external-connected-entities': table(
    'name type entity_id network_id src src_desc dest dest_desc contacts security description subnetworks ext_refs',
    // prettier-ignore
    [
      ['Scanner remote maintenance', 'VPN', 'Radiance Imagerie', 'Biomedical network', '198.51.100.24',
        'Support centre', '10.40.0.21', 'Console of the scanner', 'support@radiance.example',
        'Opened on request, recorded by the bastion', '<p>Four hours at most</p>', ['BIOMED'], '{FW}R-114'],
      ['Support of the record', 'VPN', 'Opaline Santé', 'Hospital network', '198.51.100.64/28', 'Maintainers',
        '10.20.10.21, 10.20.10.22', 'Application servers', 'support@opaline.example', 'Bastion, two factors',
        '<p>Named accounts</p>', ['SERVERS']],
      ['Backups off site', 'IPsec tunnel', 'Nordlys Hébergement', 'Hospital network', '10.20.11.40', 'Backup server',
        '192.0.2.40', 'Vault', 'noc@nordlys.example', 'IPsec, AES-256', '<p>Every night</p>', ['ADMIN']],
      ['Mail relay of the group', 'Internet', 'Groupement des Deux Rives', 'Public network', '10.20.60.12', 'Relay',
        '192.0.2.25', 'MX', 'cellule-ssi@deux-rives.example', 'TLS required', null, ['DMZ']],
    ],
  ),
  'network-switches': table(
    'name ip description physical_switches vlans ext_refs',
    // prettier-ignore
    [
      ['CORE', '10.20.11.2', '<p>Core, two machines as one</p>', ['SW-CORE-A', 'SW-CORE-B'],
        ['VLAN-SERVERS', 'VLAN-ADMIN', 'VLAN-DMZ'], '{VIGIE}core'],
      ['ACCESS-URG', '10.20.11.5', '<p>Emergency ward</p>', ['SW-URG-01'], ['VLAN-CARE', 'VLAN-VOICE']],
      ['ACCESS-BIO', '10.20.11.6', '<p>Laboratory and imaging</p>', ['SW-BIO-01'], ['VLAN-BIOMED', 'VLAN-CARE']],
    ],
  ),
  routers: table(
    'name type ip_addresses rules description physical_routers ext_refs',
    // prettier-ignore
    [
      ['RT-SITES', 'Layer 3', '10.20.0.1, 10.30.0.1', '<p>Public network: nowhere inside</p>',
        '<p>Between the sites</p>', ['RTR-CHV'], '{VIGIE}rt1'],
      ['RT-EDGE', 'BGP', '203.0.113.1', '<p>Only the firewalls behind</p>', '<p>Edge to the operator</p>',
        ['RTR-ARVOR']],
    ],
  ),
  'security-devices': table(
    'name type attributes vendor product version address_ip description physical_security_devices icon_id ext_refs',
    // prettier-ignore
    [
      ['FW-PERIMETER', 'Firewall', 'ha', 'netgate', 'pfsense', '2.7.0', '10.20.60.1, 203.0.113.10',
        '<p>Active and passive</p>', ['FW-BOX-A', 'FW-BOX-B'], 'icon-machine.svg', '{VIGIE}fw'],
      ['WAF-PORTAIL', 'Reverse proxy', 'published', 'f5', 'nginx', '1.24.0', '10.20.60.20',
        '<p>Before the portal</p>', []],
      ['BASTION', 'Bastion', 'recorded', 'apache', 'guacamole', '1.5.3', '10.20.11.30',
        '<p>Only way for suppliers</p>', []],
    ],
  ),
  'dhcp-servers': table('name address_ip description ext_refs', [
    ['DHCP-CHV', '10.20.10.5', '<p>Wards, offices, voice</p>', '{IPAM}DHCP'],
    ['DHCP-TILLEULS', '10.30.0.5', '<p>Residence</p>'],
  ]),
  dnsservers: table('name address_ip description ext_refs', [
    ['DNS-CHV-1', '10.20.10.11', '<p>With the first domain controller</p>', '{IPAM}DNS'],
    ['DNS-CHV-2', '10.20.10.12', '<p>With the second one</p>'],
  ]),
};
