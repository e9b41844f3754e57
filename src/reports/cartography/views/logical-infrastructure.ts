/** View 5 of the map report. */
import { day, html, links, needs, number, range, ref, text, worked } from '../field.js';
import { type, type MapView } from '../map-type.js';

const described = html('Description', 'description');
const characteristics = html('Technical characteristics', 'description');

/** What stands at an end of an external connection, and its address. */
const end = (label: string, description: string, address: string) =>
  worked(label, [description, address], (row) => [row[description], row[address]].filter(Boolean).join(' ') || null);

export const logicalInfrastructure: MapView = {
  number: 5,
  title: 'View of logical infrastructures',
  introduction: 'How the networks are divided and protected, and the servers, clusters and containers in them.',
  types: [
    type('Networks', 'networks', [
      described,
      text('Protocol Type', 'protocol_type'),
      text('Operations manager', 'responsible'),
      text('SSI Manager', 'responsible_sec'),
      ...needs(),
      links('Subnets', 'subnetworks'),
      links('Connected external entities', 'external_connected_entities'),
    ]),
    type('Subnets', 'subnetworks', [
      described,
      range('IP range', 'address'),
      text('Default gateway', 'default_gateway'),
      text('Zone', 'zone'),
      text('Type of IP address allocation', 'ip_allocation_type'),
      text('DMZ', 'dmz'),
      text('Wireless', 'wifi'),
      ref('VLAN', 'vlan_id'),
      ref('Gateway', 'gateway_id'),
      text('Operations manager', 'responsible_exp'),
    ]),
    type('Network switches', 'network-switches', [described, text('IP Address', 'ip')]),
    type('Routers', 'routers', [
      described,
      text('IP addresses', 'ip_addresses'),
      html('Network filtering rules', 'rules'),
    ]),
    type('Logical security devices', 'security-devices', [characteristics]),
    type('Gateways', 'gateways', [
      characteristics,
      text('Authentication type', 'authentification'),
      text('Public and private IP', 'ip'),
      links('Connected subnets', 'subnetworks'),
    ]),
    type('Connected external entities', 'external-connected-entities', [
      ref('Entity', 'entity_id'),
      text('Type', 'type'),
      text('Contacts', 'contacts'),
      ref('Connected network', 'network_id'),
      end('Source', 'src_desc', 'src'),
      end('Destination', 'dest_desc', 'dest'),
    ]),
    type('Clusters', 'clusters', [
      text('Type', 'type'),
      described,
      text('IP addresses', 'address_ip'),
      links('Logical servers', 'logical_servers'),
      links('Physical servers', 'physical_servers'),
    ]),
    type('Logical Servers', 'logical-servers', [
      described,
      text('Operating System', 'operating_system'),
      day('Installation date', 'install_date'),
      day('Update date', 'update_date'),
      text('CPU', 'cpu'),
      text('Memory', 'memory'),
      number('Disk size', 'disk'),
      text('IP addresses', 'address_ip'),
      text('Environment', 'environment'),
      text('Active network services', 'net_services'),
      html('Configuration', 'configuration'),
      links('Applications', 'applications'),
      links('Physical servers', 'physical_servers'),
      links('Certificates', 'certificates'),
    ]),
    type('Containers', 'containers', [
      text('Type', 'type'),
      described,
      links('Logical servers', 'logical_servers'),
      links('Applications', 'applications'),
    ]),
    type('DHCP servers', 'dhcp-servers', [described, text('IP address', 'address_ip')]),
    type('DNS servers', 'dnsservers', [described, text('IP address', 'address_ip')]),
    type('Certificates', 'certificates', [
      text('Type', 'type'),
      described,
      day('Start date', 'start_validity'),
      day('End date', 'end_validity'),
      links('Logical Servers', 'logical_servers'),
      links('Applications', 'applications'),
    ]),
    type('VLANs', 'vlans', [number('VLAN-ID', 'vlan_id'), described, links('Subnets', 'subnetworks')]),
  ],
};
